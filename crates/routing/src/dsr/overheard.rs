use super::route::Route;
use airhop_base::Nanos;
use std::collections::VecDeque;

/// Packets and gratuitous replies remembered (ns-2: TAP_CACHE_SIZE, RTREP_HOLDOFF_SIZE).
const PACKETS: usize = 1024;
const GRATUITOUS_REPLIES: usize = 10;

/// The packets overheard lately, so that each is evaluated only once.
#[derive(Clone, Debug, Default)]
pub(super) struct Overheard(Vec<u64>);

impl Overheard {
    /// Records a packet; false if it was known.
    pub fn note(&mut self, id: u64) -> bool {
        if self.0.is_empty() {
            self.0 = vec![u64::MAX; PACKETS];
        }
        // Control packets carry their node in the middle bits.
        let slot = (id ^ id >> 31) as usize % PACKETS;
        std::mem::replace(&mut self.0[slot], id) != id
    }
}

/// The routes for which gratuitous replies were sent lately, with the times (RFC 4728, section 4.4).
#[derive(Clone, Debug, Default)]
pub(super) struct GratuitousReplies(VecDeque<(Route, Nanos)>);

impl GratuitousReplies {
    /// Notes that a gratuitous reply is sent for a route; false if the last one was sent less than `holdoff` ago.
    pub fn note(&mut self, now: Nanos, route: &Route, holdoff: Nanos) -> bool {
        if let Some(told) = self.0.iter_mut().find(|t| t.0 == *route) {
            let due = told.1.saturating_add(holdoff) <= now;
            if due {
                told.1 = now;
            }
            return due;
        }
        if self.0.len() >= GRATUITOUS_REPLIES {
            self.0.pop_front();
        }
        self.0.push_back((route.clone(), now));
        true
    }
}
