use crate::aodv::message::Message;
use crate::dsr::header::Routed;
use airhop_base::NodeId;

/// The destination of packets that are meant for every node in range.
pub const BROADCAST: NodeId = NodeId(u32::MAX);

/// One IP packet on its way through the network.
#[derive(Clone, Debug)]
pub struct Packet<T> {
    /// The node that created the packet. Control messages carry their last sender, as their IP header does.
    pub src: NodeId,
    /// The node it is meant for, or [`BROADCAST`].
    pub dst: NodeId,
    /// How many more times it may be forwarded.
    pub ttl: u8,
    /// Links travelled so far: 0 at its source, counted up by [`crate::Router::receive`].
    pub hops: u8,
    /// Unique in a run, set by the creator. Routers number their own control packets from 2^63 up (see
    /// [`Packet::control_id`]); transports number theirs below.
    pub id: u64,
    /// Size of the whole IP packet in bytes, IP header included.
    pub bytes: u32,
    /// What it carries.
    pub body: Body<T>,
}

/// What a packet carries.
#[derive(Clone, Debug)]
pub enum Body<T> {
    /// A transport's segment.
    Data(T),
    /// A message of the AODV routing protocol.
    Aodv(Message),
    /// A message of the DSR routing protocol, or a transport's segment with DSR's headers. Boxed, so that packets that
    /// have none of them do not carry the room for them.
    Dsr(Box<Routed<T>>),
}

impl<T> Packet<T> {
    /// Whether this is a message of a routing protocol rather than data.
    #[must_use]
    pub fn is_control(&self) -> bool {
        match &self.body {
            Body::Data(_) => false,
            Body::Aodv(_) => true,
            Body::Dsr(routed) => routed.data.is_none(),
        }
    }

    /// The transport's segment, if it carries one.
    #[must_use]
    pub fn data(&self) -> Option<&T> {
        match &self.body {
            Body::Data(data) => Some(data),
            Body::Aodv(_) => None,
            Body::Dsr(routed) => routed.data.as_ref(),
        }
    }

    /// The same, to change it.
    pub fn data_mut(&mut self) -> Option<&mut T> {
        match &mut self.body {
            Body::Data(data) => Some(data),
            Body::Aodv(_) => None,
            Body::Dsr(routed) => routed.data.as_mut(),
        }
    }

    /// The identity of the `count`th control packet that `node` creates: bit 63 set, then 32 bits of node, then 31 of count.
    #[must_use]
    pub fn control_id(node: NodeId, count: u32) -> u64 {
        1 << 63 | u64::from(node.0) << 31 | u64::from(count & 0x7fff_ffff)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_stay_compact_and_control_ids_apart() {
        // Control messages are boxed so that a packet costs its payload, its header and no more.
        assert!(size_of::<Packet<[u8; 40]>>() <= 24 + 40 + 8);
        assert!(size_of::<Message>() <= 16);
        assert_ne!(Packet::<()>::control_id(NodeId(1), 0), Packet::<()>::control_id(NodeId(0), 1));
        assert!(Packet::<()>::control_id(NodeId(0), 0) >= 1 << 63);
    }
}
