//! A network in memory: nodes with a queue and a transmitter each, links that can be cut, no radio.
#![allow(dead_code, missing_docs)]

use airhop_base::{Nanos, NodeId, Purpose, Stream};
use airhop_routing::aodv::Message;
use airhop_routing::{Action, AodvConfig, Body, DropReason, DsrConfig, Packet, Router};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

pub type Payload = u32;

pub fn ms(t: u64) -> Nanos {
    Nanos::from_millis(t)
}

pub fn n(id: u32) -> NodeId {
    NodeId(id)
}

/// What travels over the network, for counting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Data,
    Rreq,
    Rrep,
    Rerr,
}

pub fn kind(packet: &Packet<Payload>) -> Kind {
    match &packet.body {
        Body::Data(_) => Kind::Data,
        Body::Aodv(Message::Rreq(_)) => Kind::Rreq,
        Body::Aodv(Message::Rrep(_)) => Kind::Rrep,
        Body::Aodv(Message::Rerr(_)) => Kind::Rerr,
        Body::Dsr(routed) => match &routed.header {
            _ if routed.data.is_some() => Kind::Data,
            header if header.request.is_some() => Kind::Rreq,
            header if header.reply.is_some() => Kind::Rrep,
            _ => Kind::Rerr,
        },
    }
}

#[derive(Clone, Debug)]
enum Event {
    Enqueue { node: NodeId, packet: Packet<Payload>, next_hop: Option<NodeId> },
    Sent { node: NodeId },
    Wake { node: NodeId },
}

struct Node {
    router: Router<Payload>,
    queue: VecDeque<(Packet<Payload>, Option<NodeId>)>,
    sending: Option<(Packet<Payload>, Option<NodeId>)>,
    wake: Option<Nanos>,
}

/// A line of the record of a run.
#[derive(Clone, Debug)]
pub struct Entry {
    pub at: Nanos,
    pub node: NodeId,
    pub what: What,
}

#[derive(Clone, Debug)]
pub enum What {
    /// Put on the air.
    Sent(Packet<Payload>, Option<NodeId>),
    Delivered(Packet<Payload>),
    Dropped(Packet<Payload>, DropReason),
}

/// What every node of a network runs.
pub trait Protocol {
    fn router(&self, node: NodeId, jitter: Stream) -> Router<Payload>;
}

impl Protocol for AodvConfig {
    fn router(&self, node: NodeId, jitter: Stream) -> Router<Payload> {
        Router::aodv(node, self.clone(), jitter)
    }
}

impl Protocol for DsrConfig {
    fn router(&self, node: NodeId, jitter: Stream) -> Router<Payload> {
        Router::dsr(node, self.clone(), jitter)
    }
}

pub struct Net {
    nodes: Vec<Node>,
    links: BTreeSet<(u32, u32)>,
    events: BTreeMap<(Nanos, u64), Event>,
    event_count: u64,
    next_id: u64,
    pub now: Nanos,
    pub log: Vec<Entry>,
    /// Share of broadcasts that each receiver loses.
    pub broadcast_loss: f64,
    dice: Stream,
    pub air_time: Nanos,
    pub give_up_time: Nanos,
}

impl Net {
    pub fn new(links: &[(u32, u32)], config: &impl Protocol, seed: u64) -> Self {
        let count = links.iter().map(|l| l.0.max(l.1) + 1).max().unwrap_or(1);
        let router = |id| config.router(n(id), Stream::new(seed, Purpose::Routing, n(id)));
        let node = |id| Node { router: router(id), queue: VecDeque::new(), sending: None, wake: None };
        Self {
            nodes: (0..count).map(node).collect(),
            links: links.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect(),
            events: BTreeMap::new(),
            event_count: 0,
            next_id: 0,
            now: Nanos::ZERO,
            log: Vec::new(),
            broadcast_loss: 0.0,
            dice: Stream::new(seed, Purpose::Errors, n(0)),
            air_time: ms(2),
            give_up_time: ms(20),
        }
    }

