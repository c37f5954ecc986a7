//! The window limit from bandwidth and round-trip time in the sender: what it lets out, and that it never blocks.

use crate::driver::{Driver, MSS, ms};

/// Bandwidth in kbit/s and, once it holds, limit in segments.
fn state(tcp: &Driver) -> (Option<f64>, Option<f64>) {
    (tcp.sender.measured("bandwidth_kbps"), tcp.sender.measured("limit_segments"))
}

#[test]
fn the_window_is_free_until_the_limit_holds() {
    let mut tcp = Driver::new("newreno+bwrtt", &[("bwrtt_warmup", "5"), ("bwrtt_alpha", "0")]);
    assert_eq!(tcp.sent(), [0, 1]);
    assert_eq!(state(&tcp), (None, None));
    tcp.wait(ms(100));
    assert_eq!(tcp.ack(1), [2, 3]);
    tcp.wait(ms(100));
    assert_eq!(tcp.ack(2), [4, 5]);
    tcp.wait(ms(100));
    assert_eq!(tcp.ack(3), [6, 7]);
    tcp.wait(ms(100));
    assert_eq!(tcp.ack(4), [8, 9], "six in flight");
    assert!(matches!(state(&tcp), (Some(_), None)), "measured, but it does not hold yet");
    // One segment in 100 ms while a round trip takes about twice as long: two segments, and six are in flight.
    tcp.wait(ms(100));
    assert_eq!(tcp.ack(5), []);
    let held = state(&tcp);
    assert!(held.0.is_some_and(|kbps| (kbps - 80.0).abs() < 1.0) && held.1 == Some(2.0), "{held:?}");
    let cwnd = tcp.sender.cwnd_segments();
    assert_eq!((tcp.wait(ms(100)).ack(6), tcp.wait(ms(100)).ack(7)), (vec![], vec![]));
    assert_eq!(tcp.sender.cwnd_segments(), cwnd, "the window does not grow where it cannot be used");
}

#[test]
fn limits_that_measure_nothing_have_no_state() {
    for name in ["newreno", "newreno+cwl=3", "newreno+cwl=h/4", "newreno+cwl=rthc/5"] {
        let mut tcp = Driver::new(name, &[]);
        tcp.grow_to(4.min(if name == "newreno" { 4 } else { 2 }));
        assert_eq!(state(&tcp), (None, None), "{name}");
    }
}

#[test]
fn a_limit_of_one_segment_still_moves_through_losses() {
    for rounding in ["floor", "nearest", "ceiling"] {
        let set = [("bwrtt_warmup", "2"), ("bwrtt_rounding", rounding), ("bwrtt_rtt", "minimum")];
        let mut tcp = Driver::new("newreno+bwrtt", &set);
        tcp.sent();
        let mut next = 0;
        for round in 0..200 {
            if round % 5 == 4 {
                // Everything in flight is lost: the timer sends the oldest again.
                assert_eq!(tcp.fire(), [next], "{rounding}, round {round}");
            }
            tcp.wait(ms(40));
            next += 1;
            tcp.ack(next);
            assert!(tcp.sender.in_flight() >= MSS, "{rounding}, round {round}: nothing is under way");
            assert!(state_or_free(&tcp) >= 1.0);
        }
    }
}

fn state_or_free(tcp: &Driver) -> f64 {
    state(tcp).1.unwrap_or(f64::INFINITY)
}
