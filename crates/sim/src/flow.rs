use crate::error::ScenarioError;
use crate::meter::FlowMeter;
use crate::plan::traffic::{ENDLESS, Traffic, file_bytes};
use crate::plan::wired::Way;
use crate::plan::{FlowPlan, FlowTransport};
use crate::recent::RecentTimes;
use airhop_base::{BitRate, Nanos, NodeId, Purpose, Stream};
use airhop_routing::DropReason;
use airhop_transport::{Connection, PathInfo, SenderStats};

/// A flow while the simulation runs.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    pub name: String,
    pub transport_name: String,
    pub src: NodeId,
    pub dst: NodeId,
    /// The path of packets from one end to the other.
    pub way: Way,
    /// Shortest path in hops, including wired ones; 0 if there is none.
    pub hops: u32,
    /// The radio hops among them.
    radio_hops: u32,
    pub start: Nanos,
    pub stop: Nanos,
    pub connection: Connection,
    /// Whether the receiver asks for the contention delay of packets.
    pub wants_contention: bool,
    pub path: PathInfo,
    pub meter: FlowMeter,
    /// Round-trip times in ms, kept while time series are.
    pub recent_rtts: RecentTimes,
    /// Earliest timer event in the queue for the sender and for the receiver.
    pub armed: [Nanos; 2],
    /// Packets that routing dropped, by reason, for explaining a flow that delivered nothing.
    pub routing_drops: Vec<(DropReason, u64)>,
    /// The sender's counts when the warm-up ended.
    pub stats_at_warmup: SenderStats,
    traffic: Traffic,
    stream: Stream,
    /// Bytes that the receiver had given to the application when last looked at.
    seen_bytes: u64,
    /// Bytes of all files handed to the sender.
    file_bytes: u64,
    pub stopped: bool,
}

/// A flow's path when the run begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlowPath {
    pub way: Way,
    /// All hops, 0 if there is no path.
    pub hops: u32,
    /// Radio hops.
    pub radio_hops: u32,
}

impl Flow {
    /// The flow of a plan.
    ///
    /// # Errors
    /// For a flow by the TCP of a kernel.
    pub fn new(
        plan: &FlowPlan,
        number: u32,
        path: &FlowPath,
        link_rate: BitRate,
        seed: u64,
    ) -> Result<Self, ScenarioError> {
        let mut stream = Stream::new(seed, Purpose::Traffic, NodeId(number));
        let start = plan.start + stream.time_below(plan.start_spread);
        let &FlowPath { way, hops, radio_hops } = path;
        let path = PathInfo { hops: radio_hops.max(1), link_rate };
        let connection = match &plan.transport {
            FlowTransport::Endpoints(transport) => transport.connect(path),
            FlowTransport::Kernel => None,
            FlowTransport::Udp { paced } => {
                let interval = match (paced, plan.traffic) {
                    (Some(rate), _) => rate.time_for(u64::from(plan.packet_bytes)),
                    (None, Traffic::Cbr { interval, .. }) => interval,
                    (None, _) => Nanos::from_secs(1),
                };
                Some(Connection::udp(plan.packet_bytes, interval))
            }
        };
        let connection = connection.ok_or_else(|| {
            ScenarioError::new(format!(
                "flow {}: {} is the TCP of the Linux kernel, which only `airhop live` can carry",
                plan.name, plan.transport_name
            ))
        })?;
        Ok(Self {
            name: plan.name.clone(),
            transport_name: plan.transport_name.clone(),
            src: plan.src,
            dst: plan.dst,
            way,
            hops,
            radio_hops,
            start,
            stop: plan.stop,
            wants_contention: connection.wants_contention(),
            connection,
            path,
            meter: FlowMeter::new(),
            recent_rtts: RecentTimes::default(),
            armed: [Nanos::MAX; 2],
            routing_drops: Vec::new(),
            stats_at_warmup: SenderStats::default(),
            traffic: plan.traffic,
            stream,
            seen_bytes: 0,
            file_bytes: 0,
            stopped: false,
        })
    }

    /// Source and destination of forward packets, or of packets on the way back.
    pub fn ends(&self, forward: bool) -> (NodeId, NodeId) {
        if forward { (self.src, self.dst) } else { (self.dst, self.src) }
    }

