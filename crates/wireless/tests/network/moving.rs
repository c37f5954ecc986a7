//! Nodes that move while frames are on the air.

use airhop_base::{Nanos, NodeId};
use airhop_wireless::{
    Carried, Class, Event, FrameKind, Network, Outgoing, Position, Schedule, TapDirection, Upcall, profile,
};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Clone, PartialEq, Debug)]
struct Plain;

impl Carried for Plain {}

#[derive(Default)]
struct Queue {
    heap: BinaryHeap<Reverse<(Nanos, u64, u64)>>,
    sequence: u64,
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

    fn cancel(&mut self, _: Nanos, _: Event) {}

    fn is_next(&self, _: Nanos) -> bool {
        false
    }
}

struct Bench {
    network: Network<Plain>,
    queue: Queue,
    upcalls: Vec<Upcall<Plain>>,
    now: Nanos,
}

impl Bench {
    fn new(x_m: &[f64]) -> Self {
        let config = profile("ns2-wavelan").unwrap().config();
        let mut network = Network::new(config, &at(x_m), 1).unwrap();
        network.record_frames();
        Self { network, queue: Queue::default(), upcalls: Vec::new(), now: Nanos::ZERO }
    }

    fn send(&mut self, from: u32, to: u32) {
        let outgoing = Outgoing { packet: Plain, bytes: 1500, next_hop: Some(NodeId(to)), class: Class::Data };
        self.network.enqueue(self.now, NodeId(from), outgoing, &mut self.queue, &mut self.upcalls);
    }

    fn run_until(&mut self, end: Nanos) -> Vec<Upcall<Plain>> {
        while let Some(&Reverse((at, _, packed))) = self.queue.heap.peek().filter(|e| e.0.0 <= end) {
            self.queue.heap.pop();
            let number = (packed >> 1) as u32;
            let event = if packed & 1 == 0 { Event::Edge(number) } else { Event::Timer(NodeId(number)) };
            self.now = self.network.handle(at, event, &mut self.queue, &mut self.upcalls);
        }
        self.now = end;
        std::mem::take(&mut self.upcalls)
    }

    /// Runs until the first data frame has been on the air for 1 ms.
    fn run_into_data(&mut self) {
        let begun = loop {
            let next = self.queue.heap.peek().unwrap().0.0;
            assert!(self.run_until(next).is_empty());
            let taps = self.network.take_tap();
            if let Some(data) = taps.iter().find(|r| r.kind == FrameKind::Data) {
                break data.time;
            }
        };
        assert!(self.run_until(begun + Nanos::from_millis(1)).is_empty());
    }
}

fn at(x_m: &[f64]) -> Vec<Position> {
    x_m.iter().map(|&x_m| Position { x_m, y_m: 0.0 }).collect()
}

const MS: fn(u64) -> Nanos = Nanos::from_millis;

#[test]
fn a_frame_on_the_air_reaches_those_whom_it_set_out_for() {
    let mut b = Bench::new(&[0.0, 200.0, 3_000.0]);
    b.send(0, 1);
    b.run_into_data();
    // The receiver goes, a stranger comes, and the sender's own place changes too, twice within the frame.
    b.network.move_nodes(&at(&[10.0, 5_000.0, 150.0]), &[true, true, true]);
    assert!(b.run_until(b.now + MS(1)).is_empty());
    b.network.move_nodes(&at(&[20.0, 5_000.0, 150.0]), &[true, false, false]);
    let told = b.run_until(b.now + MS(6));
    assert!(matches!(told[..], [Upcall::Received { node: NodeId(1), from: NodeId(0), .. }]), "{told:?}");
    let taps = b.network.take_tap();
    let received = taps.iter().filter(|r| r.direction == TapDirection::Received);
    let received: Vec<_> = received.map(|r| (r.node.0, r.kind)).collect();
    assert_eq!(received, [(1, FrameKind::Data), (2, FrameKind::Rts)], "the second attempt reaches the stranger");

    // The ACK was sent from the new place: nobody hears it, nor the next attempts, and the sender gives up.
    let told = b.run_until(b.now + MS(200));
    assert!(matches!(told[..], [Upcall::Failed { node: NodeId(0), next_hop: NodeId(1), .. }]), "{told:?}");
    b.network.resume(b.now, NodeId(0), &mut b.queue, &mut b.upcalls);
    b.send(0, 2);
    let told = b.run_until(b.now + MS(20));
    assert!(matches!(told[..], [Upcall::Received { node: NodeId(2), from: NodeId(0), .. }]), "{told:?}");
}

#[test]
fn a_node_that_comes_back_is_a_neighbour_again() {
    let mut b = Bench::new(&[0.0, 200.0]);
    for far in [true, false, true, false] {
        let x_m = if far { 900.0 } else { 240.0 };
        b.network.move_nodes(&at(&[0.0, x_m]), &[false, true]);
        b.send(0, 1);
        let told = b.run_until(b.now + MS(300));
        match (far, &told[..]) {
            (true, [Upcall::Failed { .. }]) => {
                b.network.resume(b.now, NodeId(0), &mut b.queue, &mut b.upcalls);
            }
            (false, [Upcall::Received { .. }]) => {}
            _ => panic!("{far}: {told:?}"),
        }
        assert_eq!(b.network.links().of(NodeId(0)).is_empty(), far);
    }
}

#[test]
fn a_packet_that_knows_neither_marks_nor_contention_goes_without() {
    let mut config = profile("ns2-wavelan").unwrap().config();
    config.queue.ecn_threshold_packets = 1;
    let mut network = Network::new(config, &at(&[0.0, 200.0]), 1).unwrap();
    network.record_frames();
    let mut b = Bench { network, queue: Queue::default(), upcalls: Vec::new(), now: Nanos::ZERO };
    (0..3).for_each(|_| b.send(0, 1));
    assert_eq!(b.network.stats(NodeId(0)).marked, 0);
    b.run_until(MS(60));
    let taps = b.network.take_tap();
    let bytes = taps.iter().filter(|r| r.kind == FrameKind::Data).map(|r| r.bytes);
    assert!(bytes.eq([1_534; 6]), "each sent and received, without the six bytes of the option");
}
