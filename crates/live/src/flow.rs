use crate::ip::{ICMP, Key, Parsed, TCP};
use crate::tcp::TcpMeter;
use airhop_base::{Nanos, NodeId};
use airhop_sim::{FlowResult, TimeStatistics};

/// Segments in the initial window of TCP (RFC 6928, section 2).
const INITIAL_WINDOW: u64 = 10;
/// The least payload of a data flow over that of the opposite direction; an interactive exchange carries similar
/// amounts in both.
const ONE_WAY_RATIO: u64 = 10;

/// Upper end of the range of percentiles.
const LONGEST: Nanos = Nanos::from_secs(1_000);

/// One direction of a conversation and its measurements.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    pub key: Key,
    pub src: NodeId,
    pub dst: NodeId,
    /// Name and transport if this is a flow of the scenario; such flows are never discarded.
    pub of_scenario: Option<(String, String)>,
    pub last_seen: Nanos,
    /// Scheduled or actual start.
    start: Nanos,
    tcp: Option<TcpMeter>,
    /// Packets with payload that entered the network, and their payload, since the flow began.
    entered_packets: u64,
    entered_bytes: u64,
    rtt: TimeStatistics,
    delay: TimeStatistics,
    /// Payload received; for TCP, in order.
    pub delivered_bytes: u64,
    pub received_packets: u64,
    received_bytes: u64,
    /// Delivered since the last fairness window, the last sample of the time series, the last status.
    pub in_window: u64,
    pub in_sample: u64,
    pub in_status: u64,
    hops: u32,
    last_delivery: Nanos,
    longest_gap: Nanos,
    most_payload: u32,
    in_flight: u32,
    flight_since: Nanos,
    /// Integral of the bytes in flight over time, in bytes times seconds.
    flight_integral: f64,
    /// The TCP counters at the end of the warm-up.
    retransmissions_before: u64,
    timeouts_before: u64,
}

impl Flow {
    pub fn new(key: Key, src: NodeId, dst: NodeId, start: Nanos) -> Self {
        Self {
            key,
            src,
            dst,
            of_scenario: None,
            last_seen: start,
            start,
            tcp: None,
            entered_packets: 0,
            entered_bytes: 0,
            rtt: TimeStatistics::bounded(LONGEST),
            delay: TimeStatistics::bounded(LONGEST),
            delivered_bytes: 0,
            received_packets: 0,
            received_bytes: 0,
            in_window: 0,
            in_sample: 0,
            in_status: 0,
            hops: 0,
            last_delivery: start,
            longest_gap: Nanos::ZERO,
            most_payload: 0,
            in_flight: 0,
            flight_since: start,
            flight_integral: 0.0,
            retransmissions_before: 0,
            timeouts_before: 0,
        }
    }

    pub fn name(&self) -> String {
        self.of_scenario.as_ref().map_or_else(|| self.key.to_string(), |(name, _)| name.clone())
    }

    /// Whether it carried payload.
    pub fn has_payload(&self) -> bool {
        self.most_payload > 0
    }

    /// Whether it counts in the fairness index: a flow of the scenario or a bulk transfer, given the flow in the
    /// opposite direction. A bulk transfer carries at least 10 times the payload of that flow, in more packets than an
    /// initial window holds: a shorter one never meets congestion control. What the sender offers decides, not what
    /// arrives: a starved flow counts. ICMP never does.
    pub fn is_data(&self, reverse: Option<&Flow>) -> bool {
        let back = reverse.map_or(0, |flow| flow.entered_bytes);
        self.of_scenario.is_some()
            || self.key.protocol != ICMP
                && self.entered_packets > INITIAL_WINDOW
                && self.entered_bytes >= ONE_WAY_RATIO * back
    }

    /// A packet of it entered the network.
    pub fn enter(&mut self, now: Nanos, packet: &Parsed) {
        self.last_seen = now;
        self.most_payload = self.most_payload.max(packet.payload_bytes);
        self.entered_packets += u64::from(packet.payload_bytes > 0);
        self.entered_bytes += u64::from(packet.payload_bytes);
        if let Some(segment) = &packet.segment {
            self.tcp.get_or_insert_with(|| TcpMeter::new(segment, now)).sent(now, segment);
            self.note_flight(now);
        }
    }

