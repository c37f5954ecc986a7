use crate::Packet;
use crate::control::Control;
use crate::error::ScenarioError;
use crate::event::{Event, EventQueue, HORIZON, Side};
use crate::flow::{Endpoints, Flow, Next};
use crate::meter::FlowMeter;
use crate::payload::{IP_BYTES, Payload};
use crate::result::{Air, Batch, Drops, Energy, FlowResult, MacResult, RunResult, jain_index};
use crate::scenario::{Plan, RoutingPlan};
use crate::series::Series;
use airhop_base::{BitRate, Nanos, NodeId, Purpose, Stream};
use airhop_routing::{Action, Body, Router, StaticRoutes};
use airhop_transport::SenderStats;
use airhop_wireless::{Class, EnergyMeter, Network, Outgoing, StationStats, Upcall};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// Time-to-live of packets from the transports (ns-2's default for agents).
const DATA_TTL: u8 = 32;

/// Turns of the event loop between two looks at the control and the progress.
const STEPS_A_LOOK: u32 = 1 << 14;

/// What a run leaves behind beside its result.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunOptions {
    /// Record time series.
    pub series: bool,
    /// Write captures, one file a node, into this folder.
    pub pcap_dir: Option<PathBuf>,
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct Output {
    /// The measurements.
    pub result: RunResult,
    /// Time series, if they were asked for.
    pub series: Option<Series>,
}

/// What stands at the end of the warm-up, to be taken off at the end.
#[derive(Clone, Debug, Default)]
struct Baseline {
    at: Nanos,
    stations: Vec<StationStats>,
    energy: Vec<EnergyMeter>,
    route_failures: u64,
    routing_drops: u64,
}

/// One run: the network, its routers and its flows, joined by an event queue.
pub struct Simulation {
    seed: u64,
    transport_name: String,
    plan: crate::scenario::RunPlan,
    end: Nanos,
    link_delay: Nanos,
    now: Nanos,
    queue: EventQueue,
    network: Network<Packet>,
    routers: Vec<Router<Payload>>,
    router_armed: Vec<Nanos>,
    flows: Vec<Flow>,
    /// Packets between routing and queue or between MAC and routing, by the number in their event.
    delayed: Vec<Option<Delayed>>,
    delayed_free: Vec<u32>,
    upcalls: Vec<Upcall<Packet>>,
    actions: Vec<Action<Payload>>,
    next_packet_id: u64,
    /// Events of flows and routers; the network counts its own.
    events: u64,
    routing_drops: u64,
    baseline: Baseline,
    delivered_packets: u64,
    batch_start: Nanos,
    batches: Vec<Batch>,
    batch_bytes: Vec<u64>,
    series: Option<Series>,
    capture: Option<crate::capture::Captures>,
    finished: bool,
}

/// A packet on its way through the link layer.
#[derive(Clone, Debug)]
struct Delayed {
    node: NodeId,
    /// The next hop on the way down, the neighbour it came from on the way up.
    peer: Option<NodeId>,
    packet: Packet,
}

