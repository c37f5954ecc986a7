use serde::Serialize;

/// Jain's fairness index: (sum x)^2 / (n sum x^2), 1 if all shares are equal, 1/n if one share is everything. If all shares are
/// 0 the index is 1.
///
/// Jain, Chiu and Hawe, A Quantitative Measure of Fairness and Discrimination, DEC-TR-301, 1984;
/// tcp-ap, section 4.5, first equation; tcp-daa, section 4.2.2, first equation.
#[must_use]
pub fn jain_index(shares: &[f64]) -> f64 {
    let sum: f64 = shares.iter().sum();
    let squares: f64 = shares.iter().map(|x| x * x).sum();
    if squares == 0.0 { 1.0 } else { sum * sum / (shares.len() as f64 * squares) }
}

/// What one run measured, after the warm-up; one element of `runs` in the JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunResult {
    /// The scenario's transport.
    pub transport: String,
    /// The run's seed.
    pub seed: u64,
    /// Payload delivered in order, all flows together, in kbit/s.
    pub aggregate_goodput_kbps: f64,
    /// Jain's index over the flows' goodputs.
    pub jain: f64,
    /// Mean of Jain's index over windows of 10 s; windows in which nothing was delivered do not count.
    pub jain_10s: f64,
    /// Flow by flow.
    pub flows: Vec<FlowResult>,
    /// The MACs of all nodes together.
    pub mac: MacResult,
    /// Energy in joules.
    pub energy_j: Energy,
    /// Route failures that routing declared.
    pub route_failures: u64,
    /// The wired links, each direction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wired: Vec<WiredResult>,
    /// The batches of a run by packets, without the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub batches: Vec<Batch>,
    /// Simulated seconds measured over.
    pub measured_s: f64,
    /// Events of the engine, warm-up included.
    pub events: u64,
    /// Wall time of the run in seconds.
    pub wall_s: f64,
}

/// One flow's measurements.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FlowResult {
    /// Its name.
    pub name: String,
    /// Its transport.
    pub transport: String,
    /// Source node.
    pub src: u32,
    /// Destination node.
    pub dst: u32,
    /// Shortest path in hops, including wired ones; 0 if there is none.
    pub hops: u32,
    /// Payload delivered in order, in kbit/s; over unreliable DCCP and UDP as it arrives, each packet once.
    pub goodput_kbps: f64,
    /// The same in bytes.
    pub delivered_bytes: u64,
    /// Payload that arrived at the destination, in kbit/s, including duplicates and discarded out-of-order data.
    pub throughput_kbps: f64,
    /// Packets with payload that arrived at the destination.
    pub received_packets: u64,
    /// Segments retransmitted.
    pub retransmissions: u64,
    /// Retransmission timeouts.
    pub timeouts: u64,
    /// Round-trip times that the sender measured.
    pub rtt_ms: Percentiles,
    /// One-way delay of data packets from the transport at the source to the transport at the destination.
    pub delay_ms: Delay,
    /// Mean congestion window over time, in segments.
    pub cwnd_mean: f64,
    /// Longest time without a delivery to the application while the flow was active.
    pub longest_gap_s: f64,
    /// Payload delivered over the time in which files were under way, in kbit/s: from the moment the application hands a
    /// file over until the receiver has all of it or, over unreliable DCCP, the sender is done with it. Only for traffic of
    /// files (tcp-ap, section 5.2.1) and transfers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_goodput_kbps: Option<f64>,
    /// Why nothing was delivered, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Mean, median and 99th percentile.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Percentiles {
    /// Mean.
    pub mean: f64,
    /// Median.
    pub p50: f64,
    /// 99th percentile.
    pub p99: f64,
}

/// Mean, spread and 99th percentile.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Delay {
    /// Mean.
    pub mean: f64,
    /// Sample standard deviation.
    pub sd: f64,
    /// Coefficient of variation: the standard deviation over the mean.
    pub cov: f64,
    /// 99th percentile.
    pub p99: f64,
}

/// What the MACs counted.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct MacResult {
    /// Exchanges begun for unicast packets, with RTS or without.
    pub data_attempts: u64,
    /// Unicast packets acknowledged by their next hop.
    pub data_delivered: u64,
    /// The first divided by the second; 0 if nothing was delivered.
    pub attempts_per_delivery: f64,
    /// Packets lost on the way, by cause.
    pub drops: Drops,
    /// Packets that interface queues marked (ECN).
    pub ecn_marked: u64,
    /// Mean time in an interface queue.
    pub queue_delay_ms: f64,
    /// Mean number of packets in all interface queues together, over time.
    pub queued_packets: f64,
    /// Mean time of a unicast packet from the head of the queue to its ACK by the next hop.
    pub contention_delay_ms: f64,
    /// Air time.
    pub airtime_s: Air,
}

/// Packets and frames lost, by cause.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Drops {
    /// Given up by the MAC at the retry limit: lost to contention.
    pub retry: u64,
    /// Interface queue full: lost to overload.
    pub queue: u64,
    /// Dropped by routing: no route, buffer overflow or timeout, time-to-live expired.
    pub no_route: u64,
    /// Frames that the error model destroyed (most are sent again).
    pub error: u64,
}

/// Air time in seconds, all nodes together.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Air {
    /// Data frames with payload.
    pub data: f64,
    /// Data frames with ACKs of the transport.
    pub tcp_ack: f64,
    /// RTS, CTS and ACK.
    pub control: f64,
    /// Routing.
    pub routing: f64,
}

/// One direction of a wired link.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WiredResult {
    /// The link's name.
    pub link: String,
    /// Node at the sending end.
    pub src: u32,
    /// Node at the receiving end.
    pub dst: u32,
    /// Packets that it accepted.
    pub packets: u64,
    /// Packets that found its queue full.
    pub dropped: u64,
    /// Packets that its queue marked (ECN).
    pub marked: u64,
    /// Fraction of time spent sending, from 0 to 1.
    pub utilisation: f64,
}

/// Energy in joules.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Energy {
    /// The flows' sources, each node once.
    pub sender: f64,
    /// All nodes.
    pub total: f64,
}

/// One batch of a run by packets.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Batch {
    /// When it began, in simulated seconds.
    pub start_s: f64,
    /// When it ended.
    pub end_s: f64,
    /// All flows together.
    pub aggregate_goodput_kbps: f64,
    /// Jain's index in the batch.
    pub jain: f64,
    /// Each flow.
    pub goodput_kbps: Vec<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jain() {
        assert_eq!(jain_index(&[3.0, 3.0, 3.0]), 1.0);
        assert_eq!(jain_index(&[5.0, 0.0]), 0.5);
        assert_eq!(jain_index(&[0.0, 0.0]), 1.0);
        assert!((jain_index(&[1.0, 2.0]) - 0.9).abs() < 1e-12);
    }
}
