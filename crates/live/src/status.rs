use crate::counters::Counters;
use crate::lateness::RealTime;
use airhop_sim::MacResult;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// How a live run does at a moment.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Status {
    /// Seconds since it began.
    pub time_s: f64,
    /// Lateness of the deliveries since the last status but one, so that a moment's trouble shows.
    pub recent: RealTime,
    /// Lateness of all deliveries.
    pub real_time: RealTime,
    /// Packets at the interfaces.
    pub packets: Counters,
    /// What the MACs counted since the warm-up ended.
    pub mac: Option<MacResult>,
    /// The flows that carried payload, at most [`MOST_SHOWN`].
    pub flows: Vec<FlowStatus>,
    /// The radio nodes.
    pub nodes: Vec<NodeStatus>,
}

/// The most flows in a status: those of the scenario first, then those that were heard of last.
pub(crate) const MOST_SHOWN: usize = 32;

/// One flow in a [`Status`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FlowStatus {
    /// Its name in the scenario, or its ends.
    pub name: String,
    /// Source node.
    pub src: u32,
    /// Destination node.
    pub dst: u32,
    /// Payload delivered since the last status, in kbit/s.
    pub goodput_kbps: f64,
    /// Payload delivered since the warm-up ended.
    pub delivered_bytes: u64,
    /// Mean round-trip time since then.
    pub rtt_ms: f64,
    /// Segments sent again since then.
    pub retransmissions: u64,
    /// Seconds since a packet of it came by.
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

/// A hand on a live run in another thread.
#[derive(Clone, Debug, Default)]
pub struct Handle {
    stop: Arc<AtomicBool>,
    status: Arc<Mutex<Status>>,
}

impl Handle {
    /// Ends the run soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it is to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How the run did when it last said so.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Says how the run does, unless somebody is just reading: the relay waits for nobody. Gives whether it was said.
    pub(crate) fn publish(&self, status: &mut Status) -> bool {
        let Ok(mut place) = self.status.try_lock() else { return false };
        std::mem::swap(&mut *place, status);
        true
    }
}
