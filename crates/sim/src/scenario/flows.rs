//! `[flows.NAME]`, `[transport]` and `[traffic]`: who sends what to whom, and how.

use super::keys::text_of;
use super::settings::{Settings, as_real, check_kind_keys, flow_value, section};
use super::topology;
use super::wired;
use crate::error::ScenarioError;
use crate::plan::traffic::Traffic;
use crate::plan::{FlowPlan, FlowTransport};
use airhop_base::{BitRate, Nanos, NodeId};
use airhop_transport::{Kind, PacedRate, Transport};
use toml::{Table, Value};

/// The transport that a scenario uses if it names none.
pub(crate) const DEFAULT_TRANSPORT: &str = "newreno";

/// The prefix of a kernel's congestion control among the names of transports.
const KERNEL: &str = "kernel:";

pub(crate) fn check_transport_parameter(key: &str, value: &Value) -> Result<(), ScenarioError> {
    let mut transport = Transport::parse(DEFAULT_TRANSPORT).map_err(|e| ScenarioError::new(e.to_string()))?;
    transport.set(key, &text_of(value)).map_err(|e| ScenarioError::new(format!("transport.{key}: {e}")))
}

pub(crate) fn flow_transport(document: &Table, name: &str) -> Result<FlowTransport, ScenarioError> {
    if name == "udp" {
        return Ok(FlowTransport::Udp { paced: None });
    }
    if let Some(control) = name.strip_prefix(KERNEL) {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if control.is_empty() || !control.chars().all(is_name) {
            let message = format!("transport {name}: expected a congestion control after kernel:, as in kernel:cubic");
            return Err(ScenarioError::new(message));
        }
        return Ok(FlowTransport::Kernel);
    }
    let mut transport = Transport::parse(name).map_err(|e| ScenarioError::new(e.to_string()))?;
    match transport.kind() {
        Kind::PacedUdp { rate: PacedRate::Kbps(kbps) } => {
            let rate = BitRate::from_bps((kbps * 1000.0).round() as u64);
            Ok(FlowTransport::Udp { paced: rate })
        }
        Kind::PacedUdp { rate: PacedRate::Best } => Err(ScenarioError::new(
            "udp-paced=best is a search over many runs, which `airhop run` performs; a single run needs a rate, as in \
             udp-paced=330 (kbit/s)",
        )),
        Kind::Tcp | Kind::Dccp => {
            for (key, value) in section(document, "transport").into_iter().flatten().filter(|(k, _)| *k != "name") {
                transport.set(key, &text_of(value)).map_err(|e| ScenarioError::new(format!("transport.{key}: {e}")))?;
            }
            Ok(FlowTransport::Endpoints(Box::new(transport)))
        }
    }
}

/// Every flow of the scenario: those of the topology, then those that the document adds.
pub(crate) fn flows(
    settings: &Settings,
    topology: &topology::Topology,
    nodes: &wired::Nodes,
    transport_name: &str,
) -> Result<Vec<FlowPlan>, ScenarioError> {
    let own = section(settings.document, "flows");
    let nothing = Table::new();
    let named = |name: &str| own.and_then(|o| section(o, name));
    let mut flows = Vec::new();
    for (i, &(src, dst)) in topology.pairs.iter().enumerate() {
        let name = format!("f{i}");
        let table = named(&name).unwrap_or(&nothing);
        flows.push(flow(settings, nodes, &name, table, Some((src, dst)), transport_name)?);
    }
    let extra = own.into_iter().flatten().filter(|(name, _)| {
        let by_topology = name.strip_prefix('f').and_then(|n| n.parse::<usize>().ok());
        by_topology.is_none_or(|i| i >= topology.pairs.len() || **name != format!("f{i}"))
    });
    for (name, _) in extra {
        if flows.len() as u64 >= super::keys::MOST_FLOWS {
            return Err(ScenarioError::new(format!("at most {} flows are allowed", super::keys::MOST_FLOWS)));
        }
        let table = named(name).unwrap_or(&nothing);
        flows.push(flow(settings, nodes, name, table, None, transport_name)?);
    }
    if flows.is_empty() {
        return Err(ScenarioError::new(
            "the scenario has no flows: add [flows.f0] with src and dst, or set topology.flows",
        ));
    }
    Ok(flows)
}

