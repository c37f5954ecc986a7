use super::route::Route;
use super::route::place;
use airhop_base::{Nanos, NodeId};

/// A cached route with the instant until which it is believed.
#[derive(Clone, Debug)]
struct Entry {
    /// From this node on; empty for a free place.
    route: Vec<NodeId>,
    until: Nanos,
}

/// A fixed number of routes; a new one replaces the oldest.
#[derive(Clone, Debug)]
struct Part {
    entries: Vec<Entry>,
    size: usize,
    victim: usize,
}

impl Part {
    fn new(size: u32) -> Self {
        Self { entries: Vec::new(), size: size as usize, victim: 0 }
    }

    /// Adds a route, in the first place of which the content begins it or is begun by it, else in a free place, else in
    /// that whose turn it is (ns-2, Cache::addRoute).
    fn add(&mut self, route: &[NodeId], until: Nanos) {
        for entry in &mut self.entries {
            let common = entry.route.iter().zip(route).take_while(|(a, b)| a == b).count();
            if common == entry.route.len() {
                entry.route.extend_from_slice(&route[common..]);
                entry.until = until;
                return;
            }
            if common == route.len() {
                entry.until = entry.until.max(until);
                return;
            }
        }
        let new = Entry { route: route.to_vec(), until };
        if self.entries.len() < self.size {
            self.entries.push(new);
        } else {
            self.entries[self.victim] = new;
            self.victim = (self.victim + 1) % self.size;
        }
    }

    /// The first of the shortest ways to `dst`: its place and its hops.
    fn find(&self, dst: NodeId, now: Nanos) -> Option<(usize, usize)> {
        let ways = self.entries.iter().enumerate().filter(|(_, e)| e.until >= now);
        ways.filter_map(|(i, e)| Some((i, place(&e.route, dst)?))).min_by_key(|&(i, hops)| (hops, i))
    }

    /// Cuts every route at the link; gives how many were cut.
    fn cut(&mut self, from: NodeId, to: NodeId) -> u32 {
        let mut cut = 0;
        for entry in &mut self.entries {
            if let Some(at) = entry.route.windows(2).position(|link| link == [from, to]) {
                // A path that contains this node alone is not a route.
                entry.route.truncate(if at == 0 { 0 } else { at + 1 });
                cut += 1;
            }
        }
        cut
    }
}

/// A node's routes, as paths that begin at it: those that it requested or uses, and those that it overheard (ns-2,
/// mobicache.cc; a path cache in the sense of RFC 4728, section 4.1).
#[derive(Clone, Debug)]
pub(super) struct PathCache {
    node: NodeId,
    primary: Part,
    secondary: Part,
    timeout: Nanos,
    max_nodes: usize,
}

impl PathCache {
    pub fn new(node: NodeId, config: &super::config::DsrConfig) -> Self {
        Self {
            node,
            primary: Part::new(config.primary_routes),
            secondary: Part::new(config.secondary_routes),
            timeout: config.route_timeout,
            max_nodes: usize::from(config.max_route_nodes),
        }
    }

    /// Enters a route that was requested; ignores one that does not begin here.
    pub fn add(&mut self, now: Nanos, route: &[NodeId]) {
        if route.len() >= 2 && route[0] == self.node {
            self.primary.add(route, now.saturating_add(self.timeout));
        }
    }

    /// Enters what a packet's route tells this node: the rest of it if the node is on it; otherwise, if the packet was
    /// overheard on its way to the node at place `at`, the way on from its sender (ns-2, pre_noticeRouteUsed).
    pub fn notice(&mut self, now: Nanos, route: &[NodeId], at: usize) {
        let until = now.saturating_add(self.timeout);
        match place(route, self.node) {
            Some(here) if here + 1 < route.len() => self.secondary.add(&route[here..], until),
            None if at > 0 && at < route.len() => {
                let from_sender = route[at - 1..].iter().copied();
                let way: Vec<_> = [self.node].into_iter().chain(from_sender).take(self.max_nodes).collect();
                self.secondary.add(&way, until);
            }
            _ => {}
        }
    }

    /// The shortest known route to `dst`, which is not this node. One that is to be used is kept from then on as one
    /// that was asked for.
    pub fn find(&mut self, now: Nanos, dst: NodeId, for_use: bool) -> Option<Route> {
        let first = self.primary.find(dst, now);
        let second = self.secondary.find(dst, now);
        match (first, second) {
            (_, Some((i, hops))) if first.is_none_or(|f| hops < f.1) => {
                let found = Route::from(&self.secondary.entries[i].route[..=hops]);
                if for_use {
                    let entry = &mut self.secondary.entries[i];
                    self.primary.add(&std::mem::take(&mut entry.route), entry.until);
                }
                Some(found)
            }
            (Some((i, hops)), _) => Some(Route::from(&self.primary.entries[i].route[..=hops])),
            _ => None,
        }
    }

    /// The number of hops to `dst`, if a route is known.
    pub fn hops_to(&self, now: Nanos, dst: NodeId) -> Option<u32> {
        let parts = [&self.primary, &self.secondary];
        parts.iter().filter_map(|p| p.find(dst, now)).map(|(_, hops)| hops as u32).min()
    }

