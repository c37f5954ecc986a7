//! The memory of flows (RFC 4728, section 3.5; ns-2, flowstruct.cc).

use super::route::Route;
use super::route::uses;
use airhop_base::{Nanos, NodeId};

/// What a node knows about a flow that begins at it or passes through it.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    pub src: NodeId,
    pub dst: NodeId,
    pub id: u16,
    /// Packets with a route that the source has sent since the flow was last set up.
    pub sent: u8,
    /// When it sent the last of them.
    pub refreshed: Nanos,
    pub until: Nanos,
    /// Links from the source to this node.
    pub hops: u8,
    /// The time-to-live with which the flow's packets come here.
    pub ttl: u8,
    /// Whether packets of the flow may travel without its number.
    pub may_default: bool,
    pub route: Route,
}

impl Flow {
    /// The node that comes after this one.
    pub fn next_hop(&self) -> Option<NodeId> {
        self.route.get(usize::from(self.hops) + 1).copied()
    }
}

/// The flows that a node knows, oldest first, and which of them is the default between two nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Flows {
    flows: Vec<Flow>,
    defaults: Vec<(NodeId, NodeId, u16)>,
    next_id: u16,
}

impl Flows {
    /// The flow of that number.
    pub fn find(&mut self, src: NodeId, dst: NodeId, id: u16) -> Option<&mut Flow> {
        self.flows.iter_mut().rev().find(|f| f.src == src && f.dst == dst && f.id == id)
    }

    /// The newest flow along that route.
    pub fn along(&mut self, src: NodeId, dst: NodeId, route: &Route) -> Option<&mut Flow> {
        self.flows.iter_mut().rev().find(|f| f.src == src && f.dst == dst && f.route == *route)
    }

    /// The number of the default flow.
    pub fn default_of(&self, src: NodeId, dst: NodeId) -> Option<u16> {
        self.defaults.iter().find(|d| d.0 == src && d.1 == dst).map(|d| d.2)
    }

    /// A number for a new flow of this node that may become the default.
    pub fn new_id(&mut self) -> u16 {
        let id = self.next_id | 1;
        self.next_id = id.wrapping_add(1);
        id
    }

    /// Adds a flow; the newest of odd number is the default. Flows that have long been unused are forgotten: their
    /// source sends the route again after such a pause.
    pub fn add(&mut self, now: Nanos, flow: Flow) {
        self.flows.retain(|f| f.until >= now);
        if flow.id & 1 == 1 {
            match self.defaults.iter_mut().find(|d| d.0 == flow.src && d.1 == flow.dst) {
                // Numbers wrap around.
                Some(default) => {
                    if flow.id.wrapping_sub(default.2) as i16 > 0 {
                        default.2 = flow.id;
                    }
                }
                None => self.defaults.push((flow.src, flow.dst, flow.id)),
            }
        }
        self.flows.push(flow);
    }

    /// The link has failed: ends the flows over it that begin at `node`. Gives how many.
    pub fn remove_link(&mut self, now: Nanos, node: NodeId, from: NodeId, to: NodeId) -> u32 {
        let before = self.flows.len();
        self.flows.retain(|f| f.src != node || f.until < now || !uses(&f.route, from, to));
        (before - self.flows.len()) as u32
    }
}
