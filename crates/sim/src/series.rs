/// Time series of a run in long form: one entry per point, in order of time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// Simulated time in seconds.
    pub time_s: Vec<f64>,
    /// The flow (`f0`), the node (`node 3`) or the `network` that the point is about.
    pub subject: Vec<String>,
    /// What was measured, with its unit.
    ///
    /// Of a flow at each sample: `goodput_kbps`, and what its connection tells. Over TCP these are `cwnd_segments`,
    /// `ssthresh_segments` and `rto_ms`, over DCCP `cwnd_segments` (in packets), `rto_ms` and `dccp_state` (0 Normal,
    /// 1 Congestion, 2 Failure, 3 Error), and the numbers of the parts, each from the first one measured: of TCP-AP
    /// `rate_kbps` (of payload), `fhd_ms` (smoothed n-hop propagation delay) and `cov` (coefficient of variation in the
    /// rate); of BW-RTT `bandwidth_kbps` (of payload) and `limit_segments`; of TCP-DAA `dwin_segments` (delaying window)
    /// and `daap_active` (1 while a disturbance is answered as in DAAp, else 0); of TCTC `ctwnd_segments`, `tctc_stage`
    /// (0 Fast Probe, 1 Slow Probe, 2 Light, 3 Severe Contention) and `mcdh_ms` (mean contention delay per hop); of DCCP
    /// `base_rtt_ms`, `average_rtt_ms` and `error_rate`. With each round-trip time measured: `rtt_ms`, and from the second
    /// on `rtt_cov`, the sample standard deviation of the last 50 over their mean. Of a node at each sample:
    /// `queue_packets`, and `x_m` and `y_m` if it moves. Of the `network` at each sample: `buffered_packets`, those in all
    /// interface queues and those that the MACs are working on.
    pub quantity: Vec<&'static str>,
    /// The value.
    pub value: Vec<f64>,
}

impl Series {
    pub(crate) fn push(&mut self, time_s: f64, subject: &str, quantity: &'static str, value: f64) {
        self.time_s.push(time_s);
        self.subject.push(subject.to_owned());
        self.quantity.push(quantity);
        self.value.push(value);
    }

    /// The number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.time_s.len()
    }

    /// Whether there are no points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.time_s.is_empty()
    }
}
