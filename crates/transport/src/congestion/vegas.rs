use super::aimd::half;
use super::interface::{Ack, Control, Loss, Window};
use crate::needs::PartNeeds;
use crate::part::{Info, Part};
use crate::settings::{Settings, settings};
use airhop_base::{Allowed, Nanos, Parameter};

/// The smallest window that Vegas sets, in segments, and the window after a timeout.
const MIN_WINDOW: f64 = 2.0;
/// A window that may grow is at most this far ahead of what is in flight.
const MAX_UNUSED: f64 = 2.0;

/// Delay-based window: it keeps between alpha and beta segments queued in the network.
///
/// As in ns-2 2.35, differences are rounded to whole segments, slow start grows every other round trip and a loss takes
/// a quarter of the window. Deliberately different: the recovery after a fast retransmit is that of the recipe's loss
/// recovery instead of Vegas' own check of the first two ACKs after it, a round's round-trip time includes
/// the sample of the ACK that ends it, and the base round-trip time does not start from the absolute time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Vegas {
    alpha: f64,
    beta: f64,
    gamma: f64,
    base_rtt: Option<Nanos>,
    /// The segment whose ACK ends the round.
    round_end: u64,
    rtt_sum: Nanos,
    rtt_count: u64,
    /// What each ACK of the round adds to the window.
    increment: f64,
    /// Slow start grows in this round.
    growing_round: bool,
    reduced_at: Option<Nanos>,
    clock: FineClock,
}

settings! {
    VEGAS_ALPHA: f64 {
        key: "vegas_alpha",
        unit: "segments",
        default: "1",
        allowed: Allowed::Real { min: 0.0, max: 1000.0 },
        source: "ns-2 2.35",
        about: "vegas: with fewer segments queued the window grows",
    }
    VEGAS_BETA: f64 {
        key: "vegas_beta",
        unit: "segments",
        default: "3",
        allowed: Allowed::Real { min: 0.0, max: 1000.0 },
        source: "ns-2 2.35",
        about: "vegas: with more segments queued the window shrinks",
    }
    VEGAS_GAMMA: f64 {
        key: "vegas_gamma",
        unit: "segments",
        default: "1",
        allowed: Allowed::Real { min: 0.0, max: 1000.0 },
        source: "ns-2 2.35",
        about: "vegas: with more segments queued slow start ends",
    }
}

impl Part for Vegas {
    const INFO: Info = Info {
        form: "vegas",
        about: "window by the segments queued in the network, 1 to 3",
        source: "Brakmo & Peterson, IEEE JSAC 13(8), 1995",
        needs: PartNeeds {
            kinds: &[],
            about: "module tcp_vegas: net.ipv4.tcp_congestion_control",
            source: "Linux, net/ipv4/Kconfig",
        },
    };
    const PARAMETERS: &'static [Parameter] = PARAMETERS;

    fn start(&mut self, settings: &Settings) {
        self.alpha = settings.get(VEGAS_ALPHA);
        self.beta = settings.get(VEGAS_BETA);
        self.gamma = settings.get(VEGAS_GAMMA);
        self.growing_round = true;
    }
}

/// Segments queued in the network: (expected - actual) * base RTT, expected being window / base RTT and actual what was
/// sent in the round / its RTT (Brakmo & Peterson 1995, section III.B), rounded to whole segments.
fn queued_segments(window: f64, sent: f64, base_rtt: Nanos, rtt: Nanos) -> f64 {
    (window - sent * (base_rtt.as_nanos() as f64 / rtt.as_nanos() as f64)).round()
}

