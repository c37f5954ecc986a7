use super::config::Rules;
use airhop_base::{Nanos, NodeId};
use std::collections::BTreeMap;

/// The requests received recently, by originator and number (RFC 3561, section 6.5).
///
/// The RFC forgets each after its time; ns-2 looks for old ones at whole multiples of that time, so that they are
/// remembered for one to two of them.
#[derive(Clone, Debug)]
pub(super) struct SeenRequests {
    expires: BTreeMap<(NodeId, u32), Nanos>,
    life: Nanos,
    rules: Rules,
    purged_at: Nanos,
}

impl SeenRequests {
    pub fn new(rules: Rules, life: Nanos) -> Self {
        Self { expires: BTreeMap::new(), life, rules, purged_at: Nanos::ZERO }
    }

    /// Records a request; false if it was known.
    pub fn insert(&mut self, now: Nanos, originator: NodeId, id: u32) -> bool {
        let grid = self.life * now.whole(self.life);
        if grid > self.purged_at {
            self.purged_at = grid;
            self.expires.retain(|_, expires| *expires > grid);
        }
        let entry = self.expires.entry((originator, id)).or_default();
        let known = match self.rules {
            Rules::Rfc3561 => *entry > now,
            Rules::Ns2 => *entry > Nanos::ZERO,
        };
        if !known {
            *entry = now.saturating_add(self.life);
        }
        !known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn section_6_5_requests_are_known_for_their_time() {
        let mut seen = SeenRequests::new(Rules::Rfc3561, Nanos::from_secs(6));
        assert!(seen.insert(Nanos::from_secs(5), NodeId(1), 1));
        assert!(!seen.insert(Nanos::from_millis(10_999), NodeId(1), 1));
        assert!(seen.insert(Nanos::from_millis(10_999), NodeId(1), 2));
        assert!(seen.insert(Nanos::from_millis(11_000), NodeId(1), 1));
    }

    #[test]
    fn ns2_forgets_requests_at_multiples_of_their_time() {
        let mut seen = SeenRequests::new(Rules::Ns2, Nanos::from_secs(6));
        assert!(seen.insert(Nanos::from_secs(5), NodeId(1), 1));
        assert!(seen.insert(Nanos::from_secs(6), NodeId(1), 2));
        assert!(!seen.insert(Nanos::from_millis(11_999), NodeId(1), 1));
        // At 12 s both have outlived their 6 s.
        assert!(seen.insert(Nanos::from_millis(12_001), NodeId(1), 1));
        assert!(seen.insert(Nanos::from_millis(12_001), NodeId(1), 2));
    }
}
