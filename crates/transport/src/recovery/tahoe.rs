use super::interface::Recover;
use crate::congestion::Ack;
use crate::needs::{Need, PartNeeds};
use crate::part::{Info, Part};
use crate::tcb::Tcb;

/// Fast retransmit without fast recovery: after a loss, slow start from one segment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tahoe;

impl Part for Tahoe {
    const INFO: Info = Info {
        form: "tahoe",
        about: "after a fast retransmit, slow start from one segment",
        source: "Jacobson, SIGCOMM 1988",
        needs: PartNeeds {
            kinds: &[Need::Sender],
            about: "an older sender: present ones have NewReno",
            source: "Jacobson, SIGCOMM 1988",
        },
    };
}

impl Recover for Tahoe {
    fn on_new_ack(&mut self, tcb: &mut Tcb, ack: &Ack) {
        tcb.dupacks = 0;
        tcb.grow(ack);
        tcb.restart_timer(ack.now);
    }

    fn on_duplicate(&mut self, tcb: &mut Tcb, ack: &Ack) {
        tcb.dupacks += 1;
        if tcb.is_loss(ack.now) {
            tcb.dupacks = tcb.dupacks.max(tcb.dupthresh);
            tcb.fast_retransmit(ack.now);
            tcb.window.cwnd = 1.0;
            // The segment leaves by the window, as all those after it.
            tcb.resend = None;
            tcb.nxt = tcb.una;
        }
    }
}
