use crate::stats::AirTime;
use airhop_base::{Nanos, NodeId};

/// What a packet is to the network, for queue priority and for the account of air time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Payload of a flow.
    Data,
    /// What a receiver sends back to its sender: TCP ACKs.
    Feedback,
    /// Routing control; goes ahead of everything else in the interface queue.
    Routing,
}

/// The kinds of 802.11 frames that the network knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameKind {
    /// Request to send.
    Rts,
    /// Clear to send.
    Cts,
    /// A data frame, unicast or broadcast.
    Data,
    /// The ACK of a unicast data frame.
    Ack,
}

/// A packet on its way to the air.
#[derive(Clone, Debug)]
pub struct Outgoing<P> {
    /// The packet itself, opaque to the network.
    pub packet: P,
    /// Its size in bytes, all headers above the MAC included.
    pub bytes: u32,
    /// The neighbour that it goes to; `None` is a broadcast.
    pub next_hop: Option<NodeId>,
    /// What it is.
    pub class: Class,
}

/// What is common to all frames of one transmission, as its receivers see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Header {
    pub kind: FrameKind,
    pub from: NodeId,
    /// `None` is a broadcast.
    pub to: Option<NodeId>,
    /// The duration field: how long the medium stays reserved after this frame.
    pub duration: Nanos,
    /// The MAC's sequence number, by which a receiver knows a repeated data frame.
    pub sequence: u16,
    /// Whether this frame is a repetition.
    pub retry: bool,
    pub class: Class,
    /// Bytes of the frame, MAC header and FCS included.
    pub bytes: u32,
}

impl Header {
    /// Which account the frame's air time goes to.
    pub(crate) fn book<'a>(&self, airtime: &'a mut AirTime) -> &'a mut Nanos {
        match (self.kind, self.class) {
            (FrameKind::Data, Class::Data) => &mut airtime.data,
            (FrameKind::Data, Class::Feedback) => &mut airtime.feedback,
            (FrameKind::Data, Class::Routing) => &mut airtime.routing,
            _ => &mut airtime.control,
        }
    }
}
