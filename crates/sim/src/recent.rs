use airhop_base::coefficient_of_variation;
use std::collections::VecDeque;

/// Round-trip times whose variation the time series show (tcp-ap, section 4.5, N = 50).
const SAMPLES: usize = 50;

/// The last round-trip times of a flow, for their coefficient of variation over time.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentTimes {
    samples: VecDeque<f64>,
}

impl RecentTimes {
    pub fn add(&mut self, time: f64) {
        if self.samples.len() == SAMPLES {
            self.samples.pop_front();
        }
        self.samples.push_back(time);
    }

    /// The coefficient of variation; `None` for fewer than two samples.
    pub fn cov(&self) -> Option<f64> {
        coefficient_of_variation(self.samples.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_last_fifty() {
        let mut recent = RecentTimes::default();
        assert_eq!(recent.cov(), None);
        recent.add(1e6);
        assert_eq!(recent.cov(), None);
        // 25 times 10 and 25 times 30: mean 20, squares 50 * 100 over 49.
        for i in 0..SAMPLES {
            recent.add(if i % 2 == 0 { 10.0 } else { 30.0 });
        }
        assert!((recent.cov().unwrap() - (5000.0_f64 / 49.0).sqrt() / 20.0).abs() < 1e-12);
    }
}
