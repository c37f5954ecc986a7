use crate::packet::Packet;
use airhop_base::{Nanos, NodeId};

/// What a router asks its caller to do. The caller carries out actions in the order in which they come out.
#[derive(Clone, Debug)]
pub enum Action<T> {
    /// Put the packet into the interface queue.
    Transmit {
        /// What to send.
        packet: Packet<T>,
        /// To which neighbour; `None` for a broadcast.
        next_hop: Option<NodeId>,
        /// How long to wait first; zero to send at once. The next hop stays the same even if the route changes meanwhile.
        delay: Nanos,
    },
    /// Hand the packet to this node's own transport.
    Deliver(Packet<T>),
    /// The packet is dropped here.
    Drop {
        /// The packet.
        packet: Packet<T>,
        /// Why.
        reason: DropReason,
    },
    /// Take every packet for that neighbour out of the interface queue, first to last, and hand each to
    /// [`crate::Router::reclaimed`].
    ReclaimQueue {
        /// The neighbour that can no longer be reached.
        next_hop: NodeId,
    },
}

/// Why a router dropped a packet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum DropReason {
    /// There is no route to the destination and none was found.
    NoRoute,
    /// The packet's time-to-live has expired.
    TtlExpired,
    /// The buffer of packets that wait for a route was full.
    BufferFull,
    /// The packet waited for a route longer than the buffer keeps it.
    BufferTimeout,
    /// The MAC gave up on the link to the next hop.
    LinkFailed,
    /// The packet came back to the node that created it.
    Loop,
}

impl DropReason {
    /// Every reason, in the order of the enumeration.
    pub const ALL: [Self; 6] =
        [Self::NoRoute, Self::TtlExpired, Self::BufferFull, Self::BufferTimeout, Self::LinkFailed, Self::Loop];

    /// The reason in snake case, for results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoRoute => "no_route",
            Self::TtlExpired => "ttl_expired",
            Self::BufferFull => "buffer_full",
            Self::BufferTimeout => "buffer_timeout",
            Self::LinkFailed => "link_failed",
            Self::Loop => "loop",
        }
    }
}