    /// The ends, on the way forward, of the part of the path that goes by radio.
    pub fn radio_ends(&self) -> Option<(NodeId, NodeId)> {
        match self.way {
            Way::Radio => Some((self.src, self.dst)),
            // Hosts are numbered after all radio nodes.
            Way::Gateway(gateway) if self.src > self.dst => Some((gateway, self.dst)),
            Way::Gateway(gateway) => Some((self.src, gateway)),
            Way::Wired => None,
        }
    }

    /// Runs the application: at the start, after a pause, or when a packet is due. Returns the time of its next run, if that
    /// is known.
    pub fn application(&mut self, now: Nanos) -> Option<Nanos> {
        if self.stopped {
            return None;
        }
        if let Some(interval) = self.connection.interval() {
            self.connection.write(now, 0);
            return Some(now + interval);
        }
        match self.traffic {
            Traffic::Ftp => self.connection.write(now, ENDLESS),
            Traffic::Transfer { bytes } => {
                self.write_file(now, bytes);
                self.connection.close(now);
            }
            Traffic::Files { mean_bytes, shape, .. } => {
                let bytes = file_bytes(&mut self.stream, mean_bytes, shape);
                self.write_file(now, bytes);
            }
            Traffic::Cbr { packet_bytes, interval } => {
                self.connection.write(now, u64::from(packet_bytes));
                return Some(now + interval);
            }
        }
        None
    }

    fn write_file(&mut self, now: Nanos, bytes: u64) {
        self.connection.write(now, bytes);
        self.file_bytes += bytes;
        self.meter.set_busy(now, true);
    }

    /// After an ACK: when the application begins its next file, if the last one has just been finished.
    pub fn after_ack(&mut self, now: Nanos, was_idle: bool) -> Option<Nanos> {
        if !matches!(self.traffic, Traffic::Files { .. } | Traffic::Transfer { .. }) {
            return None;
        }
        if was_idle || !self.connection.is_idle() || self.stopped {
            return None;
        }
        // Without reliability a file ends when the fate of each packet is known: the receiver may never have all.
        self.meter.set_busy(now, false);
        let Traffic::Files { pause_s, .. } = self.traffic else { return None };
        Some(now + Nanos::from_secs_f64(self.stream.exponential(pause_s)))
    }

    /// Stops the application: no new data is sent.
    pub fn stop(&mut self, now: Nanos) {
        self.stopped = true;
        self.meter.set_busy(now, false);
        self.connection.stop(now);
    }

    /// Records what the receiver has delivered to its application since the last call.
    pub fn note_delivery(&mut self, now: Nanos) -> u64 {
        let total = self.connection.delivered_bytes();
        let new = total - self.seen_bytes;
        if new > 0 {
            self.seen_bytes = total;
            self.meter.deliver(now, new);
            if total == self.file_bytes {
                self.meter.set_busy(now, false);
            }
        }
        new
    }

    pub fn note_routing_drop(&mut self, reason: DropReason) {
        match self.routing_drops.iter_mut().find(|d| d.0 == reason) {
            Some(entry) => entry.1 += 1,
            None => self.routing_drops.push((reason, 1)),
        }
    }

    /// Goodput over the time in which files were under way, of a flow that sends files or makes one transfer.
    pub fn active_goodput_kbps(&self, end: Nanos) -> Option<f64> {
        let sends_files = matches!(self.traffic, Traffic::Files { .. } | Traffic::Transfer { .. });
        sends_files.then(|| self.meter.active_goodput_kbps(end))
    }

    /// Why the flow delivered nothing, if so.
    ///
    /// `most_hops`: the longest route of the routing protocol, if limited.
    pub fn reason(&self, end: Nanos, most_hops: Option<u32>) -> Option<String> {
        if self.meter.delivered_bytes > 0 {
            return None;
        }
        Some(if self.start >= end {
            format!("it was to start at {:.3} s, after the end", self.start.as_secs_f64())
        } else if self.hops == 0 {
            format!("there is no path from node {} to node {}: some hop is out of decoding range", self.src, self.dst)
        } else if let Some(most) = most_hops.filter(|most| self.radio_hops > *most) {
            format!(
                "its shortest path has {} hops, and routes have {most} at most (routing.dsr.max_route_nodes)",
                self.radio_hops
            )
        } else if let Some((reason, count)) = self.routing_drops.iter().max_by_key(|d| d.1) {
            format!("no packet arrived during the measurement; routing dropped {count} packets ({})", reason.name())
        } else if self.connection.stats() == SenderStats::default() {
            "it sent nothing".into()
        } else {
            "no packet arrived during the measurement".into()
        })
    }
}
