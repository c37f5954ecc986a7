use crate::times::TimeStatistics;
use airhop_base::Nanos;

/// The measurements of one flow while it runs. Everything except the windows is reset when the warm-up ends.
#[derive(Clone, Debug)]
pub(crate) struct FlowMeter {
    pub delivered_bytes: u64,
    /// Packets with payload that arrived, and their payload, including duplicates and discarded ones.
    pub received_packets: u64,
    pub received_bytes: u64,
    pub rtt: TimeStatistics,
    pub delay: TimeStatistics,
    /// Bytes delivered in each finished window.
    pub windows: Vec<u64>,
    in_window: u64,
    /// Bytes delivered since the last sample of the time series.
    pub in_sample: u64,
    last_delivery: Nanos,
    longest_gap: Nanos,
    cwnd_segments: f64,
    cwnd_since: Nanos,
    /// Integral of the congestion window over time, in segments times seconds.
    cwnd_integral: f64,
    began: Nanos,
    /// Since when the current file has been under way.
    busy_since: Option<Nanos>,
    /// How long files were under way before that.
    busy: Nanos,
}

impl FlowMeter {
    pub fn new() -> Self {
        Self {
            delivered_bytes: 0,
            received_packets: 0,
            received_bytes: 0,
            rtt: TimeStatistics::new(),
            delay: TimeStatistics::new(),
            windows: Vec::new(),
            in_window: 0,
            in_sample: 0,
            last_delivery: Nanos::ZERO,
            longest_gap: Nanos::ZERO,
            cwnd_segments: 0.0,
            cwnd_since: Nanos::ZERO,
            cwnd_integral: 0.0,
            began: Nanos::ZERO,
            busy_since: None,
            busy: Nanos::ZERO,
        }
    }

    /// Restarts the measurement at `now`; the flow itself begins at `start`.
    pub fn restart(&mut self, now: Nanos, start: Nanos) {
        let cwnd_segments = self.cwnd_segments;
        let busy_since = self.busy_since.map(|_| now);
        let last_delivery = now.max(start);
        *self = Self { cwnd_segments, cwnd_since: now, began: now, last_delivery, busy_since, ..Self::new() };
    }

    pub fn receive(&mut self, bytes: u32) {
        self.received_packets += 1;
        self.received_bytes += u64::from(bytes);
    }

    pub fn deliver(&mut self, now: Nanos, bytes: u64) {
        self.delivered_bytes += bytes;
        self.in_window += bytes;
        self.in_sample += bytes;
        self.longest_gap = self.longest_gap.max(now.saturating_sub(self.last_delivery));
        self.last_delivery = self.last_delivery.max(now);
    }

    pub fn end_window(&mut self) {
        self.windows.push(std::mem::take(&mut self.in_window));
    }

    pub fn set_cwnd(&mut self, now: Nanos, segments: f64) {
        self.cwnd_integral += self.cwnd_segments * (now - self.cwnd_since).as_secs_f64();
        self.cwnd_since = now;
        self.cwnd_segments = segments;
    }

    /// The mean congestion window up to `end`, in segments.
    pub fn cwnd_mean(&mut self, end: Nanos) -> f64 {
        self.set_cwnd(end, self.cwnd_segments);
        let span = (end - self.began).as_secs_f64();
        if span > 0.0 { self.cwnd_integral / span } else { 0.0 }
    }

    /// Records whether a file is under way from now on.
    pub fn set_busy(&mut self, now: Nanos, busy: bool) {
        self.busy = self.busy_until(now);
        self.busy_since = busy.then_some(now);
    }

    /// How long files were under way, up to `end`.
    fn busy_until(&self, end: Nanos) -> Nanos {
        self.busy + self.busy_since.map_or(Nanos::ZERO, |since| end.saturating_sub(since))
    }

    /// Payload delivered over the time in which files were under way, up to `end`, in kbit/s: the averaged goodput,
    /// which excludes the pauses.
    ///
    /// tcp-ap, section 5.2.1.
    pub fn active_goodput_kbps(&self, end: Nanos) -> f64 {
        let busy_s = self.busy_until(end).as_secs_f64();
        if busy_s > 0.0 { self.delivered_bytes as f64 * 8.0 / busy_s / 1000.0 } else { 0.0 }
    }

