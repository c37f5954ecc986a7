//! Fast retransmit and fast recovery: Tahoe, Reno (RFC 5681), NewReno (RFC 6582).

use crate::driver::{Driver, MSS, ms};

/// A sender with ten segments in flight from `oldest` on, without limited transmit to keep the counting plain.
fn ten_in_flight(name: &str, set: &[(&str, &str)]) -> (Driver, u64) {
    let mut all = vec![("initial_window", "10"), ("limited_transmit", "off")];
    all.extend_from_slice(set);
    let mut tcp = Driver::new(name, &all);
    assert_eq!(tcp.sent().len(), 10);
    tcp.wait(ms(100));
    (tcp, 0)
}

fn window(tcp: &Driver) -> (f64, f64) {
    (tcp.sender.cwnd_segments(), tcp.sender.ssthresh_segments())
}

#[test]
fn tahoe_goes_back_to_one_segment() {
    let (mut tcp, _) = ten_in_flight("tahoe", &[]);
    assert_eq!((tcp.duplicate(), tcp.duplicate()), (vec![], vec![]));
    assert_eq!(tcp.duplicate(), [0]);
    assert_eq!(window(&tcp), (1.0, 5.0));
    assert_eq!(tcp.duplicate(), [], "no inflation");
    assert_eq!(tcp.ack(1), [1, 2], "slow start over what was sent before");
    assert_eq!((tcp.sender.stats().fast_retransmits, tcp.sender.stats().timeouts), (1, 0));
}

#[test]
fn reno_inflates_and_ends_with_the_first_new_acknowledgement() {
    let (mut tcp, _) = ten_in_flight("reno", &[]);
    tcp.duplicate();
    tcp.duplicate();
    assert_eq!(tcp.duplicate(), [0], "fast retransmit on the third");
    assert_eq!(window(&tcp), (5.0, 5.0));
    assert_eq!(tcp.duplicate(), [], "5 + 4");
    assert_eq!(tcp.duplicate(), [], "5 + 5");
    assert_eq!(tcp.duplicate(), [10], "5 + 6 lets an eleventh out");
    assert_eq!(tcp.ack(3), [], "the window deflates");
    assert_eq!(window(&tcp), (5.2, 5.0));
    assert_eq!(tcp.duplicate(), [], "recovery is over: the duplicates are counted anew");
}

#[test]
fn newreno_stays_until_the_whole_window_is_acknowledged() {
    let (mut tcp, _) = ten_in_flight("newreno", &[]);
    tcp.duplicate();
    tcp.duplicate();
    assert_eq!(tcp.duplicate(), [0]);
    for _ in 4..=6 {
        tcp.duplicate();
    }
    assert_eq!(tcp.sender.in_flight(), 11 * MSS, "5 + 6");
    // Segment 4 is lost too: a partial ACK of 4 segments deflates 11 to 8, which segments 4 to 10 and one
    // new one fill.
    assert_eq!(tcp.ack(4), [4, 11]);
    assert_eq!(window(&tcp), (5.0, 5.0));
    assert_eq!(tcp.sender.stats().fast_retransmits, 1, "one reduction for both losses");
    assert_eq!(tcp.duplicate(), [12]);
    // Everything in flight at the start is acknowledged: congestion avoidance from half the window.
    assert_eq!(tcp.ack(10), [13, 14]);
    assert_eq!(window(&tcp), (5.2, 5.0));
}

#[test]
fn a_large_partial_acknowledgement_deflates_the_window_itself() {
    let (mut tcp, _) = ten_in_flight("newreno", &[]);
    for _ in 0..3 {
        tcp.duplicate();
    }
    // 5 + 3 - 6 + 1 = 3 segments, of which 1 is inflation.
    tcp.ack(6);
    assert_eq!(window(&tcp), (2.0, 5.0));
}

#[test]
fn impatient_or_slow_but_steady() {
    for (variant, restarts) in [("impatient", false), ("slow-but-steady", true)] {
        let (mut tcp, _) = ten_in_flight("newreno", &[("partial_ack_timer", variant)]);
        for _ in 0..3 {
            tcp.duplicate();
        }
        tcp.wait(ms(50)).ack(2);
        let first = tcp.sender.next_timeout();
        assert_eq!(first, Some(tcp.now + tcp.sender.rto()), "the first partial acknowledgement restarts in both");
        tcp.wait(ms(50)).ack(4);
        assert_eq!(tcp.sender.next_timeout() != first, restarts, "{variant}");
    }
}

#[test]
fn no_second_reduction_for_the_same_window() {
    for (avoid, expected) in [("on", 0), ("off", 1)] {
        let (mut tcp, _) = ten_in_flight("newreno", &[("avoid_multiple_fast_retransmits", avoid)]);
        tcp.fire();
        tcp.ack(1);
        for _ in 0..3 {
            tcp.duplicate();
        }
        assert_eq!(tcp.sender.stats().fast_retransmits, expected, "avoid_multiple_fast_retransmits = {avoid}");
    }
}

#[test]
fn a_later_loss_is_a_loss_again() {
    let (mut tcp, _) = ten_in_flight("newreno", &[]);
    for _ in 0..3 {
        tcp.duplicate();
    }
    tcp.ack(10);
    tcp.ack(11);
    for _ in 0..3 {
        tcp.duplicate();
    }
    assert_eq!(tcp.sender.stats().fast_retransmits, 2);
}

#[test]
fn duplicate_threshold_is_a_part() {
    let (mut tcp, _) = ten_in_flight("newreno+dupthresh=2", &[]);
    assert_eq!(tcp.duplicate(), []);
    assert_eq!(tcp.duplicate(), [0]);
}

#[test]
fn duplicates_with_nothing_outstanding_count_nothing() {
    let mut tcp = Driver::idle("newreno", &[]);
    for _ in 0..5 {
        tcp.duplicate();
    }
    tcp.sender.write(tcp.now, 10 * MSS);
    assert_eq!(tcp.sent(), [0, 1], "the window is what it was");
    assert_eq!(tcp.sender.stats().fast_retransmits, 0);
}

#[test]
fn a_timeout_in_recovery_ends_it() {
    let (mut tcp, _) = ten_in_flight("newreno", &[]);
    for _ in 0..6 {
        tcp.duplicate();
    }
    assert_eq!(tcp.fire(), [0]);
    assert_eq!(window(&tcp), (1.0, 2.0), "half of the window of 5");
    assert_eq!(tcp.ack(3), [3, 4], "slow start, no partial acknowledgement");
}
