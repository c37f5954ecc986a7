//! The states of dccp, section 4, each transition once, step by step.

use super::SenderState::{Congestion, Error, Failure, Normal};
use super::*;
use airhop_base::Parameter;

const fn ms(ms: u64) -> Nanos {
    Nanos::from_millis(ms)
}

/// A sender's congestion control whose every packet is acknowledged by hand: one packet per call, numbered from 0.
struct Driver {
    ccid: Ccid,
    acked: u64,
    /// Packets sent and not acknowledged, the same at any time: a round trip is so many acknowledgements.
    ahead: u64,
}

impl Driver {
    /// Round trips of ten packets and 100 ms, and a window of 10.
    fn new(set: &[(Parameter, &str)]) -> Self {
        let settings = Settings::with(&[&[(INITIAL_WINDOW.parameter(), "10")], set].concat());
        let mut ccid = Ccid::new(&settings, SequenceNumber::new(0), 500.0);
        ccid.on_rtt(ms(100));
        let mut driver = Self { ccid, acked: 0, ahead: 10 };
        // The acknowledgement of the first packet ends what was before the first round trip.
        driver.ack(Report { received: 1, ..Report::default() });
        driver.ccid.window = 10.0;
        driver
    }

    fn ack(&mut self, report: Report) {
        let (newest, sent) = (SequenceNumber::new(self.acked), SequenceNumber::new(self.acked + self.ahead));
        self.ccid.on_report(report, newest, sent, true);
        self.acked += 1;
    }

    /// A whole round trip of arrivals.
    fn round(&mut self) -> f64 {
        for _ in 0..=self.ahead {
            self.ack(Report { received: 1, ..Report::default() });
        }
        self.ccid.window()
    }

    fn mark(&mut self) {
        self.ack(Report { received: 1, marked: 1, ..Report::default() });
    }

    /// An acknowledgement that shows the loss of the packet `back` before it.
    fn lose(&mut self, back: u64) {
        let newest_lost = Some(SequenceNumber::new(self.acked).minus(back));
        self.ack(Report { received: 1, lost: 1, newest_lost, ..Report::default() });
    }

    fn sent(&self) -> SequenceNumber {
        SequenceNumber::new(self.acked + self.ahead)
    }
}

#[test]
fn normal_stays_normal_and_changes_once_a_round_trip() {
    let mut d = Driver::new(&[]);
    (0..10).for_each(|_| d.ack(Report { received: 1, ..Report::default() }));
    assert_eq!(d.ccid.window(), 10.0, "not before the round trip is over");
    d.ack(Report { received: 1, ..Report::default() });
    assert_eq!((d.ccid.state(), d.ccid.window()), (Normal, 12.0), "no queueing: two more");
    // avgRTT 125 of base 100: 12 * 25 / 125 = 2.4, so 1 + trunc(-1.4) = 0.
    d.ccid.on_rtt(ms(200));
    assert_eq!(d.round(), 12.0);
    assert_eq!(d.ccid.state(), Normal);
}

#[test]
fn a_window_not_in_use_does_not_grow() {
    let mut d = Driver::new(&[]);
    for number in 1..60 {
        let number = SequenceNumber::new(number);
        d.ccid.on_report(Report { received: 1, ..Report::default() }, number, number, false);
    }
    assert_eq!(d.ccid.window(), 10.0);
}

#[test]
fn a_window_not_in_use_shrinks_all_the_same() {
    let mut d = Driver::new(&[]);
    // avgRTT = 3/4 100 + 1/4 300 = 150 of base 100, a third of it queueing. Of 10: 1 + trunc(1 - 3.33) = -1; of 9:
    // 1 + trunc(1 - 3) = -1; of 8: 1 + trunc(1 - 2.67) = 0.
    d.ccid.on_rtt(ms(300));
    let windows: Vec<f64> = (10..=13)
        .map(|number| {
            let number = SequenceNumber::new(number);
            d.ccid.on_report(Report { received: 1, ..Report::default() }, number, number, false);
            d.ccid.window()
        })
        .collect();
    assert_eq!(windows, [10.0, 9.0, 8.0, 8.0], "packet 11 is the first of the second round trip");
}

#[test]
fn normal_to_congestion_by_a_mark_adjusts_as_normal_and_returns() {
    let mut d = Driver::new(&[]);
    d.mark();
    assert_eq!((d.ccid.state(), d.ccid.window()), (Congestion, 10.0));
    assert_eq!(d.round(), 12.0, "as in the normal state");
    assert_eq!(d.ccid.state(), Congestion, "the mark was in this round trip");
    d.round();
    assert_eq!(d.ccid.state(), Normal, "a round trip without a sign");
}

#[test]
fn congestion_halves_at_a_loss_once_a_window() {
    let mut d = Driver::new(&[]);
    d.mark();
    d.lose(2);
    assert_eq!((d.ccid.state(), d.ccid.window()), (Congestion, 5.0));
    d.lose(3);
    assert_eq!(d.ccid.window(), 5.0, "sent before the first loss was answered");
    d.round();
    d.round();
    d.mark();
    let before = d.ccid.window();
    d.lose(2);
    assert_eq!(d.ccid.window(), before / 2.0, "another window's");
}

