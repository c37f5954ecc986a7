//! A network driven by hand: packets go in, frames and packets come out with their times.

use airhop_base::{Nanos, NodeId};
use airhop_wireless::{
    Carried, Class, ContentionDelay, Event, FrameKind, Network, Outgoing, Position, Schedule, TapDirection, TapRecord,
    Upcall, WirelessConfig, profile,
};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub const MS: fn(u64) -> Nanos = Nanos::from_millis;
pub const US: fn(u64) -> Nanos = Nanos::from_micros;
/// Propagation over 200 m, in nanoseconds: 200 / 299,792,458 s = 667.1 ns.
pub const D: u64 = 667;

/// The values of a profile.
pub fn config(name: &str) -> WirelessConfig {
    profile(name).unwrap().config()
}

/// `ns2-wavelan` with contention windows of one slot: drawn from 0 to 0, every backoff is 0 slots, and each exchange has one
/// possible course.
pub fn without_backoff() -> WirelessConfig {
    let mut config = config("ns2-wavelan");
    (config.mac.cw_min, config.mac.cw_max) = (1, 1);
    config
}

/// A packet: a number, and a contention delay field if it asks for one.
#[derive(Clone, PartialEq, Debug)]
pub struct Probe(pub u32, pub Option<ContentionDelay>);

impl Carried for Probe {
    fn contention_mut(&mut self) -> Option<&mut ContentionDelay> {
        self.1.as_mut()
    }

    /// Even numbers are ECN-capable.
    fn mark_congestion(&mut self) -> bool {
        self.0.is_multiple_of(2)
    }
}

#[derive(Default)]
pub struct Queue {
    heap: BinaryHeap<Reverse<(Nanos, u64, u64)>>,
    sequence: u64,
    /// Up to when the network may go on by itself.
    end: Nanos,
    /// How many events were taken back.
    pub cancelled: u32,
}

impl Schedule for Queue {
    fn schedule(&mut self, at: Nanos, event: Event) {
        let packed = match event {
            Event::Edge(n) => u64::from(n) << 1,
            Event::Timer(n) => u64::from(n.0) << 1 | 1,
        };
        self.heap.push(Reverse((at, self.sequence, packed)));
        self.sequence += 1;
    }

    /// Lets every event come, so that the network is seen to bear with it.
    fn cancel(&mut self, _: Nanos, _: Event) {
        self.cancelled += 1;
    }

    fn is_next(&self, at: Nanos) -> bool {
        at <= self.end && self.heap.peek().is_none_or(|Reverse((next, ..))| at < *next)
    }
}

/// One frame sent: who, what, when in nanoseconds.
pub type Sent = (u32, FrameKind, u64);

pub struct Bench {
    pub network: Network<Probe>,
    pub queue: Queue,
    pub upcalls: Vec<Upcall<Probe>>,
    pub told: Vec<(Nanos, Upcall<Probe>)>,
    pub now: Nanos,
    /// Whether a station goes on by itself after a packet was given up.
    pub resume: bool,
}

impl Bench {
    pub fn new(config: WirelessConfig, x_m: &[f64]) -> Self {
        Self::seeded(config, x_m, 1)
    }

    /// Nodes in a row at `x_m`, whose random numbers follow from `seed`.
    pub fn seeded(config: WirelessConfig, x_m: &[f64], seed: u64) -> Self {
        let positions: Vec<_> = x_m.iter().map(|&x_m| Position { x_m, y_m: 0.0 }).collect();
        let mut network = Network::new(config, &positions, seed).unwrap();
        network.record_frames();
        let (queue, upcalls, told) = (Queue::default(), Vec::new(), Vec::new());
        Self { network, queue, upcalls, told, now: Nanos::ZERO, resume: true }
    }

    pub fn send(&mut self, node: u32, to: Option<u32>, number: u32, bytes: u32) {
        self.send_probe(node, to, Probe(number, None), bytes);
    }

    pub fn send_probe(&mut self, node: u32, to: Option<u32>, packet: Probe, bytes: u32) {
        self.send_class(node, to, packet, bytes, Class::Data);
    }

    pub fn send_class(&mut self, node: u32, to: Option<u32>, packet: Probe, bytes: u32, class: Class) {
        let outgoing = Outgoing { packet, bytes, next_hop: to.map(NodeId), class };
        self.network.enqueue(self.now, NodeId(node), outgoing, &mut self.queue, &mut self.upcalls);
        self.collect();
    }

    fn collect(&mut self) {
        while !self.upcalls.is_empty() {
            for upcall in std::mem::take(&mut self.upcalls) {
                if let (Upcall::Failed { node, .. }, true) = (&upcall, self.resume) {
                    self.network.resume(self.now, *node, &mut self.queue, &mut self.upcalls);
                }
                self.told.push((self.now, upcall));
            }
        }
    }

    pub fn run_until(&mut self, end: Nanos) {
        self.queue.end = end;
        while let Some(&Reverse((at, _, packed))) = self.queue.heap.peek() {
            if at > end {
                break;
            }
            self.queue.heap.pop();
            let number = (packed >> 1) as u32;
            let event = if packed & 1 == 0 { Event::Edge(number) } else { Event::Timer(NodeId(number)) };
            self.now = self.network.handle(at, event, &mut self.queue, &mut self.upcalls);
            self.collect();
        }
        self.now = self.now.max(end);
    }

    /// The records of the frames sent since the last call.
    pub fn sent_records(&mut self) -> Vec<TapRecord<Probe>> {
        self.network.take_tap().into_iter().filter(|r| r.direction == TapDirection::Sent).collect()
    }

    pub fn sent(&mut self) -> Vec<Sent> {
        self.sent_records().iter().map(|r| (r.node.0, r.kind, r.time.as_nanos())).collect()
    }

    /// Where which packets arrived.
    pub fn received(&self) -> Vec<(u32, u32)> {
        let packets = self.told.iter().filter_map(|(_, u)| match u {
            Upcall::Received { node, packet, .. } => Some((node.0, packet.0)),
            _ => None,
        });
        packets.collect()
    }
}