impl Simulation {
    /// Builds the run of a plan with a seed.
    ///
    /// # Errors
    /// A node out of everyone's range, unless positions are random; a capture folder that cannot be written.
    pub fn new(plan: &Plan, seed: u64, options: &RunOptions) -> Result<Self, ScenarioError> {
        let mut network = Network::new(plan.wireless.clone(), &plan.positions, seed)
            .map_err(|e| ScenarioError::new(e.to_string()))?;
        let neighbours = network.links().decodable(&plan.wireless.radio);
        if !plan.random {
            check_in_range(plan, &neighbours)?;
        }
        let ends: Vec<NodeId> = plan.flows.iter().flat_map(|f| [f.src, f.dst]).collect();
        let shortest = Arc::new(StaticRoutes::for_destinations(&neighbours, &ends));
        let routers: Vec<_> = (0..plan.positions.len() as u32)
            .map(NodeId)
            .map(|node| match &plan.routing {
                RoutingPlan::Static => Router::fixed(node, Arc::clone(&shortest)),
                RoutingPlan::Aodv(config) => {
                    Router::aodv(node, (**config).clone(), Stream::new(seed, Purpose::Routing, node))
                }
            })
            .collect();
        let link_rate = BitRate::kbps(plan.wireless.radio.data_rate_kbps);
        let flows: Vec<_> = plan
            .flows
            .iter()
            .enumerate()
            .map(|(i, f)| Flow::new(f, i as u32, shortest.hops(f.src, f.dst), link_rate, seed))
            .collect();
        let capture = match &options.pcap_dir {
            None => None,
            Some(dir) => {
                network.record_frames();
                let mss_bytes = flows.iter().map(Flow::mss_bytes).collect();
                Some(crate::capture::Captures::create(dir, plan.positions.len(), &plan.wireless, mss_bytes)?)
            }
        };
        let by_packets = plan.run.packets > 0;
        let mut simulation = Self {
            seed,
            transport_name: plan.transport_name.clone(),
            plan: plan.run,
            end: if by_packets { HORIZON } else { plan.run.duration },
            link_delay: Nanos::from_secs_f64(plan.wireless.mac.link_delay_us * 1e-6),
            now: Nanos::ZERO,
            queue: EventQueue::default(),
            router_armed: vec![Nanos::MAX; routers.len()],
            network,
            routers,
            batch_bytes: vec![0; flows.len()],
            flows,
            delayed: Vec::new(),
            delayed_free: Vec::new(),
            upcalls: Vec::new(),
            actions: Vec::new(),
            next_packet_id: 0,
            events: 0,
            routing_drops: 0,
            baseline: Baseline::default(),
            delivered_packets: 0,
            batch_start: Nanos::ZERO,
            batches: Vec::new(),
            series: options.series.then(Series::default),
            capture,
            finished: false,
        };
        simulation.begin();
        Ok(simulation)
    }

    fn begin(&mut self) {
        for (i, flow) in self.flows.iter().enumerate() {
            self.queue.push(flow.start, Event::Application(i as u32));
            if flow.stop < Nanos::MAX {
                self.queue.push(flow.stop.max(flow.start), Event::Stop(i as u32));
            }
        }
        for node in 0..self.routers.len() {
            self.arm_router(NodeId(node as u32));
        }
        self.mark_baseline();
        if self.plan.packets == 0 {
            self.queue.push(self.plan.warmup, Event::Warm);
            self.queue.push(self.plan.duration, Event::End);
        } else {
            self.queue.push(self.plan.window, Event::Window);
        }
        if self.series.is_some() {
            self.queue.push(self.plan.sample, Event::Sample);
        }
    }

    /// Runs to the end.
    ///
    /// # Errors
    /// When `control` cancelled the run, or a capture could not be written.
    pub fn run(mut self, control: &Control) -> Result<Output, ScenarioError> {
        let begun = Instant::now();
        while !self.finished {
            for _ in 0..STEPS_A_LOOK {
                let Some((at, event)) = self.queue.next() else {
                    // Nothing can happen any more. A run by packets that has come to a halt ends here.
                    self.now = if self.end == HORIZON { self.now } else { self.end };
                    self.finished = true;
                    break;
                };
                self.now = at;
                if let Event::Wireless(event) = event {
                    self.now = self.network.handle(at, event, &mut self.queue, &mut self.upcalls);
                } else {
                    self.handle(event);
                }
                if !self.upcalls.is_empty() {
                    self.drain();
                }
                if self.finished {
                    break;
                }
            }
            if control.is_cancelled() {
                return Err(ScenarioError::new("the run was cancelled"));
            }
            control.set_progress(self.done());
            if let Some(capture) = &mut self.capture {
                capture.write(&self.network.take_tap())?;
            }
        }
        if let Some(capture) = self.capture.take() {
            capture.finish()?;
        }
        control.set_progress(1.0);
        let series = self.series.take();
        let mut result = self.result();
        result.wall_s = begun.elapsed().as_secs_f64();
        Ok(Output { result, series })
    }

    fn done(&self) -> f64 {
        if self.plan.packets > 0 {
            self.delivered_packets as f64 / self.plan.packets as f64
        } else {
            self.now.as_secs_f64() / self.end.as_secs_f64()
        }
    }

