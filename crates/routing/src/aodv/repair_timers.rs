use airhop_base::{Nanos, NodeId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The timers of ns-2's local repairs: when each fires and for which destination.
#[derive(Clone, Debug, Default)]
pub(super) struct RepairTimers(BinaryHeap<Reverse<(Nanos, NodeId)>>);

impl RepairTimers {
    pub fn next(&self) -> Option<Nanos> {
        self.0.peek().map(|Reverse((at, _))| *at)
    }

    pub fn start(&mut self, at: Nanos, dst: NodeId) {
        self.0.push(Reverse((at, dst)));
    }

    pub fn take_due(&mut self, now: Nanos) -> Option<NodeId> {
        let due = self.next()? <= now;
        if due { self.0.pop().map(|Reverse((_, dst))| dst) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timers_fire_in_order() {
        let mut timers = RepairTimers::default();
        timers.start(Nanos::from_secs(5), NodeId(1));
        timers.start(Nanos::from_secs(3), NodeId(2));
        assert_eq!(timers.take_due(Nanos::from_secs(2)), None);
        assert_eq!(timers.take_due(Nanos::from_secs(9)), Some(NodeId(2)));
        assert_eq!(timers.next(), Some(Nanos::from_secs(5)));
    }
}
