use crate::counters::Counters;
use crate::lateness::RealTime;
use airhop_sim::MacResult;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Current status of a live run.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Status {
    /// Seconds since the start.
    pub time_s: f64,
    /// Lateness of the deliveries since the last but one status, so that short disturbances are visible.
    pub recent: RealTime,
    /// Lateness of all deliveries.
    pub real_time: RealTime,
    /// Packets at the interfaces.
    pub packets: Counters,
    /// MAC counters since the end of the warm-up.
    pub mac: Option<MacResult>,
    /// Flows that carried payload, at most [`MOST_SHOWN`].
    pub flows: Vec<FlowStatus>,
    /// The radio nodes.
    pub nodes: Vec<NodeStatus>,
}

/// Maximum number of flows in a status: flows of the scenario first, then the most recent ones.
pub(crate) const MOST_SHOWN: usize = 32;

/// One flow in a [`Status`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FlowStatus {
    /// Name in the scenario, or endpoints.
    pub name: String,
    /// Source node.
    pub src: u32,
    /// Destination node.
    pub dst: u32,
    /// Payload delivered since the last status, in kbit/s.
    pub goodput_kbps: f64,
    /// Payload delivered since the end of the warm-up.
    pub delivered_bytes: u64,
    /// Mean round-trip time since then.
    pub rtt_ms: f64,
    /// Retransmitted segments since then.
    pub retransmissions: u64,
    /// Seconds since the last packet.
    pub silent_s: f64,
}

/// One radio node in a [`Status`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NodeStatus {
    /// Its number.
    pub node: u32,
    /// Packets in its interface queue.
    pub queue_packets: usize,
}

/// Handle to a live run in another thread.
#[derive(Clone, Debug, Default)]
pub struct Handle {
    stop: Arc<AtomicBool>,
    status: Arc<Mutex<Status>>,
}

impl Handle {
    /// Requests the end of the run.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the end was requested.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The last published status.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Publishes the status, unless a reader holds the lock, because the relay must not wait. Returns whether it was published.
    pub(crate) fn publish(&self, status: &mut Status) -> bool {
        let Ok(mut place) = self.status.try_lock() else { return false };
        std::mem::swap(&mut *place, status);
        true
    }
}
