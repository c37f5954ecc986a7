use crate::error::{TransportError, nearest};
use crate::parameters::{Parameter, parameters};
use airhop_base::Nanos;

/// The parameters of one transport: those that were set, before the defaults of the table.
///
/// Read by key when a connection is made, never per segment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    set: Vec<(&'static str, String)>,
}

impl Settings {
    /// Sets the parameter `key` after checking key and value.
    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), TransportError> {
        let Some(parameter) = find(key) else {
            let nearest = nearest(key, parameters().iter().map(|p| p.key));
            return Err(TransportError::UnknownParameter { key: key.to_owned(), nearest });
        };
        if !parameter.allowed.accepts(value) {
            let unit = if parameter.unit.is_empty() { String::new() } else { format!(" ({})", parameter.unit) };
            return Err(TransportError::BadValue {
                key: key.to_owned(),
                value: value.to_owned(),
                allowed: format!("{}{unit}", parameter.allowed),
            });
        }
        self.set.retain(|(known, _)| *known != parameter.key);
        self.set.push((parameter.key, value.to_owned()));
        Ok(())
    }

    /// A value as it was set, else the default of the table; `None` for a key that no table holds.
    pub(crate) fn value(&self, key: &str) -> Option<&str> {
        let set = self.set.iter().find(|(known, _)| *known == key).map(|(_, value)| value.as_str());
        set.or_else(|| find(key).map(|parameter| parameter.default))
    }

    /// The same. A key that no table holds is a bug of the part that asks.
    pub(crate) fn word(&self, key: &str) -> &str {
        self.value(key).unwrap_or_else(|| panic!("the part reads `{key}` but declares no such parameter"))
    }

    /// A switch.
    pub(crate) fn switch(&self, key: &str) -> bool {
        self.word(key) == "on"
    }

    /// A whole number; every integer parameter's range fits.
    pub(crate) fn integer(&self, key: &str) -> u32 {
        self.word(key).parse().unwrap_or(u32::MAX)
    }

    /// A whole number that may be larger.
    pub(crate) fn long(&self, key: &str) -> u64 {
        self.word(key).parse().unwrap_or(u64::MAX)
    }

    /// A decimal number.
    pub(crate) fn real(&self, key: &str) -> f64 {
        self.word(key).parse().unwrap_or(0.0)
    }

    /// A time given in seconds.
    pub(crate) fn seconds(&self, key: &str) -> Nanos {
        Nanos::from_secs_f64(self.real(key))
    }
}

fn find(key: &str) -> Option<&'static Parameter> {
    parameters().iter().find(|parameter| parameter.key == key)
}
