use super::aimd::Aimd;
use super::{Ack, Law, Loss, Window};
use crate::choice::{Choice, Info};
use crate::parameters::{Allowed, Parameter};
use crate::settings::Settings;

/// Slow congestion avoidance: one segment more in several round trips instead of in each.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sca {
    parameter: f64,
}

impl Choice for Sca {
    const INFO: Info = Info {
        form: "sca",
        about: "slow congestion avoidance: one segment more in several round trips",
        source: "Papanastasiou & Ould-Khaoua, WCMC, 2004",
    };
    const PARAMETERS: &'static [Parameter] = &[Parameter {
        key: "sca_parameter",
        unit: "round trips",
        default: "2",
        allowed: Allowed::Integer { min: 1, max: 1000 },
        source: "the least that differs from RFC 5681",
        about: "sca: round trips in which the window grows by one segment",
    }];

    fn start(&mut self, settings: &Settings) {
        self.parameter = settings.real("sca_parameter");
    }
}

impl Law for Sca {
    /// Each acknowledgement in congestion avoidance adds 1 / (sca_parameter * cwnd) segments (bw-rtt-cwl, section 2).
    fn on_ack(&mut self, window: &mut Window, ack: &Ack) {
        if window.in_slow_start() {
            window.slow_start(ack);
        } else {
            window.cwnd += 1.0 / (self.parameter * window.cwnd);
        }
    }

    fn on_loss(&mut self, window: &mut Window, loss: &Loss) {
        Aimd.on_loss(window, loss);
    }

    fn on_timeout(&mut self, window: &mut Window, loss: &Loss) {
        Aimd.on_timeout(window, loss);
    }
}
