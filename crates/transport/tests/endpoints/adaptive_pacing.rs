//! Adaptive pacing in the sender: what it releases when, and what synchronised clocks tell it.

use crate::driver::{Driver, MSS, ms};
use airhop_base::{BitRate, Nanos};
use airhop_transport::{PathInfo, Segment, Sender, Timestamps, Transport};

/// Milliseconds that the pacing leaves between two segments of 1000 bytes; `None` before its first sample.
fn interval_ms(sender: &Sender) -> Option<f64> {
    sender.measured("rate_kbps").map(|rate_kbps| 8000.0 / rate_kbps)
}

/// The n-hop propagation delay in ms; `None` before the first sample.
fn fhd_ms(sender: &Sender) -> Option<f64> {
    sender.measured("fhd_ms")
}

fn assert_near(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-4, "{value}, expected {expected}");
}

#[test]
fn before_the_first_round_trip_time_a_segment_leaves_each_50_ms() {
    let mut tcp = Driver::new("tcp-ap", &[("initial_window", "4")]);
    assert_eq!(fhd_ms(&tcp.sender), None);
    assert_eq!(tcp.sent(), [0], "the first at once");
    for (segment, time) in [(1, 50), (2, 100), (3, 150)] {
        assert_eq!(tcp.sender.next_timeout(), Some(ms(time)));
        assert_eq!(tcp.fire(), [segment]);
    }
}

#[test]
fn a_round_trip_time_sets_the_rate_from_the_next_expiry() {
    let mut tcp = Driver::new("tcp-ap", &[("initial_window", "4")]);
    tcp.sent();
    tcp.wait(ms(28));
    assert_eq!(tcp.ack(1), [], "the timer runs until 50 ms");
    // 28 ms over 7 hops, 8000 bits at 2 Mbit/s: 2 (4 + 4) = 16 ms.
    assert_eq!((fhd_ms(&tcp.sender), tcp.sender.measured("cov")), (Some(16.0), Some(0.0)));
    assert_near(tcp.sender.measured("rate_kbps").expect("a first sample"), 500.0);
    assert_eq!(tcp.sender.next_timeout(), Some(ms(50)));
    assert_eq!(tcp.fire(), [1]);
    assert_eq!(tcp.fire(), [2]);
    assert_eq!(tcp.now, ms(66));
}

#[test]
fn a_segment_larger_than_the_advertised_window_is_cut_to_it() {
    let set = [("mss", "4000"), ("advertised_window", "1000"), ("initial_window", "1")];
    let mut tcp = Driver::new("tcp-ap", &set);
    tcp.window = 1_000;
    assert_eq!(tcp.sender.poll_transmit(ms(0)).map(|segment| segment.len), Some(1_000));
    tcp.wait(ms(28)).ack(1);
    // 28 ms over 7 hops and 1000 bytes, 8000 bits at 2 Mbit/s, as above: 2 (4 + 4) = 16 ms. 4000 bytes would make it 2 (4 + 16).
    assert_eq!(fhd_ms(&tcp.sender), Some(16.0));
    assert_near(tcp.sender.measured("rate_kbps").expect("a first sample"), 500.0);
}

#[test]
fn the_timer_runs_freely_over_an_empty_window() {
    let mut tcp = Driver::new("tcp-ap", &[("initial_window", "1")]);
    tcp.sent();
    tcp.wait(ms(70));
    assert_eq!(tcp.ack(1), [], "50 ms passed unused, the next expiry is at 100 ms");
    assert_eq!(tcp.fire(), [1]);
    assert_eq!(tcp.now, ms(100));
}

#[test]
fn with_delayed_acknowledgements_the_newest_segment_counts() {
    let mut tcp = Driver::new("tcp-ap", &[("initial_window", "2")]);
    tcp.sent();
    assert_eq!(tcp.fire(), [1], "at 50 ms");
    tcp.wait(ms(28));
    tcp.ack(2);
    assert_eq!(fhd_ms(&tcp.sender), Some(16.0), "28 ms, not 78");
}

#[test]
fn timestamps_on_the_wire_do_not_change_what_counts() {
    let mut tcp = Driver::new("tcp-ap", &[("initial_window", "2"), ("timestamps", "on")]);
    tcp.sent();
    tcp.fire();
    tcp.wait(ms(28));
    // The receiver echoes the time of the first segment that waited (RFC 7323, section 4.3).
    let timestamps = Some(Timestamps { value: 0, echo: 0 });
    let ack = Segment { ack: Some(2000), window: 64_000, timestamps, ..Segment::default() };
    tcp.sender.on_segment(tcp.now, &ack);
    assert_eq!(tcp.sender.srtt(), Some(ms(78)));
    assert_eq!(fhd_ms(&tcp.sender), Some(16.0));
}

/// A sender with eight segments in flight, the oldest lost, and the timer just set.
fn in_flight() -> (Driver, u64) {
    let mut tcp = Driver::new("tcp-ap", &[("initial_window", "8")]);
    tcp.sent();
    for _ in 0..7 {
        tcp.fire();
    }
    tcp.wait(ms(28));
    let next = 0;
    (tcp, next)
}

#[test]
fn a_duplicate_starts_the_pacing_again_too() {
    let (mut tcp, _) = in_flight();
    for _ in 0..3 {
        tcp.duplicate();
    }
    // The window of 4, inflated by the duplicates, lets a segment out with the sixth; the fourth started the timer.
    tcp.wait(ms(5)).duplicate();
    let started = tcp.now;
    tcp.wait(ms(5)).duplicate();
    tcp.duplicate();
    assert_eq!(tcp.sender.next_timeout(), Some(started + ms(50)));
}

