//! The protocol of RFC 4340 between both endpoints, packet by packet.

use crate::dccp_lossy_links::{Case, run};
use airhop_base::Nanos;
use airhop_transport::Transport;
use airhop_transport::dccp::{
    DELAY_BASED_CCID, FeatureKind, Options, Packet, PacketState, PacketType, Receiver, ResetCode, Sender, SenderState,
    SequenceNumber,
};

const fn ms(ms: u64) -> Nanos {
    Nanos::from_millis(ms)
}

fn endpoints(name: &str, set: &[(&str, &str)]) -> (Sender, Receiver) {
    let mut transport = Transport::parse(name).unwrap();
    set.iter().for_each(|(key, value)| transport.set(key, value).unwrap());
    transport.dccp().unwrap()
}

fn seq(number: u64) -> SequenceNumber {
    SequenceNumber::new(number)
}

fn bare(number: u64, packet_type: PacketType) -> Packet {
    Packet { seq: seq(number), packet_type, options: Options::default(), stream_offset: None, len: 0 }
}

/// An open connection without a handshake, whose sender has much to send.
fn open(set: &[(&str, &str)]) -> (Sender, Receiver) {
    let (mut sender, receiver) =
        endpoints("dccp", &[&[("dccp_handshake", "off"), ("initial_window", "4")], set].concat());
    sender.write(Nanos::ZERO, 1_000_000);
    (sender, receiver)
}

fn all(mut poll: impl FnMut() -> Option<Packet>) -> Vec<Packet> {
    std::iter::from_fn(&mut poll).collect()
}

/// The receiver's answer to a packet.
fn answer(receiver: &mut Receiver, now: Nanos, packet: &Packet) -> Packet {
    receiver.on_packet(now, packet, false);
    receiver.poll_transmit(now).expect("an answer")
}

#[test]
fn a_connection_opens_and_closes_as_in_section_4_of_the_rfc() {
    let outcome = run(&Case::perfect("dccp", 2_920)).unwrap();
    let kinds: Vec<u8> = outcome.packets.iter().map(|packet| packet.packet_type.number()).collect();
    // Request, Response, two packets of data that acknowledge it, their acknowledgements, Close, Reset.
    assert_eq!(kinds, [0, 1, 4, 4, 3, 3, 6, 7]);
    let request = &outcome.packets[0];
    assert_eq!((request.seq, request.packet_type), (seq(0), PacketType::Request { service: 0x4148_4f50 }));
    let ccid = &request.options.features[0];
    assert_eq!((ccid.kind, ccid.feature, ccid.mandatory), (FeatureKind::ChangeL, 1, true));
    assert_eq!(ccid.value, [DELAY_BASED_CCID]);
    assert_eq!(outcome.packets[1].packet_type.ack(), Some(seq(0)));
    let reset = outcome.packets.last().unwrap();
    assert!(matches!(reset.packet_type, PacketType::Reset { code: ResetCode::Closed, .. }));
    assert_eq!(outcome.end, ms(120), "three round trips");
}

#[test]
fn requests_are_repeated_with_new_numbers_after_1_2_4_seconds() {
    let (mut sender, _) = endpoints("dccp", &[]);
    assert!(sender.poll_transmit(Nanos::ZERO).is_none(), "nothing to do yet");
    sender.write(Nanos::ZERO, 1);
    let mut times = Vec::new();
    let mut now = Nanos::ZERO;
    for number in 0..9 {
        let request = sender.poll_transmit(now).unwrap();
        assert_eq!(request.seq, seq(number));
        assert!(matches!(request.packet_type, PacketType::Request { .. }) && sender.poll_transmit(now).is_none());
        let next = sender.next_timeout().unwrap();
        times.push((next - now).as_nanos() / 1_000_000_000);
        now = next;
        sender.on_timeout(now);
    }
    assert_eq!(times, [1, 2, 4, 8, 16, 32, 64, 64, 64]);
}

#[test]
fn only_response_and_reset_are_valid_in_request() {
    let (mut sender, _) = endpoints("dccp", &[]);
    sender.write(Nanos::ZERO, 1);
    sender.poll_transmit(Nanos::ZERO);
    sender.on_packet(ms(1), &bare(5, PacketType::Ack { ack: seq(0) }));
    let reset = sender.poll_transmit(ms(1)).unwrap();
    assert_eq!(reset.packet_type, PacketType::Reset { ack: seq(5), code: ResetCode::PacketError });
    sender.on_packet(ms(1), &bare(5, PacketType::Response { ack: seq(77), service: 0 }));
    assert!(matches!(sender.poll_transmit(ms(1)).unwrap().packet_type, PacketType::Reset { .. }), "not what was sent");
    sender.on_packet(ms(2), &bare(5, PacketType::Reset { ack: seq(0), code: ResetCode::NoConnection }));
    assert!(sender.poll_transmit(ms(2)).is_none() && sender.next_timeout().is_none() && sender.is_closed());
}

