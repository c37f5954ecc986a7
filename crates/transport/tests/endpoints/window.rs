//! Slow start, congestion avoidance, the limits on the window, and limited transmit.

use crate::driver::{Driver, MSS, ms};
use airhop_base::{BitRate, Nanos};
use airhop_transport::PathInfo;

#[test]
fn slow_start_adds_a_segment_for_each_acknowledgement() {
    let mut tcp = Driver::new("newreno", &[]);
    assert_eq!(tcp.sent(), [0, 1], "the initial window");
    tcp.wait(ms(100));
    assert_eq!(tcp.ack(1), [2, 3]);
    assert_eq!(tcp.ack(2), [4, 5]);
    assert_eq!(tcp.sender.cwnd_segments(), 4.0);
    assert_eq!(tcp.ack(4), [6, 7, 8], "two segments acknowledged at once open one more (RFC 5681, equation 2)");
}

#[test]
fn congestion_avoidance_adds_a_segment_in_a_round_trip() {
    let mut tcp = Driver::new("newreno", &[]);
    let oldest = tcp.grow_to(8);
    assert_eq!(tcp.fire(), [oldest], "ssthresh is 4 from here");
    for next in oldest + 1..=oldest + 3 {
        tcp.ack(next);
    }
    assert_eq!(tcp.sender.cwnd_segments(), 4.0);
    for next in oldest + 4..oldest + 8 {
        let before = tcp.sender.cwnd_segments();
        tcp.ack(next);
        assert_eq!(tcp.sender.cwnd_segments(), before + 1.0 / before, "RFC 5681, equation 3");
    }
    assert!((4.8..5.0).contains(&tcp.sender.cwnd_segments()));
}

#[test]
fn initial_window_is_settable() {
    assert_eq!(Driver::new("newreno", &[("initial_window", "10")]).sent().len(), 10);
}

#[test]
fn data_beyond_the_advertised_window_waits() {
    let mut tcp = Driver::new("newreno", &[("initial_window", "10"), ("advertised_window", "4500")]);
    tcp.window = 4500;
    assert_eq!(tcp.sent(), [0, 1, 2, 3], "whole segments only");
    tcp.wait(ms(100));
    tcp.window = 2000;
    assert_eq!(tcp.ack(2), [], "the receiver has narrowed the window");
    tcp.window = 6000;
    assert_eq!(tcp.ack(4), [4, 5, 6, 7, 8, 9]);
}

#[test]
fn window_limits_hold_in_the_sender() {
    assert_eq!(Driver::new("newreno+cwl=3", &[("initial_window", "10")]).sent().len(), 3);
    let mut tcp = Driver::new("newreno+cwl=h/4", &[("initial_window", "10")]);
    assert_eq!(tcp.sent().len(), 2, "7 hops");
    tcp.sender.set_path(PathInfo { hops: 12, link_rate: BitRate::kbps(2000) });
    assert_eq!(tcp.sent().len(), 1, "12 hops let one more out");
    assert_eq!(Driver::new("newreno+cwl=rthc/5", &[("initial_window", "10")]).sent().len(), 2);
}

#[test]
fn the_window_does_not_grow_beyond_its_limit() {
    let mut tcp = Driver::new("newreno+cwl=3", &[]);
    tcp.grow_to(3);
    let mut next = tcp.sender.acked_bytes() / MSS;
    for _ in 0..50 {
        next += 1;
        tcp.wait(ms(10)).ack(next);
    }
    assert_eq!(tcp.sender.cwnd_segments(), 3.0);
    assert_eq!(tcp.sender.in_flight(), 3 * MSS);
}

#[test]
fn limited_transmit_sends_new_data_on_two_duplicates() {
    let mut tcp = Driver::new("newreno", &[]);
    let oldest = tcp.grow_to(5);
    let flight = tcp.sender.in_flight() / MSS;
    assert_eq!(tcp.duplicate(), [oldest + flight]);
    assert_eq!(tcp.duplicate(), [oldest + flight + 1]);
    let mut off = Driver::new("newreno", &[("limited_transmit", "off")]);
    off.grow_to(5);
    assert_eq!(off.duplicate(), []);
}

#[test]
fn limited_transmit_after_a_timeout_is_for_new_data_or_as_in_ns2() {
    for (rule, expected) in [("on", vec![]), ("ns2", vec![3])] {
        let mut tcp = Driver::new("newreno", &[("limited_transmit", rule), ("initial_window", "8")]);
        tcp.sent();
        assert_eq!(tcp.fire(), [0]);
        assert_eq!(tcp.ack(1), [1, 2]);
        assert_eq!(tcp.duplicate(), expected, "{rule}");
    }
}

#[test]
fn pacing_spaces_what_the_window_allows() {
    // 1000 bytes at 80 kbit/s: 100 ms.
    let mut tcp = Driver::new("newreno+pace=80", &[("initial_window", "4")]);
    assert_eq!(tcp.sent(), [0]);
    assert_eq!(tcp.sender.next_timeout(), Some(ms(100)), "the pacing's timer, before the retransmission's");
    assert_eq!(tcp.fire(), [1]);
    tcp.wait(ms(40));
    assert_eq!(tcp.sent(), []);
    assert_eq!(tcp.fire(), [2]);
    assert_eq!(tcp.now, ms(200));
}

#[test]
fn short_and_later_writes_leave_at_once() {
    let mut tcp = Driver::idle("newreno", &[]);
    assert!(tcp.sender.is_idle() && tcp.sender.poll_transmit(Nanos::ZERO).is_none());
    tcp.sender.write(Nanos::ZERO, 1300);
    let lengths: Vec<u32> = std::iter::from_fn(|| tcp.sender.poll_transmit(Nanos::ZERO)).map(|s| s.len).collect();
    assert_eq!(lengths, [1000, 300]);
    let ack = airhop_transport::Segment { ack: Some(1300), window: 64_000, ..Default::default() };
    tcp.sender.on_segment(ms(50), &ack);
    assert!(tcp.sender.is_idle() && !tcp.sender.is_closed());
    assert_eq!(tcp.sender.next_timeout(), None, "no timer runs while nothing is outstanding");
    tcp.sender.close(ms(50));
    assert!(tcp.sender.is_closed());
    tcp.sender.write(ms(50), 1);
    assert!(tcp.sender.poll_transmit(ms(50)).is_none(), "nothing is taken after the close");
}
