use super::flows;
use super::keys::{AIRHOP, FLOW_ROWS, ROWS, Row};
use super::mobility;
use super::plan::plan;
use super::radio;
use super::routing::{aodv_preset_of, dsr_preset_of};
use super::settings::{SECTIONS, Settings, section};
use super::wired::WIRED_ROWS;
use crate::error::ScenarioError;
use airhop_base::Parameter;
use airhop_routing::{Setting, aodv, dsr};
use serde::Serialize;
use std::fmt::Write;
use toml::{Table, Value};

/// One key of a scenario, for documentation.
#[derive(Clone, Debug, Serialize)]
pub struct Key {
    /// Its dotted name, as `--set` takes it.
    pub key: String,
    /// Unit of the value.
    pub unit: String,
    /// Default; that of profile `ns2-wavelan` where profiles differ.
    pub default: String,
    /// The allowed values.
    pub allowed: String,
    /// Its source.
    pub source: String,
    /// What it does.
    pub about: String,
}

impl Key {
    /// A parameter under its dotted name.
    fn of(key: String, parameter: &Parameter) -> Self {
        Self {
            key,
            unit: parameter.unit.into(),
            default: parameter.default.into(),
            allowed: parameter.allowed.to_string(),
            source: parameter.source.into(),
            about: parameter.about.into(),
        }
    }
}

/// Every key of a scenario.
#[must_use]
pub fn keys() -> Vec<Key> {
    let mut keys = Vec::new();
    let own = |row: &Row, prefix: &str| {
        let key = Key::of(format!("{prefix}{}", row.parameter.key), &row.parameter);
        let kinds = match row.kinds {
            [] => String::new(),
            kinds => format!(" (for {})", kinds.join(", ")),
        };
        Key { allowed: key.allowed + &kinds, ..key }
    };
    let of_section = |section: &'static str| ROWS.iter().filter(move |r| r.parameter.key.starts_with(section));
    for section in ["run.", "topology.", "mobility."] {
        keys.extend(of_section(section).map(|r| own(r, "")));
    }
    keys.push(Key {
        key: format!("{}.NODE", mobility::WAYPOINTS),
        unit: "s, m".into(),
        default: "[]".into(),
        allowed: mobility::ALLOWED.into(),
        source: AIRHOP.into(),
        about:
            "the node moves in straight lines from its place in the topology to each way-point, to be there at its time"
                .into(),
    });
    let profiles: Vec<&str> = airhop_wireless::PROFILES.iter().map(|p| p.name).collect();
    keys.push(Key {
        key: "radio.profile".into(),
        unit: String::new(),
        default: format!("\"{}\"", radio::DEFAULT_PROFILE),
        allowed: format!("one of {}", profiles.join(", ")),
        source: AIRHOP.into(),
        about: "the values of radio, mac, queue, energy and errors that are not given".into(),
    });
    let base = airhop_wireless::profile(radio::DEFAULT_PROFILE).and_then(|p| Table::try_from(p.config()).ok());
    for p in airhop_wireless::parameters() {
        let default = base.as_ref().and_then(|b| super::settings::lookup(b, p.key)).map(Value::to_string);
        keys.push(Key { default: default.unwrap_or_default(), ..Key::of(p.key.into(), p) });
    }
    keys.extend(of_section("routing.").map(|r| own(r, "")));
    protocol_keys(&mut keys, "aodv", "AODV", "RFC 3561", "rfc3561", aodv::PARAMETERS);
    protocol_keys(&mut keys, "dsr", "DSR", "RFC 4728", "rfc4728", dsr::PARAMETERS);
    keys.push(Key {
        key: "transport.name".into(),
        unit: String::new(),
        default: format!("\"{}\"", flows::DEFAULT_TRANSPORT),
        allowed: "a transport of `airhop list transports`, with +parts; udp; udp-paced=KBPS".into(),
        source: AIRHOP.into(),
        about: "the transport of every flow that names no other".into(),
    });
    for p in airhop_transport::parameters() {
        keys.push(Key::of(format!("transport.{}", p.key), p));
    }
    keys.extend(of_section("traffic.").map(|r| own(r, "")));
    keys.extend(WIRED_ROWS.iter().map(|r| own(r, "wired.NAME.")));
    keys.extend(FLOW_ROWS.iter().map(|r| own(r, "flows.NAME.")));
    keys
}

