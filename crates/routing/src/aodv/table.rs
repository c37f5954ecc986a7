use airhop_base::{Nanos, NodeId};

/// The hop count of a route that has none: ns-2's infinity, and more than any time-to-live reaches.
pub(super) const NO_HOPS: u8 = u8::MAX;

/// Whether a route can be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// Unknown, broken or expired. Keeps its sequence number.
    Down,
    /// Usable.
    Up,
    /// Broken, and this node searches for another way. With ns-2's repair it keeps next hop and hop count.
    Repair,
}

/// The state of the search for a route.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Search {
    /// Requests have gone out and neither a route came nor did the search give up.
    pub running: bool,
    /// No further request before this instant; zero when none is awaited.
    pub deadline: Nanos,
    /// Network-wide requests so far.
    pub network_wide: u8,
    /// Time-to-live of the last request, or the hop count of the last route found; 0 for neither.
    pub last_ttl: u8,
    /// The last discoveries' latencies per hop; zero for none.
    pub latencies: [Nanos; 3],
    /// Which of them is the oldest.
    pub oldest: u8,
}

impl Search {
    /// Forgets the search: a route is there. `hops` is how far the destination turned out to be.
    pub fn succeeded(&mut self, hops: u8) {
        self.running = false;
        self.deadline = Nanos::ZERO;
        self.network_wide = 0;
        self.last_ttl = hops;
    }

    /// Remembers how long a discovery took per hop.
    pub fn learn(&mut self, latency: Nanos) {
        self.latencies[usize::from(self.oldest)] = latency;
        self.oldest = (self.oldest + 1) % self.latencies.len() as u8;
    }

    /// The mean of the latencies known, or `default` when none is (ns-2, PerHopTime).
    pub fn time_per_hop(&self, default: Nanos) -> Nanos {
        let known = self.latencies.iter().filter(|l| **l > Nanos::ZERO).count() as u64;
        if known == 0 { default } else { self.latencies.iter().copied().sum::<Nanos>() / known }
    }
}

/// One entry of the routing table (RFC 3561, section 2).
#[derive(Clone, Debug)]
pub(super) struct Route {
    pub dst: NodeId,
    /// The destination's sequence number; zero while unknown.
    pub seq: u32,
    /// Whether `seq` came from the destination. ns-2 takes zero for unknown instead.
    pub seq_valid: bool,
    pub state: State,
    /// Links to the destination; [`NO_HOPS`] when down.
    pub hops: u8,
    /// The hop count before the route last went down; [`NO_HOPS`] until it did.
    pub last_hops: u8,
    pub next_hop: Option<NodeId>,
    /// Up: when the route expires. Down, by the RFC's rules: when it is forgotten.
    pub expires: Nanos,
    /// Neighbours that use this node to reach the destination.
    pub precursors: Vec<NodeId>,
    pub search: Search,
}

impl Route {
    fn new(dst: NodeId) -> Self {
        Self {
            dst,
            seq: 0,
            seq_valid: false,
            state: State::Down,
            hops: NO_HOPS,
            last_hops: NO_HOPS,
            next_hop: None,
            expires: Nanos::ZERO,
            precursors: Vec::new(),
            search: Search::default(),
        }
    }

    pub fn is_up(&self) -> bool {
        self.state == State::Up
    }

    /// Makes this the route of `hops` links through `next_hop`.
    pub fn set_up(&mut self, seq: u32, hops: u8, next_hop: NodeId, expires: Nanos) {
        self.seq = seq;
        self.seq_valid = true;
        self.state = State::Up;
        self.hops = hops;
        self.next_hop = Some(next_hop);
        self.expires = expires;
    }

    /// Takes the route down, once; its sequence number stays. `forget_at` is when it may be deleted.
    pub fn set_down(&mut self, forget_at: Nanos) {
        if self.state != State::Down {
            // A repair by the RFC has noted the hop count before.
            if self.hops != NO_HOPS {
                self.last_hops = self.hops;
            }
            self.state = State::Down;
            self.hops = NO_HOPS;
            self.next_hop = None;
            self.expires = forget_at;
        }
    }

    pub fn add_precursor(&mut self, neighbour: NodeId) {
        if !self.precursors.contains(&neighbour) {
            self.precursors.push(neighbour);
        }
    }
}

/// The routing table, in the order in which destinations became known.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    routes: Vec<Route>,
    /// Destinations and their places in `routes`, sorted.
    index: Vec<(NodeId, u32)>,
}

impl Table {
    pub fn find(&self, dst: NodeId) -> Option<usize> {
        self.index.binary_search_by_key(&dst, |e| e.0).ok().map(|at| self.index[at].1 as usize)
    }

    pub fn get(&self, dst: NodeId) -> Option<&Route> {
        self.find(dst).map(|i| &self.routes[i])
    }

    pub fn get_mut(&mut self, dst: NodeId) -> Option<&mut Route> {
        self.find(dst).map(|i| &mut self.routes[i])
    }

    /// The place of the route to `dst`, made now if there was none.
    pub fn find_or_add(&mut self, dst: NodeId) -> usize {
        match self.index.binary_search_by_key(&dst, |e| e.0) {
            Ok(at) => self.index[at].1 as usize,
            Err(at) => {
                self.index.insert(at, (dst, self.routes.len() as u32));
                self.routes.push(Route::new(dst));
                self.routes.len() - 1
            }
        }
    }

    pub fn len(&self) -> usize {
        self.routes.len()
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Route> {
        self.routes.iter()
    }

    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Route> {
        self.routes.iter_mut()
    }

    /// Forgets the routes that `keep` does not want; places change.
    pub fn retain(&mut self, keep: impl FnMut(&Route) -> bool) {
        let before = self.routes.len();
        self.routes.retain(keep);
        if self.routes.len() < before {
            self.index.clear();
            self.index.extend(self.routes.iter().enumerate().map(|(i, r)| (r.dst, i as u32)));
            self.index.sort_unstable();
        }
    }
}

impl std::ops::Index<usize> for Table {
    type Output = Route;
    fn index(&self, i: usize) -> &Route {
        &self.routes[i]
    }
}

impl std::ops::IndexMut<usize> for Table {
    fn index_mut(&mut self, i: usize) -> &mut Route {
        &mut self.routes[i]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_are_found_after_others_are_forgotten() {
        let mut table = Table::default();
        for dst in [7, 3, 9, 1] {
            table.find_or_add(NodeId(dst));
        }
        table.retain(|r| r.dst != NodeId(3));
        assert_eq!(table.len(), 3);
        assert!(table.get(NodeId(3)).is_none());
        for dst in [7, 9, 1].map(NodeId) {
            assert_eq!(table.get(dst).map(|r| r.dst), Some(dst));
        }
    }

    #[test]
    fn the_last_three_latencies_count() {
        let mut search = Search::default();
        let ms = Nanos::from_millis;
        assert_eq!(search.time_per_hop(ms(30)), ms(30));
        for latency in [100, 8, 2, 5].map(ms) {
            search.learn(latency);
        }
        assert_eq!(search.time_per_hop(ms(30)), ms(5));
    }
}
