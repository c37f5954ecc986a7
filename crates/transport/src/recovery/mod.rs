//! Loss recovery: what to retransmit and when, and how the window changes meanwhile.

mod interface;

pub(crate) use interface::Recover;

use crate::congestion::Ack;
use crate::part::parts;
use crate::segment::SackBlocks;
use crate::tcb::{Tcb, Transmit};
use airhop_base::Nanos;

parts! {
    $ /// The loss recovery of a recipe.
    LossRecovery: "loss recovery" {
        tahoe: Tahoe;
        reno: Reno;
        newreno: NewReno;
        sack: Sack;
    }
}

impl Default for LossRecovery {
    fn default() -> Self {
        Self::NewReno(newreno::NewReno::default())
    }
}

impl Recover for LossRecovery {
    fn on_new_ack(&mut self, tcb: &mut Tcb, ack: &Ack) {
        dispatch!(self, recovery => recovery.on_new_ack(tcb, ack));
    }

    fn on_duplicate(&mut self, tcb: &mut Tcb, ack: &Ack) {
        dispatch!(self, recovery => recovery.on_duplicate(tcb, ack));
    }

    fn on_sack(&mut self, tcb: &mut Tcb, blocks: &SackBlocks) {
        dispatch!(self, recovery => recovery.on_sack(tcb, blocks));
    }

    fn on_timeout(&mut self, tcb: &mut Tcb, now: Nanos) {
        dispatch!(self, recovery => recovery.on_timeout(tcb, now));
    }

    fn next(&mut self, tcb: &mut Tcb) -> Option<Transmit> {
        dispatch!(self, recovery => recovery.next(tcb))
    }

    fn on_sent(&mut self, tcb: &mut Tcb, transmit: Transmit) {
        dispatch!(self, recovery => recovery.on_sent(tcb, transmit));
    }

    fn wants_sack(&self) -> bool {
        dispatch!(self, recovery => recovery.wants_sack())
    }
}
