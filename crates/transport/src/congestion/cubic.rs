use super::interface::{Ack, Control, Loss, MIN_SSTHRESH, Window};
use crate::needs::PartNeeds;
use crate::part::{Info, Part};
use crate::settings::{Settings, settings};
use airhop_base::{Allowed, Nanos, Parameter};

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

settings! {
    CUBIC_C: f64 {
        key: "cubic_c",
        unit: "segments/s^3",
        default: "0.4",
        allowed: Allowed::Real { min: 0.001, max: 1000.0 },
        source: "RFC 9438, section 5.1",
        about: "cubic: how fast the window grows",
    }
    CUBIC_BETA: f64 {
        key: "cubic_beta",
        unit: "",
        default: "0.7",
        allowed: Allowed::Real { min: 0.1, max: 0.99 },
        source: "RFC 9438, section 4.6",
        about: "cubic: what a loss leaves of the window",
    }
    CUBIC_FAST_CONVERGENCE: bool {
        key: "cubic_fast_convergence",
        unit: "",
        default: "on",
        allowed: Allowed::Switch,
        source: "RFC 9438, section 4.7",
        about: "cubic: leaves room when the window falls from one loss to the next",
    }
    CUBIC_RENO_FRIENDLY: bool {
        key: "cubic_reno_friendly",
        unit: "",
        default: "on",
        allowed: Allowed::Switch,
        source: "RFC 9438, section 4.3",
        about: "cubic: the window is never below Reno's",
    }
}

impl Part for Cubic {
    const INFO: Info = Info {
        form: "cubic",
        about: "window as a cubic function of the time since the last loss",
        source: "RFC 9438",
        needs: PartNeeds {
            kinds: &[],
            about: "the default of Linux, Windows and macOS",
            source: "RFC 9438, section 1",
        },
    };
    const PARAMETERS: &'static [Parameter] = PARAMETERS;

    fn start(&mut self, settings: &Settings) {
        self.c = settings.get(CUBIC_C);
        self.beta = settings.get(CUBIC_BETA);
        self.fast_convergence = settings.get(CUBIC_FAST_CONVERGENCE);
        self.reno_friendly = settings.get(CUBIC_RENO_FRIENDLY);
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

impl Control for Cubic {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn cubic() -> Cubic {
        let mut cubic = Cubic::default();
        cubic.start(&Settings::default());
        cubic
    }

    fn ack(at_ms: u64) -> Ack {
        let now = Nanos::from_millis(at_ms);
        let srtt = Some(Nanos::from_millis(100));
        Ack { now, segments: 1.0, una: 0, nxt: 0, mss: 1460, rtt: srtt, srtt }
    }

    fn loss(window: f64) -> Loss {
        Loss { now: Nanos::ZERO, window, sent_at: Nanos::ZERO, transmissions: 1 }
    }

    #[test]
    fn values_of_the_function() {
        let mut cubic = cubic();
        let mut window = Window { cwnd: 100.0, ssthresh: 50.0 };
        cubic.on_loss(&mut window, &loss(100.0));
        assert_eq!(window, Window { cwnd: 70.0, ssthresh: 70.0 });
        // K = cbrt((100 - 70) / 0.4) = cbrt(75).
        let k = cubic.k(70.0);
        assert!((k - 4.217_163).abs() < 1e-6, "{k}");
        assert!((cubic.w_cubic(0.0, k) - 70.0).abs() < 1e-9, "starts at the window after the loss");
        assert!((cubic.w_cubic(k, k) - 100.0).abs() < 1e-9, "the plateau");
        assert!((cubic.w_cubic(k + 2.0, k) - 103.2).abs() < 1e-9, "0.4 * 8 above it after two seconds more");
    }

    #[test]
    fn window_follows_the_function_one_round_trip_ahead() {
        let mut cubic = cubic();
        cubic.reno_friendly = false;
        let mut window = Window { cwnd: 100.0, ssthresh: 50.0 };
        cubic.on_loss(&mut window, &loss(100.0));
        cubic.on_ack(&mut window, &ack(1000));
        let expected = 70.0 + (cubic.w_cubic(0.1, cubic.k(70.0)) - 70.0) / 70.0;
        assert!((window.cwnd - expected).abs() < 1e-9);
        // Far beyond K the target is held to one and a half of the window.
        let before = window.cwnd;
        cubic.on_ack(&mut window, &ack(60_000));
        assert!((window.cwnd - before - 0.5).abs() < 1e-9);
    }

    #[test]
    fn window_is_never_below_renos() {
        let mut cubic = cubic();
        let mut window = Window { cwnd: 10.0, ssthresh: 5.0 };
        cubic.on_loss(&mut window, &loss(10.0));
        let (mut w_est, mut now) = (7.0, 0);
        for _ in 0..20 {
            // alpha = 3 * 0.3 / 1.7
            w_est += 0.9 / 1.7 / window.cwnd;
            cubic.on_ack(&mut window, &ack(now));
            now += 10;
            assert!((window.cwnd - w_est).abs() < 1e-9, "{} {w_est}", window.cwnd);
        }
    }

    #[test]
    fn fast_convergence_gives_room() {
        let mut cubic = cubic();
        let mut window = Window { cwnd: 100.0, ssthresh: 50.0 };
        cubic.on_loss(&mut window, &loss(100.0));
        cubic.on_loss(&mut window, &loss(80.0));
        assert!((cubic.w_max - 80.0 * 0.85).abs() < 1e-9);
        cubic.on_loss(&mut window, &loss(90.0));
        assert_eq!(cubic.w_max, 90.0, "the window grew since the last loss");
    }

    #[test]
    fn after_a_timeout_the_stage_begins_on_its_plateau() {
        let mut cubic = cubic();
        let mut window = Window { cwnd: 20.0, ssthresh: 50.0 };
        cubic.on_timeout(&mut window, &loss(20.0));
        assert_eq!(window, Window { cwnd: 1.0, ssthresh: 14.0 });
        cubic.on_ack(&mut window, &ack(0));
        assert_eq!(window.cwnd, 2.0, "slow start");
        window.cwnd = 14.0;
        cubic.on_ack(&mut window, &ack(100));
        assert_eq!((cubic.w_max, cubic.epoch.map(|epoch| epoch.k)), (14.0, Some(0.0)));
    }
}
