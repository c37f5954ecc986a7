use airhop_base::Nanos;
use airhop_routing::Packet;
use airhop_transport::Segment;
use airhop_wireless::{Carried, ContentionDelay};
use std::rc::Rc;

/// What a flow's packet carries.
#[derive(Clone, Debug)]
pub enum Payload {
    /// A TCP segment.
    Tcp {
        /// The flow's number.
        flow: u32,
        /// When the transport sent it.
        sent: Nanos,
        /// Whether it goes to the flow's destination; otherwise it goes back to the source.
        forward: bool,
        /// The contention delay so far, for a flow whose receiver asks for it.
        contention: Option<ContentionDelay>,
        /// The segment, shared: packets are copied at every hop, what they carry is not.
        segment: Rc<Segment>,
    },
    /// A UDP datagram.
    Udp {
        /// The flow's number.
        flow: u32,
        /// When it was sent.
        sent: Nanos,
        /// Payload in bytes.
        bytes: u32,
        /// Its number in the flow, from 0.
        number: u64,
    },
}

/// A packet as the radio network carries it.
#[derive(Clone, Debug)]
pub(crate) struct Framed(pub Packet<Payload>);

impl Carried for Framed {
    fn contention_mut(&mut self) -> Option<&mut ContentionDelay> {
        match self.0.data_mut() {
            Some(Payload::Tcp { contention, .. }) => contention.as_mut(),
            _ => None,
        }
    }
}

impl Framed {
    /// What the packet's contention delay field says, if it has one.
    pub fn contention(&self) -> Option<ContentionDelay> {
        match self.0.data() {
            Some(Payload::Tcp { contention, .. }) => *contention,
            _ => None,
        }
    }
}

/// Bytes of an IPv4 header without options (RFC 791).
pub(crate) const IP_BYTES: u32 = 20;
/// Bytes of a UDP header (RFC 768).
pub(crate) const UDP_BYTES: u32 = 8;

#[cfg(test)]
mod tests {
    use super::*;

    /// Packets are moved many times a hop.
    #[test]
    fn packets_stay_small() {
        assert!(size_of::<Payload>() <= 32, "{}", size_of::<Payload>());
        assert!(size_of::<crate::Packet>() <= 64, "{}", size_of::<crate::Packet>());
    }
}
