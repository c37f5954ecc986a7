//! Congestion controls: how the congestion window grows, and what it becomes after a loss.

mod interface;

pub(crate) use interface::{Ack, Control, Loss, Window};

use crate::part::parts;
use airhop_base::Nanos;

parts! {
    $ /// The congestion control of a recipe.
    CongestionControl: "congestion control" {
        aimd: Aimd;
        vegas: Vegas;
        westwood: Westwood;
        cubic: Cubic;
        sca: Sca;
    }
}

impl Default for CongestionControl {
    fn default() -> Self {
        Self::Aimd(aimd::Aimd)
    }
}

impl Control for CongestionControl {
    fn on_ack(&mut self, window: &mut Window, ack: &Ack) {
        dispatch!(self, control => control.on_ack(window, ack));
    }

    fn observe(&mut self, ack: &Ack) {
        dispatch!(self, control => control.observe(ack));
    }

    fn on_loss(&mut self, window: &mut Window, loss: &Loss) {
        dispatch!(self, control => control.on_loss(window, loss));
    }

    fn on_timeout(&mut self, window: &mut Window, loss: &Loss) {
        dispatch!(self, control => control.on_timeout(window, loss));
    }

    fn is_overdue(&self, now: Nanos, sent_at: Nanos) -> bool {
        dispatch!(self, control => control.is_overdue(now, sent_at))
    }
}
