use airhop_base::Nanos;
use thiserror::Error;

/// Why a parameter could not be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ConfigError {
    /// There is no parameter of that name.
    #[error("no {protocol} parameter is called `{key}`")]
    UnknownKey {
        /// The protocol that was asked.
        protocol: &'static str,
        /// What was given.
        key: String,
    },
    /// The value is not one that the parameter can take.
    #[error("`{value}` is no value for {key}: {allowed}")]
    BadValue {
        /// The parameter.
        key: &'static str,
        /// What was given.
        value: String,
        /// What may be given.
        allowed: &'static str,
    },
}

/// One row of the table of parameters of a protocol with configuration `C`.
#[derive(Debug)]
pub struct Parameter<C: 'static> {
    /// Name in scenarios and on the command line.
    pub key: &'static str,
    /// Unit of the value; empty for names and plain numbers.
    pub unit: &'static str,
    /// What may be given.
    pub allowed: &'static str,
    /// Where the values of the two presets come from.
    pub source: &'static str,
    /// What it is.
    pub about: &'static str,
    pub(crate) field: Field<C>,
}

/// How a value is read from and written to a configuration.
#[derive(Debug)]
pub(crate) enum Field<C: 'static> {
    /// One of several words.
    Word {
        read: fn(&C) -> &'static str,
        /// False for a word that is none of them.
        write: fn(&mut C, &str) -> bool,
    },
    Flag(fn(&mut C) -> &mut bool),
    Small {
        at: fn(&mut C) -> &mut u8,
        min: u8,
    },
    Count {
        at: fn(&mut C) -> &mut u32,
        min: u32,
        max: u32,
    },
    Seconds {
        at: fn(&mut C) -> &mut Nanos,
        min_s: f64,
    },
}

pub(crate) const FLAG: &str = "on or off";
pub(crate) const SMALL: &str = "a whole number from 0 to 255";
pub(crate) const SMALL_POSITIVE: &str = "a whole number from 1 to 255";
pub(crate) const SECONDS: &str = "seconds from 0 to 1000000, or never";
pub(crate) const POSITIVE_SECONDS: &str = "seconds from 0.000001 to 1000000, or never";
pub(crate) const COUNT: &str = "a whole number from 0 to 1000000";
pub(crate) const COUNT_POSITIVE: &str = "a whole number from 1 to 1000000";

macro_rules! rows {
    ($($key:ident $unit:literal $field:expr, $allowed:expr, $source:expr, $about:literal;)*) => {
        &[$($crate::parameter::Parameter {
            key: stringify!($key), unit: $unit, allowed: $allowed, source: $source, about: $about, field: $field
        }),*]
    };
}
macro_rules! flag {
    ($name:ident) => {
        $crate::parameter::Field::Flag(|c| &mut c.$name)
    };
}
macro_rules! small {
    ($name:ident, $min:literal) => {
        $crate::parameter::Field::Small { at: |c| &mut c.$name, min: $min }
    };
}
macro_rules! count {
    ($name:ident, $min:literal, $max:literal) => {
        $crate::parameter::Field::Count { at: |c| &mut c.$name, min: $min, max: $max }
    };
}
macro_rules! seconds {
    ($name:ident, $min:literal) => {
        $crate::parameter::Field::Seconds { at: |c| &mut c.$name, min_s: $min }
    };
}
/// A field of an enum whose `word` gives its name and whose `from_word` reads it.
macro_rules! word {
    ($name:ident, $kind:ty) => {
        $crate::parameter::Field::Word {
            read: |c| c.$name.word(),
            write: |c, text| <$kind>::from_word(text).map(|value| c.$name = value).is_some(),
        }
    };
}
pub(crate) use {count, flag, rows, seconds, small, word};

impl<C: Clone + Default> Parameter<C> {
    /// The parameter's value in a configuration, as [`set`] reads it.
    #[must_use]
    pub fn value(&self, config: &C) -> String {
        let mut config = config.clone();
        match self.field {
            Field::Word { read, .. } => read(&config).into(),
            Field::Flag(at) => if *at(&mut config) { "on" } else { "off" }.into(),
            Field::Small { at, .. } => at(&mut config).to_string(),
            Field::Count { at, .. } => at(&mut config).to_string(),
            Field::Seconds { at, .. } => match *at(&mut config) {
                Nanos::MAX => "never".into(),
                time => time.as_secs_f64().to_string(),
            },
        }
    }

    /// The value that holds unless another is set.
    #[must_use]
    pub fn default_value(&self) -> String {
        self.value(&C::default())
    }

    fn set(&self, config: &mut C, value: &str) -> Option<()> {
        match self.field {
            Field::Word { write, .. } => return write(config, value).then_some(()),
            Field::Flag(at) => {
                *at(config) = match value {
                    "on" | "true" => true,
                    "off" | "false" => false,
                    _ => return None,
                }
            }
            Field::Small { at, min } => *at(config) = value.parse().ok().filter(|v| *v >= min)?,
            Field::Count { at, min, max } => *at(config) = value.parse().ok().filter(|v| (min..=max).contains(v))?,
            Field::Seconds { at, min_s } => {
                *at(config) = match value {
                    "never" => Nanos::MAX,
                    _ => Nanos::from_secs_f64(value.parse().ok().filter(|v| (min_s..=1e6).contains(v))?),
                }
            }
        }
        Some(())
    }
}

/// Sets the parameter `key` of a protocol's `table` to `value`, written as there (times in seconds).
///
/// # Errors
/// [`ConfigError`] when there is no such parameter or it cannot take that value; the configuration stays as it was.
pub(crate) fn set<C: Clone + Default>(
    table: &'static [Parameter<C>],
    protocol: &'static str,
    config: &mut C,
    key: &str,
    value: &str,
) -> Result<(), ConfigError> {
    let unknown = || ConfigError::UnknownKey { protocol, key: key.into() };
    let row = table.iter().find(|p| p.key == key).ok_or_else(unknown)?;
    let bad = || ConfigError::BadValue { key: row.key, value: value.into(), allowed: row.allowed };
    row.set(config, value.trim()).ok_or_else(bad)
}
