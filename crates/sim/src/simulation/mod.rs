//! One run: the event loop, and what it is built from.

mod batches;
mod flows;
mod measuring;
mod moving;
mod notices;
mod outside;
mod packets;
mod positions;
mod range;
mod routers;
mod stepping;
mod watched_routes;
mod wired;

use crate::capture::{Captures, FlowFacts};
use crate::control::Control;
use crate::error::ScenarioError;
use crate::event::{Event, EventQueue};
use crate::external::Outside;
use crate::flow::{Flow, FlowPath};
use crate::payload::Framed;
use crate::payload::Packet;
use crate::plan::wired::Way;
use crate::plan::{Plan, RoutingPlan, RunPlan};
use crate::result::RunResult;
use crate::series::Series;
use crate::wired::WiredNetwork;
use airhop_base::{BitRate, Nanos, NodeId, Purpose, Stream};
use airhop_routing::{Router, StaticRoutes};
use airhop_transport::Side;
use airhop_wired::ChannelStats;
use airhop_wireless::{EnergyMeter, Network, StationStats, Upcall};
use batches::Batches;
use positions::Moving;
use routers::Routers;
use slab::Slab;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use watched_routes::WatchedRoutes;

/// Turns of the event loop between two checks of the control and updates of the progress.
const STEPS_A_LOOK: u32 = 1 << 14;

/// What a run records in addition to its result.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunOptions {
    /// Record time series.
    pub series: bool,
    /// Write captures, one file per node, into this folder.
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

/// Counters at the end of the warm-up, to be subtracted at the end.
#[derive(Clone, Debug, Default)]
struct Baseline {
    at: Nanos,
    stations: Vec<StationStats>,
    energy: Vec<EnergyMeter>,
    route_failures: u64,
    routing_drops: u64,
    wired: Vec<ChannelStats>,
}

/// One run: the network, its routers and its flows, joined by an event queue.
pub struct Simulation {
    seed: u64,
    transport_name: String,
    plan: RunPlan,
    link_delay: Nanos,
    now: Nanos,
    queue: EventQueue,
    network: Network<Framed>,
    routers: Routers,
    flows: Vec<Flow>,
    /// The wired links, if there are any.
    wired: Option<Box<WiredNetwork>>,
    /// Packets between routing and queue or between MAC and routing, by the number in their event.
    delayed: Slab<Delayed>,
    upcalls: Vec<Upcall<Framed>>,
    /// The routes whose loss senders are to hear of, if any are.
    notices: Option<Box<WatchedRoutes>>,
    /// Packets from outside, in a run that takes them.
    outside: Option<Box<Outside>>,
    /// The nodes that move, if any do.
    moving: Option<Box<Moving>>,
    next_packet_id: u64,
    /// Events of flows and routers; the network counts its own.
    events: u64,
    routing_drops: u64,
    baseline: Baseline,
    batches: Batches,
    series: Option<Series>,
    capture: Option<Captures>,
    phase: Phase,
}

