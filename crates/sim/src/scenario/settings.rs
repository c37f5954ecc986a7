use super::keys::{FLOW_ROWS, ROWS, Row, TEXT, check};
use crate::error::ScenarioError;
use airhop_wireless::Position;
use toml::{Table, Value};

/// The tables of a scenario document, in the order in which they are shown.
pub(crate) const SECTIONS: &[&str] = &[
    "run",
    "topology",
    "mobility",
    "radio",
    "mac",
    "queue",
    "energy",
    "errors",
    "routing",
    "transport",
    "traffic",
    "wired",
    "flows",
];

/// The values of a scenario's keys: what its document says, or the defaults.
#[derive(Clone, Copy)]
pub(crate) struct Settings<'a> {
    pub document: &'a Table,
    /// The flow whose own values take precedence over the scenario's, for `traffic` keys.
    pub flow: Option<&'a Table>,
}

/// The table at a dotted place, if the document has one.
pub(crate) fn section<'a>(document: &'a Table, name: &str) -> Option<&'a Table> {
    document.get(name).and_then(Value::as_table)
}

pub(crate) fn lookup<'a>(document: &'a Table, key: &str) -> Option<&'a Value> {
    let (name, rest) = key.split_once('.')?;
    section(document, name)?.get(rest)
}

impl Settings<'_> {
    pub fn row(key: &str) -> Option<&'static Row> {
        ROWS.iter().find(|r| r.parameter.key == key)
    }

    /// The value of a key of the table, checked.
    pub fn value(&self, key: &str) -> Result<Value, ScenarioError> {
        let Some(row) = Self::row(key) else {
            return Err(ScenarioError::new(format!("there is no key {key}")));
        };
        let own = self.flow.and_then(|f| lookup(f, key));
        match own.or_else(|| lookup(self.document, key)) {
            Some(value) => check(row.parameter.allowed, key, value).map(|()| value.clone()),
            None => Ok(row.default_value()),
        }
    }

    pub fn integer(&self, key: &str) -> Result<i64, ScenarioError> {
        Ok(self.value(key)?.as_integer().unwrap_or_default())
    }

    pub fn real(&self, key: &str) -> Result<f64, ScenarioError> {
        Ok(as_real(&self.value(key)?))
    }

    pub fn text(&self, key: &str) -> Result<String, ScenarioError> {
        Ok(self.value(key)?.as_str().unwrap_or_default().to_owned())
    }

    pub fn switch(&self, key: &str) -> Result<bool, ScenarioError> {
        Ok(self.value(key)?.as_bool().unwrap_or_default())
    }

    pub fn positions(&self) -> Result<Vec<Position>, ScenarioError> {
        let value = self.value("topology.positions")?;
        let list = value.as_array().map_or(&[][..], Vec::as_slice);
        if list.len() as u64 > super::keys::MOST_NODES {
            let most = format!("at most {} nodes", super::keys::MOST_NODES);
            return Err(ScenarioError::value("topology.positions", format!("[{} positions]", list.len()), &most));
        }
        let coordinate = |p: &Value, i: usize| p.get(i).map(as_real).unwrap_or_default();
        Ok(list.iter().map(|p| Position { x_m: coordinate(p, 0), y_m: coordinate(p, 1) }).collect())
    }
}

pub(crate) fn as_real(value: &Value) -> f64 {
    value.as_float().or_else(|| value.as_integer().map(|i| i as f64)).unwrap_or_default()
}

/// Refuses keys of a topology or traffic kind that is not the one in use.
pub(crate) fn check_kind_keys(settings: &Settings, section_name: &str) -> Result<(), ScenarioError> {
    let kind = settings.text(&format!("{section_name}.kind"))?;
    let table = settings.flow.unwrap_or(settings.document);
    for (key, _) in section(table, section_name).into_iter().flatten() {
        let full = format!("{section_name}.{key}");
        if let Some(row) = Settings::row(&full)
            && !row.kinds.is_empty()
            && !row.kinds.contains(&kind.as_str())
        {
            return Err(ScenarioError::new(format!(
                "{full} is not a key of {section_name}.kind = \"{kind}\"; it belongs to {}",
                row.kinds.join(", ")
            )));
        }
    }
    Ok(())
}

/// The value of a key of one flow, checked; `None` if the document does not give it.
pub(crate) fn flow_value<'a>(name: &str, flow: &'a Table, key: &str) -> Result<Option<&'a Value>, ScenarioError> {
    let allowed = FLOW_ROWS.iter().find(|r| r.parameter.key == key).map_or(TEXT, |r| r.parameter.allowed);
    match flow.get(key) {
        Some(value) => check(allowed, &format!("flows.{name}.{key}"), value).map(|()| Some(value)),
        None => Ok(None),
    }
}