    /// Handles an event of anything but the radio network.
    fn handle(&mut self, event: Event) {
        // Looking at the run must not change what it reports.
        self.events += u64::from(event != Event::Sample);
        match event {
            Event::Wireless(_) => {}
            Event::Transport(flow, side) => self.transport_timer(flow, side),
            Event::Router(node) => self.router_timer(node),
            Event::ToQueue(place) => {
                if let Some(delayed) = self.take_delayed(place) {
                    self.enqueue(delayed.node, delayed.packet, delayed.peer);
                }
            }
            Event::ToRouting(place) => {
                if let Some(Delayed { node, peer: Some(from), packet }) = self.take_delayed(place) {
                    self.route_received(node, from, packet);
                }
            }
            Event::Application(flow) => self.application(flow),
            Event::Stop(flow) => {
                self.flows[flow as usize].stop(self.now);
                self.pump(flow, Side::Sender);
            }
            Event::Warm => self.warm(),
            Event::Window => {
                self.flows.iter_mut().for_each(|f| f.meter.end_window());
                self.queue.push(self.now + self.plan.window, Event::Window);
            }
            Event::Sample => self.sample(),
            Event::End => self.finished = true,
        }
    }

    // ---- network and routing ----

    /// Carries out what the network reported until nothing is left.
    fn drain(&mut self) {
        while !self.upcalls.is_empty() {
            let mut upcalls = std::mem::take(&mut self.upcalls);
            for upcall in upcalls.drain(..) {
                match upcall {
                    Upcall::Received { node, from, packet } => {
                        if self.link_delay == Nanos::ZERO {
                            self.route_received(node, from, packet);
                        } else {
                            let place = self.delay(Delayed { node, peer: Some(from), packet });
                            self.queue.push(self.now + self.link_delay, Event::ToRouting(place));
                        }
                    }
                    Upcall::Failed { node, next_hop, packet } => {
                        self.with_router(node, |router, now, out| router.link_failed(now, packet, next_hop, out));
                        self.network.resume(self.now, node, &mut self.queue, &mut self.upcalls);
                    }
                    Upcall::Dropped { .. } => {}
                }
            }
            if self.upcalls.is_empty() {
                // Keeps the room for the next time.
                self.upcalls = upcalls;
            }
        }
    }

    fn route_received(&mut self, node: NodeId, from: NodeId, packet: Packet) {
        self.with_router(node, |router, now, out| router.receive(now, packet, from, out));
    }

    fn router_timer(&mut self, node: NodeId) {
        if self.router_armed[node.index()] == self.now {
            self.router_armed[node.index()] = Nanos::MAX;
            self.with_router(node, |router, now, out| router.on_timeout(now, out));
        }
    }

    /// Lets a node's router act and carries out what it wants.
    fn with_router(&mut self, node: NodeId, act: impl FnOnce(&mut Router<Payload>, Nanos, &mut Vec<Action<Payload>>)) {
        let mut actions = std::mem::take(&mut self.actions);
        act(&mut self.routers[node.index()], self.now, &mut actions);
        for action in actions.drain(..) {
            self.carry_out(node, action);
        }
        self.actions = actions;
        self.arm_router(node);
    }

    fn arm_router(&mut self, node: NodeId) {
        if let Some(at) = self.routers[node.index()].next_timeout()
            && at < self.router_armed[node.index()]
        {
            let at = at.max(self.now);
            self.router_armed[node.index()] = at;
            self.queue.push(at, Event::Router(node));
        }
    }

