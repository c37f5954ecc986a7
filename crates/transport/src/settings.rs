use crate::error::TransportError;
use airhop_base::{Allowed, Nanos, Parameter};

/// A parameter with the type that its value is read as. Whoever reads a value names the constant, so that a misspelt
/// name does not compile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting<T: 'static> {
    parameter: Parameter,
    read: Read<T>,
}

#[derive(Clone, Copy, Debug)]
enum Read<T: 'static> {
    /// The value is the text, read by this.
    Text(fn(&str) -> Option<T>),
    /// The value belongs to the word at the same place in the parameter's [`Allowed::OneOf`].
    Word(&'static [T]),
}

impl<T: Copy + 'static> Setting<T> {
    /// The parameter without its type, for tables and listings.
    pub(crate) const fn parameter(&self) -> Parameter {
        self.parameter
    }

    /// A parameter of words: each of them stands for the value at its place.
    pub(crate) const fn of_words(parameter: Parameter, values: &'static [T]) -> Self {
        assert!(matches!(parameter.allowed, Allowed::OneOf(words) if words.len() == values.len()));
        Self { parameter, read: Read::Word(values) }
    }

    fn value(&self, text: &str) -> Option<T> {
        match (self.read, self.parameter.allowed) {
            (Read::Text(read), _) => read(text),
            (Read::Word(values), Allowed::OneOf(words)) => {
                words.iter().zip(values).find(|(word, _)| **word == text).map(|(_, value)| *value)
            }
            (Read::Word(_), _) => None,
        }
    }
}

impl Setting<bool> {
    /// A switch.
    pub(crate) const fn new(parameter: Parameter) -> Self {
        assert!(matches!(parameter.allowed, Allowed::Switch));
        Self { parameter, read: Read::Text(|text| Some(text == "on")) }
    }
}

impl Setting<u32> {
    /// A whole number.
    pub(crate) const fn new(parameter: Parameter) -> Self {
        assert!(matches!(parameter.allowed, Allowed::Integer { max, .. } if max <= u32::MAX as u64));
        Self { parameter, read: Read::Text(|text| text.parse().ok()) }
    }
}

impl Setting<u64> {
    /// A whole number that may be larger.
    pub(crate) const fn new(parameter: Parameter) -> Self {
        assert!(matches!(parameter.allowed, Allowed::Integer { .. }));
        Self { parameter, read: Read::Text(|text| text.parse().ok()) }
    }
}

impl Setting<f64> {
    /// A decimal number.
    pub(crate) const fn new(parameter: Parameter) -> Self {
        assert!(matches!(parameter.allowed, Allowed::Real { .. }));
        Self { parameter, read: Read::Text(|text| text.parse().ok()) }
    }
}

impl Setting<Nanos> {
    /// A time, given in seconds.
    pub(crate) const fn new(parameter: Parameter) -> Self {
        assert!(matches!(parameter.allowed, Allowed::Real { .. }));
        Self { parameter, read: Read::Text(|text| text.parse().ok().map(Nanos::from_secs_f64)) }
    }
}

/// Declares settings, each as a constant with its type, and `PARAMETERS`, the list of them. Behind the type of a
/// parameter of words stand the values of these words.
macro_rules! settings {
    ($($(#[$meta:meta])* $NAME:ident: $T:ty $(= [$($value:expr),+])? {
        $($field:ident: $content:expr),+ $(,)?
    })*) => {
        $(
            $(#[$meta])*
            pub(crate) const $NAME: $crate::settings::Setting<$T> = $crate::settings::settings!(
                @setting $T, [$($($value),+)?], airhop_base::Parameter { $($field: $content),+ }
            );
        )*

        /// The parameters declared here.
        pub(crate) const PARAMETERS: &[airhop_base::Parameter] = &[$($NAME.parameter()),*];
    };
    (@setting $T:ty, [], $parameter:expr) => {
        $crate::settings::Setting::<$T>::new($parameter)
    };
    (@setting $T:ty, [$($value:expr),+], $parameter:expr) => {
        $crate::settings::Setting::<$T>::of_words($parameter, &[$($value),+])
    };
}
pub(crate) use settings;

/// The values of one transport's parameters: what was set, else what the preset says, else the defaults.
///
/// Read when a connection is made, never per segment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    set: Vec<(&'static str, String)>,
    preset: &'static [(&'static str, &'static str)],
}

