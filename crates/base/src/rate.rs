use crate::time::Nanos;
use std::fmt;

/// A data rate in bits per second, never zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BitRate(u64);

impl BitRate {
    /// A rate from bits per second; `None` for zero.
    #[must_use]
    pub const fn from_bps(bps: u64) -> Option<Self> {
        if bps == 0 { None } else { Some(Self(bps)) }
    }

    /// A rate from kilobits per second.
    ///
    /// # Panics
    /// If `kbps` is zero: for constants of the code, not for input.
    #[must_use]
    pub const fn kbps(kbps: u64) -> Self {
        assert!(kbps > 0, "a rate of zero carries nothing");
        Self(kbps * 1000)
    }

    /// Bits per second.
    #[must_use]
    pub const fn bps(self) -> u64 {
        self.0
    }

    /// The time that `bytes` take at this rate, rounded to the nearest nanosecond.
    #[must_use]
    pub const fn time_for(self, bytes: u64) -> Nanos {
        Nanos::from_nanos((bytes * 8 * 1_000_000_000 + self.0 / 2) / self.0)
    }
}

impl fmt::Display for BitRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} kbit/s", self.0 as f64 / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_take_their_time() {
        assert_eq!(BitRate::kbps(2000).time_for(1500), Nanos::from_micros(6000));
        assert_eq!(BitRate::kbps(11_000).time_for(1), Nanos::from_nanos(727));
        assert_eq!(BitRate::from_bps(0), None);
    }

    #[test]
    fn rates_are_bits_per_second() {
        assert_eq!(BitRate::kbps(2_000).bps(), 2_000_000);
        assert_eq!(BitRate::from_bps(2_000_000), Some(BitRate::kbps(2_000)));
        assert_eq!(BitRate::kbps(5_500).to_string(), "5500 kbit/s");
        // Eight bits at 3 bit/s are 2.666... s, at 7 bit/s 1.142857142857... s: up and down to the nearest nanosecond.
        let time_for = |bps, bytes| BitRate::from_bps(bps).map(|rate| rate.time_for(bytes));
        assert_eq!(time_for(3, 1), Some(Nanos::from_nanos(2_666_666_667)));
        assert_eq!(time_for(7, 1), Some(Nanos::from_nanos(1_142_857_143)));
        assert_eq!(time_for(9, 4), Some(Nanos::from_nanos(3_555_555_556)));
        assert_eq!(time_for(9, 1), Some(Nanos::from_nanos(888_888_889)));
        assert_eq!(time_for(11, 1), Some(Nanos::from_nanos(727_272_727)));
    }
}
