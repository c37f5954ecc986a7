//! Pacing: when the segments that the window allows may leave.

use crate::choice::choices;
use airhop_base::Nanos;

/// A pacing of the segments that the window allows. Retransmissions that a loss recovery orders leave at once.
pub(crate) trait Pace {
    /// The earliest time for the next segment; a time that has passed, or zero, for "now".
    fn next_release(&self) -> Nanos;

    /// A segment of `payload_bytes` left under the pacing.
    fn on_sent(&mut self, now: Nanos, payload_bytes: u32);
}

choices! {
    $ /// The pacing of a recipe.
    Pacing: "pacing" {
        none::Unpaced,
        fixed::FixedRate,
    }
}

impl Default for Pacing {
    fn default() -> Self {
        Self::Unpaced(none::Unpaced)
    }
}

impl Pacing {
    pub(crate) fn next_release(&self) -> Nanos {
        dispatch!(self, pacing => pacing.next_release())
    }

    pub(crate) fn on_sent(&mut self, now: Nanos, payload_bytes: u32) {
        dispatch!(self, pacing => pacing.on_sent(now, payload_bytes));
    }
}
