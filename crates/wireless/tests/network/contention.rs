//! The contention delay field of data frames (tctc, section IV-C): what each transmission adds to it.

use airhop_base::{Nanos, NodeId};
use airhop_wireless::{
    Carried, Class, ContentionDelay, Event, FrameKind, Network, Outgoing, Position, Schedule, TapDirection, TapRecord,
    Upcall, WirelessConfig, profile,
};
use std::collections::BTreeMap;

/// A packet with a number, and with the field if it asks for one.
#[derive(Clone, PartialEq, Debug)]
struct Probe(u32, Option<ContentionDelay>);

impl Carried for Probe {
    fn contention_mut(&mut self) -> Option<&mut ContentionDelay> {
        self.1.as_mut()
    }
}

/// A packet that asks, and met nothing yet.
fn asking(number: u32) -> Probe {
    Probe(number, Some(ContentionDelay::default()))
}

#[derive(Default)]
struct Queue {
    events: BTreeMap<(Nanos, u64), Event>,
    sequence: u64,
}

impl Schedule for Queue {
    fn schedule(&mut self, at: Nanos, event: Event) {
        self.events.insert((at, self.sequence), event);
        self.sequence += 1;
    }

    fn cancel(&mut self, _: Nanos, _: Event) {}

    fn is_next(&self, at: Nanos) -> bool {
        self.events.first_key_value().is_none_or(|((next, _), _)| at < *next)
    }
}

struct Bench {
    network: Network<Probe>,
    queue: Queue,
    upcalls: Vec<Upcall<Probe>>,
    received: Vec<(u32, Probe)>,
    failed: Vec<Probe>,
    now: Nanos,
}

impl Bench {
    fn new(config: WirelessConfig, x_m: &[f64]) -> Self {
        let positions: Vec<_> = x_m.iter().map(|&x_m| Position { x_m, y_m: 0.0 }).collect();
        let mut network = Network::new(config, &positions, 1).unwrap();
        network.record_frames();
        let (received, failed) = (Vec::new(), Vec::new());
        Self { network, queue: Queue::default(), upcalls: Vec::new(), received, failed, now: Nanos::ZERO }
    }

    fn send(&mut self, node: u32, to: u32, packet: Probe) {
        let outgoing = Outgoing { packet, bytes: 1500, next_hop: Some(NodeId(to)), class: Class::Data };
        self.network.enqueue(self.now, NodeId(node), outgoing, &mut self.queue, &mut self.upcalls);
        self.collect();
    }

    fn collect(&mut self) {
        while !self.upcalls.is_empty() {
            for upcall in std::mem::take(&mut self.upcalls) {
                match upcall {
                    Upcall::Received { node, packet, .. } => self.received.push((node.0, packet)),
                    Upcall::Failed { node, packet, .. } => {
                        self.failed.push(packet);
                        self.network.resume(self.now, node, &mut self.queue, &mut self.upcalls);
                    }
                    _ => {}
                }
            }
        }
    }

    fn run_until(&mut self, end: Nanos) {
        while let Some(((at, _), event)) = self.queue.events.pop_first() {
            if at > end {
                self.queue.schedule(at, event);
                break;
            }
            self.now = self.network.handle(at, event, &mut self.queue, &mut self.upcalls);
            self.collect();
        }
        self.now = self.now.max(end);
    }

    fn sent(&mut self) -> Vec<TapRecord<Probe>> {
        self.network.take_tap().into_iter().filter(|r| r.direction == TapDirection::Sent).collect()
    }

    fn data(&mut self) -> Vec<TapRecord<Probe>> {
        self.sent().into_iter().filter(|r| r.kind == FrameKind::Data).collect()
    }
}

fn config() -> WirelessConfig {
    profile("ns2-wavelan").unwrap().config()
}

const MS: fn(u64) -> Nanos = Nanos::from_millis;

fn field(record: &TapRecord<Probe>) -> Option<ContentionDelay> {
    record.packet.as_ref().and_then(|p| p.1)
}

