use super::keys::text_of;
use super::settings::{Settings, section};
use crate::error::ScenarioError;
use crate::plan::RoutingPlan;
use airhop_routing::{AodvConfig, DsrConfig};
use toml::{Table, Value};

pub(crate) fn routing(settings: &Settings, profile: &str) -> Result<RoutingPlan, ScenarioError> {
    Ok(match settings.text("routing.protocol")?.as_str() {
        "static" => RoutingPlan::Static,
        "dsr" => RoutingPlan::Dsr(Box::new(dsr_preset_of(settings.document, profile)?.1)),
        _ => RoutingPlan::Aodv(Box::new(aodv_preset_of(settings.document, profile)?.1)),
    })
}

pub(crate) fn check_aodv_parameter(key: &str, value: &Value) -> Result<(), ScenarioError> {
    if key == "preset" {
        return aodv_preset(&text_of(value)).map(|_| ());
    }
    AodvConfig::ns2().set(key, &text_of(value)).map_err(|e| ScenarioError::new(format!("routing.aodv.{key}: {e}")))
}

fn aodv_preset(name: &str) -> Result<AodvConfig, ScenarioError> {
    match name {
        "ns2" => Ok(AodvConfig::ns2()),
        "rfc3561" => Ok(AodvConfig::rfc3561()),
        _ => Err(ScenarioError::value("routing.aodv.preset", name, "ns2 or rfc3561")),
    }
}

/// Unless set, AODV's preset follows the radio profile: ns-2's with ns-2's radio, the RFC's elsewhere.
pub(crate) fn aodv_preset_of(document: &Table, profile: &str) -> Result<(String, AodvConfig), ScenarioError> {
    let (preset, own) = preset_of(document, "aodv", profile, "rfc3561");
    let mut config = aodv_preset(&preset)?;
    for (key, value) in own {
        config.set(key, &text_of(value)).map_err(|e| ScenarioError::new(format!("routing.aodv.{key}: {e}")))?;
    }
    Ok((preset, config))
}

pub(crate) fn check_dsr_parameter(key: &str, value: &Value) -> Result<(), ScenarioError> {
    if key == "preset" {
        return dsr_preset(&text_of(value)).map(|_| ());
    }
    DsrConfig::ns2().set(key, &text_of(value)).map_err(|e| ScenarioError::new(format!("routing.dsr.{key}: {e}")))
}

fn dsr_preset(name: &str) -> Result<DsrConfig, ScenarioError> {
    match name {
        "ns2" => Ok(DsrConfig::ns2()),
        "rfc4728" => Ok(DsrConfig::rfc4728()),
        _ => Err(ScenarioError::value("routing.dsr.preset", name, "ns2 or rfc4728")),
    }
}

/// DSR's preset follows the radio profile as AODV's does.
pub(crate) fn dsr_preset_of(document: &Table, profile: &str) -> Result<(String, DsrConfig), ScenarioError> {
    let (preset, own) = preset_of(document, "dsr", profile, "rfc4728");
    let mut config = dsr_preset(&preset)?;
    for (key, value) in own {
        config.set(key, &text_of(value)).map_err(|e| ScenarioError::new(format!("routing.dsr.{key}: {e}")))?;
    }
    Ok((preset, config))
}

/// Whether the interface queue is ordered by class unless the document sets it: only ns-2's DSR has such a queue.
pub(crate) fn queue_by_class(document: &Table, profile: &str) -> bool {
    let protocol = section(document, "routing").and_then(|r| r.get("protocol")).and_then(Value::as_str);
    protocol == Some("dsr") && preset_of(document, "dsr", profile, "rfc4728").0 == "ns2"
}

/// The preset of a protocol, by the document or else by the radio profile, and the document's own values.
fn preset_of<'a>(
    document: &'a Table,
    protocol: &str,
    profile: &str,
    rfc: &str,
) -> (String, impl Iterator<Item = (&'a String, &'a Value)> + use<'a>) {
    let own = section(document, "routing").and_then(|r| section(r, protocol));
    let preset = match own.and_then(|o| o.get("preset")) {
        Some(name) => text_of(name),
        None => if profile.starts_with("ns2") || profile == "access" { "ns2" } else { rfc }.into(),
    };
    (preset, own.into_iter().flatten().filter(|(key, _)| *key != "preset"))
}