    fn carry_out(&mut self, node: NodeId, action: Action<Payload>) {
        match action {
            Action::Transmit { packet, next_hop, delay } => {
                let delay = delay + self.link_delay;
                if delay == Nanos::ZERO {
                    self.enqueue(node, packet, next_hop);
                } else {
                    let place = self.delay(Delayed { node, peer: next_hop, packet });
                    self.queue.push(self.now + delay, Event::ToQueue(place));
                }
            }
            Action::Deliver(packet) => self.deliver(node, packet),
            Action::Drop { packet, reason } => {
                // A route request whose time-to-live is over has come to its natural end.
                self.routing_drops += u64::from(!packet.is_control());
                if let Body::Data(Payload::Tcp { flow, .. } | Payload::Udp { flow, .. }) = packet.body {
                    self.flows[flow as usize].note_routing_drop(reason);
                }
            }
            Action::ReclaimQueue { next_hop } => {
                for packet in self.network.reclaim(node, next_hop) {
                    // The actions of the router that asked are still being carried out: a list of its own.
                    let mut further = Vec::new();
                    self.routers[node.index()].reclaimed(self.now, packet, next_hop, &mut further);
                    for action in further {
                        self.carry_out(node, action);
                    }
                }
            }
        }
    }

    fn enqueue(&mut self, node: NodeId, packet: Packet, next_hop: Option<NodeId>) {
        let class = match &packet.body {
            Body::Data(Payload::Tcp { forward: false, .. }) => Class::Feedback,
            Body::Data(_) => Class::Data,
            Body::Aodv(_) => Class::Routing,
        };
        let outgoing = Outgoing { bytes: packet.bytes, next_hop, class, packet };
        self.network.enqueue(self.now, node, outgoing, &mut self.queue, &mut self.upcalls);
    }

    fn delay(&mut self, delayed: Delayed) -> u32 {
        match self.delayed_free.pop() {
            Some(place) => {
                self.delayed[place as usize] = Some(delayed);
                place
            }
            None => {
                self.delayed.push(Some(delayed));
                (self.delayed.len() - 1) as u32
            }
        }
    }

    fn take_delayed(&mut self, place: u32) -> Option<Delayed> {
        self.delayed_free.push(place);
        self.delayed[place as usize].take()
    }

    // ---- transport ----

    /// A packet reached its destination node.
    fn deliver(&mut self, node: NodeId, packet: Packet) {
        let Body::Data(payload) = packet.body else { return };
        match payload {
            Payload::Tcp { flow, sent, forward, segment } => {
                let now = self.now;
                let f = &mut self.flows[flow as usize];
                let Endpoints::Tcp { sender, receiver } = &mut f.endpoints else { return };
                if forward {
                    debug_assert_eq!(node, f.dst);
                    if segment.len > 0 {
                        f.meter.delay.add(now - sent);
                    }
                    receiver.on_segment(now, &segment);
                    let bytes = f.note_delivery(now);
                    if bytes > 0 {
                        self.count_delivery(flow, bytes);
                    }
                    self.pump(flow, Side::Receiver);
                } else {
                    let hops = self.routers[f.src.index()].hops_to(f.dst);
                    if let Some(hops) = hops.filter(|h| *h != f.path.hops && *h > 0) {
                        f.path.hops = hops;
                        sender.set_path(f.path);
                    }
                    let was_idle = sender.is_idle();
                    sender.on_segment(now, &segment);
                    if let Some(at) = f.after_ack(now, was_idle) {
                        self.queue.push(at, Event::Application(flow));
                    }
                    self.pump(flow, Side::Sender);
                }
            }
            Payload::Udp { flow, sent, bytes, .. } => {
                let f = &mut self.flows[flow as usize];
                f.meter.delay.add(self.now - sent);
                f.meter.deliver(self.now, u64::from(bytes));
                self.count_delivery(flow, u64::from(bytes));
            }
        }
    }

    fn transport_timer(&mut self, flow: u32, side: Side) {
        let f = &mut self.flows[flow as usize];
        if f.armed[side as usize] != self.now {
            return;
        }
        f.armed[side as usize] = Nanos::MAX;
        let now = self.now;
        if let Endpoints::Tcp { sender, receiver } = &mut f.endpoints {
            match side {
                Side::Sender => sender.on_timeout(now),
                Side::Receiver => receiver.on_timeout(now),
            }
        }
        self.pump(flow, side);
    }