#[test]
fn every_packet_of_partopen_acknowledges_until_the_server_shows_that_it_knows() {
    let (mut sender, mut receiver) = endpoints("dccp", &[("initial_window", "3")]);
    sender.write(Nanos::ZERO, 1_460);
    let request = sender.poll_transmit(Nanos::ZERO).unwrap();
    let response = answer(&mut receiver, ms(1), &request);
    sender.on_packet(ms(2), &response);
    let first = all(|| sender.poll_transmit(ms(2)));
    assert!(matches!(first[..], [Packet { packet_type: PacketType::DataAck { .. }, .. }, ..]));
    // Everything is lost: the acknowledgement is repeated even without data.
    sender.on_timeout(ms(1000));
    let again = all(|| sender.poll_transmit(ms(1000)));
    assert!(!again.is_empty() && again.iter().all(|packet| packet.packet_type.ack() == Some(response.seq)));
    let ack = answer(&mut receiver, ms(1001), &again[0]);
    sender.on_packet(ms(1002), &ack);
    sender.write(ms(1002), 10_000);
    let plain = all(|| sender.poll_transmit(ms(1002)));
    assert!(plain.iter().any(|packet| packet.packet_type == PacketType::Data), "{plain:?}");
}

#[test]
fn a_server_knows_no_packet_before_a_request() {
    let (_, mut receiver) = endpoints("dccp", &[]);
    let reset = answer(&mut receiver, ms(0), &bare(9, PacketType::Data));
    assert_eq!(reset.packet_type, PacketType::Reset { ack: seq(9), code: ResetCode::NoConnection });
    receiver.on_packet(ms(0), &bare(9, PacketType::Reset { ack: seq(0), code: ResetCode::Aborted }), false);
    assert!(receiver.poll_transmit(ms(0)).is_none(), "a Reset is not answered");
}

#[test]
fn a_server_without_the_congestion_control_resets() {
    let (mut sender, mut receiver) = endpoints("dccp", &[]);
    sender.write(Nanos::ZERO, 1);
    let mut request = sender.poll_transmit(Nanos::ZERO).unwrap();
    request.options.features[0].value = vec![3];
    let reset = answer(&mut receiver, ms(1), &request);
    assert_eq!(reset.packet_type, PacketType::Reset { ack: seq(0), code: ResetCode::MandatoryError });
    sender.on_packet(ms(2), &reset);
    assert!(sender.is_closed() && sender.poll_transmit(ms(2)).is_none());
}

#[test]
fn data_in_respond_and_late_requests_are_asked_about() {
    let (mut sender, mut receiver) = endpoints("dccp", &[]);
    sender.write(Nanos::ZERO, 1_460);
    let request = sender.poll_transmit(Nanos::ZERO).unwrap();
    answer(&mut receiver, ms(1), &request);
    assert_eq!(answer(&mut receiver, ms(2), &bare(1, PacketType::Data)).packet_type, PacketType::Sync { ack: seq(1) });
    receiver.on_packet(ms(3), &bare(2, PacketType::Ack { ack: seq(0) }), false);
    receiver.poll_transmit(ms(3));
    let late = bare(3, PacketType::Request { service: 0 });
    assert_eq!(answer(&mut receiver, ms(200), &late).packet_type, PacketType::Sync { ack: seq(3) });
}

#[test]
fn numbers_out_of_the_window_are_asked_about_and_brought_together_by_sync() {
    let (mut sender, mut receiver) = open(&[("dccp_sequence_window", "32")]);
    let first = all(|| sender.poll_transmit(ms(0)));
    answer(&mut receiver, ms(10), &first[0]);
    // 200 packets were lost; windows of 32 do not reach that far.
    let far = bare(200, PacketType::Data);
    let sync = answer(&mut receiver, ms(20), &far);
    assert_eq!(sync.packet_type, PacketType::Sync { ack: seq(200) });
    receiver.on_packet(ms(21), &far, false);
    assert!(receiver.poll_transmit(ms(21)).is_none(), "not for every packet");
    // The true sender answers a Sync that acknowledges what it has sent.
    let known = Packet { packet_type: PacketType::Sync { ack: first[3].seq }, ..sync };
    sender.on_packet(ms(40), &known);
    let sync_ack = sender.poll_transmit(ms(40)).unwrap();
    assert_eq!(sync_ack.packet_type, PacketType::SyncAck { ack: known.seq });
    let moved = Packet { seq: seq(200), packet_type: PacketType::SyncAck { ack: sync.seq }, ..sync_ack };
    receiver.on_packet(ms(60), &moved, false);
    let ack = answer(&mut receiver, ms(61), &bare(201, PacketType::Data));
    assert_eq!(ack.packet_type, PacketType::Ack { ack: seq(201) });
    // A Sync of what was never sent is not for this connection.
    sender.on_packet(ms(70), &Packet { seq: seq(9), packet_type: PacketType::Sync { ack: seq(9_999) }, ..known });
    assert!(all(|| sender.poll_transmit(ms(70))).iter().all(|p| !matches!(p.packet_type, PacketType::SyncAck { .. })));
}

