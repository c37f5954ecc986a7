//! The interface between the network and its driver: events that are due, and what happened to packets.

use airhop_base::{Nanos, NodeId};

/// An event that the network scheduled; the driver hands it back at its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The first or last bit of a transmission reaches its next receivers.
    Edge(u32),
    /// A station's timer.
    Timer(NodeId),
}

/// The driver's event queue.
pub trait Schedule {
    /// Hands `event` back at `at`, events of the same time in the order of these calls.
    fn schedule(&mut self, at: Nanos, event: Event);

    /// Cancels an event. An event that comes nevertheless does no harm beyond the cost of its handling.
    fn cancel(&mut self, at: Nanos, event: Event);

    /// Whether an event at `at` would come before all that are scheduled. An answer of `false` is always safe.
    fn is_next(&self, at: Nanos) -> bool;
}

/// What the network reports about the packets it was given.
#[derive(Clone, Debug)]
pub enum Upcall<P> {
    /// A packet arrived.
    Received {
        /// Where.
        node: NodeId,
        /// The neighbour that sent it.
        from: NodeId,
        /// The packet.
        packet: P,
    },
    /// A packet to another node was decoded, once for each time that it is sent; only after
    /// [`Network::listen_promiscuously`](crate::Network::listen_promiscuously).
    Overheard {
        /// Where.
        node: NodeId,
        /// The neighbour that sent it.
        from: NodeId,
        /// The packet.
        packet: P,
    },
    /// A packet reached the retry limit. The station pauses until [`Network::resume`](crate::Network::resume) is called, so
    /// that the consequences of the failure (packets taken back from the queue) come before its next packet.
    Failed {
        /// The sender.
        node: NodeId,
        /// The neighbour that did not answer.
        next_hop: NodeId,
        /// The packet.
        packet: P,
    },
    /// A packet was dropped: the interface queue was full, or its next hop's address was not resolved.
    Dropped {
        /// Where.
        node: NodeId,
        /// The packet.
        packet: P,
    },
}