/// The keys of a routing protocol: its preset, and its parameters with the defaults of ns-2.
fn protocol_keys<C: Clone + Default>(
    keys: &mut Vec<Key>,
    protocol: &str,
    name: &str,
    rfc: &str,
    rfc_preset: &str,
    settings: &[Setting<C>],
) {
    keys.push(Key {
        key: format!("routing.{protocol}.preset"),
        unit: String::new(),
        default: "\"ns2\"".into(),
        allowed: format!("ns2 or {rfc_preset}"),
        source: AIRHOP.into(),
        about: format!(
            "{name} as ns-2 has it (default with radio profiles of ns-2) or as {rfc} has it (default with others)"
        ),
    });
    keys.extend(settings.iter().map(|setting| {
        let key = format!("routing.{protocol}.{}", setting.key());
        Key { default: setting.default_value(), ..Key::of(key, setting.parameter()) }
    }));
}

/// Puts a routing protocol's preset and parameters.
fn put_protocol<C: Clone + Default>(
    resolved: &mut Table,
    protocol: &str,
    (preset, config): (String, C),
    settings: &[Setting<C>],
) {
    put(resolved, &["routing", protocol, "preset"], Value::String(preset));
    for setting in settings {
        put(resolved, &["routing", protocol, setting.key()], as_value(&setting.value(&config)));
    }
}

/// A parameter's value as TOML, from the text that its own parser accepts.
fn as_value(text: &str) -> Value {
    match text {
        "on" => Value::Boolean(true),
        "off" => Value::Boolean(false),
        _ => match super::keys::parse_value(text) {
            Some(value @ (Value::Integer(_) | Value::Float(_))) => value,
            _ => Value::String(text.to_owned()),
        },
    }
}

fn put(resolved: &mut Table, path: &[&str], value: Value) {
    let Some((last, rest)) = path.split_last() else { return };
    let mut table = resolved;
    for part in rest {
        let entry = table.entry(*part).or_insert_with(|| Value::Table(Table::new()));
        let Value::Table(inner) = entry else { return };
        table = inner;
    }
    table.insert((*last).to_owned(), value);
}

/// Every key of the scenario with its value: the document over the defaults.
pub(crate) fn resolved(document: &Table) -> Result<Table, ScenarioError> {
    plan(document, 1)?;
    let settings = Settings { document, flow: None };
    let mut resolved = Table::new();
    for row in ROWS {
        let (section_name, key) = row.parameter.key.split_once('.').unwrap_or((row.parameter.key, ""));
        if !row.kinds.is_empty() {
            let kind = settings.text(&format!("{section_name}.kind"))?;
            if !row.kinds.contains(&kind.as_str()) {
                continue;
            }
        }
        put(&mut resolved, &[section_name, key], settings.value(row.parameter.key)?);
    }
    let (profile, config) = radio::configuration(document)?;
    put(&mut resolved, &["radio", "profile"], Value::String(profile.clone()));
    let values = Table::try_from(config).map_err(|e| ScenarioError::new(e.to_string()))?;
    for parameter in airhop_wireless::parameters() {
        if let (Some(value), Some((section_name, key))) =
            (super::settings::lookup(&values, parameter.key), parameter.key.split_once('.'))
        {
            put(&mut resolved, &[section_name, key], value.clone());
        }
    }
    match settings.text("routing.protocol")?.as_str() {
        "aodv" => put_protocol(&mut resolved, "aodv", aodv_preset_of(document, &profile)?, aodv::PARAMETERS),
        "dsr" => put_protocol(&mut resolved, "dsr", dsr_preset_of(document, &profile)?, dsr::PARAMETERS),
        _ => {}
    }
    let given = section(document, "transport");
    let name = given.and_then(|t| t.get("name")).and_then(Value::as_str).unwrap_or(flows::DEFAULT_TRANSPORT);
    put(&mut resolved, &["transport", "name"], Value::String(name.to_owned()));
    let transport = flows::flow_transport(document, name)?;
    for parameter in airhop_transport::parameters() {
        let own = transport.endpoints().and_then(|t| t.value(parameter.key)).unwrap_or(parameter.default);
        let value = given.and_then(|t| t.get(parameter.key)).cloned();
        put(&mut resolved, &["transport", parameter.key], value.unwrap_or_else(|| as_value(own)));
    }
    if let Some(waypoints) = section(document, "mobility").and_then(|m| m.get("waypoints")) {
        put(&mut resolved, &["mobility", "waypoints"], waypoints.clone());
    }
    if let Some(links) = section(document, "wired") {
        resolved.insert("wired".into(), Value::Table(super::wired::resolved(links)));
    }
    if let Some(flows) = section(document, "flows") {
        resolved.insert("flows".into(), Value::Table(flows.clone()));
    }
    Ok(resolved)
}

