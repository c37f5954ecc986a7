//! The wired part of a scenario: hosts, links between them and to gateways, and the paths over them.

use airhop_base::{Nanos, NodeId};
use airhop_wired::ChannelConfig;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A wired link as the scenario has it. Hosts are numbered on from the last radio node.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct WiredLink {
    pub name: String,
    pub ends: [NodeId; 2],
    /// Both directions.
    pub channel: ChannelConfig,
}

/// How a flow's packets get from one end to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// Over the radio network alone.
    Radio,
    /// Over the radio network as far as this gateway, and over wired links beyond.
    Gateway(NodeId),
    /// Over wired links alone.
    Wired,
}

/// The shortest paths over wired links, by hops; of equally short ones that with the least delay.
#[derive(Clone, Debug, Default)]
pub(crate) struct WiredRoutes {
    /// The nodes that have a wired link, sorted.
    members: Vec<NodeId>,
    /// For the path from member `a` to member `b`, at `a * members + b`: its cost, and the first channel.
    paths: Vec<Option<(Cost, u32)>>,
}

/// Hops, then delay.
type Cost = (u32, Nanos);

impl WiredRoutes {
    /// Link `i` has the channels `2 i`, from its first end to its second, and `2 i + 1`.
    pub fn new(links: &[WiredLink]) -> Self {
        let mut members: Vec<NodeId> = links.iter().flat_map(|l| l.ends).collect();
        members.sort_unstable();
        members.dedup();
        let mut routes = Self { paths: vec![None; members.len() * members.len()], members };
        for dst in 0..routes.members.len() {
            routes.find_paths_to(dst, links);
        }
        routes
    }

    /// Dijkstra's algorithm, backwards from the destination.
    fn find_paths_to(&mut self, dst: usize, links: &[WiredLink]) {
        let place = |node: NodeId| self.members.binary_search(&node).unwrap_or_default();
        let mut into: Vec<Vec<(usize, u32, Nanos)>> = vec![Vec::new(); self.members.len()];
        for (i, link) in links.iter().enumerate() {
            let [a, b] = link.ends.map(place);
            into[b].push((a, 2 * i as u32, link.channel.delay));
            into[a].push((b, 2 * i as u32 + 1, link.channel.delay));
        }
        let mut costs: Vec<Option<Cost>> = vec![None; self.members.len()];
        let mut first: Vec<Option<(usize, u32)>> = vec![None; self.members.len()];
        costs[dst] = Some((0, Nanos::ZERO));
        let mut open = BinaryHeap::from([Reverse(((0, Nanos::ZERO), dst))]);
        while let Some(Reverse((cost, at))) = open.pop() {
            if costs[at] != Some(cost) {
                continue;
            }
            for &(from, channel, delay) in &into[at] {
                let new = (cost.0 + 1, cost.1.saturating_add(delay));
                // Among equally good paths a node takes the one over the neighbour, then the link, with the smallest number.
                let better = match costs[from] {
                    None => true,
                    Some(old) => new < old || new == old && first[from].is_some_and(|f| (at, channel) < f),
                };
                if better {
                    costs[from] = Some(new);
                    first[from] = Some((at, channel));
                    open.push(Reverse((new, from)));
                }
            }
        }
        let count = self.members.len();
        for from in 0..count {
            self.paths[from * count + dst] = costs[from].zip(first[from]).map(|(cost, (_, channel))| (cost, channel));
        }
    }

    /// The delay of the path from `from` to `to`, without transmission times.
    pub fn delay(&self, from: NodeId, to: NodeId) -> Option<Nanos> {
        self.path(from, to).map(|(cost, _)| cost.1)
    }

    fn path(&self, from: NodeId, to: NodeId) -> Option<(Cost, u32)> {
        let place = |node: NodeId| self.members.binary_search(&node).ok();
        self.paths[place(from)? * self.members.len() + place(to)?]
    }

    /// Hops over wired links; `None` where there is no path.
    pub fn hops(&self, from: NodeId, to: NodeId) -> Option<u32> {
        if from == to { Some(0) } else { self.path(from, to).map(|(cost, _)| cost.0) }
    }

    /// The channel that `from` sends packets for `to` on.
    pub fn channel(&self, from: NodeId, to: NodeId) -> Option<u32> {
        self.path(from, to).map(|(_, channel)| channel)
    }

    /// The nodes that have a wired link, in the order of their numbers.
    pub fn members(&self) -> &[NodeId] {
        &self.members
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use airhop_base::BitRate;

    fn link(a: u32, b: u32, delay_ms: u64) -> WiredLink {
        let channel = ChannelConfig {
            rate: BitRate::kbps(1_000),
            delay: Nanos::from_millis(delay_ms),
            queue_packets: 50,
            ecn_threshold_packets: 0,
        };
        WiredLink { name: format!("{a}-{b}"), ends: [NodeId(a), NodeId(b)], channel }
    }

    #[test]
    fn paths_are_the_shortest_by_hops_then_by_delay() {
        // A square 3-4-9-7 with a slow side at 4, a second link 3-7, and an island.
        let links = [link(3, 4, 30), link(9, 4, 1), link(3, 7, 5), link(7, 9, 1), link(3, 7, 2), link(20, 21, 1)];
        let routes = WiredRoutes::new(&links);
        let n = NodeId;
        assert_eq!(routes.members(), [3, 4, 7, 9, 20, 21].map(n));
        assert_eq!((routes.hops(n(3), n(9)), routes.channel(n(3), n(9))), (Some(2), Some(8)));
        assert_eq!(routes.channel(n(9), n(3)), Some(7));
        assert_eq!(routes.channel(n(4), n(9)), Some(3), "the second direction of the second link");
        assert_eq!(routes.channel(n(3), n(4)), Some(0), "one slow hop before three fast ones");
        assert_eq!((routes.hops(n(3), n(3)), routes.channel(n(3), n(3))), (Some(0), None));
        assert_eq!((routes.hops(n(3), n(20)), routes.hops(n(3), n(5))), (None, None));
    }

    #[test]
    fn ties_go_to_the_smallest_numbers() {
        let links = [link(1, 3, 5), link(1, 2, 5), link(3, 4, 5), link(2, 4, 5), link(2, 4, 5)];
        let routes = WiredRoutes::new(&links);
        assert_eq!(routes.channel(NodeId(1), NodeId(4)), Some(2), "over node 2, not 3");
        assert_eq!(routes.channel(NodeId(2), NodeId(4)), Some(6), "over the first of two links");
    }
}
