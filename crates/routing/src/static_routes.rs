use crate::action::{Action, DropReason};
use crate::packet::{BROADCAST, Packet};
use crate::stats::RoutingStats;
use airhop_base::{Nanos, NodeId};
use std::collections::VecDeque;
use std::sync::Arc;

/// Stands for "no next hop" and "not reachable" in the tables.
const NONE: u32 = u32::MAX;

/// Shortest paths by hop count, computed once for all nodes.
///
/// One table per destination in use: 8 bytes per node. All pairs of 1,000 nodes take 8 MB, ten destinations 80 kB.
#[derive(Clone, Debug)]
pub struct StaticRoutes {
    /// Sorted destinations that have a table.
    destinations: Vec<NodeId>,
    /// Next hop and hop count of node `n` towards the `d`th destination at `d * nodes + n`.
    entries: Vec<(u32, u32)>,
    nodes: usize,
}

/// The shortest paths between all nodes; `neighbours[n]` lists the nodes that node `n` can send to.
///
/// Of several shortest paths each node takes the neighbour with the smallest number. Neighbours that are not nodes
/// (numbers past the end of the list) are passed over.
#[must_use]
pub fn static_routes(neighbours: &[Vec<NodeId>]) -> StaticRoutes {
    let all: Vec<NodeId> = (0..neighbours.len() as u32).map(NodeId).collect();
    StaticRoutes::for_destinations(neighbours, &all)
}

impl StaticRoutes {
    /// The shortest paths from all nodes to some destinations, as [`static_routes`] computes them, at a fraction of the
    /// memory. Destinations that are not nodes are passed over.
    #[must_use]
    pub fn for_destinations(neighbours: &[Vec<NodeId>], destinations: &[NodeId]) -> Self {
        let nodes = neighbours.len();
        let mut destinations: Vec<NodeId> = destinations.iter().copied().filter(|d| d.index() < nodes).collect();
        destinations.sort_unstable();
        destinations.dedup();

        // Paths are searched backwards from the destination, so that links may be one-way.
        let mut reverse = vec![Vec::new(); nodes];
        for (from, list) in neighbours.iter().enumerate() {
            for to in list.iter().filter(|to| to.index() < nodes) {
                reverse[to.index()].push(from as u32);
            }
        }
        let mut entries = vec![(NONE, NONE); nodes * destinations.len()];
        let mut queue = VecDeque::new();
        for (&dst, table) in destinations.iter().zip(entries.chunks_exact_mut(nodes.max(1))) {
            table[dst.index()].1 = 0;
            queue.push_back(dst.0);
            while let Some(at) = queue.pop_front() {
                let hops = table[at as usize].1 + 1;
                for &from in &reverse[at as usize] {
                    let entry = &mut table[from as usize];
                    if entry.1 == NONE {
                        *entry = (at, hops);
                        queue.push_back(from);
                    } else if entry.1 == hops {
                        entry.0 = entry.0.min(at);
                    }
                }
            }
        }
        Self { destinations, entries, nodes }
    }

    fn entry(&self, node: NodeId, dst: NodeId) -> Option<(u32, u32)> {
        let table = self.destinations.binary_search(&dst).ok()?;
        (node.index() < self.nodes).then(|| self.entries[table * self.nodes + node.index()])
    }

    /// The neighbour to which `node` passes packets for `dst`; `None` when `dst` cannot be reached, is `node` itself or
    /// has no table.
    #[must_use]
    pub fn next_hop(&self, node: NodeId, dst: NodeId) -> Option<NodeId> {
        self.entry(node, dst).filter(|e| e.0 != NONE).map(|e| NodeId(e.0))
    }

    /// The number of hops from `node` to `dst`: 0 to itself, `None` when `dst` cannot be reached or has no table.
    #[must_use]
    pub fn hops(&self, node: NodeId, dst: NodeId) -> Option<u32> {
        self.entry(node, dst).filter(|e| e.1 != NONE).map(|e| e.1)
    }
}

/// A node's share in [`StaticRoutes`]: sends no packets and never changes.
#[derive(Clone, Debug)]
pub struct StaticRouter {
    node: NodeId,
    routes: Arc<StaticRoutes>,
    pub(crate) stats: RoutingStats,
}

