//! Set-up with SYN and close with FIN.

use crate::driver::ms;
use airhop_base::{BitRate, Nanos};
use airhop_transport::{PathInfo, Receiver, Segment, Sender, Transport};

fn pair(name: &str) -> (Sender, Receiver) {
    let mut transport = Transport::parse(name).expect("a known transport");
    transport.set("handshake", "on").expect("a known parameter");
    let path = PathInfo { hops: 1, link_rate: BitRate::kbps(2000) };
    let endpoints = (transport.sender(path), transport.receiver());
    (endpoints.0.expect("a TCP transport"), endpoints.1.expect("a TCP transport"))
}

fn one_of_sender(sender: &mut Sender, now: Nanos) -> Segment {
    let segment = sender.poll_transmit(now).expect("a segment");
    assert_eq!(sender.poll_transmit(now), None, "and only one");
    segment
}

fn one_of_receiver(receiver: &mut Receiver, now: Nanos) -> Segment {
    let segment = receiver.poll_transmit(now).expect("a segment");
    assert_eq!(receiver.poll_transmit(now), None, "and only one");
    segment
}

#[test]
fn a_connection_from_syn_to_fin() {
    let (mut sender, mut receiver) = pair("sack");
    assert_eq!(sender.poll_transmit(ms(0)), None, "nothing happens before the first write");
    sender.write(ms(0), 100);
    let syn = one_of_sender(&mut sender, ms(0));
    assert_eq!((syn.syn, syn.seq, syn.ack, syn.len, syn.sack_permitted), (true, 0, None, 0, true));
    receiver.on_segment(ms(10), &syn);
    let answer = one_of_receiver(&mut receiver, ms(10));
    assert_eq!((answer.syn, answer.seq, answer.ack, answer.sack_permitted), (true, 0, Some(1), true));
    sender.on_segment(ms(20), &answer);
    assert_eq!(sender.srtt(), Some(ms(20)), "the SYN is timed");
    let data = one_of_sender(&mut sender, ms(20));
    assert_eq!((data.seq, data.len, data.ack), (1, 100, Some(1)), "the data carries the acknowledgement");
    sender.close(ms(20));
    let fin = one_of_sender(&mut sender, ms(20));
    assert_eq!((fin.fin, fin.seq, fin.len), (true, 101, 0));
    let counted = sender.stats();
    assert_eq!((counted.segments_sent, counted.bytes_sent), (3, 100), "SYN, data and FIN; the application's bytes");
    receiver.on_segment(ms(30), &data);
    let ack = one_of_receiver(&mut receiver, ms(30));
    assert_eq!((ack.ack, ack.seq), (Some(101), 1));
    receiver.on_segment(ms(31), &fin);
    assert_eq!((receiver.delivered_bytes(), receiver.is_closed()), (100, false));
    let finack = one_of_receiver(&mut receiver, ms(31));
    assert_eq!((finack.fin, finack.seq, finack.ack), (true, 1, Some(102)));
    sender.on_segment(ms(40), &ack);
    assert!(sender.is_idle() && !sender.is_closed());
    sender.on_segment(ms(41), &finack);
    let last = one_of_sender(&mut sender, ms(41));
    assert!(last.is_pure_ack() && sender.is_closed());
    assert_eq!((last.seq, last.ack), (102, Some(2)));
    receiver.on_segment(ms(51), &last);
    assert!(receiver.is_closed());
    assert_eq!((sender.next_timeout(), receiver.next_timeout()), (None, None));
}

#[test]
fn a_lost_syn_is_sent_again_and_limits_the_initial_window() {
    let (mut sender, mut receiver) = pair("newreno");
    sender.write(ms(0), 1_000_000);
    let threshold = sender.ssthresh_segments();
    let _lost = one_of_sender(&mut sender, ms(0));
    let at = Nanos::from_secs(3);
    assert_eq!(sender.next_timeout(), Some(at));
    sender.on_timeout(at);
    let syn = one_of_sender(&mut sender, at);
    assert!(syn.syn);
    receiver.on_segment(at, &syn);
    let answer = one_of_receiver(&mut receiver, at);
    sender.on_segment(at + ms(1), &answer);
    assert_eq!(one_of_sender(&mut sender, at + ms(1)).seq, 1, "one segment instead of two");
    assert_eq!(sender.ssthresh_segments(), threshold, "the threshold is what it was");
    assert_eq!(sender.srtt(), None, "Karn");
}

