use airhop_base::Nanos;

/// The bandwidth of a path as ACKs tell it: a window that slides over one round trip, smoothed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bandwidth {
    /// Weight of the past in equation 2.
    alpha: f64,
    /// Bytes of payload per second.
    estimate: f64,
    /// When the last ACK arrived.
    last_ack: Option<Nanos>,
}

impl Bandwidth {
    pub(super) fn new(alpha: f64) -> Self {
        Self { alpha, ..Self::default() }
    }

    /// An ACK of `bytes`, none for a duplicate. Tells the bandwidth in bytes per second; `None` from the
    /// first ACK, which has no other before it: it only sets the start, its bytes over its round trip.
    pub(super) fn on_ack(&mut self, now: Nanos, bytes: f64, rtt: Nanos) -> Option<f64> {
        let rtt_s = rtt.as_secs_f64();
        if let Some(last) = self.last_ack.replace(now) {
            let since_last_s = now.saturating_sub(last).as_secs_f64();
            self.estimate = smoothed(self.estimate, sliding(self.estimate, bytes, rtt_s, since_last_s), self.alpha);
            Some(self.estimate)
        } else {
            self.estimate = bytes / rtt_s;
            None
        }
    }
}

/// BW_now = (BW_(k-1) RTT + PacketSize_k) / (RTT + T_k), the time-sliding window of TCP-Jersey. Bytes per second, bytes
/// and seconds.
///
/// bw-rtt, section 3, equation (1).
fn sliding(before: f64, acked_bytes: f64, rtt_s: f64, since_last_s: f64) -> f64 {
    (before * rtt_s + acked_bytes) / (rtt_s + since_last_s)
}

/// BW_k = alpha BW_(k-1) + (1 - alpha) BW_now.
///
/// bw-rtt, section 3, equation (2).
fn smoothed(before: f64, now: f64, alpha: f64) -> f64 {
    alpha * before + (1.0 - alpha) * now
}

#[cfg(test)]
mod tests {
    use super::*;

    const RTT: Nanos = Nanos::from_millis(100);
    const SEGMENT: f64 = 1000.0;

    /// The estimate after many rounds of ACKs of one segment each, at these distances in ms.
    fn settled(alpha: f64, distances_ms: &[u64]) -> f64 {
        let mut bandwidth = Bandwidth::new(alpha);
        let mut now = Nanos::from_secs(1);
        let mut estimate = None;
        for distance in distances_ms.iter().cycle().take(4000) {
            now += Nanos::from_millis(*distance);
            estimate = bandwidth.on_ack(now, SEGMENT, RTT);
        }
        estimate.expect("more than one acknowledgement")
    }

    #[test]
    fn the_equations_step_by_step() {
        let mut bandwidth = Bandwidth::new(0.5);
        assert_eq!(bandwidth.on_ack(Nanos::from_millis(100), 2000.0, RTT), None, "2000 bytes in 100 ms: 20,000");
        // Equation 1: (20,000 * 0.1 + 1000) / (0.1 + 0.05) = 20,000; equation 2 leaves it.
        assert_eq!(bandwidth.on_ack(Nanos::from_millis(150), 1000.0, RTT), Some(20_000.0));
        // A duplicate 0.1 s later: 2000 / 0.2 = 10,000, half of the way is 15,000.
        assert_eq!(bandwidth.on_ack(Nanos::from_millis(250), 0.0, RTT), Some(15_000.0));
        // Another at the same moment changes nothing: no time has passed.
        assert_eq!(bandwidth.on_ack(Nanos::from_millis(250), 0.0, RTT), Some(15_000.0));
    }

    #[test]
    fn even_acknowledgements_give_their_rate() {
        for alpha in [0.0, 0.5, 0.9] {
            for distance_ms in [5, 25, 100, 400] {
                let rate = SEGMENT * 1000.0 / distance_ms as f64;
                let estimate = settled(alpha, &[distance_ms]);
                assert!((estimate / rate - 1.0).abs() < 1e-6, "{estimate} at {distance_ms} ms, expected {rate}");
            }
        }
    }

    #[test]
    fn acknowledgements_in_bunches_give_more_than_their_rate() {
        // Both are two segments in 100 ms: 20,000 bytes per second.
        let (even, bunched) = (settled(0.9, &[50]), settled(0.9, &[0, 100]));
        assert!((even / 20_000.0 - 1.0).abs() < 1e-6, "{even}");
        assert!(
            (bunched / 30_000.0 - 1.0).abs() < 0.05,
            "{bunched}: three segments a round trip where two are in flight"
        );
    }
}
