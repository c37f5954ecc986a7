use super::daap::{DAAP_RESET, DAAP_STEP};
use super::delay::AdaptiveDelay;
use super::disorder::{Disorder, PARAMETERS};
use super::parameters::{DAA_RESET, DAA_STEP};
use super::window::Response;
use crate::ack_policy::interface::{Acknowledge, Arrival, Order};
use crate::needs::{Need, PartNeeds};
use crate::part::{Info, Part, Visit};
use crate::settings::Settings;
use airhop_base::{Nanos, Parameter};

/// Moves between DAA and DAAp by the share of segments that arrive disturbed: the adaptive receiver that the paper leaves
/// to future work (tcp-daa, sections 4.4 and 5). What it shares with them is set by the parameters of [`super::parameters`] and
/// [`super::daap`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DaaAuto {
    delay: AdaptiveDelay,
    disorder: Disorder,
    daa: Response,
    daap: Response,
}

impl Part for DaaAuto {
    const INFO: Info = Info {
        form: "daa-auto",
        about: "daap while few segments arrive out of order, daa while many do; brings their sender",
        source: "future work of tcp-daa",
        needs: PartNeeds {
            kinds: &[Need::Receiver],
            about: "ACKs of 1 to 4 segments",
            source: "tcp-daa, section 3, and its future work",
        },
    };
    const IMPLIES: &'static [&'static str] =
        &["dupthresh=2", "rto-factor=7", "rto-floor-factor=2", "cwl=4", "lt-beyond-cwl"];
    const PARAMETERS: &'static [Parameter] = PARAMETERS;

    fn start(&mut self, settings: &Settings) {
        *self = Self {
            delay: AdaptiveDelay::new(settings),
            disorder: Disorder::new(settings),
            daa: Response::read(settings, DAA_RESET, DAA_STEP),
            daap: Response::read(settings, DAAP_RESET, DAAP_STEP),
        };
    }

    fn telemetry(&self, visit: &mut Visit) {
        visit("dwin_segments", self.delay.dwin_segments());
        visit("daap_active", f64::from(u8::from(!self.disorder.is_disturbed())));
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
}
