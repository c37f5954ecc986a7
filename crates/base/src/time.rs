use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Sub, SubAssign};

/// An instant since the start of the simulation, or a length of time, in whole nanoseconds.
///
/// A `u64` of nanoseconds reaches 584 years. Arithmetic that would leave the range is a bug of the
/// caller and panics in debug builds; use [`Nanos::saturating_sub`] where an earlier instant is possible.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Nanos(u64);

impl Nanos {
    /// The start of the simulation, or a length of zero.
    pub const ZERO: Self = Self(0);
    /// The last instant; stands for "never".
    pub const MAX: Self = Self(u64::MAX);

    /// From nanoseconds.
    #[must_use]
    pub const fn from_nanos(ns: u64) -> Self {
        Self(ns)
    }

    /// From microseconds.
    #[must_use]
    pub const fn from_micros(us: u64) -> Self {
        Self(us * 1_000)
    }

    /// From milliseconds.
    #[must_use]
    pub const fn from_millis(ms: u64) -> Self {
        Self(ms * 1_000_000)
    }

    /// From whole seconds.
    #[must_use]
    pub const fn from_secs(s: u64) -> Self {
        Self(s * 1_000_000_000)
    }

    /// From seconds, rounded to the nearest nanosecond; negative and not-a-number give zero, too large gives [`Nanos::MAX`].
    #[must_use]
    pub fn from_secs_f64(s: f64) -> Self {
        Self((s * 1e9).round() as u64)
    }

    /// Nanoseconds.
    #[must_use]
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// Seconds, for arithmetic on measurements and for printing; never for event times.
    #[must_use]
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e9
    }

    /// Milliseconds as a real number.
    #[must_use]
    pub fn as_millis_f64(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// The difference, or zero when `other` is later.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The sum, or [`Nanos::MAX`] when it leaves the range.
    #[must_use]
    pub const fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// This length times a non-negative real factor, rounded to the nearest nanosecond.
    #[must_use]
    pub fn mul_f64(self, factor: f64) -> Self {
        Self((self.0 as f64 * factor).round() as u64)
    }

    /// How many whole `unit`s fit; a `unit` of zero length is a bug of the caller.
    #[must_use]
    pub const fn whole(self, unit: Self) -> u64 {
        self.0 / unit.0
    }
}

impl Add for Nanos {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Nanos {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Nanos {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Nanos {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Mul<u64> for Nanos {
    type Output = Self;
    fn mul(self, factor: u64) -> Self {
        Self(self.0 * factor)
    }
}

impl Div<u64> for Nanos {
    type Output = Self;
    fn div(self, divisor: u64) -> Self {
        Self(self.0 / divisor)
    }
}

impl Sum for Nanos {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Debug for Nanos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:09}s", self.0 / 1_000_000_000, self.0 % 1_000_000_000)
    }
}

impl fmt::Display for Nanos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.6} s", self.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_round_to_the_nearest_nanosecond() {
        assert_eq!(Nanos::from_secs_f64(0.1), Nanos::from_millis(100));
        assert_eq!(Nanos::from_secs_f64(-1.0), Nanos::ZERO);
        assert_eq!(Nanos::from_secs_f64(f64::NAN), Nanos::ZERO);
        assert_eq!(Nanos::from_secs_f64(1e300), Nanos::MAX);
    }

    #[test]
    fn arithmetic_keeps_units() {
        let slot = Nanos::from_micros(20);
        assert_eq!(slot * 3 + Nanos::from_micros(5), Nanos::from_micros(65));
        assert_eq!(Nanos::from_micros(65).whole(slot), 3);
        assert_eq!(Nanos::ZERO.saturating_sub(slot), Nanos::ZERO);
        assert_eq!(slot.mul_f64(1.5), Nanos::from_micros(30));
    }

    #[test]
    fn units_are_1000_apart() {
        assert_eq!(Nanos::from_nanos(7).as_nanos(), 7);
        assert_eq!(Nanos::from_micros(7).as_nanos(), 7_000);
        assert_eq!(Nanos::from_millis(7).as_nanos(), 7_000_000);
        assert_eq!(Nanos::from_secs(7).as_nanos(), 7_000_000_000);
        assert_eq!(Nanos::from_secs_f64(2.5).as_nanos(), 2_500_000_000);
        assert_eq!((Nanos::from_millis(2_500).as_secs_f64(), Nanos::from_micros(2_500).as_millis_f64()), (2.5, 2.5));
    }

    #[test]
    fn sums_differences_products_and_quotients() {
        let us = Nanos::from_micros;
        let mut time = us(7) + us(5);
        assert_eq!((time, us(7) - us(5), us(7) * 3, us(7) / 2), (us(12), us(2), us(21), Nanos::from_nanos(3_500)));
        time += us(3);
        assert_eq!(time, us(15));
        time -= us(10);
        assert_eq!(time, us(5));
        assert_eq!([us(1), us(2), us(4)].into_iter().sum::<Nanos>(), us(7));
        assert_eq!((us(7).saturating_sub(us(5)), us(5).saturating_sub(us(7))), (us(2), Nanos::ZERO));
        assert_eq!((us(7).saturating_add(us(5)), Nanos::MAX.saturating_add(us(1))), (us(12), Nanos::MAX));
        assert_eq!(
            (us(7).mul_f64(0.5), Nanos::from_nanos(3).mul_f64(0.5)),
            (Nanos::from_nanos(3_500), Nanos::from_nanos(2))
        );
        assert_eq!([59, 60, 61].map(|micros| us(micros).whole(us(20))), [2, 3, 3]);
    }

    #[test]
    fn times_are_shown_in_seconds() {
        assert_eq!(Nanos::from_micros(1_250_000).to_string(), "1.250000 s");
    }
}
