use std::fmt;

/// One settable number, switch or word of a scenario: what `airhop show` and the reference say about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// Its name in the table of the scenario that it belongs to.
    pub key: &'static str,
    /// Unit of the value, empty for a plain number or a word.
    pub unit: &'static str,
    /// The value when nothing is set, as it is written; empty where a profile or a preset decides.
    pub default: &'static str,
    /// The values that are allowed.
    pub allowed: Allowed,
    /// Where the parameter and its default come from.
    pub source: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
}

/// The values that a parameter accepts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Allowed {
    /// `on` or `off`.
    Switch,
    /// `true` or `false`: a switch of the kind that a configuration format has itself.
    Boolean,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A whole number in this range, ends included.
    Integer {
        /// Smallest.
        min: u64,
        /// Largest; [`u64::MAX`] for no bound that a user could meet.
        max: u64,
    },
    /// A decimal number in this range, ends included.
    Real {
        /// Smallest.
        min: f64,
        /// Largest.
        max: f64,
    },
    /// A time in seconds from `min_s` to [`Allowed::LONGEST_S`], or `never`.
    Seconds {
        /// Smallest.
        min_s: f64,
    },
    /// What these words say; whoever reads the value checks it.
    Described(&'static str),
}

impl Allowed {
    /// The longest time of [`Allowed::Seconds`].
    pub const LONGEST_S: f64 = 1e6;
    /// Any finite number above 0.
    pub const POSITIVE: Self = Self::Real { min: f64::MIN_POSITIVE, max: f64::MAX };

    /// Whether `value` is written as one of the allowed values; true for [`Allowed::Described`].
    #[must_use]
    pub fn accepts(&self, value: &str) -> bool {
        match *self {
            Self::Switch => value == "on" || value == "off",
            Self::Boolean => value == "true" || value == "false",
            Self::OneOf(words) => words.contains(&value),
            Self::Integer { min, max } => value.parse().is_ok_and(|n: u64| (min..=max).contains(&n)),
            Self::Real { min, max } => value.parse().is_ok_and(|x: f64| (min..=max).contains(&x)),
            Self::Seconds { min_s } => {
                value == "never" || value.parse().is_ok_and(|x: f64| (min_s..=Self::LONGEST_S).contains(&x))
            }
            Self::Described(_) => true,
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Switch => f.write_str("on or off"),
            Self::Boolean => f.write_str("true or false"),
            Self::OneOf(words) => write!(f, "one of {}", words.join(", ")),
            Self::Integer { min, max: u64::MAX } => write!(f, "a whole number >= {min}"),
            Self::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::POSITIVE => f.write_str("a number > 0"),
            Self::Real { min, max } => write!(f, "a number from {min} to {max}"),
            Self::Seconds { min_s } => write!(f, "seconds from {min_s} to {}, or never", Self::LONGEST_S),
            Self::Described(words) => f.write_str(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_against_type_and_range() {
        let real = Allowed::Real { min: 0.0, max: 1.0 };
        assert!(["0.5", "1", "0"].iter().all(|value| real.accepts(value)));
        assert!(!["nan", "1.1", "inf", "", "-0.1", "half"].iter().any(|value| real.accepts(value)));
        let integer = Allowed::Integer { min: 1, max: 9 };
        assert!(integer.accepts("1") && integer.accepts("9"));
        assert!(!["0", "10", "-1", "1.5", ""].iter().any(|value| integer.accepts(value)));
        assert!(Allowed::Switch.accepts("on") && Allowed::Switch.accepts("off"));
        assert!(!Allowed::Switch.accepts("ON") && !Allowed::Switch.accepts("true"));
        assert!(
            Allowed::Boolean.accepts("true") && Allowed::Boolean.accepts("false") && !Allowed::Boolean.accepts("on")
        );
        assert!(Allowed::OneOf(&["mad", "std"]).accepts("std") && !Allowed::OneOf(&["mad", "std"]).accepts("ma"));
        let seconds = Allowed::Seconds { min_s: 0.5 };
        assert!(["0.5", "1e6", "never"].iter().all(|value| seconds.accepts(value)));
        assert!(!["0.4", "1000001", "NaN", "always"].iter().any(|value| seconds.accepts(value)));
        assert!(Allowed::POSITIVE.accepts("1e-300") && !Allowed::POSITIVE.accepts("0"));
        assert!(!Allowed::POSITIVE.accepts("inf"));
    }

    #[test]
    fn ranges_are_told_in_words() {
        let told = [
            (Allowed::Switch, "on or off"),
            (Allowed::Boolean, "true or false"),
            (Allowed::OneOf(&["mad", "std"]), "one of mad, std"),
            (Allowed::Integer { min: 1, max: 255 }, "a whole number from 1 to 255"),
            (Allowed::Integer { min: 3, max: u64::MAX }, "a whole number >= 3"),
            (Allowed::Real { min: 0.1, max: 1e6 }, "a number from 0.1 to 1000000"),
            (Allowed::POSITIVE, "a number > 0"),
            (Allowed::Seconds { min_s: 0.000_001 }, "seconds from 0.000001 to 1000000, or never"),
            (Allowed::Described("a node's number"), "a node's number"),
        ];
        for (allowed, words) in told {
            assert_eq!(allowed.to_string(), words);
        }
    }
}
