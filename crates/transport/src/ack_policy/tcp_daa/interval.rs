use super::parameters::{DAA_ALPHA, DAA_GAPS, DAA_INITIAL_TIMEOUT, DAA_KAPPA, DAA_MIN_TIMEOUT};
use crate::settings::Settings;
use airhop_base::Nanos;

/// The time between arriving segments, smoothed, and the timeout that follows from it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InterArrival {
    alpha: f64,
    kappa: f64,
    initial_timeout: Nanos,
    min_timeout: Nanos,
    /// Every gap between segments in order counts, not only those within a group.
    all_gaps: bool,
    smoothed: Option<Nanos>,
    last: Option<Nanos>,
}

impl InterArrival {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            alpha: settings.get(DAA_ALPHA),
            kappa: settings.get(DAA_KAPPA),
            initial_timeout: settings.get(DAA_INITIAL_TIMEOUT),
            min_timeout: settings.get(DAA_MIN_TIMEOUT),
            all_gaps: settings.get(DAA_GAPS),
            smoothed: None,
            last: None,
        }
    }

    /// A segment in order arrived; `first` when a group begins with it. The gap in front of a group is left out (tcp-daa,
    /// section 3.2, figure 3).
    pub(super) fn arrive(&mut self, now: Nanos, first: bool) {
        if let Some(last) = self.last.filter(|_| self.all_gaps || !first) {
            self.sample(now.saturating_sub(last));
        }
        self.last = Some(now);
    }

    /// What arrived was not in order, or the timer fired: the next gap tells nothing about arrivals.
    pub(super) fn interrupt(&mut self) {
        self.last = None;
    }

    /// smoothed = alpha smoothed + (1 - alpha) gap. The first gap is taken unchanged.
    ///
    /// tcp-daa, section 3.2, equation (1).
    fn sample(&mut self, gap: Nanos) {
        self.smoothed = Some(match self.smoothed {
            None => gap,
            Some(smoothed) => smoothed.mul_f64(self.alpha).saturating_add(gap.mul_f64(1.0 - self.alpha)),
        });
    }

    /// T = (2 + kappa) smoothed, never less than the floor; a fixed time before the first gap.
    ///
    /// tcp-daa, section 3.2, equation (2).
    pub(super) fn timeout(&self) -> Nanos {
        match self.smoothed {
            None => self.initial_timeout,
            Some(smoothed) => smoothed.mul_f64(2.0 + self.kappa).max(self.min_timeout),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use airhop_base::Parameter;

    const fn ms(ms: u64) -> Nanos {
        Nanos::from_millis(ms)
    }

    fn interval(set: &[(Parameter, &str)]) -> InterArrival {
        InterArrival::new(&Settings::with(set))
    }

    #[test]
    fn smooths_gaps_and_waits_for_the_second_next() {
        let mut gaps = interval(&[(DAA_MIN_TIMEOUT.parameter(), "0")]);
        assert_eq!(gaps.timeout(), ms(200), "no gap is known");
        gaps.arrive(ms(0), true);
        assert_eq!(gaps.timeout(), ms(200));
        gaps.arrive(ms(40), false);
        assert_eq!(gaps.timeout(), ms(88), "2.2 times 40 ms");
        gaps.arrive(ms(120), false);
        // 3/4 of 40 ms and 1/4 of 80 ms are 50 ms.
        assert_eq!(gaps.timeout(), ms(110));
    }

    #[test]
    fn the_floor_holds_for_what_was_measured_only() {
        let mut gaps = interval(&[(DAA_INITIAL_TIMEOUT.parameter(), "0.05")]);
        assert_eq!(gaps.timeout(), ms(50));
        gaps.arrive(ms(0), true);
        gaps.arrive(ms(10), false);
        assert_eq!(gaps.timeout(), ms(100));
        gaps.arrive(ms(1010), false);
        assert_eq!(gaps.timeout(), ms(10).mul_f64(0.75 * 2.2) + ms(1000).mul_f64(0.25 * 2.2));
    }

    #[test]
    fn gaps_in_front_of_a_group_count_or_not() {
        for (which, timeout) in [("group", ms(88)), ("all", ms(110))] {
            let mut gaps = interval(&[(DAA_GAPS.parameter(), which), (DAA_MIN_TIMEOUT.parameter(), "0")]);
            gaps.arrive(ms(0), true);
            gaps.arrive(ms(40), false);
            gaps.arrive(ms(120), true);
            assert_eq!(gaps.timeout(), timeout, "{which}");
            gaps.interrupt();
            gaps.arrive(ms(900), true);
            assert_eq!(gaps.timeout(), timeout, "{which}: behind a disturbance nothing is measured");
        }
    }
}