impl Settings {
    /// Sets a parameter after checking the value.
    pub(crate) fn set(&mut self, parameter: &Parameter, value: &str) -> Result<(), TransportError> {
        if !parameter.allowed.accepts(value) {
            let unit = if parameter.unit.is_empty() { String::new() } else { format!(" ({})", parameter.unit) };
            return Err(TransportError::BadValue {
                key: parameter.key.to_owned(),
                value: value.to_owned(),
                allowed: format!("{}{unit}", parameter.allowed),
            });
        }
        self.set.retain(|(known, _)| *known != parameter.key);
        self.set.push((parameter.key, value.to_owned()));
        Ok(())
    }

    /// Gives the parameters that were not set these values instead of their defaults.
    pub(crate) fn set_preset(&mut self, values: &'static [(&'static str, &'static str)]) {
        self.preset = values;
    }

    /// A parameter's value as it is written.
    pub(crate) fn text(&self, parameter: &Parameter) -> &str {
        let set = self.set.iter().find(|(key, _)| *key == parameter.key).map(|(_, value)| value.as_str());
        let preset = || self.preset.iter().find(|(key, _)| *key == parameter.key).map(|(_, value)| *value);
        set.or_else(preset).unwrap_or(parameter.default)
    }

    /// A parameter's value.
    pub(crate) fn get<T: Copy + 'static>(&self, setting: Setting<T>) -> T {
        let text = self.text(&setting.parameter);
        // What was set has been checked, and tests check defaults and presets.
        setting.value(text).unwrap_or_else(|| panic!("`{text}` is not a value of {}", setting.parameter.key))
    }
}

#[cfg(test)]
impl Settings {
    /// These values.
    pub(crate) fn with(set: &[(Parameter, &str)]) -> Self {
        let mut settings = Self::default();
        set.iter().for_each(|(parameter, value)| settings.set(parameter, value).expect("an allowed value"));
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    settings! {
        WINDOW: u32 {
            key: "window",
            unit: "segments",
            default: "2",
            allowed: Allowed::Integer { min: 1, max: 9 },
            source: "",
            about: "",
        }
        RULE: u8 = [7, 8] {
            key: "rule",
            unit: "",
            default: "first",
            allowed: Allowed::OneOf(&["first", "second"]),
            source: "",
            about: "",
        }
    }

    #[test]
    fn what_was_set_takes_precedence_over_the_preset_and_the_preset_over_the_default() {
        assert_eq!(PARAMETERS.iter().map(|parameter| parameter.key).collect::<Vec<_>>(), ["window", "rule"]);
        let mut settings = Settings::default();
        assert_eq!((settings.get(WINDOW), settings.get(RULE)), (2, 7));
        settings.set_preset(&[("window", "3"), ("rule", "second")]);
        assert_eq!((settings.get(WINDOW), settings.get(RULE)), (3, 8));
        settings.set(&RULE.parameter(), "first").unwrap();
        assert_eq!((settings.get(WINDOW), settings.get(RULE)), (3, 7));
    }

    #[test]
    fn a_refused_value_changes_nothing() {
        let mut settings = Settings::default();
        let error = settings.set(&WINDOW.parameter(), "10").unwrap_err().to_string();
        assert_eq!(error, "transport parameter `window` = `10`: allowed is a whole number from 1 to 9 (segments)");
        assert_eq!(settings.get(WINDOW), 2);
    }
}
