//! Scenarios: TOML documents of which every key has a default, a unit and a range.

mod builtin;
mod flows;
mod keys;
mod mobility;
mod plan;
mod radio;
mod routing;
mod settings;
mod show;
mod topology;
mod wired;

use crate::error::ScenarioError;
use crate::plan::Plan;
use crate::plan::layout::Layout;
use airhop_base::Allowed;
use keys::{FLOW_ROWS, ROWS, TEXT};
use settings::SECTIONS;
pub use show::{Key, keys};
use toml::{Table, Value};
use wired::WIRED_ROWS;

/// The built-in scenarios: name and one-line description of each.
#[must_use]
pub fn builtin_scenarios() -> Vec<(String, String)> {
    builtin::BUILTIN
        .iter()
        .filter_map(|(name, _)| Scenario::builtin(name).ok())
        .map(|s| (s.name().to_owned(), s.description().to_owned()))
        .collect()
}

/// A scenario: what the user wrote, over the defaults.
#[derive(Clone, Debug)]
pub struct Scenario {
    name: String,
    description: String,
    document: Table,
}

impl Scenario {
    /// The built-in scenario of that name.
    ///
    /// # Errors
    /// For an unknown name, with the nearest.
    pub fn builtin(name: &str) -> Result<Self, ScenarioError> {
        let Some((name, text)) = builtin::BUILTIN.iter().find(|(n, _)| *n == name) else {
            return Err(ScenarioError::unknown("scenario", name, builtin::BUILTIN.iter().map(|(n, _)| *n)));
        };
        Self::from_toml(text, name)
    }

    /// Reads a scenario; `origin` is the file's name, for messages.
    ///
    /// # Errors
    /// TOML errors with file, line and column; unknown keys with the nearest known one; values that are not allowed.
    pub fn from_toml(text: &str, origin: &str) -> Result<Self, ScenarioError> {
        let mut document: Table = toml::from_str(text).map_err(|error: toml::de::Error| {
            let (line, column) = error.span().map_or((1, 1), |span| position(text, span.start));
            ScenarioError::new(format!("{origin}:{line}:{column}: {}", error.message()))
        })?;
        let mut text_of = |key: &str, default: &str| match document.remove(key) {
            None => Ok(default.to_owned()),
            Some(Value::String(text)) => Ok(text),
            Some(other) => Err(ScenarioError::value(key, keys::shortened(&other), "text")),
        };
        let in_file = |e: ScenarioError| ScenarioError::new(format!("{origin}: {e}"));
        let file_stem = origin.rsplit(['/', '\\']).next().unwrap_or(origin).trim_end_matches(".toml");
        let name = text_of("name", file_stem).map_err(in_file)?;
        let description = text_of("description", "").map_err(in_file)?;
        let scenario = Self { name, description, document };
        scenario.check_keys().map_err(in_file)?;
        Ok(scenario)
    }

    /// The scenario's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A one-line description.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Sets the dotted `key` to `value`, written as TOML or, where text is expected, without quotes.
    ///
    /// # Errors
    /// For an unknown key, with the nearest; for a value that is not allowed, with what is. Values that depend on each
    /// other are checked when the scenario is used.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ScenarioError> {
        let wants_text = matches!(allowed_of(key), Some(TEXT | Allowed::OneOf(_)))
            || matches!(key, "radio.profile" | "transport.name");
        let parsed = match keys::parse_value(value) {
            Some(parsed) if !wants_text || parsed.is_str() => parsed,
            _ => Value::String(value.to_owned()),
        };
        check_key(key, &parsed)?;
        if key == "name" || key == "description" {
            let field = if key == "name" { &mut self.name } else { &mut self.description };
            parsed.as_str().unwrap_or(value).clone_into(field);
            return Ok(());
        }
        let parts: Vec<&str> = key.split('.').collect();
        let Some((last, path)) = parts.split_last() else { return Ok(()) };
        let mut table = &mut self.document;
        for part in path {
            let entry = table.entry(*part).or_insert_with(|| Value::Table(Table::new()));
            let Value::Table(inner) = entry else {
                return Err(ScenarioError::new(format!("{key}: `{part}` is not a table")));
            };
            table = inner;
        }
        table.insert((*last).to_owned(), parsed);
        Ok(())
    }

    /// Checks that every key of the document exists and every value is allowed.
    fn check_keys(&self) -> Result<(), ScenarioError> {
        for (name, value) in &self.document {
            if !SECTIONS.contains(&name.as_str()) {
                return Err(ScenarioError::unknown(
                    "key",
                    name,
                    SECTIONS.iter().copied().chain(["name", "description"]),
                ));
            }
            let Value::Table(table) = value else {
                return Err(ScenarioError::value(name, keys::shortened(value), &format!("a table: [{name}]")));
            };
            check_table(name, table)?;
        }
        Ok(())
    }

    /// The scenario ready to run with a seed: every value checked, nodes placed, flows made.
    ///
    /// # Errors
    /// The first error found.
    pub fn plan(&self, seed: u64) -> Result<Plan, ScenarioError> {
        plan::plan(&self.document, seed)
    }

    /// The positions of nodes and flows with this seed.
    ///
    /// # Errors
    /// As [`Scenario::plan`].
    pub fn layout(&self, seed: u64) -> Result<Layout, ScenarioError> {
        Ok(Layout::of(&self.plan(seed)?))
    }

    /// The whole scenario as TOML: every key with its value, unit and meaning.
    ///
    /// # Errors
    /// As [`Scenario::plan`].
    pub fn to_toml(&self) -> Result<String, ScenarioError> {
        show::to_toml(&self.name, &self.description, &self.document)
    }

    /// Every key with its value, as a JSON object of objects.
    ///
    /// # Errors
    /// As [`Scenario::plan`].
    pub fn to_json(&self) -> Result<String, ScenarioError> {
        let resolved = show::resolved(&self.document)?;
        serde_json::to_string(&resolved).map_err(|e| ScenarioError::new(e.to_string()))
    }
}

