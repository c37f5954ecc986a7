/// Numbers there are: 2^48.
const MODULUS: u64 = 1 << SequenceNumber::BITS;

/// A DCCP sequence number: 48 bits, circular (RFC 4340, sections 3.1 and 7.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SequenceNumber(u64);

impl SequenceNumber {
    /// Bits of a number.
    pub const BITS: u32 = 48;

    /// The number that `value` is modulo 2^48.
    #[must_use]
    pub const fn new(value: u64) -> Self {
        Self(value % MODULUS)
    }

    /// The number, below 2^48.
    #[must_use]
    pub const fn value(self) -> u64 {
        self.0
    }

    /// The number `count` places on.
    #[must_use]
    pub const fn plus(self, count: u64) -> Self {
        Self::new(self.0.wrapping_add(count))
    }

    /// The number `count` places back.
    #[must_use]
    pub const fn minus(self, count: u64) -> Self {
        Self::new(self.0.wrapping_sub(count))
    }

    /// How many places this number is ahead of `other`, negative when it is behind: the shorter way round the circle.
    #[must_use]
    pub const fn since(self, other: Self) -> i64 {
        let ahead = self.0.wrapping_sub(other.0) % MODULUS;
        if ahead < MODULUS / 2 { ahead as i64 } else { ahead as i64 - MODULUS as i64 }
    }

    /// Whether the number lies behind `other`.
    #[must_use]
    pub const fn is_before(self, other: Self) -> bool {
        self.since(other) < 0
    }

    /// The later of two numbers.
    #[must_use]
    pub const fn latest(self, other: Self) -> Self {
        if self.is_before(other) { other } else { self }
    }

    /// Whether the number lies from `low` to `high`, both included.
    #[must_use]
    pub const fn is_within(self, low: Self, high: Self) -> bool {
        !self.is_before(low) && !high.is_before(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_go_round() {
        let last = SequenceNumber::new(MODULUS - 1);
        let first = last.plus(1);
        assert_eq!(first.value(), 0);
        assert_eq!(first.minus(1), last);
        assert!(last.is_before(first) && !first.is_before(last));
        assert_eq!((first.since(last), last.since(first)), (1, -1));
        assert_eq!(last.latest(first), first);
        assert!(first.is_within(last.minus(3), first.plus(3)));
        assert!(!last.minus(4).is_within(last.minus(3), first));
    }

    proptest! {
        #[test]
        fn differences_invert_sums(start in any::<u64>(), count in 0..MODULUS / 2) {
            let start = SequenceNumber::new(start);
            prop_assert_eq!(start.plus(count).since(start), count as i64);
            prop_assert_eq!(start.minus(count).since(start), -(count as i64));
            prop_assert_eq!(start.plus(count).minus(count), start);
        }
    }
}
