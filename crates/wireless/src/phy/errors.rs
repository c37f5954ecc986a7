use crate::config::{ErrorConfig, ErrorModel, ErrorScope};
use crate::frame::FrameKind;
use airhop_base::{Nanos, NodeId, Purpose, Stream};

/// The errors of one receiver, on top of what interference destroys.
#[derive(Clone, Debug)]
pub(crate) struct Errors {
    model: Model,
    scope: ErrorScope,
    stream: Stream,
}

#[derive(Clone, Debug)]
enum Model {
    None,
    /// Probability that a frame fails.
    Packet(f64),
    /// Natural logarithm of the probability that a bit survives.
    Bit(f64),
    GilbertElliott {
        /// Frame error rates of the good and the bad state.
        rates: [f64; 2],
        /// Mean stay in each state, in seconds; stays are exponential.
        stays_s: [f64; 2],
        bad: bool,
        until: Nanos,
    },
}

impl Errors {
    pub fn new(config: &ErrorConfig, seed: u64, node: NodeId) -> Self {
        let mut stream = Stream::new(seed, Purpose::Errors, node);
        let model = match config.model {
            ErrorModel::None => Model::None,
            ErrorModel::Packet => Model::Packet(config.packet),
            ErrorModel::Bit => Model::Bit((-config.bit).ln_1p()),
            ErrorModel::GilbertElliott => {
                let stays_s = [config.good_s, config.bad_s];
                // Starts in its stationary distribution, in the middle of a stay: exponential stays have no memory.
                let bad = stream.chance(config.bad_s / (config.good_s + config.bad_s));
                let until = Nanos::from_secs_f64(stream.exponential(stays_s[usize::from(bad)]));
                Model::GilbertElliott { rates: [config.good_packet, config.bad_packet], stays_s, bad, until }
            }
        };
        Self { model, scope: config.scope, stream }
    }

    /// A draw in [0, 1) from this receiver's stream.
    pub fn unit(&mut self) -> f64 {
        self.stream.unit()
    }

    /// Whether a frame that survived interference is in error nevertheless.
    #[inline]
    pub fn spoil(&mut self, now: Nanos, kind: FrameKind, bytes: u32) -> bool {
        !matches!(self.model, Model::None) && self.draw(now, kind, bytes)
    }

