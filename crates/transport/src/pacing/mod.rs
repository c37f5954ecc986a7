//! Pacing: when the segments that the window allows may leave.

mod interface;

pub(crate) use interface::{Feedback, Pace};
pub(crate) use tcp_ap::{AP_COV, AP_SYNC, AP_SYNC_BYTES};

use crate::part::parts;
use airhop_base::Nanos;

parts! {
    $ /// The pacing of a recipe.
    Pacing: "pacing" {
        none: Unpaced;
        fixed: FixedRate;
        tcp_ap: TcpAp;
    }
}

impl Default for Pacing {
    fn default() -> Self {
        Self::Unpaced(none::Unpaced)
    }
}

impl Pace for Pacing {
    fn next_release(&mut self, now: Nanos) -> Nanos {
        dispatch!(self, pacing => pacing.next_release(now))
    }

    fn nothing_waits(&mut self) {
        dispatch!(self, pacing => pacing.nothing_waits());
    }

    fn on_released(&mut self, now: Nanos) {
        dispatch!(self, pacing => pacing.on_released(now));
    }

    fn on_sent(&mut self, now: Nanos, payload_bytes: u32) {
        dispatch!(self, pacing => pacing.on_sent(now, payload_bytes));
    }

    fn on_ack(&mut self, feedback: &Feedback) {
        dispatch!(self, pacing => pacing.on_ack(feedback));
    }

    fn on_fast_retransmit(&mut self) {
        dispatch!(self, pacing => pacing.on_fast_retransmit());
    }

    fn on_timeout(&mut self) {
        dispatch!(self, pacing => pacing.on_timeout());
    }
}
