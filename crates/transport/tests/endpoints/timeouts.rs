//! The retransmission timer: RFC 6298, RFC 5681 section 3.1, and Karn's rule.

use crate::driver::{Driver, MSS, ms};
use airhop_base::Nanos;
use airhop_transport::{Segment, Timestamps};

#[test]
fn a_timeout_starts_again_from_the_oldest_segment() {
    let mut tcp = Driver::new("newreno", &[]);
    let oldest = tcp.grow_to(10);
    let sent = tcp.sender.in_flight() / MSS;
    assert_eq!(tcp.fire(), [oldest]);
    assert_eq!((tcp.sender.cwnd_segments(), tcp.sender.ssthresh_segments()), (1.0, 5.0));
    assert_eq!(tcp.sender.stats().timeouts, 1);
    // Go-back-N in slow start, all of it sent before.
    tcp.wait(ms(100));
    assert_eq!(tcp.ack(oldest + 1), [oldest + 1, oldest + 2]);
    assert_eq!(tcp.ack(oldest + 2), [oldest + 3, oldest + 4]);
    assert_eq!(tcp.sender.stats().retransmissions, 5);
    // The receiver held the rest: what it acknowledges is not sent again.
    assert_eq!(tcp.ack(oldest + sent), [oldest + sent, oldest + sent + 1, oldest + sent + 2, oldest + sent + 3]);
}

#[test]
fn the_timer_restarts_with_each_new_acknowledgement() {
    let mut tcp = Driver::new("newreno", &[("initial_window", "4")]);
    tcp.sent();
    assert_eq!(tcp.sender.next_timeout(), Some(Nanos::from_secs(3)));
    tcp.wait(ms(100)).ack(1);
    assert_eq!(tcp.sender.next_timeout(), Some(ms(100) + ms(300)), "SRTT 100 ms, RTTVAR 50 ms");
    tcp.wait(ms(50)).ack(2);
    assert_eq!(tcp.sender.next_timeout(), Some(ms(150) + tcp.sender.rto()));
    let before = tcp.sender.next_timeout();
    tcp.wait(ms(10)).duplicate();
    assert_eq!(tcp.sender.next_timeout(), before, "a duplicate does not restart it");
}

#[test]
fn the_timeout_doubles_until_a_segment_sent_once_is_acknowledged() {
    let mut tcp = Driver::new("newreno", &[("initial_window", "1")]);
    tcp.sent();
    tcp.wait(ms(100)).ack(1);
    let rto = tcp.sender.rto();
    for doubling in 1..=3 {
        tcp.fire();
        assert_eq!(tcp.sender.rto(), rto * (1 << doubling));
    }
    let srtt = tcp.sender.srtt();
    let samples = tcp.sender.stats().rtt_samples;
    tcp.wait(ms(10)).ack(2);
    assert_eq!(tcp.sender.rto(), rto * 8, "Karn: a retransmitted segment gives no time and keeps the backoff");
    assert_eq!((tcp.sender.srtt(), tcp.sender.stats().rtt_samples), (srtt, samples));
    // Segment 2 was in flight before the timeout and went out again with it; the next one is new.
    let mut next = 2;
    while tcp.sender.stats().rtt_samples == samples {
        next += 1;
        tcp.wait(ms(100)).ack(next);
    }
    assert!(tcp.sender.rto() < rto * 4, "the backoff is over");
}

#[test]
fn back_off_can_be_off_as_a_part() {
    let mut tcp = Driver::new("newreno+no-backoff", &[]);
    tcp.sent();
    tcp.fire();
    assert_eq!(tcp.sender.next_timeout(), Some(Nanos::from_secs(6)));
    tcp.fire();
    assert_eq!(tcp.sender.next_timeout(), Some(Nanos::from_secs(9)));
}

#[test]
fn a_second_timeout_reduces_or_holds_the_threshold() {
    for (rule, expected) in [("reduce", 2.0), ("hold", 5.0)] {
        let mut tcp = Driver::new("newreno", &[("repeated_timeout", rule)]);
        tcp.grow_to(10);
        tcp.fire();
        tcp.fire();
        assert_eq!(tcp.sender.ssthresh_segments(), expected, "{rule}");
    }
}

#[test]
fn an_acknowledgement_across_a_retransmission_gives_no_time() {
    let mut tcp = Driver::new("newreno", &[("initial_window", "6")]);
    tcp.sent();
    tcp.wait(ms(100));
    for _ in 0..3 {
        tcp.ack(0);
    }
    tcp.sender.take_rtt_sample();
    tcp.wait(ms(100)).ack(6);
    assert_eq!(tcp.sender.take_rtt_sample(), None, "segment 5 was sent once, but 0 released the acknowledgement");
}

#[test]
fn one_sample_a_window_as_an_option() {
    let srtts = ["ack", "window"].map(|rule| {
        let mut tcp = Driver::new("newreno", &[("rtt_samples", rule), ("initial_window", "4")]);
        tcp.sent();
        tcp.wait(ms(100)).ack(1);
        tcp.wait(ms(100)).ack(2);
        assert_eq!(tcp.sender.take_rtt_sample(), Some(ms(200)), "probes see every sample");
        tcp.sender.srtt()
    });
    assert_eq!(srtts, [Some(Nanos::from_nanos(112_500_000)), Some(ms(100))]);
}

#[test]
fn timestamps_measure_retransmissions_too() {
    let mut tcp = Driver::new("newreno", &[("timestamps", "on"), ("initial_window", "1")]);
    let first = tcp.sender.poll_transmit(tcp.now).expect("the first segment");
    assert_eq!((first.header_bytes(), first.timestamps), (32, Some(Timestamps { value: 0, echo: 0 })));
    tcp.now = Nanos::from_secs(3);
    tcp.sender.on_timeout(tcp.now);
    let again = tcp.sender.poll_transmit(tcp.now).expect("the first segment again");
    let ack = Segment {
        ack: Some(MSS),
        window: 64_000,
        timestamps: Some(Timestamps { value: 7, echo: again.timestamps.expect("a timestamp").value }),
        ..Segment::default()
    };
    tcp.wait(Nanos::from_micros(1500));
    tcp.sender.on_segment(tcp.now, &ack);
    assert_eq!(tcp.sender.take_rtt_sample(), Some(Nanos::from_micros(1500)));
    let next = tcp.sender.poll_transmit(tcp.now).and_then(|segment| segment.timestamps);
    assert_eq!(next.map(|stamps| stamps.echo), Some(7), "the peer's clock is echoed");
}

#[test]
fn nothing_is_due_early() {
    let mut tcp = Driver::new("newreno", &[]);
    tcp.sent();
    tcp.sender.on_timeout(ms(2999));
    assert_eq!((tcp.sender.stats().timeouts, tcp.sent()), (0, vec![]));
    tcp.sender.on_segment(ms(10), &Segment { ack: Some(99 * MSS), window: 64_000, ..Segment::default() });
    assert_eq!(tcp.sender.acked_bytes(), 0, "an acknowledgement of what was never sent is none");
}
