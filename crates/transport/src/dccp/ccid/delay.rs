use crate::dccp::parameters::{DCCP_NEW_BASE, DCCP_RTT, DCCP_RTT_WEIGHT};
use crate::settings::Settings;
use airhop_base::Nanos;

/// The round-trip times in the control equation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Times {
    /// The least (baseRTT).
    pub base: Nanos,
    /// The average (avgRTT).
    pub average: Nanos,
    /// The one that the equation divides by (RTT).
    pub rtt: Nanos,
}

/// Least and average round-trip time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delay {
    /// The weight of a new sample in the average.
    weight: f64,
    divide_by_current: bool,
    base_from_probe: bool,
    times: Option<Times>,
    /// The base before a reset, until a data packet's round-trip time takes its place.
    old_base: Option<Nanos>,
}

impl Delay {
    pub fn new(settings: &Settings) -> Self {
        Self {
            weight: settings.get(DCCP_RTT_WEIGHT),
            divide_by_current: settings.get(DCCP_RTT),
            base_from_probe: settings.get(DCCP_NEW_BASE),
            times: None,
            old_base: None,
        }
    }

    pub fn times(&self) -> Option<Times> {
        self.times
    }

    pub fn base(&self) -> Option<Nanos> {
        self.times.map(|times| times.base)
    }

    /// A round-trip time. Tells the old base if this one is the first after a reset that waits for a data packet.
    pub fn sample(&mut self, rtt: Nanos) -> Option<Nanos> {
        self.times = Some(match self.times {
            None => Times { base: rtt, average: rtt, rtt },
            Some(Times { base, average, .. }) => {
                let average = averaged(average, rtt, self.weight);
                Times { base: base.min(rtt), average, rtt: if self.divide_by_current { rtt } else { average } }
            }
        });
        self.old_base.take()
    }

    /// Forgets what it knows for the round-trip time of a probe, or of the next data packet. Tells the old base, if the
    /// probe's is the new one.
    pub fn reset(&mut self, probe_rtt: Nanos) -> Option<Nanos> {
        let old_base = self.base().or(self.old_base.take());
        if self.base_from_probe {
            self.times = Some(Times { base: probe_rtt, average: probe_rtt, rtt: probe_rtt });
            return old_base;
        }
        self.times = None;
        self.old_base = old_base;
        None
    }
}

/// avgRTT = 3/4 avgRTT + 1/4 RTT, with `weight` for the 1/4.
///
/// dccp, section 4, average RTT.
fn averaged(average: Nanos, rtt: Nanos, weight: f64) -> Nanos {
    Nanos::from_nanos((average.as_nanos() as f64 * (1.0 - weight) + rtt.as_nanos() as f64 * weight).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use airhop_base::Parameter;

    fn delay(set: &[(Parameter, &str)]) -> Delay {
        Delay::new(&Settings::with(set))
    }

    const fn ms(ms: u64) -> Nanos {
        Nanos::from_millis(ms)
    }

    #[test]
    fn averages_three_quarters_and_one_quarter() {
        let mut delay = delay(&[]);
        delay.sample(ms(100));
        delay.sample(ms(200));
        assert_eq!(delay.times(), Some(Times { base: ms(100), average: ms(125), rtt: ms(125) }));
        delay.sample(ms(85));
        assert_eq!(delay.times(), Some(Times { base: ms(85), average: ms(115), rtt: ms(115) }));
    }

    #[test]
    fn the_equation_may_divide_by_the_newest() {
        let mut delay = delay(&[(DCCP_RTT.parameter(), "current")]);
        delay.sample(ms(100));
        delay.sample(ms(200));
        assert_eq!(delay.times().unwrap().rtt, ms(200));
    }

    #[test]
    fn a_reset_takes_the_probe_or_waits_for_data() {
        let mut by_probe = delay(&[(DCCP_NEW_BASE.parameter(), "probe")]);
        by_probe.sample(ms(100));
        assert_eq!(by_probe.reset(ms(40)), Some(ms(100)));
        assert_eq!(by_probe.times(), Some(Times { base: ms(40), average: ms(40), rtt: ms(40) }));
        assert_eq!(by_probe.sample(ms(60)), None);
        let mut by_data = delay(&[(DCCP_NEW_BASE.parameter(), "data")]);
        by_data.sample(ms(100));
        assert_eq!(by_data.reset(ms(40)), None);
        assert_eq!(by_data.reset(ms(40)), None, "again before any data came back");
        assert_eq!(by_data.sample(ms(60)), Some(ms(100)));
        assert_eq!((by_data.base(), by_data.sample(ms(70))), (Some(ms(60)), None));
    }
}
