use super::header::{Header, Routed};
use crate::packet::{Body, Packet};
use airhop_base::NodeId;

/// A packet with its DSR header taken out, so that a node can work on it.
#[derive(Clone, Debug)]
pub(super) struct SourceRouted<T> {
    pub src: NodeId,
    pub dst: NodeId,
    pub ttl: u8,
    pub hops: u8,
    pub id: u64,
    /// Size of the IP packet; while a node works on it, without DSR's headers.
    pub bytes: u32,
    pub routed: Box<Routed<T>>,
}

impl<T> SourceRouted<T> {
    /// Opens a packet of data or of DSR; gives back one of another protocol.
    pub fn open(packet: Packet<T>) -> Result<Self, Packet<T>> {
        let Packet { src, dst, ttl, hops, id, bytes, body } = packet;
        let routed = match body {
            Body::Data(data) => Box::new(Routed { header: Header::default(), data: Some(data) }),
            Body::Dsr(routed) => routed,
            body => return Err(Packet { src, dst, ttl, hops, id, bytes, body }),
        };
        Ok(Self { src, dst, ttl, hops, id, bytes, routed })
    }

    /// Data whose header is empty travels, and is delivered, as such.
    pub fn close(self) -> Packet<T> {
        let Self { src, dst, ttl, hops, id, bytes, mut routed } = self;
        let bare = if routed.header.is_empty() { routed.data.take() } else { None };
        let body = bare.map_or_else(|| Body::Dsr(routed), Body::Data);
        Packet { src, dst, ttl, hops, id, bytes, body }
    }

    pub fn header(&self) -> &Header {
        &self.routed.header
    }

    pub fn header_mut(&mut self) -> &mut Header {
        &mut self.routed.header
    }
}
