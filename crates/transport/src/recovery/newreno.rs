use super::interface::Recover;
use crate::common::PARTIAL_ACK_TIMER;
use crate::congestion::Ack;
use crate::needs::PartNeeds;
use crate::part::{Info, Part};
use crate::settings::Settings;
use crate::tcb::Tcb;
use airhop_base::Nanos;

/// Segments that one ACK may release in fast recovery (RFC 6582, section 4.1, leaves the number open; 2 as
/// in ns-2 2.35).
const RECOVERY_BURST: u32 = 2;

/// Fast recovery that lasts until everything is acknowledged that was in flight at its start.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NewReno {
    /// The number whose ACK ends fast recovery; `None` outside of it.
    until: Option<u64>,
    partial_acks: u32,
    steady: bool,
}

impl Part for NewReno {
    const INFO: Info = Info {
        form: "newreno",
        about: "fast recovery until the whole window is acknowledged",
        source: "RFC 6582",
        needs: PartNeeds {
            kinds: &[],
            about: "congestion control `reno`, without SACK",
            source: "Linux, Documentation/networking/ip-sysctl.rst",
        },
    };

    fn start(&mut self, settings: &Settings) {
        self.steady = settings.get(PARTIAL_ACK_TIMER);
    }
}

impl NewReno {
    /// RFC 6582, section 3.2, step 3, full ACK. The window is what reduction and deflation have left of
    /// it, as in ns-2: never more than either of the RFC's two choices allows, up to half a segment.
    fn leave(&mut self, tcb: &mut Tcb) {
        self.until = None;
        tcb.inflation = 0.0;
        tcb.burst = u32::MAX;
    }

    /// RFC 6582, section 3.2, step 3, partial ACK: the next segment is lost too. The window deflates by
    /// what was acknowledged, less one segment for the one that leaves when it was a full one.
    fn partial_ack(&mut self, tcb: &mut Tcb, ack: &Ack) {
        let added_back = ack.segments.min(1.0).floor();
        if tcb.inflation > ack.segments {
            tcb.inflation -= ack.segments - added_back;
        } else {
            tcb.window.cwnd = (tcb.window.cwnd - (ack.segments - tcb.inflation)).max(1.0);
            tcb.inflation = added_back;
        }
        tcb.resend = Some(tcb.una);
        tcb.burst = RECOVERY_BURST;
        if self.partial_acks == 0 || self.steady {
            tcb.restart_timer(ack.now);
        }
        self.partial_acks += 1;
    }
}

impl Recover for NewReno {
    fn on_new_ack(&mut self, tcb: &mut Tcb, ack: &Ack) {
        match self.until {
            Some(until) if tcb.una < until => return self.partial_ack(tcb, ack),
            Some(_) => self.leave(tcb),
            None => {}
        }
        tcb.dupacks = 0;
        tcb.grow(ack);
        tcb.restart_timer(ack.now);
    }

    fn on_duplicate(&mut self, tcb: &mut Tcb, ack: &Ack) {
        tcb.dupacks += 1;
        if self.until.is_some() {
            tcb.inflation += 1.0;
            tcb.burst = RECOVERY_BURST;
        } else if tcb.is_loss(ack.now) {
            self.until = Some(tcb.max);
            self.partial_acks = 0;
            tcb.fast_retransmit(ack.now);
            tcb.inflation = f64::from(tcb.dupacks);
            tcb.dupacks = tcb.dupacks.max(tcb.dupthresh);
            tcb.burst = RECOVERY_BURST;
        }
    }

    fn on_timeout(&mut self, _tcb: &mut Tcb, _now: Nanos) {
        self.until = None;
    }
}