#[test]
fn an_expiry_that_finds_nothing_passes() {
    let mut tcp = Driver::idle("tcp-ap", &[]);
    tcp.sender.write(tcp.now, 2 * MSS);
    assert_eq!(tcp.sent(), [0]);
    tcp.sender.stop(tcp.now);
    assert_eq!(tcp.sent(), [], "the second one is withdrawn before its expiry at 50 ms");
    let mut idle = Driver::idle("tcp-ap", &[]);
    idle.sender.write(idle.now, MSS);
    assert_eq!(idle.sent(), [0]);
    idle.wait(ms(60)).sender.write(ms(60), MSS);
    assert_eq!(idle.sent(), []);
    // It waits for 100 ms; a window that the receiver closes leaves it nothing to wait for.
    idle.window = 0;
    idle.ack(1);
    idle.wait(ms(50));
    idle.window = 64_000;
    assert_eq!(idle.ack(1), [], "at 110 ms the expiry at 100 ms is over");
    assert_eq!(idle.fire(), [1]);
    let interval = interval_ms(&idle.sender).unwrap_or(0.0);
    assert_near((idle.now - ms(100)).as_millis_f64(), interval);
}

#[test]
fn a_fast_retransmission_leaves_at_once_and_the_next_acknowledgement_paces_again() {
    let (mut tcp, oldest) = in_flight();
    let before = tcp.now;
    tcp.duplicate();
    tcp.duplicate();
    assert_eq!(tcp.duplicate(), [oldest]);
    assert_eq!(tcp.now, before, "at once");
    assert!(tcp.sender.next_timeout() >= Some(tcp.now + ms(200)), "only the retransmission timer runs");
    tcp.wait(ms(5));
    // All of the window arrives at last; the window of 4 lets segments out, the first after one interval.
    assert_eq!(tcp.ack(8), []);
    let interval = interval_ms(&tcp.sender).unwrap_or(50.0);
    assert_near(tcp.sender.next_timeout().map_or(0.0, |at| (at - tcp.now).as_millis_f64()), interval);
    assert_eq!(tcp.fire(), [8]);
}

#[test]
fn a_timeout_during_the_wait_for_an_acknowledgement_retransmits_at_once() {
    let (mut tcp, oldest) = in_flight();
    tcp.duplicate();
    tcp.duplicate();
    tcp.duplicate();
    assert_eq!(tcp.fire(), [oldest], "the retransmission timer");
    assert_eq!(tcp.sender.stats().timeouts, 1);
}

#[test]
fn every_recovery_gets_its_fast_retransmission_through() {
    for name in ["tahoe+ap", "reno+ap", "newreno+ap", "sack+ap", "vegas+ap"] {
        let mut tcp = Driver::new(name, &[("initial_window", "8")]);
        tcp.sent();
        for _ in 0..7 {
            tcp.fire();
        }
        let mut retransmitted = Vec::new();
        for blocks in 2..=4 {
            retransmitted.extend(tcp.ack_with_blocks(0, &[(1, blocks)]));
        }
        assert_eq!(retransmitted, [0], "{name}");
    }
}

#[test]
fn only_tcp_ap_itself_leaves_out_the_back_off() {
    for (name, second) in [("tcp-ap", 3), ("newreno+ap", 6), ("tcp-ap+sync", 3)] {
        let mut tcp = Driver::new(name, &[("initial_window", "1")]);
        tcp.sent();
        tcp.now = Nanos::from_secs(3);
        tcp.sender.on_timeout(tcp.now);
        assert_eq!(tcp.sender.rto(), Nanos::from_secs(second), "{name}");
    }
}

#[test]
fn a_new_path_holds_from_the_next_acknowledgement() {
    let mut tcp = Driver::new("tcp-ap", &[("initial_window", "1"), ("ap_alpha", "0")]);
    tcp.sent();
    tcp.wait(ms(28)).ack(1);
    tcp.fire();
    tcp.sender.set_path(PathInfo { hops: 2, link_rate: BitRate::kbps(1000) });
    assert_eq!(fhd_ms(&tcp.sender), Some(16.0));
    // 28 ms over 2 hops at 1 Mbit/s: the delay over both is 14 + 8 ms.
    tcp.wait(ms(28)).ack(2);
    assert_eq!(fhd_ms(&tcp.sender), Some(22.0));
}

#[test]
fn synchronised_clocks_tell_the_delay_of_the_newest_segment_however_late_its_acknowledgement() {
    for (bytes, set) in [(0, "off"), (12, "on")] {
        let mut transport = Transport::parse("newreno+ap+every+sync").expect("a known transport");
        transport.set("ap_sync_bytes", set).expect("a known parameter");
        let path = PathInfo { hops: 8, link_rate: BitRate::kbps(2000) };
        let (Some(mut sender), Some(mut receiver)) = (transport.sender(path), transport.receiver()) else {
            panic!("TCP has two endpoints");
        };
        sender.write(Nanos::ZERO, 3 * 1460);
        let first = sender.poll_transmit(Nanos::ZERO).expect("the window is open");
        receiver.on_segment(ms(2), &first);
        receiver.poll_transmit(ms(2)).expect("the first segment is acknowledged at once");
        let data = sender.poll_transmit(ms(50)).expect("the pacing's first expiry");
        assert_eq!(data.header_bytes(), 20 + bytes);
        receiver.on_segment(ms(90), &data);
        let ack = receiver.poll_transmit(ms(170)).expect("the second segment is acknowledged at once");
        assert_eq!(ack.header_bytes(), 20 + bytes);
        sender.on_segment(ms(200), &ack);
        assert_eq!(fhd_ms(&sender), Some(20.0), "4 of 8 hops of 40 ms");
    }
}
