use super::{Ack, Law, Loss, MIN_SSTHRESH, Window};
use crate::choice::{Choice, Info};
use crate::parameters::{Allowed, Parameter};
use crate::settings::Settings;
use airhop_base::Nanos;

/// The most that the target may exceed the window (RFC 9438, section 4.2).
const MAX_TARGET_FACTOR: f64 = 1.5;

/// The window as a cubic function of the time since the last loss.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cubic {
    /// RFC 9438's C, in segments per second cubed.
    c: f64,
    beta: f64,
    fast_convergence: bool,
    reno_friendly: bool,
    w_max: f64,
    /// The window before the last reduction.
    cwnd_prior: f64,
    epoch: Option<Epoch>,
}

/// A stage of congestion avoidance.
#[derive(Clone, Copy, Debug)]
struct Epoch {
    start: Nanos,
    /// Seconds until the function reaches `w_max` again.
    k: f64,
    /// The window that Reno would have.
    w_est: f64,
}

impl Choice for Cubic {
    const INFO: Info =
        Info { form: "cubic", about: "window as a cubic function of the time since the last loss", source: "RFC 9438" };
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            key: "cubic_c",
            unit: "segments/s^3",
            default: "0.4",
            allowed: Allowed::Real { min: 0.001, max: 1000.0 },
            source: "RFC 9438, section 5.1",
            about: "cubic: how fast the window grows",
        },
        Parameter {
            key: "cubic_beta",
            unit: "",
            default: "0.7",
            allowed: Allowed::Real { min: 0.1, max: 0.99 },
            source: "RFC 9438, section 4.6",
            about: "cubic: what a loss leaves of the window",
        },
        Parameter {
            key: "cubic_fast_convergence",
            unit: "",
            default: "on",
            allowed: Allowed::Switch,
            source: "RFC 9438, section 4.7",
            about: "cubic: leaves room when the window falls from one loss to the next",
        },
        Parameter {
            key: "cubic_reno_friendly",
            unit: "",
            default: "on",
            allowed: Allowed::Switch,
            source: "RFC 9438, section 4.3",
            about: "cubic: the window is never below Reno's",
        },
    ];

    fn start(&mut self, settings: &Settings) {
        self.c = settings.real("cubic_c");
        self.beta = settings.real("cubic_beta");
        self.fast_convergence = settings.switch("cubic_fast_convergence");
        self.reno_friendly = settings.switch("cubic_reno_friendly");
    }
}

impl Cubic {
    /// RFC 9438, section 4.2, equation 1: W_cubic(t) = C (t - K)^3 + W_max.
    fn w_cubic(&self, t: f64, k: f64) -> f64 {
        self.c * (t - k).powi(3) + self.w_max
    }

    /// RFC 9438, section 4.2, equation 2: K = cbrt((W_max - cwnd_epoch) / C).
    fn k(&self, cwnd_epoch: f64) -> f64 {
        ((self.w_max - cwnd_epoch) / self.c).cbrt()
    }

    /// RFC 9438, section 4.3, equation 4: W_est grows by alpha segments acked / cwnd, with alpha 3 (1 - beta) / (1 +
    /// beta) until it reaches the window before the last reduction, then 1.
    fn grow_estimate(&self, w_est: f64, cwnd: f64, segments: f64) -> f64 {
        let alpha = if w_est >= self.cwnd_prior { 1.0 } else { 3.0 * (1.0 - self.beta) / (1.0 + self.beta) };
        w_est + alpha * segments / cwnd
    }

    /// Congestion avoidance begins: after a loss below `w_max`, otherwise on the plateau (RFC 9438, sections 4.2, 4.8
    /// and 4.10).
    fn begin(&mut self, now: Nanos, cwnd: f64) -> Epoch {
        if self.w_max <= cwnd {
            self.w_max = cwnd;
        }
        Epoch { start: now, k: self.k(cwnd), w_est: cwnd }
    }

    /// RFC 9438, sections 4.6 and 4.7: the threshold, and the next `w_max`.
    fn reduce(&mut self, window: f64) -> f64 {
        let shrinking = window < self.w_max && self.fast_convergence;
        self.w_max = if shrinking { window * (1.0 + self.beta) / 2.0 } else { window };
        self.cwnd_prior = window;
        self.epoch = None;
        (window * self.beta).max(MIN_SSTHRESH)
    }
}

impl Law for Cubic {
    /// RFC 9438, sections 4.2 to 4.5.
    fn on_ack(&mut self, window: &mut Window, ack: &Ack) {
        if window.in_slow_start() {
            return window.slow_start(ack);
        }
        let cwnd = window.cwnd;
        let mut epoch = match self.epoch {
            Some(epoch) => epoch,
            None => self.begin(ack.now, cwnd),
        };
        epoch.w_est = self.grow_estimate(epoch.w_est, cwnd, ack.segments);
        self.epoch = Some(epoch);
        let t = ack.now.saturating_sub(epoch.start).as_secs_f64();
        if self.reno_friendly && self.w_cubic(t, epoch.k) < epoch.w_est {
            window.cwnd = epoch.w_est.max(cwnd);
            return;
        }
        let ahead = t + ack.srtt.unwrap_or_default().as_secs_f64();
        let target = self.w_cubic(ahead, epoch.k).clamp(cwnd, cwnd * MAX_TARGET_FACTOR);
        window.cwnd += (target - cwnd) / cwnd;
    }

    fn on_loss(&mut self, window: &mut Window, loss: &Loss) {
        window.ssthresh = self.reduce(loss.window);
        window.cwnd = window.ssthresh;
    }

    /// RFC 9438, section 4.8: the next stage begins on its plateau.
    fn on_timeout(&mut self, window: &mut Window, loss: &Loss) {
        window.ssthresh = self.reduce(loss.window);
        window.cwnd = 1.0;
        self.w_max = 0.0;
    }
}
