use super::aimd::Aimd;
use super::interface::{Ack, Control, Loss, Window};
use crate::needs::{Need, PartNeeds};
use crate::part::{Info, Part};
use crate::settings::{Settings, settings};
use airhop_base::{Allowed, Parameter};

/// Slow congestion avoidance: one more segment per several round trips instead of per round trip.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sca {
    parameter: f64,
}

settings! {
    SCA_PARAMETER: u32 {
        key: "sca_parameter",
        unit: "round trips",
        default: "2",
        allowed: Allowed::Integer { min: 1, max: 1000 },
        source: "the smallest value that differs from RFC 5681",
        about: "sca: round trips in which the window grows by one segment",
    }
}

impl Part for Sca {
    const INFO: Info = Info {
        form: "sca",
        about: "slow congestion avoidance: one segment more in several round trips",
        source: "Papanastasiou & Ould-Khaoua, WCMC, 2004",
        needs: PartNeeds {
            kinds: &[Need::Sender],
            about: "slower growth of the window",
            source: "Papanastasiou & Ould-Khaoua, WCMC, 2004",
        },
    };
    const PARAMETERS: &'static [Parameter] = PARAMETERS;

    fn start(&mut self, settings: &Settings) {
        self.parameter = f64::from(settings.get(SCA_PARAMETER));
    }
}

impl Control for Sca {
    /// bw-rtt, section 2: in congestion avoidance each ACK adds 1 / (sca_parameter cwnd) segments.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_grows_by_one_in_several_round_trips() {
        let mut sca = Sca::default();
        sca.start(&Settings::with(&[(SCA_PARAMETER.parameter(), "4")]));
        let mut window = Window { cwnd: 10.0, ssthresh: 2.0 };
        let ack = Ack { now: Default::default(), segments: 1.0, una: 0, nxt: 0, mss: 1, rtt: None, srtt: None };
        for _ in 0..4 * 10 {
            sca.on_ack(&mut window, &ack);
        }
        assert!((10.9..11.0).contains(&window.cwnd), "{}", window.cwnd);
    }
}
