//! A sender and a receiver joined by two links that drop, duplicate, delay and reorder.

use airhop_base::{BitRate, Nanos, NodeId, Purpose, Stream};
use airhop_transport::{PathInfo, Receiver, Segment, Sender, Transport};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Events after which a connection is given up.
const MAX_EVENTS: u64 = 2_000_000;
/// Simulated time after which a connection is given up.
const MAX_TIME: Nanos = Nanos::from_secs(100_000);
/// Segments that one input may release: more is an endless loop.
const MAX_BURST: usize = 10_000;

/// What one link does to segments.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// Probability that a segment is dropped.
    pub drop: f64,
    /// Probability that a segment arrives twice.
    pub duplicate: f64,
    /// Probability that a segment is held back for up to `held_ms`.
    pub reorder: f64,
    pub held_ms: u64,
    pub delay_ms: u64,
}

impl Link {
    pub const PERFECT: Self = Self { drop: 0.0, duplicate: 0.0, reorder: 0.0, held_ms: 0, delay_ms: 20 };
}

/// One connection: what is transferred and over what.
#[derive(Clone, Debug)]
pub struct Case {
    pub transport: String,
    pub set: Vec<(&'static str, String)>,
    pub data: Link,
    pub acks: Link,
    /// Bytes that the application writes, one after another, a second apart.
    pub writes: Vec<u64>,
    pub hops: u32,
    pub seed: u64,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Write(u64),
    Close,
    ToReceiver(usize),
    ToSender(usize),
}

/// The endpoints of a connection that ended.
pub struct Outcome {
    pub sender: Sender,
    pub receiver: Receiver,
}

struct Run {
    sender: Sender,
    receiver: Receiver,
    events: BinaryHeap<Reverse<(Nanos, u64, Event)>>,
    segments: Vec<Segment>,
    order: u64,
    random: Stream,
    data: Link,
    acks: Link,
    handshake: bool,
    /// Which bytes of the data have arrived, and how many of them in a row.
    arrived: Vec<bool>,
    in_order: u64,
    /// The highest number that an ACK which reached the sender allows.
    allowed: u64,
}

/// Runs the connection to its end.
///
/// # Errors
/// Tells what went wrong: a byte lost, doubled or out of order, a window overrun, or no end.
pub fn run(case: &Case) -> Result<Outcome, String> {
    let mut transport = Transport::parse(&case.transport).map_err(|e| e.to_string())?;
    for (key, value) in &case.set {
        transport.set(key, value).map_err(|e| e.to_string())?;
    }
    let path = PathInfo { hops: case.hops, link_rate: BitRate::kbps(2000) };
    let (Some(sender), Some(receiver)) = (transport.sender(path), transport.receiver()) else {
        return Err("not TCP".to_owned());
    };
    let value = |key: &str, default: &str| {
        case.set.iter().find(|(known, _)| *known == key).map_or(default.to_owned(), |(_, value)| value.clone())
    };
    let handshake = value("handshake", "off") == "on";
    let window: u64 = value("advertised_window", "65536").parse().map_err(|_| "window")?;
    let mut run = Run {
        sender,
        receiver,
        events: BinaryHeap::new(),
        segments: Vec::new(),
        order: 0,
        random: Stream::new(case.seed, Purpose::Errors, NodeId(0)),
        data: case.data,
        acks: case.acks,
        handshake,
        arrived: vec![false; case.writes.iter().sum::<u64>() as usize],
        in_order: 0,
        allowed: window + u64::from(handshake),
    };
    for (i, bytes) in case.writes.iter().enumerate() {
        run.at(Nanos::from_secs(i as u64), Event::Write(*bytes));
    }
    run.at(Nanos::from_secs(case.writes.len() as u64 - 1), Event::Close);
    run.until_closed()?;
    let total = run.arrived.len() as u64;
    if run.receiver.delivered_bytes() != total || run.sender.acked_bytes() != total || !run.sender.is_idle() {
        return Err(format!("{} of {total} bytes delivered", run.receiver.delivered_bytes()));
    }
    Ok(Outcome { sender: run.sender, receiver: run.receiver })
}

impl Run {
    fn at(&mut self, time: Nanos, event: Event) {
        self.order += 1;
        self.events.push(Reverse((time, self.order, event)));
    }

    fn until_closed(&mut self) -> Result<(), String> {
        for _ in 0..MAX_EVENTS {
            let timers = [self.sender.next_timeout(), self.receiver.next_timeout()];
            let timer = timers.into_iter().flatten().min();
            let event = self.events.peek().map(|Reverse((time, _, _))| *time);
            let Some(now) = [timer, event].into_iter().flatten().min() else {
                let closed = self.sender.is_closed() && (self.receiver.is_closed() || !self.handshake);
                return if closed { Ok(()) } else { Err("nothing more happens, and it is not closed".to_owned()) };
            };
            if now > MAX_TIME {
                return Err("no end".to_owned());
            }
            if event == Some(now) {
                self.handle(now);
            } else {
                self.sender.on_timeout(now);
                self.receiver.on_timeout(now);
            }
            self.transmit(now)?;
            self.check()?;
            if self.sender.is_closed() && (self.receiver.is_closed() || !self.handshake) {
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
            Event::ToReceiver(index) => {
                let segment = self.segments[index];
                self.receiver.on_segment(now, &segment);
                if segment.len > 0 {
                    let start = (segment.seq - u64::from(self.handshake)) as usize;
                    self.arrived[start..start + segment.len as usize].fill(true);
                }
                while self.arrived.get(self.in_order as usize) == Some(&true) {
                    self.in_order += 1;
                }
            }
            Event::ToSender(index) => {
                let segment = self.segments[index];
                self.allowed = self.allowed.max(segment.ack.unwrap_or(0) + u64::from(segment.window));
                self.sender.on_segment(now, &segment);
            }
        }
    }

    fn transmit(&mut self, now: Nanos) -> Result<(), String> {
        for count in 0.. {
            let Some(segment) = self.sender.poll_transmit(now) else {
                break;
            };
            if count > MAX_BURST {
                return Err("the sender does not stop".to_owned());
            }
            if segment.seq + u64::from(segment.len) > self.allowed {
                return Err(format!("{segment:?} exceeds the advertised window"));
            }
            self.carry(now, segment, self.data, Event::ToReceiver);
        }
        for count in 0.. {
            let Some(segment) = self.receiver.poll_transmit(now) else {
                break;
            };
            if count > MAX_BURST {
                return Err("the receiver does not stop".to_owned());
            }
            self.carry(now, segment, self.acks, Event::ToSender);
        }
        Ok(())
    }

    fn carry(&mut self, now: Nanos, segment: Segment, link: Link, arrive: fn(usize) -> Event) {
        let copies = 1 + u64::from(self.random.chance(link.duplicate));
        self.segments.push(segment);
        for _ in 0..copies {
            if self.random.chance(link.drop) {
                continue;
            }
            let mut arrival = now + Nanos::from_millis(link.delay_ms);
            if self.random.chance(link.reorder) {
                arrival += self.random.time_below(Nanos::from_millis(link.held_ms));
            }
            self.at(arrival, arrive(self.segments.len() - 1));
        }
    }

    /// What holds at any time.
    fn check(&self) -> Result<(), String> {
        if self.receiver.delivered_bytes() != self.in_order {
            return Err(format!("{} delivered, {} arrived in order", self.receiver.delivered_bytes(), self.in_order));
        }
        if self.sender.acked_bytes() > self.in_order {
            return Err(format!("{} acknowledged, {} arrived in order", self.sender.acked_bytes(), self.in_order));
        }
        Ok(())
    }
}
