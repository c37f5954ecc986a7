use super::routing::{RoutingPlan, routing};
use super::settings::{Settings, as_real, flow_value, room};
use super::{mobility, radio, topology, wired};
use crate::error::ScenarioError;
use crate::mobility::Mobility;
use crate::traffic::Traffic;
use crate::wired::{WiredLink, WiredRoutes};
use airhop_base::{BitRate, Nanos, NodeId};
use airhop_transport::{Kind, PacedRate, Transport};
use airhop_wireless::{Position, WirelessConfig};
use toml::{Table, Value};

/// The transport that a scenario uses if it names none.
pub(crate) const DEFAULT_TRANSPORT: &str = "newreno";

/// When a run ends and what is measured when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunPlan {
    pub duration: Nanos,
    pub warmup: Nanos,
    /// Packets of a run by packets; 0 for a run by time.
    pub packets: u64,
    pub batches: u64,
    pub window: Nanos,
    pub sample: Nanos,
}

/// How a flow's data travels.
#[derive(Clone, Debug)]
pub(crate) enum FlowTransport {
    Tcp(Box<Transport>),
    Dccp(Box<Transport>),
    /// Datagrams, as the application makes them or at a rate of their own.
    Udp {
        paced: Option<BitRate>,
    },
    /// By the TCP of the kernel that a live run is made on.
    Kernel,
}

impl FlowTransport {
    /// The transport with its parameters, of what has endpoints of its own.
    pub(crate) fn endpoints(&self) -> Option<&Transport> {
        match self {
            Self::Tcp(transport) | Self::Dccp(transport) => Some(transport),
            Self::Udp { .. } | Self::Kernel => None,
        }
    }
}

/// What stands before the name of a kernel's congestion control among transports.
const KERNEL: &str = "kernel:";

/// One flow of a [`Plan`].
#[derive(Clone, Debug)]
pub struct FlowPlan {
    pub(crate) name: String,
    pub(crate) src: NodeId,
    pub(crate) dst: NodeId,
    pub(crate) transport_name: String,
    pub(crate) transport: FlowTransport,
    pub(crate) traffic: Traffic,
    pub(crate) packet_bytes: u32,
    pub(crate) start: Nanos,
    pub(crate) start_spread: Nanos,
    pub(crate) stop: Nanos,
}

/// A scenario with everything worked out: what a simulation is built from.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) run: RunPlan,
    pub(crate) positions: Vec<Position>,
    pub(crate) mobility: Option<Mobility>,
    /// Whether the positions are random: then a node out of range is chance, otherwise a mistake.
    pub(crate) random: bool,
    pub(crate) wireless: WirelessConfig,
    pub(crate) routing: RoutingPlan,
    /// Whether senders hear of failed links and lost routes.
    pub(crate) failure_notices: bool,
    /// Names of the wired hosts, which are numbered on from the last radio node.
    pub(crate) hosts: Vec<String>,
    pub(crate) wired: Vec<WiredLink>,
    pub(crate) wired_routes: WiredRoutes,
    pub(crate) flows: Vec<FlowPlan>,
    pub(crate) transport_name: String,
}

impl Plan {
    /// A node as a user knows it: by its number, or a wired host by its name.
    pub(crate) fn name(&self, node: NodeId) -> String {
        match self.hosts.get(node.index().wrapping_sub(self.positions.len())) {
            Some(host) => format!("host {host}"),
            None => format!("node {node}"),
        }
    }

    /// The flow whose transport only a live run has, if there is one.
    pub(crate) fn kernel_flow(&self) -> Option<&FlowPlan> {
        self.flows.iter().find(|flow| matches!(flow.transport, FlowTransport::Kernel))
    }

