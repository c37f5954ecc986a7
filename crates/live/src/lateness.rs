use airhop_base::Nanos;
use hdrhistogram::Histogram;
use serde::Serialize;

/// Maximum 99th percentile of lateness of a good run, in microseconds.
pub const MOST_LATE_US: f64 = 1_000.0;

/// Upper end of the range of lateness, in nanoseconds.
const LATEST_NS: u64 = 100_000_000_000;

/// Lateness of packets: the wall-clock time at which the write to the destination's interface returned, minus the
/// simulated time of the delivery. Uses constant memory.
#[derive(Clone, Debug)]
pub struct Lateness {
    /// Nanoseconds, to three significant digits.
    histogram: Histogram<u64>,
    max: Nanos,
}

/// Statistics of lateness.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct RealTime {
    /// Number of deliveries.
    pub deliveries: u64,
    /// Median, in microseconds.
    pub p50_us: f64,
    /// 99th percentile.
    pub p99_us: f64,
    /// Maximum.
    pub max_us: f64,
    /// Whether the 99th percentile is at most [`MOST_LATE_US`]. Otherwise the machine affects the results as much as the
    /// network does.
    pub good: bool,
}

impl Default for Lateness {
    fn default() -> Self {
        Self::new()
    }
}

impl Lateness {
    /// Starts without measurements.
    #[must_use]
    pub fn new() -> Self {
        // The constructor accepts these constant bounds and this precision.
        let histogram = Histogram::new_with_bounds(1, LATEST_NS, 3).unwrap_or_else(|_| unreachable!("constant bounds"));
        Self { histogram, max: Nanos::ZERO }
    }

    /// Adds the lateness of a delivery.
    pub fn add(&mut self, late: Nanos) {
        self.histogram.saturating_record(late.as_nanos().max(1));
        self.max = self.max.max(late);
    }

    /// Discards all measurements.
    pub fn clear(&mut self) {
        self.histogram.reset();
        self.max = Nanos::ZERO;
    }

    /// Returns the statistics.
    #[must_use]
    pub fn real_time(&self) -> RealTime {
        let us = |q: f64| self.histogram.value_at_quantile(q) as f64 / 1_000.0;
        let deliveries = self.histogram.len();
        if deliveries == 0 {
            return RealTime { good: true, ..RealTime::default() };
        }
        let p99_us = us(0.99);
        RealTime {
            deliveries,
            p50_us: us(0.5),
            p99_us,
            max_us: self.max.as_nanos() as f64 / 1_000.0,
            good: p99_us <= MOST_LATE_US,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_good_up_to_a_millisecond() {
        let mut lateness = Lateness::new();
        assert!(lateness.real_time().good, "nothing was late");
        (0..99).for_each(|_| lateness.add(Nanos::from_micros(40)));
        lateness.add(Nanos::from_millis(5));
        let figures = lateness.real_time();
        assert!((figures.p50_us - 40.0).abs() < 0.1 && (figures.p99_us - 40.0).abs() < 0.1, "{figures:?}");
        assert_eq!((figures.max_us, figures.good, figures.deliveries), (5_000.0, true, 100));
        lateness.add(Nanos::from_millis(5));
        assert!(!lateness.real_time().good);
        lateness.add(Nanos::from_secs(1_000));
        assert_eq!(lateness.real_time().max_us, 1e9, "later than the histogram reaches");
        lateness.clear();
        assert_eq!(lateness.real_time(), RealTime { good: true, ..RealTime::default() });
    }
}