    /// Sends what an endpoint has to send, and arms its timer.
    fn pump(&mut self, flow: u32, side: Side) {
        let now = self.now;
        loop {
            let f = &mut self.flows[flow as usize];
            let Endpoints::Tcp { sender, receiver } = &mut f.endpoints else { return };
            let (segment, src, dst, forward) = match side {
                Side::Sender => (sender.poll_transmit(now), f.src, f.dst, true),
                Side::Receiver => (receiver.poll_transmit(now), f.dst, f.src, false),
            };
            let Some(segment) = segment else { break };
            let bytes = segment.len + segment.header_bytes() + IP_BYTES;
            self.send(src, dst, bytes, Payload::Tcp { flow, sent: now, forward, segment: Rc::new(segment) });
        }
        let f = &mut self.flows[flow as usize];
        if let (Side::Sender, Endpoints::Tcp { sender, .. }) = (side, &mut f.endpoints) {
            let cwnd = sender.cwnd_segments();
            f.meter.set_cwnd(now, cwnd);
            if let Some(rtt) = sender.take_rtt_sample() {
                f.meter.rtt.add(rtt);
                if let Some(series) = &mut self.series {
                    series.push(now.as_secs_f64(), &f.name, "rtt_ms", rtt.as_millis_f64());
                    f.recent_rtts.add(rtt.as_millis_f64());
                    if let Some(cov) = f.recent_rtts.cov() {
                        series.push(now.as_secs_f64(), &f.name, "rtt_cov", cov);
                    }
                }
            }
        }
        let f = &mut self.flows[flow as usize];
        if let Some(at) = f.next_timeout(side)
            && at < f.armed[side as usize]
        {
            let at = at.max(now);
            f.armed[side as usize] = at;
            self.queue.push(at, Event::Transport(flow, side));
        }
    }

    fn send(&mut self, src: NodeId, dst: NodeId, bytes: u32, payload: Payload) {
        let id = self.next_packet_id;
        self.next_packet_id += 1;
        let packet = Packet { src, dst, ttl: DATA_TTL, hops: 0, id, bytes, body: Body::Data(payload) };
        self.with_router(src, |router, now, out| router.send(now, packet, out));
    }

    fn application(&mut self, flow: u32) {
        let now = self.now;
        let f = &mut self.flows[flow as usize];
        match f.application(now) {
            Next::At(at) => self.queue.push(at, Event::Application(flow)),
            Next::Datagram(at) => {
                let (src, dst) = (f.src, f.dst);
                if let Endpoints::Udp(source) = &mut f.endpoints {
                    let number = source.next_number;
                    source.next_number += 1;
                    let (bytes, ip_bytes) = (source.packet_bytes, source.ip_bytes());
                    self.send(src, dst, ip_bytes, Payload::Udp { flow, sent: now, bytes, number });
                }
                self.queue.push(at, Event::Application(flow));
                return;
            }
            Next::Wait => {}
        }
        self.pump(flow, Side::Sender);
    }

    // ---- measuring ----

    fn count_delivery(&mut self, flow: u32, bytes: u64) {
        if self.plan.packets == 0 {
            return;
        }
        let f = &self.flows[flow as usize];
        let packet_bytes = match &f.endpoints {
            Endpoints::Udp(source) => u64::from(source.packet_bytes),
            Endpoints::Tcp { sender, .. } => u64::from(sender.mss()),
        };
        self.batch_bytes[flow as usize] += bytes;
        self.delivered_packets += bytes.div_ceil(packet_bytes.max(1));
        let batch_packets = self.plan.packets / self.plan.batches;
        let ended = self.batches.len() as u64 + 1;
        if self.delivered_packets >= batch_packets * ended {
            let span_s = (self.now - self.batch_start).as_secs_f64();
            let kbps = |b: &u64| if span_s > 0.0 { *b as f64 * 8.0 / span_s / 1000.0 } else { 0.0 };
            let goodput_kbps: Vec<f64> = self.batch_bytes.iter().map(kbps).collect();
            self.batches.push(Batch {
                start_s: self.batch_start.as_secs_f64(),
                end_s: self.now.as_secs_f64(),
                aggregate_goodput_kbps: goodput_kbps.iter().sum(),
                jain: jain_index(&goodput_kbps),
                goodput_kbps,
            });
            self.batch_bytes.fill(0);
            self.batch_start = self.now;
            if ended == 1 {
                self.warm();
            }
            self.finished = ended >= self.plan.batches;
        }
    }

