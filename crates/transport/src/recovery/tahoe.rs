use super::Recover;
use crate::choice::{Choice, Info};
use crate::law::Ack;
use crate::sender::Core;

/// Fast retransmit without fast recovery: after a loss, slow start from one segment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tahoe;

impl Choice for Tahoe {
    const INFO: Info = Info {
        form: "tahoe",
        about: "after a fast retransmit, slow start from one segment",
        source: "Jacobson, SIGCOMM 1988",
    };
}

impl Recover for Tahoe {
    fn on_new_ack(&mut self, core: &mut Core, ack: &Ack) {
        core.dupacks = 0;
        core.grow(ack);
        core.restart_timer(ack.now);
    }

    fn on_duplicate(&mut self, core: &mut Core, ack: &Ack) {
        core.dupacks += 1;
        if core.is_loss(ack.now) {
            core.dupacks = core.dupacks.max(core.dupthresh);
            core.fast_retransmit(ack.now);
            core.window.cwnd = 1.0;
            // The segment leaves by the window, as all those after it.
            core.resend = None;
            core.nxt = core.una;
        }
    }
}