#[test]
fn each_packet_of_data_is_acknowledged_with_vector_and_echo() {
    let (mut sender, mut receiver) = open(&[]);
    let sent = all(|| sender.poll_transmit(ms(3)));
    assert_eq!(sent.len(), 4);
    let first = answer(&mut receiver, ms(10), &sent[0]);
    assert_eq!(first.options.timestamp_echo.map(|echo| echo.echo), sent[0].options.timestamp);
    receiver.on_packet(ms(11), &sent[3], true);
    let ack = receiver.poll_transmit(ms(11)).unwrap();
    assert_eq!(ack.packet_type, PacketType::Ack { ack: seq(3) });
    let states: Vec<_> = ack.options.ack_vector.states().map(Option::unwrap).collect();
    use PacketState::{Marked, Missing, Received};
    assert_eq!(states, [Marked, Missing, Missing, Received]);
    // A copy is acknowledged and not delivered; its time is no measure.
    let copy = answer(&mut receiver, ms(12), &sent[0]);
    assert_eq!((copy.options.timestamp_echo, receiver.delivered_bytes()), (None, 2 * 1_460));
    sender.on_packet(ms(43), &ack);
    assert_eq!((sender.state(), sender.take_rtt_sample()), (SenderState::Congestion, Some(ms(40))));
}

#[test]
fn without_reliability_packets_are_delivered_once_in_the_order_of_arrival() {
    let (mut sender, mut receiver) = open(&[]);
    let sent = all(|| sender.poll_transmit(ms(0)));
    let mut delivered = Vec::new();
    for place in [2, 0, 2, 3, 0] {
        answer(&mut receiver, ms(10), &sent[place]);
        delivered.push(receiver.delivered_bytes() / 1_460);
    }
    assert_eq!(delivered, [1, 2, 2, 3, 3], "1 never came, and nobody waits for it");
}

#[test]
fn vectors_shrink_once_the_sender_says_that_it_knows() {
    let (mut sender, mut receiver) = open(&[("initial_window", "1")]);
    let (mut longest, mut sent) = (0, 0);
    for i in 0..50 {
        for packet in all(|| sender.poll_transmit(ms(20 * i))) {
            sent += 1;
            let ack = answer(&mut receiver, ms(20 * i + 5), &packet);
            longest = longest.max(ack.options.ack_vector.packets());
            sender.on_packet(ms(20 * i + 10), &ack);
        }
    }
    let window = sender.cwnd_packets() as u64;
    assert!(sent > 5 * window && longest <= window, "{longest} of {sent} told of, with a window of {window}");
}

#[test]
fn silence_is_probed_with_headers_alone_until_an_answer() {
    let (mut sender, mut receiver) = open(&[]);
    let lost = all(|| sender.poll_transmit(ms(0)));
    assert_eq!(lost.len(), 4);
    let mut now = Nanos::ZERO;
    let mut gaps = Vec::new();
    let mut probe = None;
    for _ in 0..3 {
        let next = sender.next_timeout().unwrap();
        gaps.push(next - now);
        now = next;
        sender.on_timeout(now);
        let sent = all(|| sender.poll_transmit(now));
        assert_eq!((sent.len(), sent[0].payload_bytes(), sender.state()), (1, 0, SenderState::Congestion));
        probe = sent.into_iter().next();
    }
    assert_eq!(gaps, [Nanos::from_secs(3); 3], "every timeout, without backoff");
    assert_eq!(sender.stats().timeouts, 1);
    // One of the four comes after all, with its old timestamp: no answer to a probe.
    let late = answer(&mut receiver, now, &lost[1]);
    sender.on_packet(now + ms(10), &late);
    assert_eq!((sender.state(), sender.in_flight_packets()), (SenderState::Congestion, 3));
    let ack = answer(&mut receiver, now + ms(20), &probe.unwrap());
    sender.on_packet(now + ms(50), &ack);
    assert_eq!((sender.state(), sender.in_flight_packets()), (SenderState::Normal, 0));
    assert_eq!(sender.measured("base_rtt_ms"), Some(50.0));
    let on = all(|| sender.poll_transmit(now + ms(50)));
    assert!(!on.is_empty() && on.iter().all(|packet| packet.len == 1_460));
}