/// The scenario as a TOML document with one comment per key. Reading it gives the same scenario.
///
/// Keys of `transport` that were not given are comments: they are the recipe's own, and another transport may have others,
/// which a key that is given would replace.
pub(crate) fn to_toml(name: &str, description: &str, document: &Table) -> Result<String, ScenarioError> {
    let resolved = resolved(document)?;
    let given = section(document, "transport");
    let is_given = |full: &str| match full.strip_prefix("transport.") {
        Some(name) => name == "name" || given.is_some_and(|table| table.contains_key(name)),
        None => true,
    };
    let keys = keys();
    let mut text = String::new();
    let line = |text: &mut String, value: &Value, full: &str, name: &str| {
        let Some(key) = keys.iter().find(|k| k.key == full) else { return };
        let unit = if key.unit.is_empty() { String::new() } else { format!(" [{}]", key.unit) };
        let comment = if is_given(full) { "" } else { "# " };
        let assignment = format!("{comment}{name} = {value}");
        // A formatting error cannot happen when writing to a string.
        let _ = writeln!(text, "{assignment:<32} # {}{unit}; {}", key.about, key.allowed);
    };
    let _ = writeln!(text, "name = {}", Value::String(name.to_owned()));
    let _ = writeln!(text, "description = {}", Value::String(description.to_owned()));
    for section_name in SECTIONS.iter().filter(|r| !matches!(**r, "wired" | "flows")) {
        let Some(table) = section(&resolved, section_name) else { continue };
        let _ = writeln!(text, "\n[{section_name}]");
        if *section_name == "transport" {
            let _ = writeln!(text, "# The values in comments are the transport's own.");
        }
        // In the order of the documentation, not of the alphabet.
        for key in &keys {
            if let Some(name) = key.key.strip_prefix(&format!("{section_name}."))
                && let Some(value) = table.get(name)
            {
                line(&mut text, value, &key.key, name);
            }
        }
        if *section_name == "mobility" && table.contains_key("waypoints") {
            let _ = writeln!(text, "\n[{}] # node = [[time_s, x_m, y_m], ...]", mobility::WAYPOINTS);
            for waypoints in mobility::lines(&resolved) {
                let _ = writeln!(text, "{waypoints}");
            }
        }
        for protocol in ["aodv", "dsr"] {
            let Some(own) = section(table, protocol) else { continue };
            let _ = writeln!(text, "\n[routing.{protocol}]");
            let prefix = format!("routing.{protocol}.");
            for key in &keys {
                if let Some(name) = key.key.strip_prefix(&prefix)
                    && let Some(value) = own.get(name)
                {
                    line(&mut text, value, &key.key, name);
                }
            }
        }
    }
    for (name, link) in section(&resolved, "wired").into_iter().flatten() {
        let _ = writeln!(text, "\n[wired.{}]", super::wired::bare_or_quoted(name));
        for row in WIRED_ROWS {
            let key = row.parameter.key;
            if let Some(value) = link.get(key) {
                line(&mut text, value, &format!("wired.NAME.{key}"), key);
            }
        }
    }
    let _ = writeln!(text, "\n# Flows (those of the topology with seed 1). Keys of [flows.NAME]:");
    for Row { parameter, .. } in FLOW_ROWS {
        let Parameter { key, unit, about, allowed, .. } = parameter;
        let unit = if unit.is_empty() { String::new() } else { format!(" [{unit}]") };
        let _ = writeln!(text, "#   {key:<10} {about}{unit}; {allowed}");
    }
    let _ = writeln!(text, "#   traffic.*  as in [traffic], for this flow alone");
    let plan = plan(document, 1)?;
    for flow in &plan.flows {
        let _ = writeln!(
            text,
            "# {}: {} to {}, {}",
            flow.name,
            plan.name(flow.src),
            plan.name(flow.dst),
            flow.transport_name
        );
    }
    if let Some(flows) = resolved.get("flows") {
        let mut wrapped = Table::new();
        wrapped.insert("flows".into(), flows.clone());
        let _ = write!(text, "\n{}", toml::to_string(&wrapped).map_err(|e| ScenarioError::new(e.to_string()))?);
    }
    Ok(text)
}
