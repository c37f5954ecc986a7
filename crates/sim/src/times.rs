use crate::result::{Delay, Percentiles};
use airhop_base::Nanos;
use hdrhistogram::Histogram;

/// Counts, mean, spread and percentiles of times, in memory that does not grow with their number.
#[derive(Clone, Debug)]
pub struct TimeStatistics {
    /// Microseconds.
    histogram: Histogram<u32>,
    count: u64,
    sum_ms: f64,
    squares_ms: f64,
}

impl TimeStatistics {
    /// For times of any length, percentiles to three significant digits.
    pub(crate) fn new() -> Self {
        // Three digits are a supported precision, the only thing that the constructor checks.
        let mut histogram = Histogram::new(3).unwrap_or_else(|_| unreachable!("three significant digits"));
        histogram.auto(true);
        Self::of(histogram)
    }

    /// For times up to `longest`, from 2 us on, percentiles to two significant digits, in memory that never changes. For longer
    /// times count, mean and spread still hold.
    #[must_use]
    pub fn bounded(longest: Nanos) -> Self {
        let longest_us = (longest.as_nanos() / 1_000).max(2);
        let histogram =
            Histogram::new_with_bounds(1, longest_us, 2).unwrap_or_else(|_| unreachable!("two significant digits"));
        Self::of(histogram)
    }

    fn of(histogram: Histogram<u32>) -> Self {
        Self { histogram, count: 0, sum_ms: 0.0, squares_ms: 0.0 }
    }

    /// Adds one.
    pub fn add(&mut self, time: Nanos) {
        let ms = time.as_millis_f64();
        self.count += 1;
        self.sum_ms += ms;
        self.squares_ms += ms * ms;
        let us = time.as_nanos() / 1_000;
        // Only a bounded histogram refuses a value.
        if self.histogram.record(us).is_err() {
            self.histogram.saturating_record(us);
        }
    }

    /// Resets everything.
    pub fn clear(&mut self) {
        self.histogram.reset();
        (self.count, self.sum_ms, self.squares_ms) = (0, 0.0, 0.0);
    }

    /// The mean in milliseconds; 0 without a time.
    #[must_use]
    pub fn mean_ms(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum_ms / self.count as f64 }
    }

    fn percentile_ms(&self, q: f64) -> f64 {
        if self.count == 0 { 0.0 } else { self.histogram.value_at_quantile(q) as f64 / 1000.0 }
    }

    /// Mean and percentiles.
    #[must_use]
    pub fn percentiles(&self) -> Percentiles {
        Percentiles { mean: self.mean_ms(), p50: self.percentile_ms(0.5), p99: self.percentile_ms(0.99) }
    }

    /// Mean, spread and 99th percentile.
    #[must_use]
    pub fn delay(&self) -> Delay {
        let n = self.count as f64;
        let sd = if self.count < 2 {
            0.0
        } else {
            ((self.squares_ms - self.sum_ms * self.sum_ms / n).max(0.0) / (n - 1.0)).sqrt()
        };
        let mean = self.mean_ms();
        Delay { mean, sd, cov: if mean > 0.0 { sd / mean } else { 0.0 }, p99: self.percentile_ms(0.99) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_mean_spread_and_percentiles() {
        let mut t = TimeStatistics::new();
        for ms in 1..=100 {
            t.add(Nanos::from_millis(ms));
        }
        let p = t.percentiles();
        assert!((p.mean - 50.5).abs() < 1e-9);
        assert!((p.p50 - 50.0).abs() < 0.1 && (p.p99 - 99.0).abs() < 0.1);
        assert!((t.delay().sd - 29.011).abs() < 0.01);
        assert!((t.delay().cov - 29.011 / 50.5).abs() < 0.001);
        assert_eq!(TimeStatistics::new().percentiles(), Percentiles::default());
        assert_eq!(TimeStatistics::new().delay(), Delay::default());
    }

    #[test]
    fn bounded_ones_take_longer_times_and_can_begin_anew() {
        let mut t = TimeStatistics::bounded(Nanos::from_secs(1_000));
        (1..=100).for_each(|ms| t.add(Nanos::from_millis(ms)));
        let p = t.percentiles();
        assert!((p.mean - 50.5).abs() < 1e-9);
        assert!((p.p50 - 50.0).abs() < 1.0 && (p.p99 - 99.0).abs() < 1.0, "{p:?}");
        assert!((t.delay().sd - 29.011).abs() < 0.01);
        t.clear();
        assert_eq!((t.percentiles(), t.delay()), (Percentiles::default(), Delay::default()));
        t.add(Nanos::from_secs(5_000));
        assert_eq!(t.delay().mean, 5e6, "beyond the histogram, mean and count still hold");
    }

    #[test]
    fn two_times_by_hand() {
        let mut t = TimeStatistics::new();
        t.add(Nanos::from_millis(10));
        assert_eq!((t.delay().sd, t.delay().cov, t.mean_ms()), (0.0, 0.0, 10.0), "one time does not vary");
        t.add(Nanos::from_millis(14));
        // Mean 12; squares of 2 and 2 over n - 1 = 1: sqrt 8.
        let d = t.delay();
        assert!((d.mean - 12.0).abs() < 1e-12 && (d.sd - 8f64.sqrt()).abs() < 1e-9, "{d:?}");
        assert!((d.cov - 8f64.sqrt() / 12.0).abs() < 1e-9);
        let p = t.percentiles();
        assert!(
            (p.p50 / 10.0 - 1.0).abs() < 1e-3 && (p.p99 / 14.0 - 1.0).abs() < 1e-3 && (d.p99 / 14.0 - 1.0).abs() < 1e-3
        );
    }

    #[test]
    fn times_of_zero_have_no_variation() {
        let mut t = TimeStatistics::new();
        (0..3).for_each(|_| t.add(Nanos::ZERO));
        assert_eq!(t.delay(), Delay::default());
    }

    #[test]
    fn the_percentiles_of_bounded_times_stop_at_their_bound() {
        let mut t = TimeStatistics::bounded(Nanos::from_millis(10));
        (0..100).for_each(|_| t.add(Nanos::from_secs(1)));
        let p = t.percentiles();
        assert!((p.mean - 1_000.0).abs() < 1e-9);
        assert!((10.0..10.2).contains(&p.p50) && (10.0..10.2).contains(&p.p99), "{p:?}");
        // Bounds below 2 us count as 2 us.
        let mut t = TimeStatistics::bounded(Nanos::from_nanos(1));
        t.add(Nanos::from_micros(2));
        assert_eq!(t.percentiles().p50, 0.002);
    }
}
