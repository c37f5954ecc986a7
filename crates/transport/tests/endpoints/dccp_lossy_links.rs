//! A DCCP sender and receiver joined by two links that drop, duplicate, delay, reorder and mark.

use airhop_base::{Nanos, NodeId, Purpose, Stream};
use airhop_transport::Transport;
use airhop_transport::dccp::{Packet, Receiver, Sender};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// Events after which a connection is given up.
const MAX_EVENTS: u64 = 2_000_000;
/// Simulated time after which a connection is given up.
const MAX_TIME: Nanos = Nanos::from_secs(100_000);
/// Packets that one input may release: more is an endless loop.
const MAX_BURST: usize = 10_000;

/// What one link does to packets.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// Probability that a packet is dropped.
    pub drop: f64,
    /// Probability that a packet arrives twice.
    pub duplicate: f64,
    /// Probability that a packet is held back for up to `held_ms`.
    pub reorder: f64,
    /// Probability that a packet gets the mark of a congested queue.
    pub mark: f64,
    pub held_ms: u64,
    pub delay_ms: u64,
}

impl Link {
    pub const PERFECT: Self = Self { drop: 0.0, duplicate: 0.0, reorder: 0.0, mark: 0.0, held_ms: 0, delay_ms: 20 };
}

/// One connection: what is transferred and over what.
#[derive(Clone, Debug)]
pub struct Case {
    pub transport: &'static str,
    pub set: Vec<(&'static str, String)>,
    pub data: Link,
    pub acks: Link,
    /// Bytes that the application writes, one after another, a second apart.
    pub writes: Vec<u64>,
    /// When the network tells of a link failure, in ms.
    pub failures_ms: Vec<u64>,
    /// From when to when nothing gets through, in ms.
    pub outage_ms: (u64, u64),
    pub seed: u64,
}

impl Case {
    pub fn perfect(transport: &'static str, bytes: u64) -> Self {
        Self {
            transport,
            set: Vec::new(),
            data: Link::PERFECT,
            acks: Link::PERFECT,
            writes: vec![bytes],
            failures_ms: Vec::new(),
            outage_ms: (0, 0),
            seed: 1,
        }
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Write(u64),
    Close,
    LinkFailure,
    ToReceiver(usize, bool),
    ToSender(usize),
}

/// The endpoints of a connection that ended.
pub struct Outcome {
    pub sender: Sender,
    pub receiver: Receiver,
    /// Every packet that was sent, in order.
    pub packets: Vec<Packet>,
    pub end: Nanos,
}

struct Run {
    sender: Sender,
    receiver: Receiver,
    events: BinaryHeap<Reverse<(Nanos, u64, Event)>>,
    packets: Vec<Packet>,
    order: u64,
    random: Stream,
    case: Case,
    is_reliable: bool,
    /// Which bytes of the data have arrived, and how many of them in a row.
    arrived: Vec<bool>,
    in_order: u64,
    /// Numbers of the packets with data that arrived, and their bytes.
    numbers: HashSet<u64>,
    unique_bytes: u64,
    now: Nanos,
}

/// Runs the connection to its end.
///
/// # Errors
/// Tells what went wrong: a byte lost, doubled or out of order where that may not be, or no end.
pub fn run(case: &Case) -> Result<Outcome, String> {
    let mut transport = Transport::parse(case.transport).map_err(|e| e.to_string())?;
    for (key, value) in &case.set {
        transport.set(key, value).map_err(|e| e.to_string())?;
    }
    let (sender, receiver) = transport.dccp().ok_or("not DCCP")?;
    let mut run = Run {
        is_reliable: sender.is_reliable(),
        sender,
        receiver,
        events: BinaryHeap::new(),
        packets: Vec::new(),
        order: 0,
        random: Stream::new(case.seed, Purpose::Errors, NodeId(0)),
        case: case.clone(),
        arrived: vec![false; case.writes.iter().sum::<u64>() as usize],
        in_order: 0,
        numbers: HashSet::new(),
        unique_bytes: 0,
        now: Nanos::ZERO,
    };
    for (i, bytes) in case.writes.iter().enumerate() {
        run.at(Nanos::from_secs(i as u64), Event::Write(*bytes));
    }
    run.at(Nanos::from_secs(case.writes.len() as u64 - 1), Event::Close);
    case.failures_ms.iter().for_each(|ms| run.at(Nanos::from_millis(*ms), Event::LinkFailure));
    run.until_closed()?;
    let total = run.arrived.len() as u64;
    let (delivered, acked) = (run.receiver.delivered_bytes(), run.sender.acked_bytes());
    if !run.sender.is_idle() {
        return Err("closed with data under way".to_owned());
    }
    if run.is_reliable && (delivered, acked) != (total, total) {
        return Err(format!("{delivered} of {total} bytes delivered, {acked} acknowledged"));
    }
    Ok(Outcome { sender: run.sender, receiver: run.receiver, packets: run.packets, end: run.now })
}

impl Run {
    fn at(&mut self, time: Nanos, event: Event) {
        self.order += 1;
        self.events.push(Reverse((time, self.order, event)));
    }

