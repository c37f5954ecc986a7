//! The contention delay field of TCTC, which data frames carry.

use airhop_base::Nanos;

/// The contention delay that a packet has met so far, as the option of a data frame's header holds it (the field CDF): for
/// each hop the time from reaching the head of the queue to the start of the transmission that was received, other
/// attempts and RTS/CTS included. Whole microseconds in 24 bits; larger values saturate.
///
/// tctc, sections IV-C and IV-D, figures 6 and 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct ContentionDelay {
    micros: u32,
}

impl ContentionDelay {
    /// Bytes that the option takes in a frame's header: the header's length (1), and the option's type (1), length (1)
    /// and value (3).
    pub const OPTION_BYTES: u32 = 6;
    const MOST_MICROS: u32 = (1 << 24) - 1;

    /// The delay, rounded to microseconds.
    #[must_use]
    pub fn new(delay: Nanos) -> Self {
        let mut field = Self::default();
        field.add(delay);
        field
    }

    /// Adds the delay of one more hop: the cumulative contention delay (CCD), rounded to microseconds per hop.
    ///
    /// tctc, section IV-C.
    pub fn add(&mut self, delay: Nanos) {
        let micros = (delay.as_nanos() + 500) / 1_000;
        let sum = u64::from(self.micros).saturating_add(micros);
        self.micros = sum.min(u64::from(Self::MOST_MICROS)) as u32;
    }

    /// The value in microseconds, below 2^24.
    #[must_use]
    pub fn as_micros(self) -> u32 {
        self.micros
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_adds_up_and_stops_at_its_end() {
        let mut field = ContentionDelay::new(Nanos::from_nanos(1_499));
        assert_eq!(field.as_micros(), 1);
        field.add(Nanos::from_nanos(1_500));
        assert_eq!(field.as_micros(), 3);
        field.add(Nanos::from_secs(16));
        assert_eq!(field.as_micros(), 16_000_003);
        field.add(Nanos::from_secs(1));
        assert_eq!(field.as_micros(), (1 << 24) - 1, "three bytes hold no more");
        field.add(Nanos::MAX - Nanos::from_secs(1));
        assert_eq!(field.as_micros(), (1 << 24) - 1);
    }
}
