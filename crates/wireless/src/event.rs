//! What the network and its driver tell each other: events that are due, and what became of packets.

use airhop_base::{Nanos, NodeId};

/// An event that the network asked for; to be handed back at its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The first or last bit of a transmission reaches its next receivers.
    Edge(u32),
    /// A station's timer.
    Timer(NodeId),
}

/// Where the network's events go.
pub trait Schedule {
    /// Hands `event` back at `at`, events of the same time in the order of these calls.
    fn schedule(&mut self, at: Nanos, event: Event);

    /// Takes back an event. To let it come all the same does no harm but costs its handling.
    fn cancel(&mut self, at: Nanos, event: Event);

    /// Whether an event at `at` would come before all that are scheduled. An answer of `false` is always safe.
    fn is_next(&self, at: Nanos) -> bool;
}

/// What the network tells of the packets it was given.
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
    /// A packet to another node was decoded; only after [`Network::listen_promiscuously`], and once for each time that it
    /// is sent.
    Overheard {
        /// Where.
        node: NodeId,
        /// The neighbour that sent it.
        from: NodeId,
        /// The packet.
        packet: P,
    },
    /// A packet reached the retry limit. The station stands still until [`Network::resume`] is called, so that what
    /// follows from the failure (packets taken back from the queue) comes before its next packet.
    Failed {
        /// The sender.
        node: NodeId,
        /// The neighbour that did not answer.
        next_hop: NodeId,
        /// The packet.
        packet: P,
    },
    /// A packet found no room: in the interface queue, or while its next hop's address was being resolved.
    Dropped {
        /// Where.
        node: NodeId,
        /// The packet.
        packet: P,
    },
}