    /// The longest time without a delivery, up to `end`, in seconds.
    pub fn longest_gap_s(&self, end: Nanos) -> f64 {
        self.longest_gap.max(end.saturating_sub(self.last_delivery)).as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_between_files_do_not_count() {
        let s = Nanos::from_secs;
        let mut m = FlowMeter::new();
        assert_eq!(m.active_goodput_kbps(s(1)), 0.0);
        m.set_busy(s(2), true);
        m.restart(s(10), s(0));
        m.deliver(s(12), 1000);
        m.set_busy(s(12), false);
        m.set_busy(s(20), true);
        m.deliver(s(21), 500);
        // 12,000 bits over 2 s of the first file, since the restart, and 2 s of the second.
        assert!((m.active_goodput_kbps(s(22)) - 3.0).abs() < 1e-12);
    }

    #[test]
    fn gaps_and_windows() {
        let s = Nanos::from_secs;
        let mut m = FlowMeter::new();
        m.set_cwnd(s(0), 2.0);
        m.restart(s(10), s(5));
        m.deliver(s(12), 100);
        m.deliver(s(19), 100);
        m.end_window();
        m.set_cwnd(s(15), 4.0);
        assert_eq!(m.windows, [200]);
        assert_eq!(m.longest_gap_s(s(20)), 7.0);
        assert_eq!(m.longest_gap_s(s(30)), 11.0);
        assert!((m.cwnd_mean(s(20)) - 3.0).abs() < 1e-12);
    }

    #[test]
    fn payload_is_counted_as_it_arrives_and_as_it_is_delivered() {
        let s = Nanos::from_secs;
        let mut m = FlowMeter::new();
        m.receive(1000);
        m.receive(400);
        m.deliver(s(1), 1000);
        m.deliver(s(2), 300);
        assert_eq!((m.received_packets, m.received_bytes, m.delivered_bytes, m.in_sample), (2, 1400, 1300, 1300));
        m.end_window();
        m.deliver(s(3), 50);
        m.end_window();
        m.end_window();
        assert_eq!(m.windows, [1300, 50, 0]);
        m.restart(s(4), s(0));
        assert_eq!((m.received_packets, m.received_bytes, m.delivered_bytes, m.in_sample), (0, 0, 0, 0));
        assert!(m.windows.is_empty());
    }

    #[test]
    fn the_window_is_averaged_over_time() {
        let s = Nanos::from_secs;
        let mut m = FlowMeter::new();
        assert_eq!(m.cwnd_mean(Nanos::ZERO), 0.0, "no time at all");
        // 1 for 2 s, 4 for 1 s, 10 for 5 s: 56 over 8 s.
        m.set_cwnd(s(0), 1.0);
        m.set_cwnd(s(2), 4.0);
        m.set_cwnd(s(3), 10.0);
        assert!((m.cwnd_mean(s(8)) - 7.0).abs() < 1e-12);
        // The warm-up ends: 10 for 2 s, 5 for 3 s.
        m.restart(s(8), s(0));
        m.set_cwnd(s(10), 5.0);
        assert!((m.cwnd_mean(s(13)) - 7.0).abs() < 1e-12);
    }

    #[test]
    fn the_longest_gap_lies_before_between_or_after_deliveries() {
        let s = Nanos::from_secs;
        let gap = |deliveries: &[u64], end: u64| {
            let mut m = FlowMeter::new();
            m.restart(s(10), s(0));
            deliveries.iter().for_each(|at| m.deliver(s(*at), 1));
            m.longest_gap_s(s(end))
        };
        assert_eq!((gap(&[15, 16], 18), gap(&[11, 17], 18), gap(&[11, 12], 18)), (5.0, 6.0, 6.0));
        assert_eq!((gap(&[], 18), gap(&[12], 10)), (8.0, 2.0));
    }

    #[test]
    fn a_file_under_way_at_the_end_counts_up_to_it() {
        let s = Nanos::from_secs;
        let mut m = FlowMeter::new();
        m.set_busy(s(1), true);
        m.deliver(s(2), 1000);
        // 8000 bits in 4 s; handing over another file meanwhile changes nothing.
        m.set_busy(s(3), true);
        assert!((m.active_goodput_kbps(s(5)) - 2.0).abs() < 1e-12);
        m.set_busy(s(5), false);
        assert!((m.active_goodput_kbps(s(9)) - 2.0).abs() < 1e-12);
    }
}
