use super::adaptive::{AdaptiveDelay, Response};
use super::{Acknowledge, Arrival, DelayState};
use crate::choice::{Choice, Info};
use crate::parameters::{Allowed, Parameter};
use crate::settings::Settings;
use airhop_base::Nanos;

/// Dynamic adaptive acknowledgement: groups of up to four segments, of two after a disturbance.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Daa {
    delay: AdaptiveDelay,
    response: Response,
}

impl Choice for Daa {
    const INFO: Info = Info {
        form: "daa",
        about: "one acknowledgement for up to 4 segments, of 2 after disorder or an adaptive timer",
        source: "de Oliveira & Braun, IEEE TMC 2007, section 3.2",
    };
    const BRINGS: &'static [&'static str] = &["dupthresh=2", "rto-factor=5", "cwl=4", "lt-beyond-cwl"];
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            key: "daa_max",
            unit: "segments",
            default: "4",
            allowed: Allowed::Integer { min: 1, max: 1000 },
            source: "tcp-daa, section 3.2",
            about: "daa, daap, daa-auto: largest delaying window",
        },
        Parameter {
            key: "daa_mu",
            unit: "segments",
            default: "0.3",
            allowed: Allowed::Real { min: 0.001, max: 1000.0 },
            source: "tcp-daa, equation 3, table 2",
            about: "daa, daap, daa-auto: growth of the delaying window per segment in order, until it first reaches daa_max",
        },
        Parameter {
            key: "daa_step",
            unit: "segments",
            default: "1",
            allowed: Allowed::Real { min: 0.0, max: 1000.0 },
            source: "tcp-daa, equation 3",
            about: "daa, and daa-auto among much disorder: growth of the delaying window per segment in order, after the start-up",
        },
        Parameter {
            key: "daa_reset",
            unit: "segments",
            default: "2",
            allowed: Allowed::Real { min: 1.0, max: 1000.0 },
            source: "tcp-daa, section 3.2",
            about: "daa, and daa-auto among much disorder: delaying window that disorder or the timer leaves",
        },
        Parameter {
            key: "daa_group",
            unit: "",
            default: "first",
            allowed: Allowed::OneOf(&["first", "each"]),
            source: "first: tcp-daa, section 3.3, narrates groups of 2 after a loss; each: the letter of section 3.2",
            about: "daa, daap, daa-auto: a group is as large as the delaying window at its first segment, or at each",
        },
        Parameter {
            key: "daa_alpha",
            unit: "",
            default: "0.75",
            allowed: Allowed::Real { min: 0.0, max: 0.999 },
            source: "tcp-daa, equation 1, table 2",
            about: "daa, daap, daa-auto: weight of the past in the smoothed gap between segments",
        },
        Parameter {
            key: "daa_kappa",
            unit: "",
            default: "0.2",
            allowed: Allowed::Real { min: 0.0, max: 1000.0 },
            source: "tcp-daa, equation 2, table 2",
            about: "daa, daap, daa-auto: the timer waits for 2 + kappa smoothed gaps",
        },
        Parameter {
            key: "daa_initial_timeout",
            unit: "s",
            default: "0.2",
            allowed: Allowed::Real { min: 0.001, max: 10.0 },
            source: "tcp-daa, table 2",
            about: "daa, daap, daa-auto: the timer before the first gap is known",
        },
        Parameter {
            key: "daa_min_timeout",
            unit: "s",
            default: "0.1",
            allowed: Allowed::Real { min: 0.0, max: 10.0 },
            source: "0 is the letter of tcp-daa, equation 2, which fires inside bursts",
            about: "daa, daap, daa-auto: least timer once a gap is known",
        },
        Parameter {
            key: "daa_gaps",
            unit: "",
            default: "group",
            allowed: Allowed::OneOf(&["group", "all"]),
            source: "tcp-daa, section 3.2, figure 3 (group)",
            about: "daa, daap, daa-auto: gaps that are smoothed: those within a group, or all between segments in order",
        },
    ];

    fn start(&mut self, settings: &Settings) {
        *self =
            Self { delay: AdaptiveDelay::new(settings), response: Response::read(settings, "daa_reset", "daa_step") };
    }
}

impl Acknowledge for Daa {
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
        Some(DelayState { dwin_segments: self.delay.dwin_segments(), cautious: false })
    }
}
