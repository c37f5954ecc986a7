use crate::external::ExternalPacket;
use airhop_base::Nanos;
use airhop_transport::{Arrived, ContentionSample, Datagram, Packet as FlowPacket, Segment, Side, dccp};
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
        /// The segment, shared: packets are copied at every hop, their contents are not.
        segment: Rc<Segment>,
    },
    /// A DCCP packet.
    Dccp {
        /// The flow's number.
        flow: u32,
        /// When the transport sent it.
        sent: Nanos,
        /// Whether it goes to the flow's destination; otherwise it goes back to the source.
        forward: bool,
        /// Whether queues may mark it, or have marked it.
        ecn: Ecn,
        /// The packet, shared like a segment.
        packet: Rc<dccp::Packet>,
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
    /// A packet from outside the simulation.
    External {
        /// When it entered.
        entered: Nanos,
        /// The packet, shared like a segment.
        packet: Rc<ExternalPacket>,
    },
}

/// Explicit congestion notification in a packet's IP header (RFC 3168, section 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ecn {
    /// The transport does not support marks.
    NotCapable,
    /// A congested queue may mark the packet instead of dropping it.
    Capable,
    /// A congested queue has marked the packet.
    Marked,
}

impl Payload {
    /// Marks the packet in a congested queue; false when it may not be marked and must be dropped instead.
    pub fn mark_congestion(&mut self) -> bool {
        match self {
            Self::Dccp { ecn: ecn @ (Ecn::Capable | Ecn::Marked), .. } => {
                *ecn = Ecn::Marked;
                true
            }
            _ => false,
        }
    }

    /// What a flow's sender or receiver sends now. With `asks_contention`, its receiver asks for the contention delay
    /// of packets.
    #[inline(always)]
    pub(crate) fn of(flow: u32, sent: Nanos, side: Side, asks_contention: bool, packet: FlowPacket) -> Self {
        let forward = side == Side::Sender;
        match packet {
            FlowPacket::Tcp(segment) => {
                let contention = (forward && asks_contention).then(ContentionDelay::default);
                Self::Tcp { flow, sent, forward, contention, segment }
            }
            FlowPacket::Dccp { packet, ecn_capable } => {
                let ecn = if ecn_capable { Ecn::Capable } else { Ecn::NotCapable };
                Self::Dccp { flow, sent, forward, ecn, packet }
            }
            FlowPacket::Udp(Datagram { bytes, number }) => Self::Udp { flow, sent, bytes, number },
        }
    }

    /// A flow's packet as it arrives after `hops`: the flow's number, when it was sent, at which end it arrives, and the
    /// packet. `None` for one from outside.
    #[inline(always)]
    pub(crate) fn arrived(&self, hops: u8) -> Option<(u32, Nanos, Side, Arrived<'_>)> {
        let side = |forward| if forward { Side::Receiver } else { Side::Sender };
        match self {
            &Self::Tcp { flow, sent, forward, contention, ref segment } => {
                let sample = contention.map(|contention| ContentionSample {
                    delay: Nanos::from_micros(u64::from(contention.as_micros())),
                    hops: hops.into(),
                });
                Some((flow, sent, side(forward), Arrived::Tcp(segment, sample)))
            }
            &Self::Dccp { flow, sent, forward, ecn, ref packet } => {
                Some((flow, sent, side(forward), Arrived::Dccp { packet, is_marked: ecn == Ecn::Marked }))
            }
            &Self::Udp { flow, sent, bytes, number } => {
                Some((flow, sent, Side::Receiver, Arrived::Udp(Datagram { bytes, number })))
            }
            Self::External { .. } => None,
        }
    }

    /// The number of the flow that it belongs to; packets from outside belong to none.
    #[inline(always)]
    pub(crate) fn flow(&self) -> Option<u32> {
        match *self {
            Self::Tcp { flow, .. } | Self::Dccp { flow, .. } | Self::Udp { flow, .. } => Some(flow),
            Self::External { .. } => None,
        }
    }

    /// Whether it acknowledges: on the way from a flow's destination to its source, or as a packet from outside.
    pub(crate) fn is_feedback(&self) -> bool {
        match self {
            Self::Tcp { forward, .. } | Self::Dccp { forward, .. } => !forward,
            Self::Udp { .. } => false,
            Self::External { packet, .. } => packet.is_feedback,
        }
    }
}

/// A packet as the radio network carries it.
#[derive(Clone, Debug)]
pub(crate) struct Framed(pub Packet);

impl Carried for Framed {
    fn mark_congestion(&mut self) -> bool {
        self.0.data_mut().is_some_and(Payload::mark_congestion)
    }

    fn contention_mut(&mut self) -> Option<&mut ContentionDelay> {
        match self.0.data_mut() {
            Some(Payload::Tcp { contention, .. }) => contention.as_mut(),
            _ => None,
        }
    }
}

impl Framed {
    /// The value of the packet's contention delay field, if it has one.
    pub fn contention(&self) -> Option<ContentionDelay> {
        match self.0.data() {
            Some(Payload::Tcp { contention, .. }) => *contention,
            _ => None,
        }
    }
}

/// Bytes of an IPv4 header without options (RFC 791).
pub(crate) const IP_BYTES: u32 = 20;

/// One IP packet of a simulation.
pub type Packet = airhop_routing::Packet<Payload>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queues_mark_what_knows_of_marks() {
        let packet = dccp::Packet {
            seq: dccp::SequenceNumber::new(0),
            packet_type: dccp::PacketType::Data,
            options: dccp::Options::default(),
            stream_offset: None,
            len: 0,
        };
        let with =
            |ecn| Payload::Dccp { flow: 0, sent: Nanos::ZERO, forward: true, ecn, packet: packet.clone().into() };
        let mut capable = with(Ecn::Capable);
        assert!(capable.mark_congestion() && capable.mark_congestion(), "by several queues on the way");
        assert!(matches!(capable, Payload::Dccp { ecn: Ecn::Marked, .. }));
        assert!(!with(Ecn::NotCapable).mark_congestion());
        assert!(!Payload::Udp { flow: 0, sent: Nanos::ZERO, bytes: 1, number: 0 }.mark_congestion());
    }

    /// Packets are moved many times per hop.
    #[test]
    fn packets_stay_small() {
        assert!(size_of::<Payload>() <= 32, "{}", size_of::<Payload>());
        assert!(size_of::<Packet>() <= 64, "{}", size_of::<Packet>());
    }
}
