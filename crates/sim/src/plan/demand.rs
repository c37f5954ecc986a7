//! The demand of a scenario's flows, for programs that carry them with transports other than the simulator's.

use super::traffic::Traffic;
use super::{FlowPlan, FlowTransport, Plan};
use airhop_base::Nanos;
use serde::Serialize;

/// One flow of a scenario, without the state of its transport.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Demand {
    /// Its name.
    pub name: String,
    /// Source: a radio node, or a wired host behind them.
    pub src: u32,
    /// Destination.
    pub dst: u32,
    /// Its transport, as the scenario names it.
    pub transport: String,
    /// When it starts, in seconds.
    pub start_s: f64,
    /// When it stops, if before the end.
    pub stop_s: Option<f64>,
    /// The behaviour of its application.
    pub application: Application,
}

/// The behaviour of a flow's application.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Application {
    /// Always has data.
    Ftp,
    /// One packet's payload at even intervals over a stream.
    Cbr {
        /// Payload of a packet.
        packet_bytes: u32,
        /// Seconds between packets.
        interval_s: f64,
    },
    /// Datagrams at even intervals.
    Datagrams {
        /// Payload of a datagram.
        packet_bytes: u32,
        /// Seconds between datagrams.
        interval_s: f64,
    },
    /// File after file: Pareto sizes, an exponential pause after each acknowledged file.
    Files {
        /// Mean size in bytes.
        mean_bytes: f64,
        /// Shape of the Pareto distribution.
        shape: f64,
        /// Mean pause in seconds.
        pause_s: f64,
    },
    /// One transfer.
    Transfer {
        /// Its size.
        bytes: u64,
    },
}

impl Plan {
    /// The demand of the flows.
    #[must_use]
    pub fn demands(&self) -> Vec<Demand> {
        self.flows.iter().map(Demand::of).collect()
    }
}

impl Demand {
    fn of(flow: &FlowPlan) -> Self {
        let packet_bytes = flow.packet_bytes;
        let application = match (&flow.transport, flow.traffic) {
            (FlowTransport::Udp { paced: Some(rate) }, _) => {
                Application::Datagrams { packet_bytes, interval_s: rate.time_for(packet_bytes.into()).as_secs_f64() }
            }
            (FlowTransport::Udp { paced: None }, Traffic::Cbr { interval, .. }) => {
                Application::Datagrams { packet_bytes, interval_s: interval.as_secs_f64() }
            }
            (_, Traffic::Cbr { packet_bytes, interval }) => {
                Application::Cbr { packet_bytes, interval_s: interval.as_secs_f64() }
            }
            (_, Traffic::Ftp) => Application::Ftp,
            (_, Traffic::Files { mean_bytes, shape, pause_s }) => Application::Files { mean_bytes, shape, pause_s },
            (_, Traffic::Transfer { bytes }) => Application::Transfer { bytes },
        };
        Self {
            name: flow.name.clone(),
            src: flow.src.0,
            dst: flow.dst.0,
            transport: flow.transport_name.clone(),
            start_s: flow.start.as_secs_f64(),
            stop_s: (flow.stop < Nanos::MAX).then(|| flow.stop.as_secs_f64()),
            application,
        }
    }
}