    /// The link `from` - `to` has failed. Returns how many routes it invalidated.
    pub fn remove_link(&mut self, from: NodeId, to: NodeId) -> u32 {
        self.primary.cut(from, to) + self.secondary.cut(from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::super::DsrConfig;
    use super::super::route::uses;
    use super::*;
    use proptest::prelude::*;

    fn route(nodes: &[u32]) -> Vec<NodeId> {
        nodes.iter().map(|n| NodeId(*n)).collect()
    }

    fn cache() -> PathCache {
        PathCache::new(NodeId(0), &DsrConfig { primary_routes: 2, ..DsrConfig::ns2() })
    }

    fn find(cache: &mut PathCache, dst: u32, for_use: bool) -> Option<Vec<u32>> {
        cache.find(Nanos::ZERO, NodeId(dst), for_use).map(|r| r.iter().map(|n| n.0).collect())
    }

    #[test]
    fn routes_grow_and_the_shortest_way_is_found() {
        let mut c = cache();
        c.add(Nanos::ZERO, &route(&[0, 1, 2]));
        c.add(Nanos::ZERO, &route(&[0, 1, 2, 3, 4]));
        c.add(Nanos::ZERO, &route(&[0, 1, 2, 3]));
        assert_eq!(c.primary.entries.len(), 1);
        assert_eq!(find(&mut c, 3, true).unwrap(), [0, 1, 2, 3]);
        c.add(Nanos::ZERO, &route(&[0, 5, 4]));
        assert_eq!(find(&mut c, 4, true).unwrap(), [0, 5, 4]);
        // No room for a third: the first goes.
        c.add(Nanos::ZERO, &route(&[0, 7, 8]));
        assert_eq!(find(&mut c, 3, true), None);
        // Routes that do not begin here, or have no hop, are ignored.
        c.add(Nanos::ZERO, &route(&[1, 9]));
        c.add(Nanos::ZERO, &route(&[0]));
        assert_eq!((find(&mut c, 9, true), find(&mut c, 1, true)), (None, None));
    }

    #[test]
    fn routes_seen_are_kept_apart_until_they_are_used() {
        let mut c = cache();
        c.notice(Nanos::ZERO, &route(&[8, 9, 0, 1, 2]), 2);
        assert_eq!(find(&mut c, 2, false).unwrap(), [0, 1, 2]);
        assert!(c.primary.entries.is_empty());
        assert_eq!(find(&mut c, 1, true).unwrap(), [0, 1]);
        assert_eq!(c.primary.entries[0].route, route(&[0, 1, 2]));
        assert!(c.secondary.entries[0].route.is_empty());
        // Overheard on the way from 4 to 5.
        c.notice(Nanos::ZERO, &route(&[3, 4, 5, 6]), 2);
        assert_eq!(find(&mut c, 6, false).unwrap(), [0, 4, 5, 6]);
        // Nothing to be learnt: this node is the end, or the packet is a request.
        c.notice(Nanos::ZERO, &route(&[7, 0]), 1);
        c.notice(Nanos::ZERO, &route(&[11, 12]), 0);
        assert_eq!((find(&mut c, 7, false), find(&mut c, 12, false)), (None, None));
    }

    #[test]
    fn a_broken_link_cuts_routes_in_its_direction() {
        let mut c = cache();
        c.add(Nanos::ZERO, &route(&[0, 1, 2, 3]));
        assert_eq!(c.remove_link(NodeId(3), NodeId(2)), 0);
        assert_eq!(c.remove_link(NodeId(2), NodeId(3)), 1);
        assert_eq!((find(&mut c, 3, true), find(&mut c, 2, true).unwrap()), (None, vec![0, 1, 2]));
        assert_eq!(c.remove_link(NodeId(0), NodeId(1)), 1);
        assert_eq!(find(&mut c, 1, true), None);
    }

    #[test]
    fn section_9_routes_are_believed_for_their_time() {
        let mut c = PathCache::new(NodeId(0), &DsrConfig::rfc4728());
        c.add(Nanos::ZERO, &route(&[0, 1, 2]));
        assert_eq!(c.hops_to(Nanos::from_secs(300), NodeId(2)), Some(2));
        assert_eq!(c.hops_to(Nanos::from_secs(301), NodeId(2)), None);
        c.notice(Nanos::from_secs(200), &route(&[0, 1, 2]), 0);
        assert_eq!(c.hops_to(Nanos::from_secs(301), NodeId(2)), Some(2));
    }

    proptest! {
        /// Whatever was learnt, in any order, no route found has a node twice or goes over a link that has broken since.
        #[test]
        fn no_loops_and_no_broken_links(
            steps in prop::collection::vec((0u8..4, prop::collection::vec(0u32..8, 2..7), 0usize..7), 1..80)
        ) {
            let mut c = cache();
            for (kind, nodes, at) in steps {
                let mut nodes = route(&nodes);
                let mut seen = Vec::new();
                nodes.retain(|n| !seen.contains(n) && { seen.push(*n); true });
                match kind {
                    0 => {
                        nodes.retain(|n| n.0 != 0);
                        nodes.insert(0, NodeId(0));
                        c.add(Nanos::ZERO, &nodes);
                    }
                    1 => c.notice(Nanos::ZERO, &nodes, at.min(nodes.len() - 1)),
                    2 if nodes.len() > 1 => {
                        c.remove_link(nodes[0], nodes[1]);
                        for dst in 1..8 {
                            let found = c.find(Nanos::ZERO, NodeId(dst), false);
                            prop_assert!(found.is_none_or(|r| !uses(&r, nodes[0], nodes[1])));
                        }
                    }
                    _ => {
                        for dst in 1..8 {
                            if let Some(found) = c.find(Nanos::ZERO, NodeId(dst), kind == 3) {
                                let mut sorted = found.to_vec();
                                sorted.sort();
                                sorted.dedup();
                                prop_assert_eq!(sorted.len(), found.len());
                                prop_assert_eq!((found[0], found[found.len() - 1]), (NodeId(0), NodeId(dst)));
                            }
                        }
                    }
                }
            }
        }
    }
}
