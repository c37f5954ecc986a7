//! When the receiver acknowledges, and what.

use airhop_base::Nanos;
use airhop_transport::{Receiver, Segment, Transport};

const MSS: u64 = 1000;

const fn ms(ms: u64) -> Nanos {
    Nanos::from_millis(ms)
}

fn receiver(name: &str, set: &[(&str, &str)]) -> Receiver {
    let mut transport = Transport::parse(name).expect("a known transport");
    for (key, value) in set {
        transport.set(key, value).expect("a known parameter");
    }
    transport.receiver().expect("a TCP transport")
}

/// Segment `number` arrives at `now`; tells the ACK that it releases, in segments.
fn arrive(receiver: &mut Receiver, now: Nanos, number: u64) -> Option<u64> {
    receiver.on_segment(now, &Segment { seq: number * MSS, len: MSS as u32, ..Segment::default() });
    acked(receiver, now)
}

fn acked(receiver: &mut Receiver, now: Nanos) -> Option<u64> {
    let ack = receiver.poll_transmit(now).and_then(|segment| segment.ack).map(|number| number / MSS);
    assert_eq!(receiver.poll_transmit(now), None, "one acknowledgement is enough");
    ack
}

#[test]
fn every_segment_is_acknowledged_at_once() {
    let mut tcp = receiver("newreno", &[]);
    let acks = [0, 1, 3, 3, 2, 4].map(|number| arrive(&mut tcp, ms(number), number));
    assert_eq!(acks, [Some(1), Some(2), Some(2), Some(2), Some(4), Some(5)]);
    assert_eq!(tcp.delivered_bytes(), 5 * MSS);
    assert_eq!((tcp.stats().segments_received, tcp.stats().duplicates, tcp.stats().acks_sent), (6, 1, 6));
}

#[test]
fn delayed_acknowledges_every_second_segment_or_after_the_timer() {
    let mut tcp = receiver("newreno+delack", &[]);
    assert_eq!(arrive(&mut tcp, ms(0), 0), None);
    assert_eq!(tcp.next_timeout(), Some(ms(100)));
    assert_eq!(arrive(&mut tcp, ms(50), 1), Some(2));
    assert_eq!(tcp.next_timeout(), None);
    assert_eq!(arrive(&mut tcp, ms(60), 2), None);
    tcp.on_timeout(ms(159));
    assert_eq!(acked(&mut tcp, ms(159)), None);
    tcp.on_timeout(ms(160));
    assert_eq!(acked(&mut tcp, ms(160)), Some(3));
    assert_eq!(tcp.next_timeout(), None);
}

#[test]
fn delayed_acknowledges_at_once_what_a_recovery_needs() {
    let mut tcp = receiver("newreno+delack", &[]);
    assert_eq!(arrive(&mut tcp, ms(0), 0), None);
    assert_eq!(arrive(&mut tcp, ms(1), 2), Some(1), "out of order, and it covers the one that waits");
    assert_eq!(arrive(&mut tcp, ms(2), 4), Some(1));
    assert_eq!(arrive(&mut tcp, ms(3), 1), Some(3), "fills a gap, another is left");
    assert_eq!(arrive(&mut tcp, ms(4), 3), Some(5), "fills the last gap");
    assert_eq!(arrive(&mut tcp, ms(5), 4), Some(5), "a duplicate");
    assert_eq!(arrive(&mut tcp, ms(6), 5), None, "in order again");
}

/// The segments after which an ACK left, of `count` in order.
fn lda_pattern(set: &[(&str, &str)], count: u64) -> Vec<u64> {
    let mut tcp = receiver("newreno+lda", set);
    (0..count).filter_map(|number| arrive(&mut tcp, ms(number), number)).collect()
}

#[test]
fn lda_covers_more_segments_as_the_connection_goes_on() {
    // d is 1 for segments 1 and 2, 2 up to 5, 3 up to 9, then 4: the fifth waits for the seventh, since d is 3 at the
    // sixth, and the eighth for the eleventh.
    assert_eq!(lda_pattern(&[], 24), [1, 2, 4, 7, 11, 15, 19, 23]);
}

#[test]
fn lda_timer_is_restarted_or_not() {
    for (restart, expected) in [("off", ms(200)), ("on", ms(220))] {
        let mut tcp = receiver("newreno+lda", &[("lda_restart", restart)]);
        for number in 0..11 {
            arrive(&mut tcp, ms(number), number);
        }
        assert_eq!(arrive(&mut tcp, ms(100), 11), None);
        assert_eq!(arrive(&mut tcp, ms(120), 12), None);
        assert_eq!(tcp.next_timeout(), Some(expected), "restart {restart}");
        tcp.on_timeout(expected);
        assert_eq!(acked(&mut tcp, expected), Some(13));
    }
}

#[test]
fn lda_answers_out_of_order_at_once_or_not() {
    for (immediate, expected) in [("on", Some(11)), ("off", None)] {
        let mut tcp = receiver("newreno+lda", &[("lda_immediate", immediate)]);
        for number in 0..11 {
            arrive(&mut tcp, ms(number), number);
        }
        assert_eq!(arrive(&mut tcp, ms(100), 12), expected, "immediate {immediate}");
    }
}

#[test]
fn sack_recipes_report_blocks_and_others_do_not() {
    for (name, blocks) in [("sack", vec![(3000, 4000), (1000, 2000)]), ("newreno", vec![])] {
        let mut tcp = receiver(name, &[]);
        arrive(&mut tcp, ms(0), 1);
        tcp.on_segment(ms(1), &Segment { seq: 3 * MSS, len: 1000, ..Segment::default() });
        let ack = tcp.poll_transmit(ms(1)).expect("an acknowledgement");
        assert_eq!(ack.sack.iter().collect::<Vec<_>>(), blocks, "{name}");
        assert_eq!(ack.header_bytes(), if name == "sack" { 40 } else { 20 });
    }
}

#[test]
fn data_beyond_the_window_is_thrown_away() {
    let mut tcp = receiver("newreno", &[("advertised_window", "3000")]);
    assert_eq!(arrive(&mut tcp, ms(0), 3), Some(0));
    assert_eq!(tcp.stats().beyond_window, 1);
    for number in 0..3 {
        arrive(&mut tcp, ms(1), number);
    }
    assert_eq!(tcp.delivered_bytes(), 3 * MSS, "segment 3 was not kept");
    assert_eq!(arrive(&mut tcp, ms(2), 3), Some(4));
}

#[test]
fn the_earliest_clock_of_a_delayed_acknowledgement_is_echoed() {
    use airhop_transport::Timestamps;
    let mut tcp = receiver("newreno+delack", &[("timestamps", "on")]);
    for (number, value) in [(0, 10), (1, 20)] {
        let stamps = Some(Timestamps { value, echo: 0 });
        tcp.on_segment(ms(1), &Segment { seq: number * MSS, len: 1000, timestamps: stamps, ..Segment::default() });
    }
    let ack = tcp.poll_transmit(ms(1)).expect("an acknowledgement");
    assert_eq!(ack.timestamps.map(|stamps| stamps.echo), Some(10), "RFC 7323, section 4.3, case A");
}
