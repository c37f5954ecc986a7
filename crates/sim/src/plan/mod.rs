//! What a run is: plain data that a scenario is turned into and a simulation is built from.

pub mod demand;
pub mod layout;
pub mod mobility;
pub mod traffic;
pub mod wired;

use airhop_base::{BitRate, Nanos, NodeId};
use airhop_routing::{AodvConfig, DsrConfig};
use airhop_transport::Transport;
use airhop_wireless::{Position, WirelessConfig};
use mobility::Mobility;
use traffic::Traffic;
use wired::{WiredLink, WiredRoutes};

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
    /// By the endpoints of a transport.
    Endpoints(Box<Transport>),
    /// Datagrams, as the application makes them or at a given rate.
    Udp { paced: Option<BitRate> },
    /// By the TCP of the kernel that a live run uses.
    Kernel,
}

impl FlowTransport {
    /// The transport with its parameters, for flows that have endpoints here.
    pub(crate) fn endpoints(&self) -> Option<&Transport> {
        match self {
            Self::Endpoints(transport) => Some(transport),
            Self::Udp { .. } | Self::Kernel => None,
        }
    }
}

/// Which routing protocol runs, with its parameters.
#[derive(Clone, Debug)]
pub(crate) enum RoutingPlan {
    Static,
    Aodv(Box<AodvConfig>),
    Dsr(Box<DsrConfig>),
}

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

/// A resolved scenario: what a simulation is built from.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) run: RunPlan,
    pub(crate) positions: Vec<Position>,
    /// The distance between neighbours, in a topology that has one.
    pub(crate) spacing_m: Option<f64>,
    pub(crate) mobility: Option<Mobility>,
    /// Whether the positions are random: then a node may be out of range by chance; otherwise it is a mistake.
    pub(crate) random: bool,
    pub(crate) wireless: WirelessConfig,
    pub(crate) routing: RoutingPlan,
    /// Whether senders are notified of failed links and lost routes.
    pub(crate) failure_notices: bool,
    /// Names of the wired hosts, which are numbered on from the last radio node.
    pub(crate) hosts: Vec<String>,
    pub(crate) wired: Vec<WiredLink>,
    pub(crate) wired_routes: WiredRoutes,
    pub(crate) flows: Vec<FlowPlan>,
    pub(crate) transport_name: String,
}

impl Plan {
    /// A node as a user names it: by its number, or a wired host by its name.
    pub(crate) fn name(&self, node: NodeId) -> String {
        match self.hosts.get(node.index().wrapping_sub(self.positions.len())) {
            Some(host) => format!("host {host}"),
            None => format!("node {node}"),
        }
    }

    /// The radio nodes that have a wired link, in the order of their numbers.
    pub(crate) fn gateways(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.wired_routes.members().iter().copied().take_while(|node| node.index() < self.positions.len())
    }

    /// How many radio nodes there are; wired hosts are numbered on from there.
    #[must_use]
    pub fn radio_nodes(&self) -> usize {
        self.positions.len()
    }

    /// Names of the wired hosts, in the order of their numbers.
    #[must_use]
    pub fn host_names(&self) -> &[String] {
        &self.hosts
    }

    /// Seconds excluded from every mean.
    #[must_use]
    pub fn warmup(&self) -> Nanos {
        self.run.warmup
    }

    /// Time between two points of the time series.
    #[must_use]
    pub fn sample_interval(&self) -> Nanos {
        self.run.sample
    }

    /// Length of a window of the fairness measure.
    #[must_use]
    pub fn window(&self) -> Nanos {
        self.run.window
    }

    /// The end of the run.
    #[must_use]
    pub fn duration(&self) -> Nanos {
        self.run.duration
    }

    /// The same plan with other times: measured from `warmup` to `duration`, regardless of the number of packets that was
    /// to end it.
    #[must_use]
    pub fn with_times(mut self, warmup: Nanos, duration: Nanos) -> Self {
        self.run.warmup = warmup;
        self.run.duration = duration;
        self.run.packets = 0;
        self
    }
}