#[test]
fn a_link_failure_stops_data_and_probes_at_once() {
    let (mut sender, mut receiver) = open(&[]);
    let sent = all(|| sender.poll_transmit(ms(0)));
    for (i, packet) in sent.iter().enumerate() {
        let ack = answer(&mut receiver, ms(20 + i as u64), packet);
        sender.on_packet(ms(40 + i as u64), &ack);
    }
    let window = sender.cwnd_packets();
    sender.on_link_failure(ms(50));
    let probe = all(|| sender.poll_transmit(ms(50)));
    assert_eq!((probe.len(), probe[0].len, sender.state()), (1, 0, SenderState::Failure));
    let ack = answer(&mut receiver, ms(80), &probe[0]);
    sender.on_packet(ms(130), &ack);
    assert_eq!(sender.state(), SenderState::Normal);
    assert_eq!(sender.cwnd_packets(), window * 40.0 / 80.0, "by old over new base round-trip time");
}

#[test]
fn lost_data_go_again_under_a_new_number_and_the_same_place() {
    let (mut sender, mut receiver) = endpoints("dccp-reliable", &[("dccp_handshake", "off"), ("initial_window", "5")]);
    sender.write(Nanos::ZERO, 5 * 1_460);
    let sent = all(|| sender.poll_transmit(ms(0)));
    assert_eq!(sent[0].payload_bytes(), 1_460 + 8);
    for packet in &sent[1..4] {
        let ack = answer(&mut receiver, ms(20), packet);
        sender.on_packet(ms(40), &ack);
    }
    let again = all(|| sender.poll_transmit(ms(40)));
    assert_eq!((again.len(), again[0].stream_offset, again[0].seq), (1, Some(0), seq(5)));
    assert_eq!((receiver.delivered_bytes(), sender.stats().retransmissions), (0, 1));
    answer(&mut receiver, ms(60), &again[0]);
    assert_eq!(receiver.delivered_bytes(), 4 * 1_460);
    let too_late = answer(&mut receiver, ms(61), &sent[0]);
    assert_eq!((receiver.delivered_bytes(), receiver.stats().duplicates), (4 * 1_460, 1));
    assert!(matches!(too_late.packet_type, PacketType::Ack { .. }));
}

#[test]
fn a_closed_server_says_so() {
    let mut outcome = run(&Case::perfect("dccp", 1)).unwrap();
    let close = bare(50, PacketType::Close { ack: seq(3) });
    let reset = answer(&mut outcome.receiver, ms(500), &close);
    assert!(matches!(reset.packet_type, PacketType::Reset { code: ResetCode::Closed, .. }));
    let reset = answer(&mut outcome.receiver, ms(500), &bare(51, PacketType::Data));
    assert_eq!(reset.packet_type, PacketType::Reset { ack: seq(51), code: ResetCode::NoConnection });
}

/// RFC 4340, section 7.5.4: a Sync is answered by a SyncAck that acknowledges it.
#[test]
fn a_sync_is_answered() {
    let (mut sender, mut receiver) = open(&[]);
    let sent = all(|| sender.poll_transmit(ms(0)));
    let ack = answer(&mut receiver, ms(10), &sent[0]);
    let sync = Packet { packet_type: PacketType::Sync { ack: ack.seq }, ..bare(0, PacketType::Data) };
    let sync = Packet { seq: sent[3].seq.plus(1), ..sync };
    assert_eq!(answer(&mut receiver, ms(20), &sync).packet_type, PacketType::SyncAck { ack: sync.seq });
}

/// RFC 4341, section 5: a packet is lost when three later ones have arrived.
#[test]
fn a_loss_found_by_later_arrivals_is_counted() {
    let (mut sender, mut receiver) = open(&[]);
    let sent = all(|| sender.poll_transmit(ms(0)));
    for (packet, found) in sent[1..4].iter().zip([0, 0, 1]) {
        let ack = answer(&mut receiver, ms(10), packet);
        sender.on_packet(ms(20), &ack);
        assert_eq!(sender.stats().fast_retransmits, found);
    }
}
