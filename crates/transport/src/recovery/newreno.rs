use super::Recover;
use crate::choice::{Choice, Info};
use crate::law::Ack;
use crate::sender::Core;
use crate::settings::Settings;
use airhop_base::Nanos;

/// Segments that one acknowledgement may release in fast recovery (RFC 6582, section 4.1, leaves the number open; 2 as
/// in ns-2 2.35).
const RECOVERY_BURST: u32 = 2;

/// Fast recovery that lasts until everything is acknowledged that was in flight at its start.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NewReno {
    /// The number whose acknowledgement ends fast recovery; `None` outside of it.
    until: Option<u64>,
    partial_acks: u32,
    steady: bool,
}

impl Choice for NewReno {
    const INFO: Info =
        Info { form: "newreno", about: "fast recovery until the whole window is acknowledged", source: "RFC 6582" };

    fn start(&mut self, settings: &Settings) {
        self.steady = settings.word("partial_ack_timer") == "slow-but-steady";
    }
}

impl NewReno {
    /// RFC 6582, section 3.2, step 3, full acknowledgement. The window is what reduction and deflation have left of
    /// it, as in ns-2: never more than either of the RFC's two choices allows, up to half a segment.
    fn leave(&mut self, core: &mut Core) {
        self.until = None;
        core.inflation = 0.0;
        core.burst = u32::MAX;
    }

    /// RFC 6582, section 3.2, step 3, partial acknowledgement: the next segment is lost too. The window deflates by
    /// what was acknowledged, less one segment for the one that leaves when it was a full one.
    fn partial_ack(&mut self, core: &mut Core, ack: &Ack) {
        let added_back = ack.segments.min(1.0).floor();
        if core.inflation > ack.segments {
            core.inflation -= ack.segments - added_back;
        } else {
            core.window.cwnd = (core.window.cwnd - (ack.segments - core.inflation)).max(1.0);
            core.inflation = added_back;
        }
        core.resend = Some(core.una);
        core.burst = RECOVERY_BURST;
        if self.partial_acks == 0 || self.steady {
            core.restart_timer(ack.now);
        }
        self.partial_acks += 1;
    }
}

impl Recover for NewReno {
    fn on_new_ack(&mut self, core: &mut Core, ack: &Ack) {
        match self.until {
            Some(until) if core.una < until => return self.partial_ack(core, ack),
            Some(_) => self.leave(core),
            None => {}
        }
        core.dupacks = 0;
        core.grow(ack);
        core.restart_timer(ack.now);
    }

    fn on_duplicate(&mut self, core: &mut Core, ack: &Ack) {
        core.dupacks += 1;
        if self.until.is_some() {
            core.inflation += 1.0;
            core.burst = RECOVERY_BURST;
        } else if core.is_loss(ack.now) {
            self.until = Some(core.max);
            self.partial_acks = 0;
            core.fast_retransmit(ack.now);
            core.inflation = f64::from(core.dupacks);
            core.dupacks = core.dupacks.max(core.dupthresh);
            core.burst = RECOVERY_BURST;
        }
    }

    fn on_timeout(&mut self, _core: &mut Core, _now: Nanos) {
        self.until = None;
    }
}
