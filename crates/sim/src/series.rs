/// Time series of a run in long form: one entry a point, in order of time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// Simulated time in seconds.
    pub time_s: Vec<f64>,
    /// The flow (`f0`), the node (`node 3`) or the `network` that the point is about.
    pub subject: Vec<String>,
    /// What was measured, with its unit.
    ///
    /// Of a flow at each sample: `goodput_kbps`; over TCP also `cwnd_segments`, `ssthresh_segments` and `rto_ms`; with
    /// adaptive pacing, once it has a first round-trip time, `rate_kbps` (of payload), `fhd_ms` (the smoothed n-hop
    /// propagation delay) and `cov` (the coefficient of variation in the rate); with a window limit that measures the
    /// path, once it has an estimate, `bandwidth_kbps` (of payload) and, once it holds, `limit_segments`; with dynamic
    /// adaptive acknowledgement, `dwin_segments` (the receiver's delaying window) and `cautious` (1 while it answers a
    /// disturbance as DAAp, else 0); with contention control, once a probe interval has ended, `ctwnd_segments`,
    /// `tctc_stage` (0 Fast Probe, 1 Slow Probe, 2 Light, 3 Severe Contention) and `mcdh_ms` (mean contention delay per
    /// hop); over DCCP `cwnd_segments` (in packets), `rto_ms`, `dccp_state` (0 Normal, 1 Congestion, 2 Failure, 3 Error)
    /// and, from the first round-trip time on, `base_rtt_ms`, `average_rtt_ms` and `error_rate`. With each round-trip time
    /// measured: `rtt_ms`, and from the second on `rtt_cov`, the sample standard deviation of the last 50 over their mean. Of
    /// a node at each sample: `queue_packets`, and `x_m` and `y_m` if it moves. Of the `network` at each sample:
    /// `buffered_packets`, those in all interface queues and those that the MACs are working on.
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