/// Line and column, from 1, of a byte of the text.
fn position(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

fn allowed_of(key: &str) -> Option<Allowed> {
    if let Some(rest) = key.strip_prefix("flows.") {
        let (_, key) = rest.split_once('.')?;
        return FLOW_ROWS.iter().chain(ROWS).find(|r| r.parameter.key == key).map(|r| r.parameter.allowed);
    }
    if let Some(rest) = key.strip_prefix("wired.") {
        let (_, key) = rest.split_once('.')?;
        return WIRED_ROWS.iter().find(|r| r.parameter.key == key).map(|r| r.parameter.allowed);
    }
    let own = ROWS.iter().map(|r| &r.parameter);
    own.chain(airhop_wireless::parameters()).find(|p| p.key == key).map(|p| p.allowed)
}

fn check_table(path: &str, table: &Table) -> Result<(), ScenarioError> {
    for (name, value) in table {
        let key = format!("{path}.{name}");
        match value {
            Value::Table(inner) => check_table(&key, inner)?,
            _ => check_key(&key, value)?,
        }
    }
    Ok(())
}

/// Checks one leaf of a document: that the key exists, and its value where that does not depend on other keys.
fn check_key(key: &str, value: &Value) -> Result<(), ScenarioError> {
    if key == "name" || key == "description" {
        return Ok(());
    }
    if let Some(allowed) = allowed_of(key) {
        return keys::check(allowed, key, value);
    }
    if let Some(rest) = key.strip_prefix("flows.") {
        let known = FLOW_ROWS
            .iter()
            .map(|r| r.parameter.key)
            .chain(ROWS.iter().map(|r| r.parameter.key).filter(|k| k.starts_with("traffic.")));
        let Some((flow, of_flow)) = rest.split_once('.') else {
            return Err(ScenarioError::value(key, keys::shortened(value), &format!("a table: [flows.{rest}]")));
        };
        return Err(ScenarioError::unknown(&format!("key of flow {flow}"), of_flow, known));
    }
    if key.strip_prefix(mobility::WAYPOINTS).is_some_and(|rest| rest.starts_with('.')) {
        return mobility::check(key, value);
    }
    if let Some(rest) = key.strip_prefix("wired.") {
        let Some((link, of_link)) = rest.split_once('.') else {
            return Err(ScenarioError::value(key, keys::shortened(value), &format!("a table: [wired.{rest}]")));
        };
        let known = WIRED_ROWS.iter().map(|r| r.parameter.key);
        return Err(ScenarioError::unknown(&format!("key of wired link {link}"), of_link, known));
    }
    if key == "transport.name" || key == "radio.profile" {
        return keys::check(TEXT, key, value);
    }
    if let Some(parameter) = key.strip_prefix("transport.") {
        return flows::check_transport_parameter(parameter, value);
    }
    if let Some(parameter) = key.strip_prefix("routing.aodv.") {
        return routing::check_aodv_parameter(parameter, value);
    }
    if let Some(parameter) = key.strip_prefix("routing.dsr.") {
        return routing::check_dsr_parameter(parameter, value);
    }
    let all: Vec<Key> = keys();
    Err(ScenarioError::unknown("key", key, all.iter().map(|k| k.key.as_str())))
}
