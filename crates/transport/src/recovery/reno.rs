use super::Recover;
use crate::choice::{Choice, Info};
use crate::law::Ack;
use crate::sender::Core;
use airhop_base::Nanos;

/// Fast retransmit and fast recovery, which the first new acknowledgement ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reno {
    recovering: bool,
}

impl Choice for Reno {
    const INFO: Info = Info {
        form: "reno",
        about: "fast recovery until the first new acknowledgement",
        source: "RFC 5681, section 3.2",
    };
}

impl Recover for Reno {
    fn on_new_ack(&mut self, core: &mut Core, ack: &Ack) {
        self.recovering = false;
        core.inflation = 0.0;
        core.dupacks = 0;
        core.grow(ack);
        core.restart_timer(ack.now);
    }

    fn on_duplicate(&mut self, core: &mut Core, ack: &Ack) {
        core.dupacks += 1;
        if self.recovering {
            core.inflation += 1.0;
        } else if core.is_loss(ack.now) {
            self.recovering = true;
            core.fast_retransmit(ack.now);
            core.inflation = f64::from(core.dupacks);
            core.dupacks = core.dupacks.max(core.dupthresh);
        }
    }

    fn on_timeout(&mut self, _core: &mut Core, _now: Nanos) {
        self.recovering = false;
    }
}