    /// The warm-up is over.
    fn warm(&mut self) {
        for flow in &mut self.flows {
            let start = flow.start;
            flow.meter.restart(self.now, start);
            flow.stats_at_warmup = flow.sender_stats();
            flow.routing_drops.clear();
        }
        self.mark_baseline();
        if self.plan.packets == 0 {
            self.queue.push(self.now + self.plan.window, Event::Window);
        }
    }

    fn mark_baseline(&mut self) {
        let nodes = (0..self.routers.len() as u32).map(NodeId);
        self.baseline = Baseline {
            at: self.now,
            stations: nodes.clone().map(|n| *self.network.stats(n)).collect(),
            energy: nodes.map(|n| self.network.energy(n)).collect(),
            route_failures: self.route_failures(),
            routing_drops: self.routing_drops,
        };
    }

    fn route_failures(&self) -> u64 {
        self.routers.iter().map(|r| r.stats().route_failures).sum()
    }

    fn sample(&mut self) {
        let now_s = self.now.as_secs_f64();
        let sample_s = self.plan.sample.as_secs_f64();
        if let Some(series) = &mut self.series {
            for flow in &mut self.flows {
                if let Endpoints::Tcp { sender, .. } = &flow.endpoints {
                    series.push(now_s, &flow.name, "cwnd_segments", sender.cwnd_segments());
                    series.push(now_s, &flow.name, "ssthresh_segments", sender.ssthresh_segments());
                    series.push(now_s, &flow.name, "rto_ms", sender.rto().as_millis_f64());
                    if let Some(pacing) = sender.pacing_state() {
                        series.push(now_s, &flow.name, "rate_kbps", pacing.rate_kbps);
                        series.push(now_s, &flow.name, "fhd_ms", pacing.fhd.as_millis_f64());
                        series.push(now_s, &flow.name, "cov", pacing.cov);
                    }
                }
                let bytes = std::mem::take(&mut flow.meter.in_sample);
                series.push(now_s, &flow.name, "goodput_kbps", bytes as f64 * 8.0 / sample_s / 1000.0);
            }
            for node in 0..self.routers.len() as u32 {
                let packets = self.network.queue_length(NodeId(node));
                series.push(now_s, &format!("node {node}"), "queue_packets", packets as f64);
            }
        }
        self.queue.push(self.now + self.plan.sample, Event::Sample);
    }

    fn result(&mut self) -> RunResult {
        let end = self.now;
        let measured = end - self.baseline.at;
        let measured_s = measured.as_secs_f64();
        let kbps = |bytes: u64| if measured_s > 0.0 { bytes as f64 * 8.0 / measured_s / 1000.0 } else { 0.0 };
        let jain_10s = self.jain_over_windows();
        let flows: Vec<FlowResult> = self
            .flows
            .iter_mut()
            .map(|f| {
                let stats = f.sender_stats();
                let FlowMeter { delivered_bytes, .. } = f.meter;
                FlowResult {
                    name: f.name.clone(),
                    transport: f.transport_name.clone(),
                    src: f.src.0,
                    dst: f.dst.0,
                    hops: f.hops,
                    goodput_kbps: kbps(delivered_bytes),
                    delivered_bytes,
                    retransmissions: since(&stats, &f.stats_at_warmup, |s| s.retransmissions),
                    timeouts: since(&stats, &f.stats_at_warmup, |s| s.timeouts),
                    rtt_ms: f.meter.rtt.percentiles(),
                    delay_ms: f.meter.delay.delay(),
                    cwnd_mean: f.meter.cwnd_mean(end),
                    longest_gap_s: f.meter.longest_gap_s(end.min(f.stop)),
                    active_goodput_kbps: f.active_goodput_kbps(end),
                    reason: f.reason(end),
                }
            })
            .collect();
        let goodputs: Vec<f64> = flows.iter().map(|f| f.goodput_kbps).collect();
        let batches = if self.batches.is_empty() { Vec::new() } else { self.batches.split_off(1) };
        RunResult {
            transport: self.transport_name.clone(),
            seed: self.seed,
            aggregate_goodput_kbps: goodputs.iter().sum(),
            jain: jain_index(&goodputs),
            jain_10s,
            flows,
            mac: self.mac_result(),
            energy_j: self.energy(measured),
            route_failures: self.route_failures() - self.baseline.route_failures,
            batches,
            measured_s,
            events: self.events + self.network.events(),
            wall_s: 0.0,
        }
    }

