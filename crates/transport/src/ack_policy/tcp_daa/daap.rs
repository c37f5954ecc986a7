use super::delay::AdaptiveDelay;
use super::window::Response;
use crate::ack_policy::interface::{Acknowledge, Arrival};
use crate::needs::{Need, PartNeeds};
use crate::part::{Info, Part, Visit};
use crate::settings::{Settings, settings};
use airhop_base::{Allowed, Nanos, Parameter};

/// Dynamic adaptive acknowledgement for paths with many losses: single segments after a disturbance, and slow growth.
/// What it shares with DAA is set by the parameters of [`super::parameters`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Daap {
    delay: AdaptiveDelay,
    response: Response,
}

settings! {
    DAAP_STEP: f64 {
        key: "daap_step",
        unit: "segments",
        default: "0.26",
        allowed: Allowed::Real { min: 0.0, max: 1000.0 },
        source: "tcp-daa, section 3.4, equation (6)",
        about: "daap, and daa-auto among little disorder: growth of the delaying window per segment in order, after the start-up",
    }
    DAAP_RESET: f64 {
        key: "daap_reset",
        unit: "segments",
        default: "1",
        allowed: Allowed::Real { min: 1.0, max: 1000.0 },
        source: "tcp-daa, section 3.4",
        about: "daap, and daa-auto among little disorder: delaying window that disorder or the timer leaves",
    }
}

impl Part for Daap {
    const INFO: Info = Info {
        form: "daap",
        about: "daa for lossy paths: every segment after disorder or the timer, then slowly fewer",
        source: "tcp-daa, section 3.4",
        needs: PartNeeds { kinds: &[Need::Receiver], about: "ACKs of 1 to 4 segments", source: "tcp-daa, section 3.4" },
    };
    const IMPLIES: &'static [&'static str] = &["dupthresh=2", "rto-factor=2", "cwl=4", "lt-beyond-cwl"];
    const PARAMETERS: &'static [Parameter] = PARAMETERS;

    fn start(&mut self, settings: &Settings) {
        *self = Self { delay: AdaptiveDelay::new(settings), response: Response::read(settings, DAAP_RESET, DAAP_STEP) };
    }

    fn telemetry(&self, visit: &mut Visit) {
        visit("dwin_segments", self.delay.dwin_segments());
        visit("daap_active", 1.0);
    }
}

impl Acknowledge for Daap {
    fn on_arrival(&mut self, arrival: &Arrival) -> bool {
        self.delay.on_arrival(arrival, self.response)
    }

    fn deadline(&self) -> Option<Nanos> {
        self.delay.deadline()
    }

    fn on_timer(&mut self) {
        self.delay.on_timer(self.response);
    }

    fn on_ack_sent(&mut self) {
        self.delay.on_ack_sent();
    }
}
