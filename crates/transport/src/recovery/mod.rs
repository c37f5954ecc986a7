//! Loss recoveries: what to send again and when, and what the window does meanwhile.

use crate::choice::choices;
use crate::law::Ack;
use crate::segment::SackBlocks;
use crate::sender::{Core, Transmit};
use airhop_base::Nanos;

/// A way to recover from losses. It works on the [`Core`], whose cumulative acknowledgement has already advanced.
pub(crate) trait Recover {
    /// New data is acknowledged.
    fn on_new_ack(&mut self, core: &mut Core, ack: &Ack);

    /// A duplicate acknowledgement arrived; `core.dupacks` still counts those before it.
    fn on_duplicate(&mut self, core: &mut Core, ack: &Ack);

    /// SACK blocks arrived, before `on_new_ack` or `on_duplicate` of the same segment.
    fn on_sack(&mut self, core: &mut Core, blocks: &SackBlocks) {
        let _ = (core, blocks);
    }

    /// The retransmission timer fired, and the core has gone back to the oldest segment.
    fn on_timeout(&mut self, core: &mut Core, now: Nanos) {
        let _ = (core, now);
    }

    /// The next segment that window and recovery allow.
    fn next(&mut self, core: &mut Core) -> Option<Transmit> {
        core.next_in_window()
    }

    /// The segment that `next` gave has left.
    fn on_sent(&mut self, core: &mut Core, transmit: Transmit) {
        let _ = (core, transmit);
    }

    /// True when the receiver has to send SACK blocks.
    fn wants_sack(&self) -> bool {
        false
    }
}

choices! {
    $ /// The loss recovery of a recipe.
    LossRecovery: "loss recovery" {
        tahoe::Tahoe,
        reno::Reno,
        newreno::NewReno,
        sack::Sack,
    }
}

impl Default for LossRecovery {
    fn default() -> Self {
        Self::NewReno(newreno::NewReno::default())
    }
}

impl Recover for LossRecovery {
    fn on_new_ack(&mut self, core: &mut Core, ack: &Ack) {
        dispatch!(self, recovery => recovery.on_new_ack(core, ack));
    }

    fn on_duplicate(&mut self, core: &mut Core, ack: &Ack) {
        dispatch!(self, recovery => recovery.on_duplicate(core, ack));
    }

    fn on_sack(&mut self, core: &mut Core, blocks: &SackBlocks) {
        dispatch!(self, recovery => recovery.on_sack(core, blocks));
    }

    fn on_timeout(&mut self, core: &mut Core, now: Nanos) {
        dispatch!(self, recovery => recovery.on_timeout(core, now));
    }

    fn next(&mut self, core: &mut Core) -> Option<Transmit> {
        dispatch!(self, recovery => recovery.next(core))
    }

    fn on_sent(&mut self, core: &mut Core, transmit: Transmit) {
        dispatch!(self, recovery => recovery.on_sent(core, transmit));
    }

    fn wants_sack(&self) -> bool {
        dispatch!(self, recovery => recovery.wants_sack())
    }
}