    /// Nodes 0 to `hops` in a row.
    pub fn line(hops: u32, config: &impl Protocol, seed: u64) -> Self {
        let links: Vec<_> = (0..hops).map(|i| (i, i + 1)).collect();
        Self::new(&links, config, seed)
    }

    /// `side` x `side` nodes, numbered row by row.
    pub fn grid(side: u32, config: &impl Protocol, seed: u64) -> Self {
        let mut links = Vec::new();
        for node in 0..side * side {
            if node % side + 1 < side {
                links.push((node, node + 1));
            }
            if node / side + 1 < side {
                links.push((node, node + side));
            }
        }
        Self::new(&links, config, seed)
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn router(&self, node: u32) -> &Router<Payload> {
        &self.nodes[node as usize].router
    }

    pub fn next_hop(&self, node: u32, dst: u32) -> Option<u32> {
        match self.router(node) {
            Router::Aodv(r) => r.next_hop(n(dst)).map(|h| h.0),
            _ => None,
        }
    }

    pub fn hops_to(&self, node: u32, dst: u32) -> Option<u32> {
        self.router(node).hops_to(n(dst))
    }

    pub fn cut(&mut self, a: u32, b: u32) {
        self.links.remove(&(a, b));
        self.links.remove(&(b, a));
    }

    pub fn join(&mut self, a: u32, b: u32) {
        self.links.extend([(a, b), (b, a)]);
    }

    /// Sends a data packet now; gives its id.
    pub fn send(&mut self, src: u32, dst: u32) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let packet =
            Packet { src: n(src), dst: n(dst), ttl: 32, hops: 0, id, bytes: 1500, body: Body::Data(id as u32) };
        let mut out = Vec::new();
        self.nodes[src as usize].router.send(self.now, packet, &mut out);
        self.act(n(src), out);
        id
    }

    /// Runs until the instant `end`.
    pub fn run_until(&mut self, end: Nanos) {
        while let Some((&(at, _), _)) = self.events.first_key_value() {
            if at > end {
                break;
            }
            let (_, event) = self.events.pop_first().unwrap();
            assert!(at >= self.now, "time runs backwards");
            self.now = at;
            self.handle(event);
        }
        self.now = end;
    }

    pub fn run_for(&mut self, time: Nanos) {
        self.run_until(self.now + time);
    }

    fn schedule(&mut self, at: Nanos, event: Event) {
        self.event_count += 1;
        self.events.insert((at, self.event_count), event);
    }

    fn handle(&mut self, event: Event) {
        let mut out = Vec::new();
        match event {
            Event::Enqueue { node, packet, next_hop } => {
                let at = &mut self.nodes[node.index()];
                if packet.is_control() {
                    at.queue.push_front((packet, next_hop));
                } else {
                    at.queue.push_back((packet, next_hop));
                }
                self.start_sending(node);
            }
            Event::Wake { node } => {
                let at = &mut self.nodes[node.index()];
                if at.wake == Some(self.now) {
                    at.wake = None;
                    at.router.on_timeout(self.now, &mut out);
                    self.act(node, out);
                }
            }
            Event::Sent { node } => self.finish_sending(node),
        }
    }

    fn start_sending(&mut self, node: NodeId) {
        let at = &mut self.nodes[node.index()];
        if at.sending.is_none()
            && let Some((packet, next_hop)) = at.queue.pop_front()
        {
            let works = next_hop.is_none_or(|to| self.links.contains(&(node.0, to.0)));
            self.log.push(Entry { at: self.now, node, what: What::Sent(packet.clone(), next_hop) });
            at.sending = Some((packet, next_hop));
            let time = if works { self.air_time } else { self.give_up_time };
            self.schedule(self.now + time, Event::Sent { node });
        }
    }

