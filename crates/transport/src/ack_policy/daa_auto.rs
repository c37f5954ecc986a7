use super::adaptive::{AdaptiveDelay, Disorder, Response};
use super::{Acknowledge, Arrival, DelayState, Order};
use crate::choice::{Choice, Info};
use crate::parameters::{Allowed, Parameter};
use crate::settings::Settings;
use airhop_base::Nanos;

/// Moves between DAA and DAAp by the share of segments that arrive disturbed: the adaptive receiver that the paper leaves
/// to future work (tcp-daa, sections 4.4 and 5). What it shares with them is set by the parameters of [`super::daa`] and
/// [`super::daap`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DaaAuto {
    delay: AdaptiveDelay,
    disorder: Disorder,
    daa: Response,
    daap: Response,
}

impl Choice for DaaAuto {
    const INFO: Info = Info {
        form: "daa-auto",
        about: "daap while few segments arrive out of order, daa while many do; brings their sender",
        source: "future work of de Oliveira & Braun, IEEE TMC 2007",
    };
    const BRINGS: &'static [&'static str] =
        &["dupthresh=2", "rto-factor=7", "rto-floor-factor=2", "cwl=4", "lt-beyond-cwl"];
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            key: "daa_auto_window",
            unit: "segments",
            default: "50",
            allowed: Allowed::Integer { min: 1, max: 1_000_000 },
            source: "measured",
            about: "daa-auto: arrivals after which disturbances are counted",
        },
        Parameter {
            key: "daa_auto_calm",
            unit: "",
            default: "0.08",
            allowed: Allowed::Real { min: 0.0, max: 2.0 },
            source: "measured",
            about: "daa-auto: disturbances per arrival below which DAA gives way to DAAp",
        },
        Parameter {
            key: "daa_auto_disturbed",
            unit: "",
            default: "0.16",
            allowed: Allowed::Real { min: 0.0, max: 2.0 },
            source: "measured",
            about: "daa-auto: disturbances per arrival above which DAAp gives way to DAA",
        },
    ];

    fn start(&mut self, settings: &Settings) {
        *self = Self {
            delay: AdaptiveDelay::new(settings),
            disorder: Disorder::new(settings),
            daa: Response::read(settings, "daa_reset", "daa_step"),
            daap: Response::read(settings, "daap_reset", "daap_step"),
        };
    }
}

impl DaaAuto {
    fn response(&self) -> Response {
        if self.disorder.is_disturbed() { self.daa } else { self.daap }
    }
}

impl Acknowledge for DaaAuto {
    fn on_arrival(&mut self, arrival: &Arrival) -> bool {
        self.disorder.arrive(arrival.order != Order::Expected);
        self.delay.on_arrival(arrival, self.response())
    }

    fn deadline(&self) -> Option<Nanos> {
        self.delay.deadline()
    }

    fn on_timer(&mut self) {
        self.disorder.timer();
        self.delay.on_timer(self.response());
    }

    fn on_ack_sent(&mut self) {
        self.delay.on_ack_sent();
    }

    fn state(&self) -> Option<DelayState> {
        Some(DelayState { dwin_segments: self.delay.dwin_segments(), cautious: !self.disorder.is_disturbed() })
    }
}
