//! From a document to a plan.

use super::flows;
use super::mobility;
use super::radio;
use super::routing;
use super::settings::{Settings, check_kind_keys, section};
use super::topology;
use super::wired;
use crate::error::ScenarioError;
use crate::plan::wired::WiredRoutes;
use crate::plan::{Plan, RunPlan};
use airhop_base::Nanos;
use toml::{Table, Value};

/// Resolves everything that a run with this seed needs.
pub(crate) fn plan(document: &Table, seed: u64) -> Result<Plan, ScenarioError> {
    let settings = Settings { document, flow: None };
    let seconds = |key: &str| settings.real(key).map(Nanos::from_secs_f64);
    let run = RunPlan {
        duration: seconds("run.duration_s")?,
        warmup: seconds("run.warmup_s")?,
        packets: settings.integer("run.packets")? as u64,
        batches: settings.integer("run.batches")? as u64,
        window: seconds("run.window_s")?,
        sample: seconds("run.sample_s")?,
    };
    if run.packets == 0 && run.warmup >= run.duration {
        return Err(ScenarioError::value(
            "run.warmup_s",
            settings.real("run.warmup_s")?,
            &format!("less than run.duration_s = {}", settings.real("run.duration_s")?),
        ));
    }
    if run.packets > 0 && run.packets < run.batches {
        return Err(ScenarioError::value("run.packets", run.packets, "at least run.batches, one packet a batch"));
    }
    check_kind_keys(&settings, "topology")?;
    let (profile, wireless) = radio::configuration(document)?;
    let routing = routing::routing(&settings, &profile)?;
    let mut topology = topology::build(&settings, seed)?;
    let mobility = mobility::mobility(&settings, &mut topology.positions)?;
    let transport_name = section(document, "transport")
        .and_then(|t| t.get("name"))
        .and_then(Value::as_str)
        .unwrap_or(flows::DEFAULT_TRANSPORT);
    // The scenario's own transport is checked even if every flow has another.
    flows::flow_transport(document, transport_name)?;
    let (hosts, links) = wired::wired(document, topology.positions.len())?;
    let wired_routes = WiredRoutes::new(&links);
    let nodes = wired::Nodes { radio: topology.positions.len(), hosts: &hosts, routes: &wired_routes };
    if hosts.is_empty() && settings.text("topology.kind")? == "access" {
        return Err(ScenarioError::new(
            "topology.kind = \"access\" needs a wired host: add [wired.NAME] with ends = [\"host\", 0]",
        ));
    }
    let flows = flows::flows(&settings, &topology, &nodes, transport_name)?;
    let kind = settings.text("topology.kind")?;
    let is_spaced = Settings::row("topology.spacing_m").is_some_and(|row| row.kinds.contains(&kind.as_str()));
    Ok(Plan {
        run,
        positions: topology.positions,
        mobility,
        spacing_m: if is_spaced { Some(settings.real("topology.spacing_m")?) } else { None },
        random: kind == "random",
        wireless,
        routing,
        failure_notices: settings.switch("routing.failure_notices")?,
        hosts,
        wired: links,
        wired_routes,
        flows,
        transport_name: transport_name.to_owned(),
    })
}