    /// The radio nodes that have a wired link, in the order of their numbers.
    pub(crate) fn gateways(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.wired_routes.members().iter().copied().take_while(|node| node.index() < self.positions.len())
    }
}

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
    let routing = routing(&settings, &profile)?;
    let mut topology = topology::build(&settings, seed)?;
    let mobility = mobility::mobility(&settings, &mut topology.positions)?;
    let transport_name =
        room(document, "transport").and_then(|t| t.get("name")).and_then(Value::as_str).unwrap_or(DEFAULT_TRANSPORT);
    // The scenario's own transport is checked even if every flow has another.
    flow_transport(document, transport_name)?;
    let (hosts, links) = wired::wired(document, topology.positions.len())?;
    let wired_routes = WiredRoutes::new(&links);
    let nodes = wired::Nodes { radio: topology.positions.len(), hosts: &hosts, routes: &wired_routes };
    if hosts.is_empty() && settings.text("topology.kind")? == "access" {
        return Err(ScenarioError::new(
            "topology.kind = \"access\" needs a wired host: add [wired.NAME] with ends = [\"host\", 0]",
        ));
    }
    let flows = flows(&settings, &topology, &nodes, transport_name)?;
    let random = settings.text("topology.kind")? == "random";
    Ok(Plan {
        run,
        positions: topology.positions,
        mobility,
        random,
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

/// Refuses keys of a topology or traffic kind that is not the one in use.
fn check_kind_keys(settings: &Settings, room_name: &str) -> Result<(), ScenarioError> {
    let kind = settings.text(&format!("{room_name}.kind"))?;
    let table = settings.flow.unwrap_or(settings.document);
    for (key, _) in room(table, room_name).into_iter().flatten() {
        let full = format!("{room_name}.{key}");
        if let Some(row) = Settings::row(&full)
            && !row.kinds.is_empty()
            && !row.kinds.contains(&kind.as_str())
        {
            return Err(ScenarioError::new(format!(
                "{full} is not a key of {room_name}.kind = \"{kind}\"; it belongs to {}",
                row.kinds.join(", ")
            )));
        }
    }
    Ok(())
}

/// A value as a room's own parser takes it.
pub(crate) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Boolean(true) => "on".into(),
        Value::Boolean(false) => "off".into(),
        other => other.to_string(),
    }
}

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
            let message = format!("transport {name}: after kernel: comes a congestion control, as in kernel:cubic");
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
            "udp-paced=best stands for a search over many runs, which `airhop run` does; one run needs a rate, as in \
             udp-paced=330 (kbit/s)",
        )),
        kind @ (Kind::Tcp | Kind::Dccp) => {
            for (key, value) in room(document, "transport").into_iter().flatten().filter(|(k, _)| *k != "name") {
                transport.set(key, &text_of(value)).map_err(|e| ScenarioError::new(format!("transport.{key}: {e}")))?;
            }
            let transport = Box::new(transport);
            Ok(if kind == Kind::Dccp { FlowTransport::Dccp(transport) } else { FlowTransport::Tcp(transport) })
        }
    }
}

fn flows(
    settings: &Settings,
    topology: &topology::Topology,
    nodes: &wired::Nodes,
    transport_name: &str,
) -> Result<Vec<FlowPlan>, ScenarioError> {
    let own = room(settings.document, "flows");
    let nothing = Table::new();
    let named = |name: &str| own.and_then(|o| room(o, name));
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
        if flows.len() as i64 >= super::keys::MOST_FLOWS {
            return Err(ScenarioError::new(format!("there may be {} flows", super::keys::MOST_FLOWS)));
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
        (None, None) => Err(ScenarioError::new(format!("flows.{name} has no {key}: give it {}", nodes.describe()))),
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
                "flow {name}: udp sends what its application paces: set traffic.kind = \"cbr\", or use udp-paced=KBPS"
            )));
        }
        (FlowTransport::Udp { paced: Some(_) }, Traffic::Files { .. } | Traffic::Transfer { .. }) => {
            return Err(ScenarioError::new(format!(
                "flow {name}: files and transfers need a transport that acknowledges; udp-paced does not"
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
