use super::history::History;
use super::parameters::{
    AP_ALPHA, AP_COV, AP_COV_SAMPLES, AP_FHD_MAX, AP_HISTORY, AP_N, AP_OVERHEAD, AP_QUEUEING_GAMMA, AP_QUEUEING_MAX,
    AP_SHORT_PATH, AP_SYNC, CovInput, Deviation,
};
use crate::pacing::interface::Feedback;
use crate::settings::Settings;
use airhop_base::Nanos;

/// Estimates the n-hop propagation delay and the contention on the path, and from both the rate. Times in seconds.
#[derive(Clone, Debug, Default)]
pub(super) struct Estimate {
    // Constants of the connection.
    reuse_hops: u32,
    one_hop_on_short_paths: bool,
    alpha: f64,
    overhead_bytes: u32,
    deviation: Deviation,
    cov_input: CovInput,
    synchronised: bool,
    queueing_max: f64,
    gamma: f64,
    fhd_max: f64,

    /// Running average of the queueing delay per hop.
    queueing: Option<f64>,
    /// Smoothed n-hop propagation delay.
    fhd: Option<f64>,
    history: History,
    cov: f64,
}

impl Estimate {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            reuse_hops: settings.get(AP_N),
            one_hop_on_short_paths: settings.get(AP_SHORT_PATH),
            alpha: settings.get(AP_ALPHA),
            overhead_bytes: settings.get(AP_OVERHEAD),
            deviation: settings.get(AP_COV),
            cov_input: settings.get(AP_COV_SAMPLES),
            synchronised: settings.get(AP_SYNC),
            queueing_max: settings.get(AP_QUEUEING_MAX),
            gamma: settings.get(AP_QUEUEING_GAMMA),
            fhd_max: settings.get(AP_FHD_MAX),
            history: History::new(settings.get(AP_HISTORY) as usize),
            ..Self::default()
        }
    }

    /// Takes what an ACK tells of the delay of a segment of `payload_bytes`; true when the estimates have
    /// changed.
    ///
    /// Synchronised clocks replace the n-hop propagation delay in the average alone. The variation remains that of
    /// round-trip times (tcp-ap, section 4.2): one-way delays vary more, and with them the chain is overloaded.
    pub(super) fn sample(&mut self, feedback: &Feedback, payload_bytes: u32) -> bool {
        let hops = f64::from(feedback.path.hops.max(1));
        let n = self.reuse_distance(feedback.path.hops.max(1));
        let by_round_trip = self.delay_by_round_trip(feedback, payload_bytes, hops, n);
        let by_clocks = feedback.one_way.map(|time| n_hop_delay_from_one_way(time.as_secs_f64(), hops, n));
        let fhd = self.in_range(if self.synchronised { by_clocks } else { by_round_trip });
        if let Some(fhd) = fhd {
            self.fhd = Some(self.fhd.map_or(fhd, |old| ewma(self.alpha, old, fhd)));
        }
        let sample = match self.cov_input {
            CovInput::NHopDelay => self.in_range(by_round_trip),
            CovInput::RoundTrip => self.in_range(by_round_trip).and(feedback.newest_rtt).map(Nanos::as_secs_f64),
            CovInput::OneWay => fhd,
        };
        if let Some(sample) = sample {
            self.history.push(sample);
            self.cov = self.history.cov(self.deviation);
        }
        fhd.is_some() || sample.is_some()
    }

    fn delay_by_round_trip(&mut self, feedback: &Feedback, payload_bytes: u32, hops: f64, n: f64) -> Option<f64> {
        let seconds = |bytes: u32| f64::from(bytes) * 8.0 / feedback.path.link_rate.bps() as f64;
        let (t_data, t_ack) = (seconds(payload_bytes + self.overhead_bytes), seconds(self.overhead_bytes));
        let queueing = queueing_delay(feedback.newest_rtt?.as_secs_f64(), hops, t_data, t_ack);
        self.capped(queueing).map(|queueing| n_hop_delay(queueing, t_data, n))
    }

    /// The author's code takes no n-hop propagation delay outside of a range.
    fn in_range(&self, fhd: Option<f64>) -> Option<f64> {
        fhd.filter(|fhd| *fhd > 0.0 && *fhd < self.fhd_max)
    }

    /// Hops after which the next segment may follow: 4, or all there are on a shorter path (tcp-ap, section 4.3, after
    /// the equation of the packets in flight). The author's code takes one there.
    fn reuse_distance(&self, hops: u32) -> f64 {
        f64::from(match hops < self.reuse_hops {
            true if self.one_hop_on_short_paths => 1,
            true => hops,
            false => self.reuse_hops,
        })
    }

    /// A queueing delay beyond the cap gives way to the running average, if there is one (the author's ns-2 code).
    fn capped(&mut self, queueing: f64) -> Option<f64> {
        if queueing > self.queueing_max {
            return self.queueing;
        }
        self.queueing = Some(self.queueing.map_or(queueing, |old| ewma(self.gamma, old, queueing)));
        Some(queueing)
    }

    /// The time between two segments, 1 / R; `None` before the first sample.
    pub(super) fn interval(&self) -> Option<Nanos> {
        self.fhd.map(|fhd| Nanos::from_secs_f64(1.0 / rate(fhd, self.cov)))
    }

    /// The smoothed n-hop propagation delay; `None` before the first sample.
    pub(super) fn fhd(&self) -> Option<Nanos> {
        self.fhd.map(Nanos::from_secs_f64)
    }

    /// The coefficient of variation of the history.
    pub(super) fn cov(&self) -> f64 {
        self.cov
    }
}

/// t_q = (RTT / h - (s_data + s_ACK) / b) / 2, in seconds.
///
/// tcp-ap, section 4.3, third equation.
fn queueing_delay(rtt: f64, hops: f64, t_data: f64, t_ack: f64) -> f64 {
    0.5 * (rtt / hops - (t_data + t_ack))
}

/// FHD = 4 (t_q + s_data / b), in seconds, here for n hops.
///
/// tcp-ap, section 4.3, fourth equation.
fn n_hop_delay(queueing: f64, t_data: f64, n: f64) -> f64 {
    n * (queueing + t_data)
}

/// FHD = n / h T_one-way, in seconds (tcp-ap, section 4.3, T_one-way = FHD h / 4, for n hops).
fn n_hop_delay_from_one_way(one_way: f64, hops: f64, n: f64) -> f64 {
    one_way * n / hops
}

/// FHD_new = alpha FHD_old + (1 - alpha) FHD.
///
/// tcp-ap, section 4.4, second equation.
fn ewma(weight: f64, old: f64, sample: f64) -> f64 {
    weight * old + (1.0 - weight) * sample
}

/// R = 1 / (FHD (1 + 2 cov)), in segments per second.
///
/// tcp-ap, section 4.4, first equation.
fn rate(fhd: f64, cov: f64) -> f64 {
    1.0 / (fhd * (1.0 + 2.0 * cov))
}

#[cfg(test)]
#[path = "estimate_tests.rs"]
mod tests;
