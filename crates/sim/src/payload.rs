use airhop_base::Nanos;
use airhop_transport::Segment;
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
