//! TCP-AP's adaptive pacing: one segment per 1 / R, with R from the delay over n hops and the contention.

mod estimate;
mod history;
mod parameters;
mod timer;

use crate::common::{ADVERTISED_WINDOW, MSS};
use crate::needs::{Need, PartNeeds};
use crate::pacing::interface::{Feedback, Pace};
use crate::part::{Info, Part, Visit};
use crate::settings::Settings;
use airhop_base::{Nanos, Parameter};
pub(crate) use parameters::{AP_COV, AP_SYNC, AP_SYNC_BYTES};

use estimate::Estimate;
use parameters::{AP_INITIAL_INTERVAL, AP_TIMER, PARAMETERS, TimerMode};
use timer::PacingTimer;

/// Segments leave at the rate that the n-hop propagation delay and the variation of the delays allow.
#[derive(Clone, Debug)]
pub(crate) struct TcpAp {
    estimate: Estimate,
    timer: PacingTimer,
    payload_bytes: u32,
}

impl Default for TcpAp {
    fn default() -> Self {
        Self {
            estimate: Estimate::default(),
            timer: PacingTimer::new(TimerMode::OnExpiry, Nanos::ZERO),
            payload_bytes: 0,
        }
    }
}

impl Part for TcpAp {
    const INFO: Info = Info {
        form: "ap",
        about: "segments leave at the rate that the 4-hop propagation delay and the variation of delays allow",
        source: "tcp-ap, section 4",
        needs: PartNeeds {
            kinds: &[Need::Sender, Need::Path],
            about: "pacing from round-trip times, hops and link rate (Linux: airhop_ap, `make kernel`)",
            source: "tcp-ap, section 4",
        },
    };
    const PARAMETERS: &'static [Parameter] = PARAMETERS;

    fn start(&mut self, settings: &Settings) {
        self.estimate = Estimate::new(settings);
        self.timer = PacingTimer::new(settings.get(AP_TIMER), settings.get(AP_INITIAL_INTERVAL));
        self.payload_bytes = settings.get(MSS).min(settings.get(ADVERTISED_WINDOW));
    }

    fn telemetry(&self, visit: &mut Visit) {
        let (Some(fhd), Some(interval)) = (self.estimate.fhd(), self.estimate.interval()) else { return };
        visit("rate_kbps", f64::from(self.payload_bytes) * 8.0 / 1000.0 / interval.as_secs_f64().max(1e-9));
        visit("fhd_ms", fhd.as_millis_f64());
        visit("cov", self.estimate.cov());
    }
}

impl Pace for TcpAp {
    fn next_release(&mut self, now: Nanos) -> Nanos {
        self.timer.release(now)
    }

    fn nothing_waits(&mut self) {
        self.timer.nothing_waits();
    }

    fn on_released(&mut self, now: Nanos) {
        self.timer.on_released(now);
    }

    fn on_sent(&mut self, _now: Nanos, _payload_bytes: u32) {
        self.timer.on_sent();
    }

    fn on_ack(&mut self, feedback: &Feedback) {
        self.timer.on_ack(feedback.now);
        if self.estimate.sample(feedback, self.payload_bytes)
            && let Some(interval) = self.estimate.interval()
        {
            self.timer.set_interval(feedback.now, interval);
        }
    }

    fn on_fast_retransmit(&mut self) {
        self.timer.on_fast_retransmit();
    }

    fn on_timeout(&mut self) {
        self.timer.on_timeout();
    }
}
