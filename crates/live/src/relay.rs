//! The thread that connects interfaces and simulation.

use crate::clock::Clock;
use crate::counters::Counters;
use crate::error::LiveError;
use crate::flows::Flows;
use crate::interfaces::{Interfaces, MOST_BYTES};
use crate::ip::{Destination, Parsed};
use crate::lateness::{Lateness, RealTime};
use crate::status::{FlowStatus, Handle, MOST_SHOWN, NodeStatus, Status};
use airhop_base::{Nanos, NodeId};
use airhop_sim::{Delivery, ExternalPacket, Output, Plan, RunOptions, Simulation};

/// How long before a delivery the relay wakes up, because system timers fire some tens of microseconds late.
const SPIN: Nanos = Nanos::from_micros(100);
/// Maximum sleep, and thus maximum reaction time to a request to stop.
const LONGEST_SLEEP: Nanos = Nanos::from_millis(50);
/// Time between two statuses.
const STATUS_INTERVAL: Nanos = Nanos::from_millis(250);
/// Housekeeping waits for an idle period of this length, or until it is overdue by one interval.
const IDLE: Nanos = Nanos::from_micros(500);
/// Maximum number of packets read from one interface before the next one.
const MOST_AT_ONCE: usize = 64;
/// Duration of a live run without an end: about 40 days, within the range of simulated time.
const ENDLESS: Nanos = Nanos::from_secs(3_500_000);

/// Options of a live run.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Seed of the simulation's random streams.
    pub seed: u64,
    /// Time series and captures.
    pub options: RunOptions,
    /// Initial time excluded from all means.
    pub warmup: Nanos,
    /// Duration after which the run ends by itself, if any.
    pub duration: Option<Nanos>,
    /// Whether the results are about the scenario's own flows, identified by the ports that captures assign to them.
    pub scenario_flows: bool,
}

/// Result of a live run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The same results as of a simulated run.
    pub output: Output,
    /// Lateness.
    pub real_time: RealTime,
    /// Packet counters of the interfaces.
    pub packets: Counters,
}

/// A live run.
pub struct Relay {
    simulation: Simulation,
    interfaces: Interfaces,
    clock: Clock,
    handle: Handle,
    flows: Flows,
    lateness: Lateness,
    /// Since the last status.
    recent: Lateness,
    counters: Counters,
    warmup: Option<Nanos>,
    window: Nanos,
    next_window: Nanos,
    sample: Option<Nanos>,
    next_sample: Nanos,
    next_status: Nanos,
    last_status: Nanos,
    status: Status,
    deliveries: Vec<Delivery>,
    ready: Vec<NodeId>,
    buffer: Vec<u8>,
}

impl Relay {
    /// Prepares a run; the clock starts with [`Relay::run`].
    ///
    /// # Errors
    /// A scenario that cannot run; a number of interfaces that differs from the number of nodes.
    pub fn new(plan: &Plan, settings: &Settings, interfaces: Interfaces, handle: Handle) -> Result<Self, LiveError> {
        let demands = if settings.scenario_flows { plan.demands() } else { Vec::new() };
        let plan = plan.clone().with_times(settings.warmup, settings.duration.unwrap_or(ENDLESS).min(ENDLESS));
        let simulation = Simulation::open(&plan, settings.seed, &settings.options)?;
        if simulation.node_count() != interfaces.len() {
            return Err(LiveError::Count { interfaces: interfaces.len(), nodes: simulation.node_count() });
        }
        let first_window = settings.warmup + plan.window();
        Ok(Self {
            simulation,
            interfaces,
            clock: Clock::start(),
            handle,
            flows: Flows::new(&demands),
            lateness: Lateness::new(),
            recent: Lateness::new(),
            counters: Counters::default(),
            warmup: Some(settings.warmup),
            window: plan.window(),
            next_window: first_window,
            sample: settings.options.series.then(|| plan.sample_interval()),
            next_sample: plan.sample_interval(),
            next_status: STATUS_INTERVAL,
            last_status: Nanos::ZERO,
            status: Status::default(),
            deliveries: Vec::new(),
            ready: Vec::new(),
            buffer: vec![0; MOST_BYTES],
        })
    }

    /// Relays until the run's end or until its handle stops it.
    ///
    /// # Errors
    /// A missing interface; a capture that cannot be written.
    pub fn run(mut self) -> Result<Outcome, LiveError> {
        self.clock = Clock::start();
        while !self.handle.is_stopped() {
            self.catch_up();
            if self.simulation.is_finished() {
                break;
            }
            self.keep_books()?;
            self.sleep()?;
            self.take_in()?;
        }
        let now = self.simulation.now();
        let flows = self.flows.results(now);
        let mut output = self.simulation.conclude(flows, self.flows.jain_over_windows())?;
        output.result.jain = self.flows.jain();
        output.result.wall_s = self.clock.now().as_secs_f64();
        Ok(Outcome { output, real_time: self.lateness.real_time(), packets: self.counters })
    }

    /// Advances the simulation to the current time, and forwards its deliveries.
    fn catch_up(&mut self) {
        self.simulation.advance_to(self.clock.now());
        self.hand_out();
    }