    /// A packet of it left the network after `delay`.
    pub fn leave(&mut self, now: Nanos, delay: Nanos, hops: u8, packet: &Parsed) {
        self.last_seen = now;
        self.hops = if self.hops == 0 { hops.into() } else { self.hops.min(hops.into()) };
        if packet.payload_bytes == 0 {
            return;
        }
        self.delay.add(delay);
        self.received_packets += 1;
        self.received_bytes += u64::from(packet.payload_bytes);
        if self.key.protocol != TCP {
            self.deliver(now, packet.payload_bytes.into());
        }
    }

    /// The receiver acknowledged.
    pub fn receiver_expects(&mut self, now: Nanos, ack: u32) {
        let bytes = self.tcp.as_mut().map_or(0, |tcp| tcp.receiver_expects(ack));
        if bytes > 0 {
            self.deliver(now, bytes);
        }
    }

    /// The ACK reached the sender.
    pub fn sender_hears(&mut self, now: Nanos, ack: u32) {
        if let Some(rtt) = self.tcp.as_mut().and_then(|tcp| tcp.sender_hears(now, ack)) {
            self.rtt.add(rtt);
        }
        self.note_flight(now);
    }

    fn deliver(&mut self, now: Nanos, bytes: u64) {
        self.delivered_bytes += bytes;
        self.in_window += bytes;
        self.in_sample += bytes;
        self.in_status += bytes;
        self.longest_gap = self.longest_gap.max(now.saturating_sub(self.last_delivery));
        self.last_delivery = now;
    }

    fn note_flight(&mut self, now: Nanos) {
        self.flight_integral += f64::from(self.in_flight) * now.saturating_sub(self.flight_since).as_secs_f64();
        self.flight_since = now;
        self.in_flight = self.tcp.map_or(0, |tcp| tcp.in_flight());
    }

    /// Resets the measurements; the connection continues.
    pub fn restart(&mut self, now: Nanos) {
        self.rtt.clear();
        self.delay.clear();
        (self.delivered_bytes, self.received_packets, self.received_bytes, self.in_window) = (0, 0, 0, 0);
        self.last_delivery = now.max(self.start);
        self.longest_gap = Nanos::ZERO;
        self.note_flight(now);
        self.flight_integral = 0.0;
        self.start = self.start.max(now);
        if let Some(tcp) = &self.tcp {
            (self.retransmissions_before, self.timeouts_before) = (tcp.retransmissions, tcp.timeouts);
        }
    }

    pub fn rtt_ms(&self) -> f64 {
        self.rtt.mean_ms()
    }

    pub fn retransmissions(&self) -> u64 {
        self.tcp.map_or(0, |tcp| tcp.retransmissions) - self.retransmissions_before
    }

    /// Results up to `now`, over `measured_s` seconds.
    pub fn result(&mut self, now: Nanos, measured_s: f64) -> FlowResult {
        self.note_flight(now);
        let kbps = |bytes: u64| if measured_s > 0.0 { bytes as f64 * 8.0 / measured_s / 1000.0 } else { 0.0 };
        let span_s = now.saturating_sub(self.start).as_secs_f64();
        let area = span_s * f64::from(self.most_payload);
        FlowResult {
            name: self.name(),
            transport: self.of_scenario.as_ref().map_or_else(|| "kernel".to_owned(), |(_, t)| t.clone()),
            src: self.src.0,
            dst: self.dst.0,
            hops: self.hops,
            goodput_kbps: kbps(self.delivered_bytes),
            delivered_bytes: self.delivered_bytes,
            throughput_kbps: kbps(self.received_bytes),
            received_packets: self.received_packets,
            retransmissions: self.retransmissions(),
            timeouts: self.tcp.map_or(0, |tcp| tcp.timeouts) - self.timeouts_before,
            rtt_ms: self.rtt.percentiles(),
            delay_ms: self.delay.delay(),
            cwnd_mean: if area > 0.0 { self.flight_integral / area } else { 0.0 },
            longest_gap_s: self.longest_gap.max(now.saturating_sub(self.last_delivery)).as_secs_f64(),
            active_goodput_kbps: None,
            reason: (self.delivered_bytes == 0).then(|| "no packet arrived during the measurement".to_owned()),
        }
    }
}