impl Vegas {
    /// The decision once a round trip (Brakmo & Peterson 1995, sections III.B and III.C).
    fn end_round(&mut self, window: &mut Window, ack: &Ack, in_use: f64) {
        let rtt = (self.rtt_count > 0).then(|| self.rtt_sum / self.rtt_count);
        let sent = ack.nxt.saturating_sub(self.round_end) as f64 / f64::from(ack.mss);
        self.rtt_sum = Nanos::ZERO;
        self.rtt_count = 0;
        self.round_end = ack.nxt;
        let (Some(rtt), Some(base_rtt)) = (rtt.filter(|rtt| *rtt > Nanos::ZERO), self.base_rtt) else {
            return;
        };
        // A segment alone in the network met no queue built by its own connection.
        let base_rtt = if sent <= 1.0 { rtt } else { base_rtt.min(rtt) };
        self.base_rtt = Some(base_rtt);
        let queued = queued_segments(in_use, sent, base_rtt, rtt);
        self.increment = 0.0;
        if window.in_slow_start() {
            self.growing_round = !self.growing_round;
            if self.growing_round && queued > self.gamma {
                window.ssthresh = MIN_WINDOW;
                window.cwnd = (window.cwnd - window.cwnd / 8.0).max(MIN_WINDOW);
            } else if self.growing_round {
                self.increment = 1.0;
            }
        } else if queued > self.beta {
            window.cwnd = (window.cwnd - 1.0).max(MIN_WINDOW);
        } else if queued < self.alpha {
            self.increment = 1.0 / window.cwnd;
        }
    }
}

impl Control for Vegas {
    fn observe(&mut self, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            self.base_rtt = Some(self.base_rtt.map_or(rtt, |base| base.min(rtt)));
            self.rtt_sum += rtt;
            self.rtt_count += 1;
            self.clock.sample(rtt);
        }
    }

    fn on_ack(&mut self, window: &mut Window, ack: &Ack) {
        // The window that was in use when the ACK arrived: what is in flight, and the newest it covers.
        let in_use = (ack.nxt - ack.una) as f64 / f64::from(ack.mss) + 1.0;
        if ack.una > self.round_end {
            self.end_round(window, ack, in_use);
        }
        if self.increment >= 1.0 && !window.in_slow_start() {
            self.increment = 0.0;
        }
        if window.cwnd - in_use <= MAX_UNUSED {
            window.cwnd += self.increment;
        }
    }

    /// A quarter less, or half when the segment was lost again; not at all for a segment sent before the last
    /// reduction (Brakmo & Peterson 1995, section III.A).
    fn on_loss(&mut self, window: &mut Window, loss: &Loss) {
        self.clock.back_off(loss.transmissions);
        window.ssthresh = MIN_WINDOW;
        if self.reduced_at.is_some_and(|reduced_at| loss.sent_at <= reduced_at) {
            return;
        }
        let whole = loss.window.floor();
        let left = if loss.transmissions > 1 { (whole / 2.0).floor() } else { whole - (whole / 4.0).floor() };
        window.cwnd = if whole <= 3.0 { MIN_WINDOW } else { left };
        self.reduced_at = Some(loss.now);
    }

    fn on_timeout(&mut self, window: &mut Window, loss: &Loss) {
        window.ssthresh = half(loss.window);
        window.cwnd = MIN_WINDOW;
        self.reduced_at = Some(loss.now);
    }

    fn is_overdue(&self, now: Nanos, sent_at: Nanos) -> bool {
        self.clock.timeout.is_some_and(|timeout| now.saturating_sub(sent_at) >= timeout)
    }
}

/// Vegas' fine-grained timeout, which a duplicate ACK checks (Brakmo & Peterson 1995, section III.A): that
/// of RFC 6298 with two deviations instead of four, and a sixteenth more.
#[derive(Clone, Copy, Debug, Default)]
struct FineClock {
    smoothed: Nanos,
    deviation: Nanos,
    timeout: Option<Nanos>,
}

impl FineClock {
    fn sample(&mut self, rtt: Nanos) {
        if self.timeout.is_none() {
            self.smoothed = rtt;
            self.deviation = rtt / 4;
        }
        let error = rtt.saturating_sub(self.smoothed).max(self.smoothed.saturating_sub(rtt));
        self.smoothed = (self.smoothed * 7 + rtt) / 8;
        self.deviation = (self.deviation * 3 + error) / 4;
        self.timeout = Some((self.smoothed + self.deviation * 2) * 17 / 16);
    }