/// Whether a run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Going,
    /// It waits for its caller.
    Paused,
    Finished,
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
    /// A node out of range of all others, unless positions are random or nodes move; a flow whose transport is a kernel's; a
    /// capture folder that cannot be written.
    pub fn new(plan: &Plan, seed: u64, options: &RunOptions) -> Result<Self, ScenarioError> {
        let flow_ends = plan.flows.iter().flat_map(|f| [f.src, f.dst]);
        let ends: Vec<NodeId> = flow_ends.chain(plan.gateways()).collect();
        Self::build(plan, seed, options, &ends)
    }

    /// The run with routes to these nodes, where routes are static.
    fn build(plan: &Plan, seed: u64, options: &RunOptions, ends: &[NodeId]) -> Result<Self, ScenarioError> {
        let mut network = Network::new(plan.wireless.clone(), &plan.positions, seed)
            .map_err(|e| ScenarioError::new(e.to_string()))?;
        let neighbours = network.links().decodable(&plan.wireless.radio);
        if !plan.random && plan.mobility.is_none() {
            range::check(plan, &neighbours)?;
        }
        let shortest = Arc::new(StaticRoutes::for_destinations(&neighbours, ends));
        let routers: Vec<_> = (0..plan.positions.len() as u32)
            .map(NodeId)
            .map(|node| match &plan.routing {
                RoutingPlan::Static => Router::fixed(node, Arc::clone(&shortest)),
                RoutingPlan::Aodv(config) => {
                    Router::aodv(node, (**config).clone(), Stream::new(seed, Purpose::Routing, node))
                }
                RoutingPlan::Dsr(config) => {
                    Router::dsr(node, (**config).clone(), Stream::new(seed, Purpose::Routing, node))
                }
            })
            .collect();
        if routers.iter().any(Router::is_promiscuous) {
            network.listen_promiscuously();
        }
        let link_rate = BitRate::kbps(plan.wireless.radio.data_rate_kbps);
        let flows: Vec<_> = plan
            .flows
            .iter()
            .enumerate()
            .map(|(i, f)| Flow::new(f, i as u32, &path_between(plan, f.src, f.dst, &shortest), link_rate, seed))
            .collect::<Result<_, _>>()?;
        let capture = match &options.pcap_dir {
            None => None,
            Some(dir) => {
                network.record_frames();
                let facts = flows
                    .iter()
                    .map(|f| FlowFacts { mss_bytes: f.connection.payload_bytes(), src: f.src, dst: f.dst })
                    .collect();
                let nodes = (plan.positions.len(), plan.hosts.as_slice());
                Some(Captures::create(dir, nodes, &plan.wireless, facts)?)
            }
        };
        let mut simulation = Self {
            seed,
            transport_name: plan.transport_name.clone(),
            plan: plan.run,
            link_delay: Nanos::from_secs_f64(plan.wireless.mac.link_delay_us * 1e-6),
            now: Nanos::ZERO,
            queue: EventQueue::default(),
            network,
            routers: Routers::new(routers),
            batches: Batches::new(flows.len()),
            flows,
            wired: (!plan.wired.is_empty()).then(|| Box::new(WiredNetwork::new(&plan.wired, &plan.wired_routes))),
            delayed: Slab::new(),
            upcalls: Vec::new(),
            notices: None,
            outside: None,
            moving: plan.mobility.as_ref().map(|m| Box::new(Moving::new(m, &plan.positions))),
            next_packet_id: 0,
            events: 0,
            routing_drops: 0,
            baseline: Baseline::default(),
            series: options.series.then(Series::default),
            capture,
            phase: Phase::Going,
        };
        if plan.failure_notices {
            simulation.watch_routes();
        }
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
        self.await_move();
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
        while self.phase != Phase::Finished {
            self.work(STEPS_A_LOOK);
            if control.is_cancelled() {
                return Err(ScenarioError::new("the run was cancelled"));
            }
            control.set_progress(self.done());
            self.write_captures()?;
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

    /// Handles up to this many events, or until the run pauses or ends. There is one such loop, whoever drives the run: with
    /// two, the handlers would no longer be inlined into it.
    #[inline(never)]
    fn work(&mut self, most_turns: u32) {
        for _ in 0..most_turns {
            let Some((at, event)) = self.queue.next() else {
                // No event is left. A run by packets that has stalled ends here.
                self.now = if self.plan.packets > 0 { self.now } else { self.plan.duration };
                self.phase = Phase::Finished;
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
            if self.phase != Phase::Going {
                break;
            }
        }
    }

    /// Writes what was recorded since the last time, if captures are wanted.
    fn write_captures(&mut self) -> Result<(), ScenarioError> {
        if let Some(capture) = &mut self.capture {
            capture.write(&self.network.take_tap())?;
        }
        Ok(())
    }

    fn done(&self) -> f64 {
        if self.plan.packets > 0 {
            self.batches.done(&self.plan)
        } else {
            self.now.as_secs_f64() / self.plan.duration.as_secs_f64()
        }
    }

    /// Handles an event of anything but the radio network.
    fn handle(&mut self, event: Event) {
        // Observing the run must not change what it reports.
        self.events += u64::from(!matches!(event, Event::Sample | Event::Pause));
        match event {
            Event::Wireless(_) => {}
            Event::Transport(flow, side) => self.transport_timer(flow, side),
            Event::Router(node) => self.router_timer(node),
            Event::ToQueue(place) => {
                if let Some(delayed) = self.delayed.try_remove(place as usize) {
                    self.enqueue(delayed.node, delayed.packet, delayed.peer);
                }
            }
            Event::ToRouting(place) => {
                if let Some(Delayed { node, peer: Some(from), packet }) = self.delayed.try_remove(place as usize) {
                    self.route_received(node, from, packet);
                }
            }
            Event::Application(flow) => self.application(flow),
            Event::Wired(channel) => self.wired_arrival(channel),
            Event::Notice(flow) => self.notice(flow),
            Event::Move => self.move_nodes(),
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
            Event::End => self.phase = Phase::Finished,
            Event::Pause => self.phase = Phase::Paused,
        }
    }
}

/// The path between two nodes when the run begins; between radio and wires over the gateway with the fewest hops in all; among equally
/// good ones that with the smallest number.
fn path_between(plan: &Plan, src: NodeId, dst: NodeId, shortest: &StaticRoutes) -> FlowPath {
    let is_host = |node: NodeId| node.index() >= plan.positions.len();
    match (is_host(src), is_host(dst)) {
        (false, false) => {
            let hops = shortest.hops(src, dst).unwrap_or(0);
            FlowPath { way: Way::Radio, hops, radio_hops: hops }
        }
        (true, true) => {
            let hops = plan.wired_routes.hops(src, dst).unwrap_or(0);
            FlowPath { way: Way::Wired, hops, radio_hops: 0 }
        }
        (src_is_host, _) => {
            let host = if src_is_host { src } else { dst };
            let paths = plan.gateways().filter_map(|gateway| {
                let wired = plan.wired_routes.hops(host, gateway)?;
                let radio = if src_is_host { shortest.hops(gateway, dst) } else { shortest.hops(src, gateway) };
                // A gateway that cannot be reached by radio comes last.
                Some((radio.map_or(u32::MAX, |r| r.saturating_add(wired)), wired, gateway, radio))
            });
            match paths.min() {
                Some((hops, _, gateway, Some(radio_hops))) => FlowPath { way: Way::Gateway(gateway), hops, radio_hops },
                Some((_, _, gateway, None)) => FlowPath { way: Way::Gateway(gateway), hops: 0, radio_hops: 0 },
                None => FlowPath { way: Way::Wired, hops: 0, radio_hops: 0 },
            }
        }
    }
}
