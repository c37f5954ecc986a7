use super::interface::Recover;
use crate::congestion::Ack;
use crate::needs::{Need, PartNeeds};
use crate::part::{Info, Part};
use crate::tcb::Tcb;
use airhop_base::Nanos;

/// Fast retransmit and fast recovery, which the first new ACK ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reno {
    recovering: bool,
}

impl Part for Reno {
    const INFO: Info = Info {
        form: "reno",
        about: "fast recovery until the first new ACK",
        source: "RFC 5681, section 3.2",
        needs: PartNeeds {
            kinds: &[Need::Sender],
            about: "an older sender: present ones have NewReno",
            source: "RFC 5681",
        },
    };
}

impl Recover for Reno {
    fn on_new_ack(&mut self, tcb: &mut Tcb, ack: &Ack) {
        self.recovering = false;
        tcb.inflation = 0.0;
        tcb.dupacks = 0;
        tcb.grow(ack);
        tcb.restart_timer(ack.now);
    }

    fn on_duplicate(&mut self, tcb: &mut Tcb, ack: &Ack) {
        tcb.dupacks += 1;
        if self.recovering {
            tcb.inflation += 1.0;
        } else if tcb.is_loss(ack.now) {
            self.recovering = true;
            tcb.fast_retransmit(ack.now);
            tcb.inflation = f64::from(tcb.dupacks);
            tcb.dupacks = tcb.dupacks.max(tcb.dupthresh);
        }
    }

    fn on_timeout(&mut self, _tcb: &mut Tcb, _now: Nanos) {
        self.recovering = false;
    }
}
