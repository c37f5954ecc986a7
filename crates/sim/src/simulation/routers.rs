//! The routers of a run, with their timers.

use crate::payload::Payload;
use airhop_base::{Nanos, NodeId};
use airhop_routing::{Action, Router};
use std::ops::{Deref, DerefMut};

/// The routers, by node.
#[derive(Clone, Debug)]
pub(super) struct Routers {
    routers: Vec<Router<Payload>>,
    /// The earliest timer event in the queue for each router.
    armed: Vec<Nanos>,
    /// Empty between two calls: kept for its capacity.
    pub actions: Vec<Action<Payload>>,
}

impl Routers {
    pub fn new(routers: Vec<Router<Payload>>) -> Self {
        Self { armed: vec![Nanos::MAX; routers.len()], routers, actions: Vec::new() }
    }

    /// When to schedule a timer event for a router, unless one for that time or earlier is scheduled.
    #[inline]
    pub fn arm(&mut self, node: NodeId, now: Nanos) -> Option<Nanos> {
        let armed = &mut self.armed[node.index()];
        let at = self.routers[node.index()].next_timeout().filter(|at| at < armed)?.max(now);
        *armed = at;
        Some(at)
    }

    /// Whether a timer event at `now` is the valid one: others were superseded by an earlier one.
    #[inline]
    pub fn is_due(&mut self, node: NodeId, now: Nanos) -> bool {
        let armed = &mut self.armed[node.index()];
        let due = *armed == now;
        if due {
            *armed = Nanos::MAX;
        }
        due
    }
}

impl Deref for Routers {
    type Target = [Router<Payload>];

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.routers
    }
}

impl DerefMut for Routers {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.routers
    }
}
