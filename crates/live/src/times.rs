use airhop_base::Nanos;
use airhop_sim::{Delay, Percentiles};
use hdrhistogram::Histogram;

/// The longest time that is told apart from longer ones, in microseconds.
const LONGEST_US: u64 = 1_000_000_000;

/// Counts, mean, spread and percentiles of times, in an amount of memory that never changes.
#[derive(Clone, Debug)]
pub(crate) struct Times {
    /// Microseconds, to two significant digits.
    histogram: Histogram<u32>,
    count: u64,
    sum_ms: f64,
    squares_ms: f64,
}

impl Times {
    pub fn new() -> Self {
        // Bounds and precision are constants that the constructor takes.
        let histogram =
            Histogram::new_with_bounds(1, LONGEST_US, 2).unwrap_or_else(|_| unreachable!("constant bounds"));
        Self { histogram, count: 0, sum_ms: 0.0, squares_ms: 0.0 }
    }

    pub fn add(&mut self, time: Nanos) {
        let ms = time.as_millis_f64();
        self.count += 1;
        self.sum_ms += ms;
        self.squares_ms += ms * ms;
        self.histogram.saturating_record(time.as_nanos() / 1_000);
    }

    pub fn clear(&mut self) {
        self.histogram.reset();
        (self.count, self.sum_ms, self.squares_ms) = (0, 0.0, 0.0);
    }

    pub fn mean_ms(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum_ms / self.count as f64 }
    }

    fn percentile_ms(&self, q: f64) -> f64 {
        if self.count == 0 { 0.0 } else { self.histogram.value_at_quantile(q) as f64 / 1_000.0 }
    }

    pub fn percentiles(&self) -> Percentiles {
        Percentiles { mean: self.mean_ms(), p50: self.percentile_ms(0.5), p99: self.percentile_ms(0.99) }
    }

    pub fn delay(&self) -> Delay {
        let n = self.count as f64;
        let mean = self.mean_ms();
        let sd = if self.count < 2 {
            0.0
        } else {
            ((self.squares_ms - self.sum_ms * self.sum_ms / n).max(0.0) / (n - 1.0)).sqrt()
        };
        Delay { mean, sd, cov: if mean > 0.0 { sd / mean } else { 0.0 }, p99: self.percentile_ms(0.99) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_mean_spread_and_percentiles() {
        let mut t = Times::new();
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
}
