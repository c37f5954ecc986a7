//! Frames on the air, and the records that captures are made from.

use crate::frame::{FrameKind, Header};
use crate::links::LinkRange;
use crate::station::Content;
use airhop_base::{Nanos, NodeId};

/// A frame on the air.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub header: Header,
    pub start: Nanos,
    pub airtime: Nanos,
    pub rate_kbps: u64,
    /// Whom the frame reaches: the sender's links when it was sent.
    pub links: LinkRange,
    /// The next of them to be reached.
    pub next: usize,
    /// Whether first bits are still arriving; afterwards last bits are.
    pub arriving: bool,
}

/// The frames on the air; places are used again. What the frames carry lies apart, since most carry nothing.
#[derive(Clone, Debug)]
pub(crate) struct Flights<P> {
    flights: Vec<Flight>,
    contents: Vec<Option<Content<P>>>,
    free: Vec<u32>,
}

impl<P> Flights<P> {
    pub fn new() -> Self {
        Self { flights: Vec::new(), contents: Vec::new(), free: Vec::new() }
    }

    /// Puts a frame on the air and gives its number.
    #[inline(always)]
    pub fn add(&mut self, flight: Flight, content: Option<Content<P>>) -> u32 {
        match self.free.pop() {
            Some(id) => {
                self.flights[id as usize] = flight;
                if content.is_some() {
                    self.contents[id as usize] = content;
                }
                id
            }
            None => {
                self.flights.push(flight);
                self.contents.push(content);
                (self.flights.len() - 1) as u32
            }
        }
    }

    /// The frame is over for everyone.
    pub fn remove(&mut self, id: u32) {
        if self.contents[id as usize].is_some() {
            self.contents[id as usize] = None;
        }
        self.free.push(id);
    }

    /// The frame itself.
    pub fn get(&self, id: u32) -> &Flight {
        &self.flights[id as usize]
    }

    /// The frame itself, to note how far it has come.
    pub fn get_mut(&mut self, id: u32) -> &mut Flight {
        &mut self.flights[id as usize]
    }

    /// All frames on the air.
    pub fn in_the_air_mut(&mut self) -> impl Iterator<Item = &mut Flight> {
        let free = &self.free;
        self.flights.iter_mut().enumerate().filter(|(id, _)| !free.contains(&(*id as u32))).map(|(_, flight)| flight)
    }

    /// What a frame carries.
    pub fn content(&self, id: u32) -> Option<&Content<P>> {
        self.contents[id as usize].as_ref()
    }
}

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
