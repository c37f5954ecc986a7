use super::adaptive::{AdaptiveDelay, Response};
use super::{Acknowledge, Arrival, DelayState};
use crate::choice::{Choice, Info};
use crate::parameters::{Allowed, Parameter};
use crate::settings::Settings;
use airhop_base::Nanos;

/// Dynamic adaptive acknowledgement for paths with many losses: single segments after a disturbance, and slow growth.
/// What it shares with DAA is set by the parameters of [`super::daa`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Daap {
    delay: AdaptiveDelay,
    response: Response,
}

impl Choice for Daap {
    const INFO: Info = Info {
        form: "daap",
        about: "daa for lossy paths: every segment after disorder or the timer, then slowly fewer",
        source: "de Oliveira & Braun, IEEE TMC 2007, section 3.4",
    };
    const BRINGS: &'static [&'static str] = &["dupthresh=2", "rto-factor=2", "cwl=4", "lt-beyond-cwl"];
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            key: "daap_step",
            unit: "segments",
            default: "0.26",
            allowed: Allowed::Real { min: 0.0, max: 1000.0 },
            source: "tcp-daa, equation 6, mu'",
            about: "daap, and daa-auto among little disorder: growth of the delaying window per segment in order, after the start-up",
        },
        Parameter {
            key: "daap_reset",
            unit: "segments",
            default: "1",
            allowed: Allowed::Real { min: 1.0, max: 1000.0 },
            source: "tcp-daa, section 3.4",
            about: "daap, and daa-auto among little disorder: delaying window that disorder or the timer leaves",
        },
    ];

    fn start(&mut self, settings: &Settings) {
        *self =
            Self { delay: AdaptiveDelay::new(settings), response: Response::read(settings, "daap_reset", "daap_step") };
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

    fn state(&self) -> Option<DelayState> {
        Some(DelayState { dwin_segments: self.delay.dwin_segments(), cautious: true })
    }
}