fn flow(
    settings: &Settings,
    nodes: &wired::Nodes,
    name: &str,
    table: &Table,
    pair: Option<(u32, u32)>,
    transport_name: &str,
) -> Result<FlowPlan, ScenarioError> {
    let own = Settings { document: settings.document, flow: Some(table) };
    let end = |key: &str, by_topology: Option<u32>| match (flow_value(name, table, key)?, by_topology) {
        (Some(value), _) => nodes.find(&format!("flows.{name}.{key}"), value),
        (None, Some(node)) => Ok(NodeId(node)),
        (None, None) => Err(ScenarioError::new(format!("flows.{name} has no {key}; expected {}", nodes.describe()))),
    };
    let src = end("src", pair.map(|p| p.0))?;
    let dst = end("dst", pair.map(|p| p.1))?;
    if src == dst {
        return Err(ScenarioError::new(format!("flow {name} goes from node {src} to itself: src and dst must differ")));
    }
    nodes.check_path(name, src, dst)?;
    let time = |key: &str, default: Nanos| {
        Ok::<_, ScenarioError>(flow_value(name, table, key)?.map_or(default, |v| Nanos::from_secs_f64(as_real(v))))
    };
    let start = time("start_s", Nanos::ZERO)?;
    let stop = time("stop_s", Nanos::MAX)?;
    if stop <= start {
        return Err(ScenarioError::value(
            &format!("flows.{name}.stop_s"),
            stop.as_secs_f64(),
            &format!("later than start_s = {}", start.as_secs_f64()),
        ));
    }
    let transport_name = flow_value(name, table, "transport")?.and_then(Value::as_str).unwrap_or(transport_name);
    let transport = flow_transport(settings.document, transport_name)?;
    if table.contains_key("traffic") {
        let only = Settings { document: settings.document, flow: Some(table) };
        check_kind_keys(&only, "traffic")?;
    } else {
        check_kind_keys(settings, "traffic")?;
    }
    let packet_bytes = own.integer("traffic.packet_bytes")? as u32;
    let traffic = traffic(&own, packet_bytes)?;
    match (&transport, traffic) {
        (FlowTransport::Udp { paced: None }, Traffic::Ftp | Traffic::Files { .. } | Traffic::Transfer { .. }) => {
            return Err(ScenarioError::new(format!(
                "flow {name}: udp needs an application that sets the rate: set traffic.kind = \"cbr\", or use udp-paced=KBPS"
            )));
        }
        (FlowTransport::Udp { paced: Some(_) }, Traffic::Files { .. } | Traffic::Transfer { .. }) => {
            return Err(ScenarioError::new(format!(
                "flow {name}: files and transfers need a transport with ACKs, which udp-paced lacks"
            )));
        }
        _ => {}
    }
    Ok(FlowPlan {
        name: name.to_owned(),
        src,
        dst,
        transport_name: transport_name.to_owned(),
        transport,
        traffic,
        packet_bytes,
        start,
        start_spread: Nanos::from_secs_f64(own.real("traffic.start_spread_s")?),
        stop,
    })
}

fn traffic(settings: &Settings, packet_bytes: u32) -> Result<Traffic, ScenarioError> {
    Ok(match settings.text("traffic.kind")?.as_str() {
        "cbr" => {
            let rate_kbps = settings.real("traffic.rate_kbps")?;
            let interval = Nanos::from_secs_f64(f64::from(packet_bytes) * 8.0 / (rate_kbps * 1000.0));
            Traffic::Cbr { packet_bytes, interval: interval.max(Nanos::from_nanos(1)) }
        }
        "files" => Traffic::Files {
            mean_bytes: settings.real("traffic.mean_bytes")?,
            shape: settings.real("traffic.shape")?,
            pause_s: settings.real("traffic.pause_s")?,
        },
        "transfer" => Traffic::Transfer { bytes: settings.integer("traffic.bytes")? as u64 },
        _ => Traffic::Ftp,
    })
}
