use airhop_base::{Nanos, NodeId};
use std::rc::Rc;

/// An IP packet from outside the simulation: the network carries its bytes as they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalPacket {
    /// The node at which it enters, possibly a wired host.
    pub src: NodeId,
    /// The node at which it is to leave.
    pub dst: NodeId,
    /// Whether it is a pure ACK: its air time is counted with the transport's ACKs.
    pub is_feedback: bool,
    /// The whole packet, from its IP header on.
    pub bytes: Box<[u8]>,
}

/// An external packet that reached its destination.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// When it arrived.
    pub at: Nanos,
    /// When it entered.
    pub entered: Nanos,
    /// Radio links that it travelled.
    pub hops: u8,
    /// The packet, as it entered.
    pub packet: Rc<ExternalPacket>,
}

/// What stays the same for every packet that a run takes from outside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outside {
    /// Radio nodes: hosts are numbered after them.
    pub nodes: usize,
    /// For host `h` and radio node `n`, at `h * nodes + n`: the gateway between them, if a path exists.
    pub gateways: Vec<Option<NodeId>>,
    /// Packets that arrived and have not been taken yet.
    pub delivered: Vec<Delivery>,
}

impl Outside {
    /// The gateway between a radio node and a wired host, in either order.
    pub fn gateway(&self, a: NodeId, b: NodeId) -> Option<NodeId> {
        let (node, host) = if a < b { (a, b) } else { (b, a) };
        let host = host.index().checked_sub(self.nodes)?;
        self.gateways.get(host * self.nodes + node.index()).copied().flatten()
    }
}

/// Time and content of the next thing that happens in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Upcoming {
    /// When.
    pub at: Nanos,
    /// Whether an external packet may arrive with it, or directly after it.
    pub may_deliver: bool,
}
