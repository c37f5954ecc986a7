use super::delay::AdaptiveDelay;
use super::parameters::{DAA_RESET, DAA_STEP, PARAMETERS};
use super::window::Response;
use crate::ack_policy::interface::{Acknowledge, Arrival};
use crate::needs::{Need, PartNeeds};
use crate::part::{Info, Part, Visit};
use crate::settings::Settings;
use airhop_base::{Nanos, Parameter};

/// Dynamic adaptive acknowledgement: groups of up to four segments, of two after a disturbance.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Daa {
    delay: AdaptiveDelay,
    response: Response,
}

impl Part for Daa {
    const INFO: Info = Info {
        form: "daa",
        about: "one ACK for up to 4 segments, of 2 after disorder or an adaptive timer",
        source: "tcp-daa, section 3.2",
        needs: PartNeeds { kinds: &[Need::Receiver], about: "ACKs of 1 to 4 segments", source: "tcp-daa, section 3" },
    };
    const IMPLIES: &'static [&'static str] = &["dupthresh=2", "rto-factor=5", "cwl=4", "lt-beyond-cwl"];
    const PARAMETERS: &'static [Parameter] = PARAMETERS;

    fn start(&mut self, settings: &Settings) {
        *self = Self { delay: AdaptiveDelay::new(settings), response: Response::read(settings, DAA_RESET, DAA_STEP) };
    }

    fn telemetry(&self, visit: &mut Visit) {
        visit("dwin_segments", self.delay.dwin_segments());
        visit("daap_active", 0.0);
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
}
