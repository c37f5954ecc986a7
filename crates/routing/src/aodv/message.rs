use super::config::AodvConfig;
use airhop_base::{Nanos, NodeId};

/// A message of AODV (RFC 3561, section 5). Boxed, so that a packet of data does not carry the room for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// Route request.
    Rreq(Box<Rreq>),
    /// Route reply.
    Rrep(Box<Rrep>),
    /// Route error.
    Rerr(Box<Rerr>),
}

/// Route request (RFC 3561, section 5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rreq {
    /// The node that searches; with `id` it names the request.
    pub originator: NodeId,
    /// The originator's sequence number.
    pub originator_seq: u32,
    /// The originator's number of this request.
    pub id: u32,
    /// The node searched for.
    pub dst: NodeId,
    /// The newest sequence number known of it; `None` is the U flag.
    pub dst_seq: Option<u32>,
    /// Links from the originator to the receiver: 1 when the originator sends it. On the RFC's wire this is one less.
    pub hop_count: u8,
    /// The D flag: only the destination may answer.
    pub destination_only: bool,
    /// The G flag: a node that answers from its table shall tell the destination too.
    pub gratuitous: bool,
    /// When the originator sent it. ns-2 carries this along without counting its bytes, and learns its latencies from it.
    pub sent_at: Nanos,
}

/// Route reply (RFC 3561, section 5.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rrep {
    /// The node whose route this is.
    pub dst: NodeId,
    /// Its sequence number.
    pub dst_seq: u32,
    /// The node that searched and that the reply travels to.
    pub originator: NodeId,
    /// Links from the receiver to `dst`: 1 when `dst` itself sends it. On the RFC's wire this is one less.
    pub hop_count: u8,
    /// How long the route may be used from its arrival on.
    pub lifetime: Nanos,
    /// `sent_at` of the request it answers.
    pub request_sent_at: Nanos,
}

/// Route error (RFC 3561, section 5.3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rerr {
    /// The N flag: the route was repaired on the spot and shall not be deleted upstream.
    pub no_delete: bool,
    /// The destinations that can no longer be reached, with their sequence numbers.
    pub unreachable: Vec<(NodeId, u32)>,
}

impl Message {
    /// Size of the IP packet that carries the message, in bytes.
    #[must_use]
    pub fn packet_bytes(&self, config: &AodvConfig) -> u32 {
        match self {
            Self::Rreq(_) => config.rreq_bytes,
            Self::Rrep(_) => config.rrep_bytes,
            Self::Rerr(e) => config.rerr_bytes + config.rerr_entry_bytes * e.unreachable.len() as u32,
        }
    }
}
