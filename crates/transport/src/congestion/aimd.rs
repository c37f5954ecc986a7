use super::interface::{Ack, Control, Loss, MIN_SSTHRESH, Window};
use crate::needs::PartNeeds;
use crate::part::{Info, Part};

/// Additive increase, multiplicative decrease.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Aimd;

impl Part for Aimd {
    const INFO: Info = Info {
        form: "aimd",
        about: "one segment more each round trip, half the window after a loss",
        source: "RFC 5681, section 3.1",
        needs: PartNeeds {
            kinds: &[],
            about: "congestion control `reno`: net.ipv4.tcp_congestion_control",
            source: "Linux, Documentation/networking/ip-sysctl.rst",
        },
    };
}

/// The threshold after a loss: half the window in use, in whole segments, at least 2 (RFC 5681, equation 4; the whole
/// segments are those of BSD and ns-2).
pub(crate) fn half(window: f64) -> f64 {
    (window / 2.0).floor().max(MIN_SSTHRESH)
}

impl Control for Aimd {
    /// RFC 5681, section 3.1, equation (3), once per ACK; tcp-daa, section 3.4, equation (4).
    fn on_ack(&mut self, window: &mut Window, ack: &Ack) {
        if window.in_slow_start() {
            window.slow_start(ack);
        } else {
            window.cwnd += 1.0 / window.cwnd;
        }
    }

    /// The window keeps the half segment that the threshold drops, as in ns-2, so that it is in congestion avoidance
    /// after recovery.
    fn on_loss(&mut self, window: &mut Window, loss: &Loss) {
        window.ssthresh = half(loss.window);
        window.cwnd = (loss.window / 2.0).max(1.0);
    }

    fn on_timeout(&mut self, window: &mut Window, loss: &Loss) {
        window.ssthresh = half(loss.window);
        window.cwnd = 1.0;
    }
}