    fn hand_out(&mut self) {
        self.simulation.take_deliveries(&mut self.deliveries);
        for delivery in self.deliveries.drain(..) {
            let Delivery { at, entered, hops, packet } = delivery;
            if self.interfaces.write(packet.dst, &packet.bytes) {
                let late = self.clock.now().saturating_sub(at);
                self.lateness.add(late);
                self.recent.add(late);
                self.counters.left += 1;
            } else {
                self.counters.refused += 1;
            }
            if let Some(parsed) = Parsed::read(&packet.bytes) {
                self.flows.leave(at, at - entered, hops, &parsed);
            }
        }
    }

    /// Waits for the next event or packet.
    fn sleep(&mut self) -> Result<(), LiveError> {
        let next = self.simulation.upcoming();
        let now = self.clock.now();
        let (wake, spin_to) = match next {
            Some(next) if next.may_deliver => (next.at.saturating_sub(SPIN), Some(next.at)),
            Some(next) => (next.at, None),
            None => (now + LONGEST_SLEEP, None),
        };
        let pause = wake.min(self.next_status).saturating_sub(now).min(LONGEST_SLEEP);
        self.interfaces.wait(pause, &mut self.ready)?;
        if let Some(moment) = spin_to
            && self.ready.is_empty()
            && moment.saturating_sub(self.clock.now()) <= SPIN
        {
            self.clock.spin_until(moment);
        }
        Ok(())
    }

    /// Reads the packets waiting at the interfaces.
    fn take_in(&mut self) -> Result<(), LiveError> {
        for place in 0..self.ready.len() {
            let node = self.ready[place];
            for _ in 0..MOST_AT_ONCE {
                let Some(bytes) = self.interfaces.read(node, &mut self.buffer)? else { break };
                self.catch_up();
                self.enter(node, bytes);
            }
        }
        Ok(())
    }

    fn enter(&mut self, src: NodeId, bytes: usize) {
        let packet = &self.buffer[..bytes];
        let Some(parsed) = Parsed::read(packet) else {
            self.counters.not_ipv4 += 1;
            return;
        };
        match parsed.destination(self.simulation.node_count()) {
            Destination::NotUnicast => self.counters.not_unicast += 1,
            Destination::Foreign => self.counters.foreign += 1,
            Destination::Node(dst) => {
                self.counters.entered += 1;
                self.flows.enter(self.simulation.now(), (src, dst), &parsed);
                let is_feedback = parsed.is_feedback();
                self.simulation.inject(ExternalPacket { src, dst, is_feedback, bytes: packet.into() });
            }
        }
    }

    /// Performs due housekeeping: end of the warm-up, fairness windows, time series, captures, status.
    fn keep_books(&mut self) -> Result<(), LiveError> {
        let now = self.simulation.now();
        if let Some(warmup) = self.warmup.filter(|warmup| now >= *warmup) {
            self.flows.restart(warmup);
            self.warmup = None;
        }
        if now >= self.next_window {
            self.flows.end_window();
            self.next_window += self.window;
        }
        if let Some(sample) = self.sample.filter(|_| now >= self.next_sample) {
            self.sample_flows(sample);
            self.next_sample += sample;
        }
        if now >= self.next_status {
            let idle_until = self.simulation.upcoming().map_or(Nanos::MAX, |next| next.at);
            if idle_until >= now + IDLE || now >= self.next_status + STATUS_INTERVAL {
                self.simulation.flush_captures()?;
                self.publish(now);
                self.next_status = now + STATUS_INTERVAL;
            }
        }
        Ok(())
    }

    fn sample_flows(&mut self, sample: Nanos) {
        let sample_s = sample.as_secs_f64();
        for flow in self.flows.iter_mut() {
            let kbps = std::mem::take(&mut flow.in_sample) as f64 * 8.0 / sample_s / 1000.0;
            self.simulation.record(&flow.name(), "goodput_kbps", kbps);
        }
        self.simulation.record("network", "lateness_p99_us", self.recent.real_time().p99_us);
    }

    fn publish(&mut self, now: Nanos) {
        let since_s = now.saturating_sub(self.last_status).as_secs_f64();
        let mut shown: Vec<_> = self.flows.iter_mut().collect();
        shown.sort_by_key(|flow| (flow.of_scenario.is_none(), now.saturating_sub(flow.last_seen)));
        let flows = shown.into_iter().take(MOST_SHOWN).map(|flow| FlowStatus {
            name: flow.name(),
            src: flow.src.0,
            dst: flow.dst.0,
            goodput_kbps: std::mem::take(&mut flow.in_status) as f64 * 8.0 / since_s / 1000.0,
            delivered_bytes: flow.delivered_bytes,
            rtt_ms: flow.rtt_ms(),
            retransmissions: flow.retransmissions(),
            silent_s: now.saturating_sub(flow.last_seen).as_secs_f64(),
        });
        self.status.flows.clear();
        self.status.flows.extend(flows);
        let nodes = (0..self.simulation.radio_nodes() as u32)
            .map(|node| NodeStatus { node, queue_packets: self.simulation.queue_length(NodeId(node)) });
        self.status.nodes.clear();
        self.status.nodes.extend(nodes);
        self.status.time_s = now.as_secs_f64();
        self.status.recent = self.recent.real_time();
        self.status.real_time = self.lateness.real_time();
        self.status.packets = self.counters;
        self.status.mac = Some(self.simulation.mac());
        if self.handle.publish(&mut self.status) {
            self.recent.clear();
            self.last_status = now;
        }
    }
}
