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

    /// Whether a frame that arrived whole is in error all the same.
    #[inline]
    pub fn spoil(&mut self, now: Nanos, kind: FrameKind, bytes: u32) -> bool {
        !matches!(self.model, Model::None) && self.draw(now, kind, bytes)
    }

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
}
