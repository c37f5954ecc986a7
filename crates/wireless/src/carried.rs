//! What frames carry: packets of the caller, and the stations' own address resolution.

use crate::frame::Outgoing;
use crate::tctc::ContentionDelay;
use airhop_base::NodeId;

/// A packet as the network carries it: opaque, but for one field of the frame's header that travels along with it, and
/// for the mark that a congested queue sets.
pub trait Carried: Clone {
    /// The packet's contention delay field, which every transmission of it adds to; `None` for a packet that goes
    /// without, whose frames have no such field.
    fn contention_mut(&mut self) -> Option<&mut ContentionDelay> {
        None
    }

    /// Marks the packet for congestion (ECN), and says whether that was possible; most cannot be marked.
    fn mark_congestion(&mut self) -> bool {
        false
    }
}

/// What a station has in its queue: a packet, or its own address resolution.
#[derive(Clone, Debug)]
pub(crate) enum Content<P> {
    Packet(P),
    ArpRequest { target: NodeId },
    ArpReply,
}

impl<P: Carried> Content<P> {
    /// Bytes of the options in the header of a frame that carries this.
    pub fn option_bytes(&mut self) -> u32 {
        if self.contention_mut().is_some() { ContentionDelay::OPTION_BYTES } else { 0 }
    }

    pub fn mark_congestion(&mut self) -> bool {
        match self {
            Self::Packet(packet) => packet.mark_congestion(),
            Self::ArpRequest { .. } | Self::ArpReply => false,
        }
    }

    pub fn contention_mut(&mut self) -> Option<&mut ContentionDelay> {
        match self {
            Self::Packet(packet) => packet.contention_mut(),
            Self::ArpRequest { .. } | Self::ArpReply => None,
        }
    }
}

impl<P: Carried> Outgoing<P> {
    /// The packet for the queue; its size now counts the options of its frames' header.
    pub(crate) fn wrap(self) -> Outgoing<Content<P>> {
        let Self { packet, bytes, next_hop, class } = self;
        let mut packet = Content::Packet(packet);
        let bytes = bytes + packet.option_bytes();
        Outgoing { packet, bytes, next_hop, class }
    }
}
