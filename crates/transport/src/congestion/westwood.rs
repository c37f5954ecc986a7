use super::aimd::Aimd;
use super::interface::{Ack, Control, Loss, MIN_SSTHRESH, Window};
use crate::needs::PartNeeds;
use crate::part::{Info, Part};
use crate::settings::{Settings, settings};
use airhop_base::{Allowed, Nanos, Parameter};

/// Westwood+: grows like AIMD, and after a loss sets the window that the estimated bandwidth fills.
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
    /// Segments that duplicate ACKs have already counted.
    accounted: f64,
}

settings! {
    WESTWOOD_GAIN: f64 {
        key: "westwood_gain",
        unit: "",
        default: "0.9",
        allowed: Allowed::Real { min: 0.0, max: 0.999 },
        source: "Grieco & Mascolo 2004, equation 2",
        about: "westwood: weight of the old bandwidth estimate when a new sample comes",
    }
}

impl Part for Westwood {
    const INFO: Info = Info {
        form: "westwood",
        about: "after a loss the window is the estimated bandwidth times the least round-trip time (Westwood+)",
        source: "Grieco & Mascolo, ACM CCR 34(2), 2004",
        needs: PartNeeds {
            kinds: &[],
            about: "module tcp_westwood: net.ipv4.tcp_congestion_control",
            source: "Linux, net/ipv4/Kconfig",
        },
    };
    const PARAMETERS: &'static [Parameter] = PARAMETERS;

    fn start(&mut self, settings: &Settings) {
        self.gain = settings.get(WESTWOOD_GAIN);
    }
}

impl Westwood {
    /// Segments that an ACK tells of: a duplicate stands for one, which the cumulative ACK that
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

impl Control for Westwood {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn westwood() -> Westwood {
        let mut westwood = Westwood::default();
        westwood.start(&Settings::default());
        westwood
    }

    fn ack(at_ms: u64, segments: f64, rtt_ms: Option<u64>) -> Ack {
        let rtt = rtt_ms.map(Nanos::from_millis);
        Ack { now: Nanos::from_millis(at_ms), segments, una: 0, nxt: 0, mss: 1460, rtt, srtt: rtt }
    }

    fn loss(window: f64) -> Loss {
        Loss { now: Nanos::ZERO, window, sent_at: Nanos::ZERO, transmissions: 1 }
    }

    #[test]
    fn duplicates_are_counted_once() {
        let mut westwood = westwood();
        assert_eq!([0.0, 0.0, 0.0].map(|dup| westwood.count(dup)), [1.0, 1.0, 1.0]);
        // The ACK of 5 segments that follows brings two that no duplicate told of.
        assert_eq!(westwood.count(5.0), 2.0);
        assert_eq!(westwood.accounted, 0.0);
        assert_eq!(westwood.count(2.0), 2.0, "a delayed acknowledgement");
    }

    #[test]
    fn bandwidth_is_filtered_once_a_round_trip() {
        let mut westwood = westwood();
        for at in [0, 50, 100] {
            westwood.observe(&ack(at, 1.0, Some(100)));
        }
        // Three segments in 100 ms.
        assert_eq!(westwood.bandwidth, Some(30.0));
        westwood.observe(&ack(150, 1.0, Some(100)));
        assert_eq!(westwood.bandwidth, Some(30.0), "the round trip is not over");
        westwood.observe(&ack(200, 1.0, Some(100)));
        assert_eq!(westwood.bandwidth, Some(0.9 * 30.0 + 0.1 * 20.0));
    }

    #[test]
    fn a_loss_leaves_what_the_bandwidth_fills() {
        let mut westwood = westwood();
        westwood.observe(&ack(0, 1.0, Some(100)));
        westwood.observe(&ack(200, 9.0, Some(200)));
        // 10 segments in 200 ms, least round-trip time 100 ms: 5 segments.
        let mut window = Window { cwnd: 12.0, ssthresh: 20.0 };
        westwood.on_loss(&mut window, &loss(12.0));
        assert_eq!(window, Window { cwnd: 5.0, ssthresh: 5.0 });
        window.cwnd = 3.0;
        westwood.on_loss(&mut window, &loss(3.0));
        assert_eq!(window.cwnd, 3.0, "the window does not rise at a loss");
        westwood.on_timeout(&mut window, &loss(3.0));
        assert_eq!(window, Window { cwnd: 1.0, ssthresh: 5.0 });
    }

    #[test]
    fn without_an_estimate_the_threshold_is_the_least() {
        let mut window = Window { cwnd: 12.0, ssthresh: 20.0 };
        westwood().on_loss(&mut window, &loss(12.0));
        assert_eq!(window, Window { cwnd: 2.0, ssthresh: 2.0 });
    }
}