    fn finish_sending(&mut self, node: NodeId) {
        let Some((packet, next_hop)) = self.nodes[node.index()].sending.take() else { return };
        let mut out = Vec::new();
        match next_hop {
            Some(to) if self.links.contains(&(node.0, to.0)) => {
                for listener in self.neighbours(node.0).into_iter().filter(|l| *l != to.0) {
                    let router = &mut self.nodes[listener as usize].router;
                    if router.is_promiscuous() {
                        let mut out = Vec::new();
                        router.overhear(self.now, packet.clone(), &mut out);
                        self.act(n(listener), out);
                    }
                }
                self.nodes[to.index()].router.receive(self.now, packet, node, &mut out);
                self.act(to, out);
            }
            Some(to) => {
                self.nodes[node.index()].router.link_failed(self.now, packet, to, &mut out);
                self.act(node, out);
            }
            None => {
                for to in self.neighbours(node.0) {
                    if !self.dice.chance(self.broadcast_loss) {
                        let mut out = Vec::new();
                        self.nodes[to as usize].router.receive(self.now, packet.clone(), node, &mut out);
                        self.act(n(to), out);
                    }
                }
            }
        }
        self.start_sending(node);
    }

    fn neighbours(&self, node: u32) -> Vec<u32> {
        self.links.range((node, 0)..=(node, u32::MAX)).map(|l| l.1).collect()
    }

    fn act(&mut self, node: NodeId, actions: Vec<Action<Payload>>) {
        for action in actions {
            match action {
                Action::Transmit { packet, next_hop, delay } => {
                    self.schedule(self.now + delay, Event::Enqueue { node, packet, next_hop });
                }
                Action::Deliver(packet) => self.log.push(Entry { at: self.now, node, what: What::Delivered(packet) }),
                Action::Drop { packet, reason } => {
                    self.log.push(Entry { at: self.now, node, what: What::Dropped(packet, reason) });
                }
                Action::ReclaimQueue { next_hop } => {
                    let at = &mut self.nodes[node.index()];
                    let (taken, kept): (VecDeque<_>, VecDeque<_>) =
                        at.queue.drain(..).partition(|(_, to)| *to == Some(next_hop));
                    at.queue = kept;
                    let mut out = Vec::new();
                    for (packet, to) in taken {
                        at.router.reclaimed(self.now, packet, to.unwrap(), &mut out);
                    }
                    self.act(node, out);
                }
            }
        }
        let at = &mut self.nodes[node.index()];
        let next = at.router.next_timeout();
        if next != at.wake {
            at.wake = next;
            if let Some(next) = next {
                assert!(next >= self.now, "a timeout in the past");
                self.schedule(next, Event::Wake { node });
            }
        }
    }

    pub fn delivered(&self) -> Vec<u64> {
        self.log.iter().filter_map(|e| if let What::Delivered(p) = &e.what { Some(p.id) } else { None }).collect()
    }

    pub fn dropped(&self) -> Vec<(u64, DropReason)> {
        let data = |e: &Entry| match &e.what {
            What::Dropped(p, reason) if !p.is_control() => Some((p.id, *reason)),
            _ => None,
        };
        self.log.iter().filter_map(data).collect()
    }

    /// Packets of a kind put on the air: when, by whom, with which time-to-live, to whom.
    pub fn sent(&self, wanted: Kind) -> Vec<(Nanos, u32, u8, Option<u32>)> {
        let of_kind = |e: &Entry| match &e.what {
            What::Sent(p, to) if kind(p) == wanted => Some((e.at, e.node.0, p.ttl, to.map(|t| t.0))),
            _ => None,
        };
        self.log.iter().filter_map(of_kind).collect()
    }

    /// The nodes on the way from `src` to `dst` by the tables; panics on a cycle.
    pub fn path(&self, src: u32, dst: u32) -> Vec<u32> {
        let mut path = vec![src];
        while let Some(next) = self.next_hop(path[path.len() - 1], dst) {
            assert!(!path.contains(&next), "routing loop towards {dst}: {path:?} -> {next}");
            path.push(next);
        }
        path
    }
}
