/// Time series of a run in long form: one entry a point, in order of time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// Simulated time in seconds.
    pub time_s: Vec<f64>,
    /// The flow (`f0`) or node (`node 3`) that the point is about.
    pub subject: Vec<String>,
    /// What was measured, with its unit: `cwnd_segments`, `ssthresh_segments`, `rtt_ms`, `rto_ms`, `rate_kbps`,
    /// `goodput_kbps`, `queue_packets`.
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
