//! Records of the frames that nodes sent and decoded, from which captures are made.

use crate::carried::Content;
use crate::flight::Flight;
use crate::frame::FrameKind;
use airhop_base::{Nanos, NodeId};

/// Whether a record is of a frame sent or received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TapDirection {
    /// Sent by the node.
    Sent,
    /// Decoded by the node, whether it was for it or not.
    Received,
}

/// One frame as a node saw it, for captures.
#[derive(Clone, Debug)]
pub struct TapRecord<P> {
    /// When its first bit was sent or arrived.
    pub time: Nanos,
    /// The node that saw it.
    pub node: NodeId,
    /// Sent or received.
    pub direction: TapDirection,
    /// The kind of frame.
    pub kind: FrameKind,
    /// Transmitter.
    pub from: NodeId,
    /// Receiver; `None` is a broadcast.
    pub to: Option<NodeId>,
    /// Duration field.
    pub duration: Nanos,
    /// Sequence number of a data frame.
    pub sequence: u16,
    /// Retry bit.
    pub retry: bool,
    /// Bytes of the frame, MAC header and FCS included, as counted on the air.
    pub bytes: u32,
    /// Rate of the body in kbit/s.
    pub rate_kbps: u64,
    /// Power received, or sent, in watts.
    pub power_w: f64,
    /// What the frame carries, if it is a data frame with a packet. A data frame without one is of address resolution.
    pub packet: Option<P>,
    /// The node whose address the frame asks for; `None` in an answer, and in everything else.
    pub arp_target: Option<NodeId>,
}

impl<P: Clone> TapRecord<P> {
    /// The record of a frame that `node` saw at `time` with `power_w`.
    pub(crate) fn new(
        node: NodeId,
        direction: TapDirection,
        time: Nanos,
        power_w: f64,
        flight: &Flight,
        content: Option<&Content<P>>,
    ) -> Self {
        let header = &flight.header;
        let (packet, arp_target) = match content {
            Some(Content::Packet(packet)) => (Some(packet.clone()), None),
            Some(Content::ArpRequest { target }) => (None, Some(*target)),
            Some(Content::ArpReply) | None => (None, None),
        };
        Self {
            time,
            node,
            direction,
            kind: header.kind,
            from: header.from,
            to: header.to,
            duration: header.duration,
            sequence: header.sequence,
            retry: header.retry,
            bytes: header.bytes,
            rate_kbps: flight.rate_kbps,
            power_w,
            packet,
            arp_target,
        }
    }
}