impl StaticRouter {
    /// The router of `node`.
    #[must_use]
    pub fn new(node: NodeId, routes: Arc<StaticRoutes>) -> Self {
        Self { node, routes, stats: RoutingStats::default() }
    }

    /// The number of hops to `dst`.
    #[must_use]
    pub fn hops_to(&self, dst: NodeId) -> Option<u32> {
        self.routes.hops(self.node, dst)
    }

    pub(crate) fn send<T>(&mut self, packet: Packet<T>, out: &mut Vec<Action<T>>) {
        if packet.dst == self.node {
            out.push(Action::Deliver(packet));
        } else if packet.dst == BROADCAST {
            out.push(Action::Transmit { packet, next_hop: None, delay: Nanos::ZERO });
        } else if let next_hop @ Some(_) = self.routes.next_hop(self.node, packet.dst) {
            out.push(Action::Transmit { packet, next_hop, delay: Nanos::ZERO });
        } else {
            out.push(Action::Drop { packet, reason: DropReason::NoRoute });
        }
    }

    pub(crate) fn receive<T>(&mut self, mut packet: Packet<T>, out: &mut Vec<Action<T>>) {
        packet.hops = packet.hops.saturating_add(1);
        if packet.dst == self.node || packet.dst == BROADCAST {
            return out.push(Action::Deliver(packet));
        }
        packet.ttl = packet.ttl.saturating_sub(1);
        if packet.src == self.node {
            out.push(Action::Drop { packet, reason: DropReason::Loop });
        } else if packet.ttl == 0 {
            out.push(Action::Drop { packet, reason: DropReason::TtlExpired });
        } else {
            self.send(packet, out);
        }
    }

    pub(crate) fn link_failed<T>(&mut self, packet: Packet<T>, out: &mut Vec<Action<T>>) {
        self.stats.link_failures += 1;
        out.push(Action::Drop { packet, reason: DropReason::LinkFailed });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(list: &[u32]) -> Vec<NodeId> {
        list.iter().copied().map(NodeId).collect()
    }

    fn line(n: u32) -> Vec<Vec<NodeId>> {
        (0..n).map(|i| (0..n).filter(|j| i.abs_diff(*j) == 1).map(NodeId).collect()).collect()
    }

    #[test]
    fn a_line_is_walked_end_to_end() {
        let routes = static_routes(&line(5));
        assert_eq!(routes.hops(NodeId(0), NodeId(4)), Some(4));
        assert_eq!(routes.next_hop(NodeId(3), NodeId(0)), Some(NodeId(2)));
        assert_eq!(routes.hops(NodeId(2), NodeId(2)), Some(0));
        assert_eq!(routes.next_hop(NodeId(2), NodeId(2)), None);
    }

    #[test]
    fn ties_go_to_the_smallest_number() {
        // A diamond: 3 reaches 0 through 1 or 2, in whatever order its neighbours are listed.
        let routes = static_routes(&[ids(&[2, 1]), ids(&[3, 0]), ids(&[0, 3]), ids(&[2, 1])]);
        assert_eq!(routes.next_hop(NodeId(3), NodeId(0)), Some(NodeId(1)));
        assert_eq!(routes.next_hop(NodeId(0), NodeId(3)), Some(NodeId(1)));
    }

    #[test]
    fn one_way_links_islands_and_strangers() {
        let routes = static_routes(&[ids(&[1, 9]), ids(&[]), ids(&[])]);
        assert_eq!(routes.hops(NodeId(0), NodeId(1)), Some(1));
        assert_eq!(routes.hops(NodeId(1), NodeId(0)), None);
        assert_eq!(routes.hops(NodeId(0), NodeId(2)), None);
        assert_eq!(routes.hops(NodeId(0), NodeId(9)), None);
        assert_eq!(static_routes(&[]).hops(NodeId(0), NodeId(0)), None);
    }

    #[test]
    fn some_destinations_give_the_same_paths() {
        let all = static_routes(&line(6));
        let some = StaticRoutes::for_destinations(&line(6), &ids(&[5, 0, 5, 77]));
        for n in (0..6).map(NodeId) {
            assert_eq!(all.next_hop(n, NodeId(5)), some.next_hop(n, NodeId(5)));
            assert_eq!(some.next_hop(n, NodeId(3)), None);
        }
    }
}
