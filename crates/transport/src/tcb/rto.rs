use crate::common::{BACKOFF, RTO_FACTOR, RTO_FLOOR_FACTOR, RTO_INITIAL, RTO_MAX, RTO_MIN};
use crate::settings::Settings;
use airhop_base::Nanos;

/// Doublings after which the estimate is no longer trusted and is reset (RFC 6298, section 5, last paragraph;
/// ns-2 does so beyond a backoff of 8).
const DISTRUST_AFTER_DOUBLINGS: u32 = 3;
/// Doublings beyond which the timeout no longer changes, whatever the bounds are.
const MAX_DOUBLINGS: u32 = 32;

/// The retransmission timeout of RFC 6298.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rto {
    estimate: Option<Estimate>,
    /// Kept from the last sample, also while the estimate is reset.
    timeout: Nanos,
    doublings: u32,
    distrusted: bool,
    min: Nanos,
    max: Nanos,
    factor: f64,
    /// The floor under what `factor` makes of the measured times.
    floor: Nanos,
    backoff: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Estimate {
    srtt: Nanos,
    rttvar: Nanos,
}

impl Rto {
    pub(crate) fn new(settings: &Settings) -> Self {
        let min = settings.get(RTO_MIN);
        let factor = settings.get(RTO_FACTOR);
        // Multiplied with the rest, or by a separate factor.
        let floor_factor = Some(settings.get(RTO_FLOOR_FACTOR)).filter(|own| *own > 0.0).unwrap_or(factor);
        Self {
            estimate: None,
            timeout: settings.get(RTO_INITIAL),
            doublings: 0,
            distrusted: false,
            min,
            max: settings.get(RTO_MAX),
            factor,
            floor: min.mul_f64(floor_factor),
            backoff: settings.get(BACKOFF),
        }
    }

    /// A measured round-trip time: RFC 6298, rules 2.2 and 2.3, with alpha 1/8 and beta 1/4. It ends the backoff.
    pub(crate) fn sample(&mut self, rtt: Nanos) {
        let next = match self.estimate.filter(|_| !self.distrusted) {
            None => Estimate { srtt: rtt, rttvar: rtt / 2 },
            Some(Estimate { srtt, rttvar }) => {
                let deviation = srtt.saturating_sub(rtt).max(rtt.saturating_sub(srtt));
                Estimate { srtt: (srtt * 7 + rtt) / 8, rttvar: (rttvar * 3 + deviation) / 4 }
            }
        };
        self.timeout = (next.srtt + next.rttvar * 4).mul_f64(self.factor).max(self.floor);
        self.estimate = Some(next);
        self.distrusted = false;
        self.doublings = 0;
    }

    /// The timer fired: RFC 6298, rule 5.5.
    pub(crate) fn back_off(&mut self) {
        if self.backoff {
            self.doublings = (self.doublings + 1).min(MAX_DOUBLINGS);
            self.distrusted |= self.doublings > DISTRUST_AFTER_DOUBLINGS;
        }
    }

    /// The timeout as it would be set now.
    pub(crate) fn current(&self) -> Nanos {
        let base = self.timeout.as_nanos().max(self.min.as_nanos());
        Nanos::from_nanos(base.saturating_mul(1 << self.doublings)).min(self.max)
    }

    pub(crate) fn srtt(&self) -> Option<Nanos> {
        self.estimate.map(|estimate| estimate.srtt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use airhop_base::Parameter;

    fn rto(set: &[(Parameter, &str)]) -> Rto {
        Rto::new(&Settings::with(set))
    }

    const fn ms(ms: u64) -> Nanos {
        Nanos::from_millis(ms)
    }

    #[test]
    fn follows_rfc_6298() {
        let mut rto = rto(&[]);
        assert_eq!(rto.current(), Nanos::from_secs(3));
        rto.sample(ms(400));
        assert_eq!(rto.current(), ms(1200), "SRTT + 4 RTT/2");
        rto.sample(ms(800));
        // RTTVAR = 3/4 200 + 1/4 400 = 250, SRTT = 7/8 400 + 1/8 800 = 450.
        assert_eq!(rto.srtt(), Some(ms(450)));
        assert_eq!(rto.current(), ms(1450));
    }

    #[test]
    fn floor_ceiling_and_factor() {
        let mut fast = rto(&[]);
        fast.sample(ms(10));
        assert_eq!(fast.current(), ms(200));
        let mut daa = rto(&[(RTO_FACTOR.parameter(), "5")]);
        daa.sample(ms(10));
        assert_eq!(daa.current(), ms(1000));
        daa.sample(Nanos::from_secs(30));
        assert_eq!(daa.current(), Nanos::from_secs(60));
    }

    #[test]
    fn the_floor_may_have_a_factor_of_its_own() {
        let mut auto =
            rto(&[(RTO_FACTOR.parameter(), "5"), (RTO_FLOOR_FACTOR.parameter(), "2"), (RTO_MIN.parameter(), "1")]);
        auto.sample(ms(100));
        assert_eq!(auto.current(), ms(2000), "5 (SRTT + 4 RTT/2) is 1.5 s, less than twice the floor");
        auto.sample(ms(900));
        // RTTVAR = 3/4 50 + 1/4 800 = 237.5, SRTT = 7/8 100 + 1/8 900 = 200.
        assert_eq!(auto.current(), ms(5750), "what is measured has the other factor");
    }

    #[test]
    fn backs_off_until_a_sample() {
        let mut rto = rto(&[]);
        rto.sample(ms(100));
        let base = rto.current();
        for doublings in 1..=3 {
            rto.back_off();
            assert_eq!(rto.current(), base * (1 << doublings));
        }
        rto.sample(ms(100));
        assert!(rto.current() <= base, "a sample ends the backoff");
        for _ in 0..100 {
            rto.back_off();
        }
        assert_eq!(rto.current(), Nanos::from_secs(60));
        rto.sample(ms(500));
        assert_eq!(rto.srtt(), Some(ms(500)), "after so many the estimate is reset");
    }

    #[test]
    fn backoff_can_be_off() {
        let mut rto = rto(&[(BACKOFF.parameter(), "off")]);
        rto.back_off();
        assert_eq!(rto.current(), Nanos::from_secs(3));
    }
}
