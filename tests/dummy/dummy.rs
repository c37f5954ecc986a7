use super::aimd::Aimd;
use super::interface::{Ack, Control, Loss, Window};
use crate::needs::{Need, PartNeeds};
use crate::part::{Info, Part, Visit};
use crate::settings::{Settings, settings};
use airhop_base::{Allowed, Parameter};

/// A congestion control that is in no release: a test adds it to see that one file and one line are enough.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Dummy {
    step: f64,
    acks: f64,
}

settings! {
    DUMMY_STEP: f64 {
        key: "dummy_step",
        unit: "segments",
        default: "1",
        allowed: Allowed::Real { min: 0.1, max: 10.0 },
        source: "a test",
        about: "dummy: growth of the window per round trip",
    }
}

impl Part for Dummy {
    const INFO: Info = Info {
        form: "dummy",
        about: "AIMD with a step of its own",
        source: "a test",
        needs: PartNeeds { kinds: &[Need::Sender], about: "a dummy", source: "a test" },
    };
    const PARAMETERS: &'static [Parameter] = PARAMETERS;

    fn start(&mut self, settings: &Settings) {
        self.step = settings.get(DUMMY_STEP);
    }

    fn telemetry(&self, visit: &mut Visit) {
        visit("dummy_acks", self.acks);
    }
}

impl Control for Dummy {
    fn on_ack(&mut self, window: &mut Window, ack: &Ack) {
        self.acks += 1.0;
        if window.in_slow_start() {
            window.slow_start(ack);
        } else {
            window.cwnd += self.step / window.cwnd;
        }
    }

    fn on_loss(&mut self, window: &mut Window, loss: &Loss) {
        Aimd.on_loss(window, loss);
    }

    fn on_timeout(&mut self, window: &mut Window, loss: &Loss) {
        Aimd.on_timeout(window, loss);
    }
}