    fn is_closed(&self) -> bool {
        let handshake = !self.case.set.iter().any(|(key, value)| *key == "dccp_handshake" && value == "off");
        self.sender.is_closed() && (self.receiver.is_closed() || !handshake)
    }

    fn until_closed(&mut self) -> Result<(), String> {
        for _ in 0..MAX_EVENTS {
            let timers = [self.sender.next_timeout(), self.receiver.next_timeout()];
            let timer = timers.into_iter().flatten().min();
            let event = self.events.peek().map(|Reverse((time, _, _))| *time);
            let Some(now) = [timer, event].into_iter().flatten().min() else {
                return if self.is_closed() {
                    Ok(())
                } else {
                    Err("nothing more happens, and it is not closed".into())
                };
            };
            if now > MAX_TIME {
                return Err("no end".to_owned());
            }
            self.now = now;
            if event == Some(now) {
                self.handle(now);
            } else {
                self.sender.on_timeout(now);
                self.receiver.on_timeout(now);
            }
            self.transmit(now)?;
            self.check()?;
            if self.is_closed() {
                return Ok(());
            }
        }
        Err("too many events".to_owned())
    }

    fn handle(&mut self, now: Nanos) {
        let Some(Reverse((_, _, event))) = self.events.pop() else {
            return;
        };
        match event {
            Event::Write(bytes) => self.sender.write(now, bytes),
            Event::Close => self.sender.close(now),
            Event::LinkFailure => self.sender.on_link_failure(now),
            Event::ToReceiver(index, is_marked) => {
                let packet = self.packets[index].clone();
                self.receiver.on_packet(now, &packet, is_marked);
                if packet.len > 0 && self.numbers.insert(packet.seq.value()) {
                    self.unique_bytes += u64::from(packet.len);
                }
                if let Some(start) = packet.stream_offset {
                    self.arrived[start as usize..start as usize + packet.len as usize].fill(true);
                }
                while self.arrived.get(self.in_order as usize) == Some(&true) {
                    self.in_order += 1;
                }
            }
            Event::ToSender(index) => {
                let packet = self.packets[index].clone();
                self.sender.on_packet(now, &packet);
            }
        }
    }

    fn transmit(&mut self, now: Nanos) -> Result<(), String> {
        for count in 0.. {
            let Some(packet) = self.sender.poll_transmit(now) else {
                break;
            };
            if count > MAX_BURST {
                return Err("the sender does not stop".to_owned());
            }
            self.carry(now, packet, self.case.data, true);
        }
        for count in 0.. {
            let Some(packet) = self.receiver.poll_transmit(now) else {
                break;
            };
            if count > MAX_BURST {
                return Err("the receiver does not stop".to_owned());
            }
            self.carry(now, packet, self.case.acks, false);
        }
        Ok(())
    }

    fn carry(&mut self, now: Nanos, packet: Packet, link: Link, forward: bool) {
        let copies = 1 + u64::from(self.random.chance(link.duplicate));
        self.packets.push(packet);
        let index = self.packets.len() - 1;
        let (from, to) = (Nanos::from_millis(self.case.outage_ms.0), Nanos::from_millis(self.case.outage_ms.1));
        for _ in 0..copies {
            if self.random.chance(link.drop) || (from..to).contains(&now) {
                continue;
            }
            let mut arrival = now + Nanos::from_millis(link.delay_ms);
            if self.random.chance(link.reorder) {
                arrival += self.random.time_below(Nanos::from_millis(link.held_ms));
            }
            let is_marked = self.random.chance(link.mark);
            self.at(arrival, if forward { Event::ToReceiver(index, is_marked) } else { Event::ToSender(index) });
        }
    }

    /// What holds at any time.
    fn check(&self) -> Result<(), String> {
        let delivered = self.receiver.delivered_bytes();
        if self.is_reliable && delivered > self.in_order {
            return Err(format!("{delivered} delivered, {} arrived in order", self.in_order));
        }
        if !self.is_reliable && delivered > self.unique_bytes {
            return Err(format!("{delivered} delivered, {} arrived, each packet once", self.unique_bytes));
        }
        if self.sender.acked_bytes() > self.unique_bytes {
            return Err(format!("{} acknowledged, {} arrived", self.sender.acked_bytes(), self.unique_bytes));
        }
        Ok(())
    }
}
