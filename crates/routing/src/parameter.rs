use airhop_base::{Allowed, Nanos, Parameter};
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
        allowed: String,
    },
}

/// A parameter of a protocol and the field of its configuration `C` that holds the value. The default is the preset's.
#[derive(Debug)]
pub struct Setting<C: 'static> {
    pub(crate) parameter: Parameter,
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
    Small(fn(&mut C) -> &mut u8),
    Count(fn(&mut C) -> &mut u32),
    Seconds(fn(&mut C) -> &mut Nanos),
}

pub(crate) const FLAG: Allowed = Allowed::Switch;
pub(crate) const SMALL: Allowed = Allowed::Integer { min: 0, max: 255 };
pub(crate) const SMALL_POSITIVE: Allowed = Allowed::Integer { min: 1, max: 255 };
pub(crate) const SECONDS: Allowed = Allowed::Seconds { min_s: 0.0 };
pub(crate) const POSITIVE_SECONDS: Allowed = Allowed::Seconds { min_s: 1e-6 };
pub(crate) const COUNT: Allowed = Allowed::Integer { min: 0, max: 1_000_000 };
pub(crate) const COUNT_POSITIVE: Allowed = Allowed::Integer { min: 1, max: 1_000_000 };

macro_rules! rows {
    ($($key:ident $unit:literal $field:expr, $allowed:expr, $source:expr, $about:literal;)*) => {
        &[$($crate::parameter::Setting {
            parameter: airhop_base::Parameter {
                key: stringify!($key), unit: $unit, default: "", allowed: $allowed, source: $source, about: $about,
            },
            field: $field,
        }),*]
    };
}
macro_rules! flag {
    ($name:ident) => {
        $crate::parameter::Field::Flag(|c| &mut c.$name)
    };
}
macro_rules! small {
    ($name:ident) => {
        $crate::parameter::Field::Small(|c| &mut c.$name)
    };
}
macro_rules! count {
    ($name:ident) => {
        $crate::parameter::Field::Count(|c| &mut c.$name)
    };
}
macro_rules! seconds {
    ($name:ident) => {
        $crate::parameter::Field::Seconds(|c| &mut c.$name)
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

impl<C: Clone + Default> Setting<C> {
    /// What the tables and listings say of it.
    #[must_use]
    pub const fn parameter(&self) -> &Parameter {
        &self.parameter
    }

    /// Its name in scenarios and on the command line.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        self.parameter.key
    }

    /// The parameter's value in a configuration, as [`set`] reads it.
    #[must_use]
    pub fn value(&self, config: &C) -> String {
        let mut config = config.clone();
        match self.field {
            Field::Word { read, .. } => read(&config).into(),
            Field::Flag(at) => if *at(&mut config) { "on" } else { "off" }.into(),
            Field::Small(at) => at(&mut config).to_string(),
            Field::Count(at) => at(&mut config).to_string(),
            Field::Seconds(at) => match *at(&mut config) {
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

    /// Writes an allowed value; `None` and no change for any other.
    fn set(&self, config: &mut C, value: &str) -> Option<()> {
        if !self.parameter.allowed.accepts(value) {
            return None;
        }
        match self.field {
            Field::Word { write, .. } => return write(config, value).then_some(()),
            Field::Flag(at) => *at(config) = value == "on",
            Field::Small(at) => *at(config) = value.parse().ok()?,
            Field::Count(at) => *at(config) = value.parse().ok()?,
            Field::Seconds(at) if value == "never" => *at(config) = Nanos::MAX,
            Field::Seconds(at) => *at(config) = Nanos::from_secs_f64(value.parse().ok()?),
        }
        Some(())
    }
}

/// Sets the parameter `key` of a protocol's `table` to `value`, written as there (times in seconds).
///
/// # Errors
/// [`ConfigError`] when there is no such parameter or it cannot take that value; the configuration stays as it was.
pub(crate) fn set<C: Clone + Default>(
    table: &'static [Setting<C>],
    protocol: &'static str,
    config: &mut C,
    key: &str,
    value: &str,
) -> Result<(), ConfigError> {
    let unknown = || ConfigError::UnknownKey { protocol, key: key.into() };
    let row = table.iter().find(|row| row.key() == key).ok_or_else(unknown)?;
    let bad =
        || ConfigError::BadValue { key: row.key(), value: value.into(), allowed: row.parameter.allowed.to_string() };
    row.set(config, value.trim()).ok_or_else(bad)
}