#[test]
fn the_field_holds_the_time_from_the_head_of_the_queue_to_the_data_frame() {
    let mut b = Bench::new(config(), &[0.0, 200.0]);
    b.run_until(MS(5));
    b.send(0, 1, asking(1));
    b.send(0, 1, asking(2));
    b.run_until(MS(60));
    let sent = b.sent();
    let data: Vec<_> = sent.iter().filter(|r| r.kind == FrameKind::Data).collect();
    // The first was at the head at once; its time has the wait for the medium and RTS/CTS in it.
    let first = ContentionDelay::new(data[0].time - MS(5));
    assert_eq!(field(data[0]), Some(first));
    assert!(first.as_micros() > 352 + 304 + 20);
    // The second came to the head when the first was acknowledged.
    let ack = sent.iter().find(|r| r.kind == FrameKind::Ack).unwrap();
    let acked = ack.time + Nanos::from_micros(304) + Nanos::from_nanos(667);
    let second = ContentionDelay::new(data[1].time - acked);
    assert_eq!(field(data[1]), Some(second));
    assert_eq!(b.received, [(1, Probe(1, Some(first))), (1, Probe(2, Some(second)))]);
}

#[test]
fn every_hop_adds_its_own() {
    let mut b = Bench::new(config(), &[0.0, 200.0, 400.0]);
    b.send(0, 1, asking(1));
    b.run_until(MS(20));
    let (_, relayed) = b.received.pop().unwrap();
    let before = relayed.1.unwrap().as_micros();
    b.send(1, 2, relayed);
    b.run_until(MS(40));
    let data = b.data();
    let own = ContentionDelay::new(data[1].time - MS(20));
    assert_eq!(b.received[0].1.1.unwrap().as_micros(), before + own.as_micros());
}

#[test]
fn earlier_attempts_count_and_the_sender_keeps_the_field_as_it_came() {
    // Half of all data frames fail at the receiver; RTS, CTS and ACK do not.
    let mut c = config();
    c.errors.model = airhop_wireless::ErrorModel::Packet;
    c.errors.scope = airhop_wireless::ErrorScope::Data;
    c.errors.packet = 0.5;
    c.mac.long_retry_limit = 50;
    let mut b = Bench::new(c, &[0.0, 200.0]);
    let mut repeated = 0;
    for i in 0..40 {
        let start = MS(u64::from(i) * 500);
        b.run_until(start);
        b.send(0, 1, asking(i));
        b.run_until(start + MS(499));
        let data = b.data();
        for frame in &data {
            assert_eq!(field(frame), Some(ContentionDelay::new(frame.time - start)), "each attempt from the start");
        }
        repeated += data.len() - 1;
        assert_eq!(b.received.pop().unwrap().1.1, field(data.last().unwrap()));
    }
    assert!(repeated > 20, "{repeated}");
}

#[test]
fn a_packet_given_up_leaves_its_time_to_the_next() {
    // Node 1 is there, node 2 is out of range.
    let mut b = Bench::new(config(), &[0.0, 200.0, 5000.0]);
    b.run_until(MS(50));
    b.send(0, 2, asking(1));
    b.run_until(MS(300));
    assert_eq!(b.failed, [asking(1)], "the layer above gets it back as it came");
    let rts: Vec<_> = b.sent();
    assert_eq!(rts.len(), 7);
    // From 50 ms on until the last CTS did not come: RTS, SIFS, CTS and twice the margin for propagation.
    let given_up = rts[6].time + Nanos::from_micros(352 + 10 + 304 + 4) - MS(50);
    b.send(0, 1, asking(2));
    b.send(0, 1, asking(3));
    b.run_until(MS(400));
    let data = b.data();
    let own = data[0].time - MS(300);
    assert_eq!(field(&data[0]), Some(ContentionDelay::new(own + given_up)));
    assert!(field(&data[1]).unwrap().as_micros() < 5_000, "the acknowledgement has ended it");
}

#[test]
fn only_frames_of_packets_that_ask_have_the_field_and_its_bytes() {
    let mut b = Bench::new(config(), &[0.0, 200.0]);
    b.send(0, 1, Probe(1, None));
    b.run_until(MS(20));
    b.send(0, 1, asking(2));
    b.run_until(MS(40));
    let data = b.data();
    assert_eq!((field(&data[0]), data[0].bytes), (None, 1534));
    assert_eq!((field(&data[1]).is_some(), data[1].bytes), (true, 1534 + ContentionDelay::OPTION_BYTES));
    assert_eq!(b.received[0], (1, Probe(1, None)));
    // 192 us of PLCP and the bytes at 2 Mbit/s, 24 us more for six bytes.
    assert_eq!(b.network.stats(NodeId(0)).airtime.data, Nanos::from_micros(6_328 + 6_328 + 24));
}
