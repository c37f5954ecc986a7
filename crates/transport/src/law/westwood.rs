use super::{Ack, Law, Loss, MIN_SSTHRESH, Window, aimd::Aimd};
use crate::choice::{Choice, Info};
use crate::parameters::{Allowed, Parameter};
use crate::settings::Settings;
use airhop_base::Nanos;

/// Westwood+: grows as AIMD, and after a loss takes the window that the estimated bandwidth fills.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Westwood {
    /// Weight of the old estimate in the filter.
    gain: f64,
    /// Estimated bandwidth in segments per second.
    bandwidth: Option<f64>,
    min_rtt: Option<Nanos>,
    /// The newest round-trip time: how long a sample of the bandwidth takes.
    last_rtt: Nanos,
    sample_start: Option<Nanos>,
    /// Segments acknowledged since the sample began.
    acked: f64,
    /// Segments that duplicate acknowledgements have already counted.
    accounted: f64,
}

impl Choice for Westwood {
    const INFO: Info = Info {
        form: "westwood",
        about: "after a loss the window is the estimated bandwidth times the least round-trip time (Westwood+)",
        source: "Grieco & Mascolo, ACM CCR 34(2), 2004",
    };
    const PARAMETERS: &'static [Parameter] = &[Parameter {
        key: "westwood_gain",
        unit: "",
        default: "0.9",
        allowed: Allowed::Real { min: 0.0, max: 0.999 },
        source: "Grieco & Mascolo 2004, equation 2",
        about: "westwood: weight of the old bandwidth estimate when a new sample comes",
    }];

    fn start(&mut self, settings: &Settings) {
        self.gain = settings.real("westwood_gain");
    }
}

impl Westwood {
    /// Segments that an acknowledgement tells of: a duplicate stands for one, which the cumulative acknowledgement that
    /// follows must not count again (Mascolo, Casetti, Gerla, Sanadidi, Wang, MobiCom 2001, procedure AckedCount).
    fn count(&mut self, segments: f64) -> f64 {
        if segments == 0.0 {
            self.accounted += 1.0;
            return 1.0;
        }
        if segments <= 1.0 {
            return segments;
        }
        if self.accounted >= segments {
            self.accounted -= segments;
            return 1.0;
        }
        segments - std::mem::take(&mut self.accounted)
    }

    /// b = gain b + (1 - gain) b_k, with b_k the segments acknowledged in one round trip (Grieco & Mascolo 2004,
    /// equations 1 and 2).
    fn sample(&mut self, length: Nanos) {
        let now = self.acked / length.as_secs_f64();
        self.bandwidth = Some(self.bandwidth.map_or(now, |old| self.gain * old + (1.0 - self.gain) * now));
        self.acked = 0.0;
    }

    /// The threshold after a loss: bandwidth times least round-trip time (Grieco & Mascolo 2004, section 2.1).
    fn threshold(&self) -> f64 {
        let filled = self.bandwidth.zip(self.min_rtt).map_or(0.0, |(rate, rtt)| rate * rtt.as_secs_f64());
        filled.max(MIN_SSTHRESH)
    }
}

impl Law for Westwood {
    fn observe(&mut self, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            self.min_rtt = Some(self.min_rtt.map_or(rtt, |least| least.min(rtt)));
            self.last_rtt = rtt;
        }
        self.acked += self.count(ack.segments);
        let start = *self.sample_start.get_or_insert(ack.now);
        let length = ack.now.saturating_sub(start);
        if length > Nanos::ZERO && length >= self.last_rtt && self.min_rtt.is_some() {
            self.sample(length);
            self.sample_start = Some(ack.now);
        }
    }

    fn on_ack(&mut self, window: &mut Window, ack: &Ack) {
        Aimd.on_ack(window, ack);
    }

    fn on_loss(&mut self, window: &mut Window, loss: &Loss) {
        window.ssthresh = self.threshold();
        window.cwnd = loss.window.min(window.ssthresh).max(1.0);
    }

    fn on_timeout(&mut self, window: &mut Window, _loss: &Loss) {
        window.ssthresh = self.threshold();
        window.cwnd = 1.0;
    }
}