#[test]
fn normal_to_error_by_a_loss_without_signs_and_back() {
    let mut d = Driver::new(&[]);
    d.lose(3);
    assert_eq!((d.ccid.state(), d.ccid.window()), (Error, 10.0), "the rate is set once a round trip");
    // 11 arrived, 1 lost: the error rate is a quarter of 1/12, beta is 1 - rate/2.
    let beta = 1.0 - 0.5 * 0.25 / 12.0;
    d.round();
    assert!((d.ccid.window() - 12.0 * beta).abs() < 1e-9, "{}", d.ccid.window());
    assert_eq!(d.ccid.state(), Error, "the loss was in this round trip");
    d.round();
    assert_eq!(d.ccid.state(), Normal);
}

#[test]
fn error_to_congestion_by_a_mark() {
    let mut d = Driver::new(&[]);
    d.lose(3);
    d.mark();
    assert_eq!(d.ccid.state(), Congestion);
    d.lose(2);
    assert_eq!((d.ccid.state(), d.ccid.window()), (Congestion, 5.0), "now there is a sign");
}

#[test]
fn a_sign_holds_for_the_next_round_trip_too() {
    let mut d = Driver::new(&[]);
    d.mark();
    d.round();
    d.lose(2);
    assert_eq!((d.ccid.state(), d.ccid.window()), (Congestion, 6.0));
}

#[test]
fn normal_to_congestion_by_a_timeout_probes_and_rescales() {
    let mut d = Driver::new(&[]);
    d.ccid.on_timeout();
    assert_eq!((d.ccid.state(), d.ccid.is_probing(), d.ccid.window()), (Congestion, true, 10.0));
    d.mark();
    d.lose(1);
    assert_eq!(d.ccid.window(), 10.0, "what is heard of the past does not count while probing");
    d.ccid.on_probe_answered(ms(250), d.sent());
    assert_eq!((d.ccid.state(), d.ccid.is_probing(), d.ccid.window()), (Normal, false, 4.0), "10 * 100 / 250");
    let times = d.ccid.delay.times().unwrap();
    assert_eq!((times.base, times.average), (ms(250), ms(250)));
}

#[test]
fn error_to_congestion_by_a_timeout() {
    let mut d = Driver::new(&[]);
    d.lose(3);
    d.ccid.on_timeout();
    assert_eq!((d.ccid.state(), d.ccid.is_probing()), (Congestion, true));
}

#[test]
fn every_state_to_failure_by_a_notice_and_back_by_a_probe() {
    for before in [Normal, Congestion, Error] {
        let mut d = Driver::new(&[]);
        match before {
            Congestion => d.mark(),
            Error => d.lose(3),
            _ => {}
        }
        assert_eq!(d.ccid.state(), before);
        assert!(d.ccid.on_link_failure());
        assert_eq!((d.ccid.state(), d.ccid.is_probing()), (Failure, true));
        assert!(!d.ccid.on_link_failure(), "nothing new");
        d.ccid.on_timeout();
        assert_eq!(d.ccid.state(), Failure, "the silence has its reason");
        d.ccid.on_probe_answered(ms(50), d.sent());
        assert_eq!((d.ccid.state(), d.ccid.window()), (Normal, 20.0), "10 * 100 / 50");
    }
}

#[test]
fn a_timeout_turns_into_failure_when_the_network_says_so() {
    let mut d = Driver::new(&[]);
    d.ccid.on_timeout();
    assert!(d.ccid.on_link_failure());
    assert_eq!((d.ccid.state(), d.ccid.is_probing()), (Failure, true));
}

#[test]
fn two_states_know_neither_error_nor_failure() {
    let mut d = Driver::new(&[(DCCP_STATES.parameter(), "two")]);
    assert!(!d.ccid.on_link_failure());
    assert_eq!((d.ccid.state(), d.ccid.is_probing()), (Normal, false));
    d.lose(3);
    assert_eq!((d.ccid.state(), d.ccid.window()), (Congestion, 5.0));
    d.round();
    d.round();
    assert_eq!(d.ccid.state(), Normal);
    d.ccid.on_timeout();
    assert_eq!((d.ccid.state(), d.ccid.is_probing()), (Congestion, true));
}

#[test]
fn losses_may_leave_the_window_alone() {
    let mut d = Driver::new(&[(DCCP_STATES.parameter(), "two"), (DCCP_LOSS.parameter(), "keep")]);
    d.lose(3);
    assert_eq!((d.ccid.state(), d.ccid.window()), (Congestion, 10.0));
}

#[test]
fn windows_stay_within_their_bounds() {
    let mut d = Driver::new(&[]);
    for _ in 0..5 {
        d.ccid.on_timeout();
        d.ccid.on_probe_answered(ms(1), d.sent());
        d.ccid.on_timeout();
        d.ccid.on_probe_answered(Nanos::ZERO, d.sent());
    }
    assert_eq!(d.ccid.window(), 500.0);
    d.ccid.on_timeout();
    d.ccid.on_probe_answered(Nanos::from_secs(1000), d.sent());
    assert_eq!(d.ccid.window(), 1.0);
}