    /// A segment was lost that had been sent `transmissions` times.
    fn back_off(&mut self, transmissions: u32) {
        let longer = |timeout: Nanos| if transmissions > 1 { timeout.saturating_add(timeout) } else { timeout * 9 / 8 };
        self.timeout = self.timeout.map(|timeout| longer(timeout).min(Nanos::from_secs(60)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MSS: u64 = 1000;

    fn vegas() -> Vegas {
        let mut vegas = Vegas::default();
        vegas.start(&Settings::default());
        vegas
    }

    /// One round trip of `segments` from segment `first` on, each acknowledged at `rtt_ms`, with `segments` more sent
    /// meanwhile; the first ACK ends the round before.
    fn round(vegas: &mut Vegas, window: &mut Window, first: u64, segments: u64, rtt_ms: u64) -> u64 {
        let rtt = Some(Nanos::from_millis(rtt_ms));
        for i in 1..=segments {
            let una = (first + i) * MSS;
            let nxt = (first + segments + i - 1) * MSS;
            let ack = Ack { now: Nanos::ZERO, segments: 1.0, una, nxt, mss: MSS as u32, rtt, srtt: rtt };
            vegas.observe(&ack);
            vegas.on_ack(window, &ack);
        }
        first + segments
    }

    fn loss(window: f64, sent_at_ms: u64, transmissions: u32) -> Loss {
        Loss { now: Nanos::from_millis(500), window, sent_at: Nanos::from_millis(sent_at_ms), transmissions }
    }

    #[test]
    fn queued_segments_of_the_paper() {
        let [base, longer] = [100, 150].map(Nanos::from_millis);
        assert_eq!(queued_segments(10.0, 10.0, base, base), 0.0);
        assert_eq!(queued_segments(9.0, 9.0, base, longer), 3.0);
        assert_eq!(queued_segments(10.0, 10.0, base, longer), 3.0, "to the nearest");
    }

    /// The change of the window, in segments, in the round after one of 10 segments with this round-trip time.
    fn change(rtt_ms: u64) -> f64 {
        let mut vegas = vegas();
        let mut window = Window { cwnd: 10.0, ssthresh: 2.0 };
        let mut first = 0;
        for _ in 0..3 {
            // The base round-trip time is 100 ms; the window stays as it is.
            first = round(&mut vegas, &mut window, first, 10, 100);
            window.cwnd = 10.0;
        }
        vegas.increment = 0.0;
        first = round(&mut vegas, &mut window, first, 10, rtt_ms);
        window.cwnd = 10.0;
        round(&mut vegas, &mut window, first, 10, rtt_ms);
        window.cwnd - 10.0
    }

    #[test]
    fn congestion_avoidance_keeps_one_to_three_queued() {
        assert!((change(104) - 1.0).abs() < 1e-9, "less than half a segment queued: one more");
        assert_eq!(change(115), 0.0, "one queued: as it is");
        assert_eq!(change(140), 0.0, "three queued: as it is");
        assert_eq!(change(170), -1.0, "four queued: one less");
    }

    #[test]
    fn slow_start_grows_every_other_round_until_segments_queue() {
        let mut vegas = vegas();
        let mut window = Window { cwnd: 4.0, ssthresh: 40.0 };
        let mut first = round(&mut vegas, &mut window, 0, 4, 100);
        assert_eq!(window.cwnd, 4.0);
        first = round(&mut vegas, &mut window, first, 4, 100);
        assert_eq!(window.cwnd, 7.0, "one for each acknowledgement, until it is far ahead of the 4 in flight");
        first = round(&mut vegas, &mut window, first, 8, 100);
        assert_eq!(window.cwnd, 7.0);
        // From here on 8 (1 - 100/160) = 3 segments queue. The round that begins grows, since it knows only of the one
        // before; the next one does not, and the one after it ends slow start with an eighth less.
        for expected in [11.0, 11.0, 11.0 - 11.0 / 8.0] {
            assert_eq!(window.ssthresh, 40.0);
            first = round(&mut vegas, &mut window, first, 8, 160);
            assert_eq!(window.cwnd, expected);
        }
        assert_eq!(window.ssthresh, 2.0);
    }

    #[test]
    fn losses_take_a_quarter_or_half_and_only_once_a_window() {
        let after = |window: f64, transmissions| {
            let mut state = Window { cwnd: window, ssthresh: 40.0 };
            vegas().on_loss(&mut state, &loss(window, 400, transmissions));
            state.cwnd
        };
        assert_eq!([8.0, 10.9, 3.0, 4.0].map(|window| after(window, 1)), [6.0, 8.0, 2.0, 3.0]);
        assert_eq!(after(8.0, 2), 4.0);
        let mut vegas = vegas();
        let mut window = Window { cwnd: 8.0, ssthresh: 40.0 };
        vegas.on_loss(&mut window, &loss(8.0, 400, 1));
        vegas.on_loss(&mut window, &loss(6.0, 450, 1));
        assert_eq!(window.cwnd, 6.0, "sent before the reduction");
        vegas.on_timeout(&mut window, &loss(6.0, 600, 1));
        assert_eq!(window, Window { cwnd: 2.0, ssthresh: 3.0 });
    }

    #[test]
    fn the_fine_timeout_is_two_deviations_and_a_sixteenth_over_the_mean() {
        let mut clock = FineClock::default();
        // In ms. 100: mean 100, deviation 25 * 3/4 = 18.75. 180: mean (7 * 100 + 180) / 8 = 110, deviation (3 * 18.75 + 80) / 4 =
        // 34.0625. 30: mean (7 * 110 + 30) / 8 = 100, deviation (3 * 34.0625 + 80) / 4 = 45.546875. Times 17/16, rounded down.
        let expected = [137_500_000 * 17 / 16, 178_125_000 * 17 / 16, 191_093_750 * 17 / 16];
        for (rtt_ms, expected_ns) in [100, 180, 30].into_iter().zip(expected) {
            clock.sample(Nanos::from_millis(rtt_ms));
            assert_eq!(clock.timeout, Some(Nanos::from_nanos(expected_ns)));
        }
    }

    #[test]
    fn the_fine_timeout_grows_by_an_eighth_and_doubles_for_a_segment_lost_again() {
        let mut clock = FineClock { timeout: Some(Nanos::from_millis(160)), ..FineClock::default() };
        for (transmissions, expected_ms) in [(1, 180), (2, 360), (3, 720)] {
            clock.back_off(transmissions);
            assert_eq!(clock.timeout, Some(Nanos::from_millis(expected_ms)));
        }
        clock.timeout = Some(Nanos::from_secs(40));
        clock.back_off(2);
        assert_eq!(clock.timeout, Some(Nanos::from_secs(60)), "at most 60 s");
    }

    #[test]
    fn one_duplicate_sends_again_what_is_overdue() {
        let mut vegas = vegas();
        assert!(!vegas.is_overdue(Nanos::from_secs(9), Nanos::ZERO), "no round-trip time is known");
        let mut window = Window { cwnd: 4.0, ssthresh: 40.0 };
        round(&mut vegas, &mut window, 0, 4, 160);
        let timeout = vegas.clock.timeout.expect("a timeout");
        assert!(timeout > Nanos::from_millis(170) && timeout < Nanos::from_millis(260), "{timeout}");
        assert!(vegas.is_overdue(timeout, Nanos::ZERO));
        assert!(!vegas.is_overdue(timeout, Nanos::from_nanos(1)));
    }
}
