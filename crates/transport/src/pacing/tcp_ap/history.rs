use super::parameters::Deviation;
use airhop_base::coefficient_of_variation;
use std::collections::VecDeque;

/// The last N samples, for their coefficient of variation.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    samples: VecDeque<f64>,
    size: usize,
}

impl History {
    pub(super) fn new(size: usize) -> Self {
        Self { samples: VecDeque::with_capacity(size), size }
    }

    pub(super) fn push(&mut self, sample: f64) {
        if self.samples.len() == self.size {
            self.samples.pop_front();
        }
        self.samples.push_back(sample);
    }

    /// The coefficient of variation by this deviation; 0 for fewer than two samples.
    pub(super) fn cov(&self, deviation: Deviation) -> f64 {
        match deviation {
            Deviation::MeanAbsolute => self.mean_absolute_over_mean(),
            Deviation::Standard => coefficient_of_variation(self.samples.iter().copied()).unwrap_or(0.0),
        }
    }

    /// cov = (sum |x_i - mean| / N) / mean, the cheaper measure.
    ///
    /// tcp-ap, section 4.4, mean deviation.
    fn mean_absolute_over_mean(&self) -> f64 {
        let count = self.samples.len() as f64;
        let mean = self.samples.iter().sum::<f64>() / count;
        let deviations: f64 = self.samples.iter().map(|x| (x - mean).abs()).sum();
        if self.samples.len() < 2 || mean <= 0.0 { 0.0 } else { deviations / count / mean }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(size: usize, samples: &[f64]) -> History {
        let mut history = History::new(size);
        samples.iter().for_each(|x| history.push(*x));
        history
    }

    #[test]
    fn both_measures_by_hand() {
        // Mean 5, deviations 3 1 1 1 0 0 2 4: squares sum to 32, absolute values to 12.
        let history = history(8, &[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert!((history.cov(Deviation::Standard) - (32.0_f64 / 7.0).sqrt() / 5.0).abs() < 1e-12);
        assert!((history.cov(Deviation::MeanAbsolute) - 1.5 / 5.0).abs() < 1e-12);
    }

    #[test]
    fn the_oldest_sample_makes_room() {
        let history = history(3, &[100.0, 1.0, 2.0, 3.0]);
        assert_eq!(history.cov(Deviation::Standard), 0.5, "1, 2, 3: deviation 1, mean 2");
        assert_eq!(history.cov(Deviation::MeanAbsolute), 1.0 / 3.0);
    }

    #[test]
    fn too_few_samples_have_no_variation() {
        for deviation in [Deviation::Standard, Deviation::MeanAbsolute] {
            assert_eq!(history(50, &[]).cov(deviation), 0.0);
            assert_eq!(history(50, &[3.0]).cov(deviation), 0.0);
            assert_eq!(history(50, &[3.0, 3.0]).cov(deviation), 0.0);
        }
    }
}
