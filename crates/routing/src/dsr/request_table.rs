use super::config::{DsrConfig, Rules};
use airhop_base::{Nanos, NodeId};
use std::collections::BTreeMap;

/// What to do for a packet without a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// Ask, so many hops away at most; 0 for the neighbours alone.
    Ask { max_hops: u8 },
    /// Wait on.
    Wait,
    /// No reply is expected any more.
    GiveUp,
}

/// One node's requests for another, and the requests of that node heard.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The newest of its requests.
    heard: u32,
    /// Requests since the last answer.
    requests: u32,
    /// When the last one was counted; `None` before the first.
    last: Option<Nanos>,
    /// When the neighbours were last asked, while the whole network has not been since.
    neighbours_asked: Option<Nanos>,
}

/// The request table (RFC 4728, section 4.3; ns-2, requesttable.cc). ns-2 keeps 128 nodes; here none is forgotten.
#[derive(Clone, Debug, Default)]
pub(super) struct RequestTable(BTreeMap<NodeId, Entry>);

impl RequestTable {
    /// Whether a request of `source` with this number, or a later one, has been heard.
    pub fn is_known(&self, source: NodeId, id: u32) -> bool {
        self.0.get(&source).is_some_and(|e| e.heard >= id)
    }

    /// Notes a request.
    pub fn note(&mut self, source: NodeId, id: u32) {
        self.0.entry(source).or_default().heard = id;
    }

    /// A route to `dst` was offered: the next search starts from the beginning.
    pub fn answered(&mut self, dst: NodeId) {
        let entry = self.0.entry(dst).or_default();
        entry.requests = 0;
        entry.last = Some(Nanos::ZERO);
        entry.neighbours_asked = None;
    }

    /// How many requests were sent since the last reply.
    pub fn attempts(&self, dst: NodeId) -> u32 {
        self.0.get(&dst).map_or(0, |e| e.requests)
    }

    /// Decides about a packet for `dst` that waits, or is about to; `own` if this node is its source.
    ///
    /// ns-2 (getRouteForPacket): the neighbours are asked at once and then 2, 8 and every 10 s after the last time, the
    /// whole network 30 ms after each of these; an answer to another's packet is sought among the neighbours alone and once. RFC 4728
    /// (section 4.3): the neighbours first, then the whole network after 30 ms and at distances that double from 0.5 to 10 s.
    pub fn next(&mut self, now: Nanos, dst: NodeId, own: bool, config: &DsrConfig) -> Next {
        let everywhere = Next::Ask { max_hops: config.max_route_nodes };
        let entry = self.0.entry(dst).or_default();
        let growth = match config.discovery {
            Rules::Ns2 => 2 * entry.requests,
            Rules::Rfc4728 => entry.requests.saturating_sub(1),
        };
        let wait = (config.request_period * (1 << growth.min(30))).min(config.max_request_period);
        if entry.last.is_some_and(|last| wait.saturating_add(last) > now) {
            let asked = entry.neighbours_asked.filter(|_| own);
            return match asked {
                Some(at) if now - at > config.nonpropagating_timeout => {
                    entry.neighbours_asked = None;
                    everywhere
                }
                _ => Next::Wait,
            };
        }
        entry.requests = entry.requests.saturating_add(1);
        entry.last = Some(now);
        let given_up = config.max_requests > 0 && entry.requests > config.max_requests;
        if given_up || !own && entry.requests > 1 {
            if own {
                entry.requests = 0;
            }
            return Next::GiveUp;
        }
        if config.nonpropagating_first && (config.discovery == Rules::Ns2 || entry.requests == 1) {
            entry.neighbours_asked = Some(now);
            return Next::Ask { max_hops: 0 };
        }
        everywhere
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEIGHBOURS: Next = Next::Ask { max_hops: 0 };

    /// Asks every 10 ms for `secs`; gives when, in ms, and how far requests went.
    fn asked(config: &DsrConfig, own: bool, secs: u64) -> Vec<(u64, Next)> {
        let mut table = RequestTable::default();
        let times = (0..secs * 100).map(|t| t * 10);
        times
            .map(|ms| (ms, table.next(Nanos::from_millis(ms), NodeId(5), own, config)))
            .filter(|(_, next)| *next != Next::Wait)
            .collect()
    }

    #[test]
    fn ns2_asks_the_neighbours_and_then_everybody_at_distances_of_2_8_and_10_s() {
        let all = Next::Ask { max_hops: 16 };
        let expected = [0, 2_000, 10_000, 20_000, 30_000];
        let expected: Vec<_> = expected.iter().flat_map(|ms| [(*ms, NEIGHBOURS), (ms + 40, all)]).collect();
        assert_eq!(asked(&DsrConfig::ns2(), true, 31), expected);
    }

    #[test]
    fn ns2_asks_the_neighbours_once_about_anothers_packet() {
        let seen = asked(&DsrConfig::ns2(), false, 5);
        assert_eq!(seen, [(0, NEIGHBOURS), (2_000, Next::GiveUp)]);
    }

    #[test]
    fn section_4_3_distances_double_and_end() {
        let all = Next::Ask { max_hops: 64 };
        let config = DsrConfig { max_requests: 6, ..DsrConfig::rfc4728() };
        let expected =
            [(0, NEIGHBOURS), (40, all), (500, all), (1_500, all), (3_500, all), (7_500, all), (15_500, all)];
        let seen = asked(&config, true, 26);
        assert_eq!(seen[..7], expected);
        assert_eq!(seen[7], (25_500, Next::GiveUp));
    }

    #[test]
    fn an_answer_starts_anew() {
        let mut table = RequestTable::default();
        let config = DsrConfig::ns2();
        let s = Nanos::from_secs;
        assert_eq!(table.next(s(10), NodeId(5), true, &config), NEIGHBOURS);
        table.answered(NodeId(5));
        assert_eq!(table.attempts(NodeId(5)), 0);
        assert_eq!(table.next(s(10), NodeId(5), true, &config), NEIGHBOURS);
        assert!(!table.is_known(NodeId(3), 1));
        table.note(NodeId(3), 2);
        assert!(table.is_known(NodeId(3), 1) && table.is_known(NodeId(3), 2) && !table.is_known(NodeId(3), 3));
    }
}