    /// Draws whether a frame is in error: with its own rate, with 1 - (1 - BER)^bits, or with the rate of the state.
    ///
    /// Gilbert, Capacity of a Burst-Noise Channel, 1960; Elliott, Estimates of Error Rates for Codes on Burst-Noise
    /// Channels, 1963 (the two states).
    fn draw(&mut self, now: Nanos, kind: FrameKind, bytes: u32) -> bool {
        if self.scope == ErrorScope::Data && kind != FrameKind::Data {
            return false;
        }
        match &mut self.model {
            Model::None => false,
            Model::Packet(rate) => self.stream.chance(*rate),
            Model::Bit(ln_survival) => self.stream.chance(-(*ln_survival * 8.0 * f64::from(bytes)).exp_m1()),
            Model::GilbertElliott { rates, stays_s, bad, until } => {
                while *until <= now {
                    *bad = !*bad;
                    let stay = Nanos::from_secs_f64(self.stream.exponential(stays_s[usize::from(*bad)]));
                    *until += stay.max(Nanos::from_nanos(1));
                }
                self.stream.chance(rates[usize::from(*bad)])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile;

    fn rate(config: &ErrorConfig, kind: FrameKind, bytes: u32) -> f64 {
        let mut errors = Errors::new(config, 5, NodeId(0));
        let n = 100_000;
        let failed = (0..n).filter(|i| errors.spoil(Nanos::from_millis(*i), kind, bytes)).count();
        failed as f64 / n as f64
    }

    #[test]
    fn rates_come_out() {
        let base = profile("ns2-wavelan").unwrap().config().errors;
        let packet = ErrorConfig { model: ErrorModel::Packet, packet: 0.1, scope: ErrorScope::Data, ..base.clone() };
        assert!((rate(&packet, FrameKind::Data, 1500) - 0.1).abs() < 0.005);
        assert_eq!(rate(&packet, FrameKind::Rts, 20), 0.0);
        let bit = ErrorConfig { model: ErrorModel::Bit, bit: 1e-5, scope: ErrorScope::All, ..base.clone() };
        let expected = 1.0 - (1.0f64 - 1e-5).powi(12_000);
        assert!((rate(&bit, FrameKind::Data, 1500) - expected).abs() < 0.005);
        let bursts = ErrorConfig {
            model: ErrorModel::GilbertElliott,
            good_packet: 0.0,
            bad_packet: 0.8,
            good_s: 0.3,
            bad_s: 0.1,
            ..base.clone()
        };
        assert!((rate(&bursts, FrameKind::Data, 1500) - 0.2).abs() < 0.02);
        assert_eq!(rate(&base, FrameKind::Data, 1500), 0.0);
    }

    #[test]
    fn data_alone_or_every_frame() {
        let base = profile("ns2-wavelan").unwrap().config().errors;
        let all = ErrorConfig { model: ErrorModel::Packet, packet: 1.0, scope: ErrorScope::All, ..base };
        let data = ErrorConfig { scope: ErrorScope::Data, ..all.clone() };
        for kind in [FrameKind::Rts, FrameKind::Cts, FrameKind::Ack] {
            assert_eq!((rate(&all, kind, 20), rate(&data, kind, 20)), (1.0, 0.0), "{kind:?}");
        }
        assert_eq!((rate(&all, FrameKind::Data, 20), rate(&data, FrameKind::Data, 20)), (1.0, 1.0));
    }

    /// A frame of n bytes fails with 1 - (1 - p)^(8 n).
    #[test]
    fn longer_frames_fail_more_often() {
        let base = profile("ns2-wavelan").unwrap().config().errors;
        let bit = ErrorConfig { model: ErrorModel::Bit, bit: 1e-4, scope: ErrorScope::All, ..base };
        // 100 bytes: 1 - 0.9999^800 = 0.0769; 1000 bytes: 1 - 0.9999^8000 = 0.5507.
        for (bytes, expected) in [(100, 0.0769), (1000, 0.5507)] {
            let rate = rate(&bit, FrameKind::Data, bytes);
            assert!((rate - expected).abs() < 0.006, "{bytes} bytes: {rate}");
        }
    }

    /// Stays of 2 s and 1 s on average, so that a third of all receivers begin in the bad state. A frame fails for sure in the bad
    /// state and never in the good one: frames show the state.
    #[test]
    fn stays_in_both_states_have_their_means() {
        let base = profile("ns2-wavelan").unwrap().config().errors;
        let bursts = ErrorConfig {
            model: ErrorModel::GilbertElliott,
            scope: ErrorScope::All,
            good_packet: 0.0,
            bad_packet: 1.0,
            good_s: 2.0,
            bad_s: 1.0,
            ..base
        };
        let begin_bad = (0..4_000)
            .filter(|node| Errors::new(&bursts, 5, NodeId(*node)).spoil(Nanos::ZERO, FrameKind::Ack, 14))
            .count();
        assert!((begin_bad as f64 / 4_000.0 - 1.0 / 3.0).abs() < 0.03, "{begin_bad}");
        let mut errors = Errors::new(&bursts, 5, NodeId(0));
        let states: Vec<bool> =
            (0..600_000).map(|i| errors.spoil(Nanos::from_millis(10 * i), FrameKind::Data, 100)).collect();
        let changes = states.windows(2).filter(|w| w[0] != w[1]).count() as f64;
        let bad = states.iter().filter(|bad| **bad).count() as f64 / 100.0;
        // 6000 s hold 2000 rounds of 3 s, each with two changes.
        assert!((changes / 2.0 - 2_000.0).abs() < 120.0, "{changes} changes");
        assert!((bad - 2_000.0).abs() < 150.0, "{bad} s in the bad state");
    }

    #[test]
    fn draws_are_uniform_and_each_receivers_own() {
        let config = profile("standard").unwrap().config().errors;
        let draws = |node: u32| {
            let mut errors = Errors::new(&config, 5, NodeId(node));
            (0..10_000).map(|_| errors.unit()).collect::<Vec<_>>()
        };
        let (one, other) = (draws(0), draws(1));
        assert!(one.iter().all(|draw| (0.0..1.0).contains(draw)) && one != other);
        // The mean of 10,000 uniform draws has the standard deviation sqrt(1/12) / 100 = 0.0029.
        assert!((one.iter().sum::<f64>() / 10_000.0 - 0.5).abs() < 0.015);
    }
}
