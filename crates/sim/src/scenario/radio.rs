use super::keys::check;
use super::settings::section;
use crate::error::ScenarioError;
use airhop_wireless::{WirelessConfig, profile};
use serde::Deserialize;
use toml::{Table, Value};

/// The sections of a document that make up the radio network.
pub(crate) const RADIO_SECTIONS: &[&str] = &["radio", "mac", "queue", "energy", "errors"];

/// The profile of documents that name none.
pub(crate) const DEFAULT_PROFILE: &str = "ns2-wavelan";

/// The profile's name and its values with the document's over them.
pub(crate) fn configuration(document: &Table) -> Result<(String, WirelessConfig), ScenarioError> {
    let name =
        section(document, "radio").and_then(|r| r.get("profile")).and_then(Value::as_str).unwrap_or(DEFAULT_PROFILE);
    let Some(profile) = profile(name) else {
        return Err(ScenarioError::unknown("radio profile", name, airhop_wireless::PROFILES.iter().map(|p| p.name)));
    };
    let mut values = Table::try_from(profile.config()).map_err(|e| ScenarioError::new(e.to_string()))?;
    for section_name in RADIO_SECTIONS {
        for (key, value) in section(document, section_name).into_iter().flatten() {
            if *section_name == "radio" && key == "profile" {
                continue;
            }
            put(&mut values, section_name, key, value)?;
        }
    }
    // A rate given without a model implies the model.
    if let Some(errors) = section(document, "errors")
        && !errors.contains_key("model")
    {
        for model in ["packet", "bit"] {
            if errors.contains_key(model) {
                put(&mut values, "errors", "model", &Value::String(model.into()))?;
            }
        }
    }
    let says = section(document, "queue").is_some_and(|q| q.contains_key("by_class"));
    if !says && super::routing::queue_by_class(document, name) {
        put(&mut values, "queue", "by_class", &Value::Boolean(true))?;
    }
    let config = WirelessConfig::deserialize(values).map_err(|e| ScenarioError::new(e.message().to_owned()))?;
    config.check().map_err(|e| ScenarioError::new(e.to_string()))?;
    Ok((name.to_owned(), config))
}

/// Puts one value over the profile's, if it is allowed.
fn put(values: &mut Table, section_name: &str, key: &str, value: &Value) -> Result<(), ScenarioError> {
    let full = format!("{section_name}.{key}");
    let parameter = airhop_wireless::parameters().find(|p| p.key == full);
    let (Some(parameter), Some(Value::Table(table))) = (parameter, values.get_mut(section_name)) else {
        return Err(ScenarioError::unknown("key", &full, airhop_wireless::parameters().map(|p| p.key)));
    };
    check(parameter.allowed, &full, value)?;
    table.insert(key.to_owned(), value.clone());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_switches_its_model_on() {
        let document: Table = toml::from_str("[errors]\npacket = 0.03\n").unwrap();
        let (_, config) = configuration(&document).unwrap();
        assert_eq!(config.errors.model, airhop_wireless::ErrorModel::Packet);
    }

    /// The words of the table are those that the configuration's types read, and each holds a value of its own.
    #[test]
    fn every_allowed_word_is_read() {
        for parameter in airhop_wireless::parameters() {
            let words = match parameter.allowed {
                airhop_base::Allowed::OneOf(words) => words,
                airhop_base::Allowed::Boolean => &["true", "false"],
                _ => continue,
            };
            for word in words {
                let value = super::super::keys::parse_value(word).unwrap_or_else(|| Value::String((*word).to_owned()));
                let (section_name, key) = parameter.key.split_once('.').unwrap();
                let of_section = Table::from_iter([(key.to_owned(), value.clone())]);
                let document = Table::from_iter([(section_name.to_owned(), Value::Table(of_section))]);
                let (_, config) = configuration(&document).unwrap();
                let read = Table::try_from(config).unwrap();
                assert_eq!(read[section_name][key], value, "{}", parameter.key);
            }
        }
    }

    #[test]
    fn wrong_values_name_key_value_and_range() {
        let document: Table = toml::from_str("[radio]\npropagation = \"tworay\"\n").unwrap();
        let message = configuration(&document).unwrap_err().to_string();
        assert_eq!(
            message,
            "radio.propagation = \"tworay\": must be one of two-ray, free-space, log-distance; did you mean `two-ray`?"
        );
        let document: Table = toml::from_str("[mac]\ncw_min = -3\n").unwrap();
        assert!(configuration(&document).unwrap_err().to_string().starts_with("mac.cw_min = -3: must be"));
    }
}