    fn jain_over_windows(&self) -> f64 {
        let windows = self.flows.iter().map(|f| f.meter.windows.len()).min().unwrap_or(0);
        let indices: Vec<f64> = (0..windows)
            .map(|w| self.flows.iter().map(|f| f.meter.windows[w] as f64).collect::<Vec<_>>())
            .filter(|shares| shares.iter().any(|s| *s > 0.0))
            .map(|shares| jain_index(&shares))
            .collect();
        if indices.is_empty() { 1.0 } else { indices.iter().sum::<f64>() / indices.len() as f64 }
    }

    fn mac_result(&self) -> MacResult {
        let mut all = StationStats::default();
        for (node, before) in self.baseline.stations.iter().enumerate() {
            all.add(&self.network.stats(NodeId(node as u32)).since(before));
        }
        let ratio = |a: f64, b: u64| if b == 0 { 0.0 } else { a / b as f64 };
        MacResult {
            data_attempts: all.attempts,
            data_delivered: all.delivered,
            attempts_per_delivery: ratio(all.attempts as f64, all.delivered),
            drops: Drops {
                retry: all.dropped_rts_retry + all.dropped_data_retry,
                queue: all.dropped_queue + all.dropped_arp,
                no_route: self.routing_drops - self.baseline.routing_drops,
                error: all.errors,
            },
            queue_delay_ms: ratio(all.queue_delay.as_millis_f64(), all.queued_packets),
            airtime_s: Air {
                data: all.airtime.data.as_secs_f64(),
                tcp_ack: all.airtime.feedback.as_secs_f64(),
                control: all.airtime.control.as_secs_f64(),
                routing: all.airtime.routing.as_secs_f64(),
            },
        }
    }

    fn energy(&self, measured: Nanos) -> Energy {
        let config = &self.network.config().energy;
        let joules = |node: NodeId| {
            let (now, then) = (self.network.energy(node), self.baseline.energy[node.index()]);
            let used =
                EnergyMeter { tx: now.tx - then.tx, rx: now.rx - then.rx, overheard: now.overheard - then.overheard };
            used.joules(config, measured)
        };
        let mut sources: Vec<NodeId> = self.flows.iter().map(|f| f.src).collect();
        sources.sort_unstable();
        sources.dedup();
        Energy {
            sender: sources.into_iter().map(joules).sum(),
            total: (0..self.routers.len() as u32).map(|n| joules(NodeId(n))).sum(),
        }
    }
}

fn since(now: &SenderStats, then: &SenderStats, count: impl Fn(&SenderStats) -> u64) -> u64 {
    count(now) - count(then)
}

/// Refuses scenarios in which a node can decode nobody: by far the most common mistake in positions.
fn check_in_range(plan: &Plan, neighbours: &[Vec<NodeId>]) -> Result<(), ScenarioError> {
    if plan.positions.len() < 2 {
        return Ok(());
    }
    let Some(alone) = neighbours.iter().position(Vec::is_empty) else { return Ok(()) };
    let here = plan.positions[alone];
    let others = plan.positions.iter().enumerate().filter(|(i, _)| *i != alone);
    let nearest_m = others.map(|(_, p)| here.distance_m(*p)).fold(f64::INFINITY, f64::min);
    let (decode_m, _) = crate::scenario::ranges_m(&plan.wireless.radio);
    Err(ScenarioError::new(format!(
        "node {alone} at ({}, {}) m is out of everyone's range: its nearest neighbour is {nearest_m:.1} m away, and frames \
         are decoded up to {decode_m:.1} m",
        here.x_m, here.y_m
    )))
}