#[test]
fn each_lost_answer_is_sent_again() {
    let (mut sender, mut receiver) = pair("newreno");
    sender.write(ms(0), 10);
    let syn = one_of_sender(&mut sender, ms(0));
    receiver.on_segment(ms(1), &syn);
    let _lost = one_of_receiver(&mut receiver, ms(1));
    receiver.on_segment(ms(1), &syn);
    assert!(one_of_receiver(&mut receiver, ms(1)).syn, "a second SYN is answered at once");
    let at = receiver.next_timeout().expect("the answer's timer");
    assert_eq!(at, ms(3001));
    receiver.on_timeout(at);
    let answer = one_of_receiver(&mut receiver, at);
    assert_eq!(receiver.next_timeout(), Some(at + Nanos::from_secs(6)), "the timer doubles");
    sender.on_segment(at, &answer);
    let data = one_of_sender(&mut sender, at);
    sender.on_segment(at, &answer);
    assert!(one_of_sender(&mut sender, at).is_pure_ack(), "a second answer is acknowledged again");
    receiver.on_segment(at, &data);
    assert_eq!(one_of_receiver(&mut receiver, at).ack, Some(11));
    receiver.on_segment(at, &syn);
    assert!(one_of_receiver(&mut receiver, at).is_pure_ack(), "an old SYN changes nothing");
    assert_eq!(receiver.delivered_bytes(), 10);
}

#[test]
fn the_last_acknowledgement_may_be_lost() {
    let (mut sender, mut receiver) = pair("newreno");
    sender.close(ms(0));
    receiver.on_segment(ms(0), &one_of_sender(&mut sender, ms(0)));
    sender.on_segment(ms(0), &one_of_receiver(&mut receiver, ms(0)));
    let fin = one_of_sender(&mut sender, ms(0));
    assert!(fin.fin && fin.ack == Some(1), "an empty connection has a FIN at once");
    receiver.on_segment(ms(0), &fin);
    let finack = one_of_receiver(&mut receiver, ms(0));
    sender.on_segment(ms(0), &finack);
    let _lost = one_of_sender(&mut sender, ms(0));
    assert!(sender.is_closed() && !receiver.is_closed());
    let at = receiver.next_timeout().expect("the FIN's timer");
    receiver.on_timeout(at);
    let again = one_of_receiver(&mut receiver, at);
    assert!(again.fin);
    sender.on_segment(at, &again);
    receiver.on_segment(at, &one_of_sender(&mut sender, at));
    assert!(receiver.is_closed());
}

#[test]
fn data_before_the_handshake_is_ignored() {
    let (mut sender, mut receiver) = pair("newreno");
    receiver.on_segment(ms(0), &Segment { seq: 1, len: 10, ack: Some(1), ..Segment::default() });
    assert_eq!((receiver.poll_transmit(ms(0)), receiver.delivered_bytes()), (None, 0));
    sender.on_segment(ms(0), &Segment { ack: Some(1), syn: true, window: 1, ..Segment::default() });
    assert_eq!(sender.poll_transmit(ms(0)), None);
}

/// RFC 9293, section 3.10.7.4: in LAST-ACK the connection is deleted when this side's FIN is acknowledged.
#[test]
fn only_the_acknowledgement_of_its_fin_closes_the_receiver() {
    let (mut sender, mut receiver) = pair("newreno");
    sender.close(ms(0));
    receiver.on_segment(ms(0), &one_of_sender(&mut sender, ms(0)));
    sender.on_segment(ms(0), &one_of_receiver(&mut receiver, ms(0)));
    let fin = one_of_sender(&mut sender, ms(0));
    receiver.on_segment(ms(0), &fin);
    assert!(one_of_receiver(&mut receiver, ms(0)).fin);
    // Its answer was lost: the sender's FIN comes again and acknowledges number 0, the SYN; number 1 is the FIN.
    for (ack, is_closed) in [(1, false), (2, true)] {
        receiver.on_segment(ms(1), &Segment { ack: Some(ack), ..fin });
        assert_eq!(receiver.is_closed(), is_closed, "ACK {ack}");
    }
}
