//! The DCF step by step: which frame goes when, against the times of IEEE 802.11 and ns-2's departures from it.

use airhop_base::{Nanos, NodeId};
use airhop_wireless::{
    Carried, Class, ContentionDelay, Event, FrameKind, Network, Outgoing, Position, Schedule, TapDirection, Upcall,
    WirelessConfig, profile,
};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A packet: a number, and a contention delay field if it asks for one.
#[derive(Clone, PartialEq, Debug)]
struct Probe(u32, Option<ContentionDelay>);

impl Carried for Probe {
    fn contention_mut(&mut self) -> Option<&mut ContentionDelay> {
        self.1.as_mut()
    }
}

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

    /// Lets every event come, so that the network is seen to bear with it.
    fn cancel(&mut self, _: Nanos, _: Event) {}

    fn is_next(&self, at: Nanos) -> bool {
        self.heap.peek().is_none_or(|Reverse((next, ..))| at < *next)
    }
}

/// One frame sent: who, what, when in nanoseconds.
type Sent = (u32, FrameKind, u64);

struct Bench {
    network: Network<Probe>,
    queue: Queue,
    upcalls: Vec<Upcall<Probe>>,
    told: Vec<(Nanos, Upcall<Probe>)>,
    now: Nanos,
    /// Whether a station goes on by itself after a packet was given up.
    resume: bool,
}

impl Bench {
    fn new(config: WirelessConfig, x_m: &[f64]) -> Self {
        let positions: Vec<_> = x_m.iter().map(|&x_m| Position { x_m, y_m: 0.0 }).collect();
        let mut network = Network::new(config, &positions, 1).unwrap();
        network.record_frames();
        let (queue, upcalls, told) = (Queue::default(), Vec::new(), Vec::new());
        Self { network, queue, upcalls, told, now: Nanos::ZERO, resume: true }
    }

    fn send(&mut self, node: u32, to: Option<u32>, number: u32, bytes: u32) {
        self.send_probe(node, to, Probe(number, None), bytes);
    }

    fn send_probe(&mut self, node: u32, to: Option<u32>, packet: Probe, bytes: u32) {
        let outgoing = Outgoing { packet, bytes, next_hop: to.map(NodeId), class: Class::Data };
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

    fn run_until(&mut self, end: Nanos) {
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

    fn sent(&mut self) -> Vec<Sent> {
        let records = self.network.take_tap();
        let sent = records.iter().filter(|r| r.direction == TapDirection::Sent);
        sent.map(|r| (r.node.0, r.kind, r.time.as_nanos())).collect()
    }

    fn received(&self) -> Vec<(u32, u32)> {
        let packets = self.told.iter().filter_map(|(_, u)| match u {
            Upcall::Received { node, packet, .. } => Some((node.0, packet.0)),
            _ => None,
        });
        packets.collect()
    }
}

fn config(name: &str) -> WirelessConfig {
    profile(name).unwrap().config()
}

const MS: fn(u64) -> Nanos = Nanos::from_millis;
/// Propagation over 200 m.
const D: u64 = 667;

#[test]
fn one_exchange_takes_its_time_to_the_nanosecond() {
    let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 200.0]);
    b.send(0, Some(1), 7, 1500);
    b.run_until(MS(20));
    let sent = b.sent();
    let t0 = sent[0].2;
    // DIFS and a whole number of slots, 0 to 30, although the medium is long idle.
    assert_eq!((t0 - 50_000) % 20_000, 0);
    assert!((50_000..=50_000 + 30 * 20_000).contains(&t0));
    let cts = t0 + 352_000 + D + 10_000;
    let data = cts + 304_000 + D + 10_000;
    let ack = data + 6_328_000 + D + 10_000;
    assert_eq!(
        sent,
        [(0, FrameKind::Rts, t0), (1, FrameKind::Cts, cts), (0, FrameKind::Data, data), (1, FrameKind::Ack, ack)]
    );
    assert_eq!(b.told[0].0, Nanos::from_nanos(data + 6_328_000 + D), "the packet goes up with its last bit");
    let stats = b.network.stats(NodeId(0));
    assert_eq!((stats.attempts, stats.delivered, stats.cts_missed, stats.ack_missed), (1, 1, 0, 0));
    assert_eq!(stats.contention_delay, Nanos::from_nanos(ack + 304_000 + D));
    assert_eq!(stats.airtime.data, Nanos::from_micros(6_328));
}

#[test]
fn the_standard_sends_at_once_on_a_long_idle_medium_and_backs_off_after_a_success() {
    let mut b = Bench::new(config("standard"), &[0.0, 200.0]);
    b.run_until(MS(10));
    b.send(0, Some(1), 1, 1500);
    b.send(0, Some(1), 2, 1500);
    b.run_until(MS(40));
    let sent = b.sent();
    assert_eq!(sent[0], (0, FrameKind::Rts, 10_000_000));
    let ack_end = sent[3].2 + 304_000 + D;
    let slots = (sent[4].2 - ack_end - 50_000) / 20_000;
    assert_eq!((sent[4].2 - ack_end - 50_000) % 20_000, 0);
    assert!(slots <= 31 && sent[4].1 == FrameKind::Rts);
    assert_eq!(b.received(), [(1, 1), (1, 2)]);
}

#[test]
fn small_frames_go_without_rts_below_the_threshold() {
    let mut c = config("ns2-wavelan");
    c.mac.rts_threshold_bytes = 256;
    let mut b = Bench::new(c, &[0.0, 200.0]);
    b.send(0, Some(1), 1, 40);
    b.run_until(MS(10));
    let kinds: Vec<_> = b.sent().iter().map(|s| s.1).collect();
    assert_eq!(kinds, [FrameKind::Data, FrameKind::Ack]);
}

#[test]
fn broadcasts_go_once_at_the_basic_rate() {
    let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 200.0, 400.0]);
    b.send(1, None, 5, 48);
    b.run_until(MS(10));
    let sent = b.sent();
    assert_eq!(sent.len(), 1);
    assert_eq!(b.received(), [(0, 5), (2, 5)]);
    // 192 us of PLCP and 82 bytes at 1 Mbit/s.
    assert_eq!(b.told[0].0.as_nanos(), sent[0].2 + 192_000 + 82 * 8_000 + D);
}

#[test]
fn seven_rts_without_cts_and_the_packet_goes_back() {
    let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 300.0]);
    b.resume = false;
    b.send(0, Some(1), 9, 1500);
    b.send(0, Some(1), 10, 1500);
    b.run_until(MS(200));
    assert_eq!(b.sent().iter().filter(|s| s.1 == FrameKind::Rts).count(), 7);
    assert!(matches!(
        b.told[..],
        [(_, Upcall::Failed { node: NodeId(0), next_hop: NodeId(1), packet: Probe(9, None) })]
    ));
    // The station waits for the word of the layer above, which may take back what is queued.
    assert_eq!(b.network.queue_length(NodeId(0)), 1);
    assert_eq!(b.network.reclaim(NodeId(0), NodeId(1)), [Probe(10, None)]);
    b.network.resume(b.now, NodeId(0), &mut b.queue, &mut b.upcalls);
    b.run_until(MS(400));
    assert!(b.sent().is_empty());
}

#[test]
fn the_window_doubles_up_to_its_limit() {
    // With a single slot of back-off each retry comes after exactly the time-out and DIFS.
    let mut c = config("ns2-wavelan");
    (c.mac.cw_min, c.mac.cw_max) = (1, 1);
    let mut b = Bench::new(c, &[0.0, 300.0]);
    b.send(0, Some(1), 9, 1500);
    b.run_until(MS(200));
    let times: Vec<_> = b.sent().iter().map(|s| s.2).collect();
    let gaps: Vec<_> = times.windows(2).map(|w| w[1] - w[0]).collect();
    // RTS, SIFS, CTS, twice the propagation margin, DIFS.
    assert_eq!(gaps, [352_000 + 10_000 + 304_000 + 4_000 + 50_000; 6]);

    let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 300.0]);
    b.send(0, Some(1), 9, 1500);
    b.run_until(MS(500));
    let times: Vec<_> = b.sent().iter().map(|s| s.2).collect();
    for (i, w) in times.windows(2).enumerate() {
        let slots = (w[1] - w[0] - 720_000) / 20_000;
        let cw = (31u64 + 1) * (2 << i) - 1;
        assert!(slots < cw, "retry {i} waited {slots} slots of {cw}");
    }
}

#[test]
fn who_hears_an_rts_keeps_silent_for_the_whole_exchange() {
    // 2 decodes node 1's CTS but not node 0: its NAV must cover data and ACK.
    let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 200.0, 400.0, 600.0]);
    b.send(0, Some(1), 1, 1500);
    b.run_until(Nanos::from_millis(2));
    b.send(2, Some(3), 2, 1500);
    b.run_until(MS(40));
    let sent = b.sent();
    let ack_end = sent.iter().find(|s| s.1 == FrameKind::Ack).unwrap().2 + 304_000;
    let second = sent.iter().find(|s| s.0 == 2 && s.1 == FrameKind::Rts).unwrap().2;
    assert!(second >= ack_end + 50_000, "{second} < {ack_end}");
    assert_eq!(b.received(), [(1, 1), (3, 2)]);
}

#[test]
fn a_hidden_terminal_destroys_the_frame_and_eifs_follows() {
    // 0 and 3 do not sense each other (600 m); 1 hears both, 2 decodes 1 and 3.
    let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 200.0, 400.0, 600.0]);
    let mut collisions = 0;
    for i in 0..200 {
        b.send(0, Some(1), i, 1500);
        b.send(3, Some(2), 1000 + i, 1500);
        b.run_until(MS(u64::from(i + 1) * 40));
        collisions = (0..4).map(|n| b.network.stats(NodeId(n)).collisions).sum::<u64>();
    }
    assert!(collisions > 20, "{collisions}");
    let delivered = b.received().len();
    assert!(delivered > 380, "retries bring nearly all through: {delivered}");
}

#[test]
fn a_frame_that_cannot_be_decoded_still_silences_for_eifs() {
    // 2 senses 0 (400 m) but cannot decode it: after the RTS it waits EIFS by its NAV, then DIFS.
    let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 5000.0, 400.0, 600.0]);
    b.send(0, Some(1), 1, 1500);
    b.run_until(Nanos::from_nanos(700_000));
    let rts = b.sent()[0].2;
    b.send(2, Some(3), 2, 1500);
    b.run_until(MS(3));
    let sent = b.sent();
    let own = sent.iter().find(|s| s.0 == 2).unwrap().2;
    let heard_end = rts + 352_000 + 2 * D;
    assert!(own > heard_end + 364_000 + 50_000 - 2, "{own} {heard_end}");
    let rest = own - (heard_end + 364_000 + 50_000);
    assert!(rest.is_multiple_of(20_000) || (rest + 1).is_multiple_of(20_000), "{rest}");
}

#[test]
fn a_repeated_data_frame_is_acknowledged_and_not_delivered_twice() {
    // Every third frame fails at the receivers: ACKs too, so that data that arrived is sent again.
    let mut c = config("ns2-wavelan");
    c.errors.model = airhop_wireless::ErrorModel::Packet;
    c.errors.packet = 0.33;
    c.mac.short_retry_limit = 100;
    c.mac.long_retry_limit = 100;
    let mut b = Bench::new(c, &[0.0, 200.0]);
    for i in 0..300 {
        b.send(0, Some(1), i, 500);
        b.run_until(MS(u64::from(i + 1) * 200));
    }
    assert_eq!(b.received(), (0..300).map(|i| (1, i)).collect::<Vec<_>>());
    assert!(b.network.stats(NodeId(1)).duplicates > 50);
}

#[test]
fn a_full_queue_drops_the_newcomer() {
    let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 200.0]);
    for i in 0..60 {
        b.send(0, Some(1), i, 1500);
    }
    // One with the MAC, fifty waiting, nine lost.
    let dropped: Vec<_> = b.told.iter().filter(|(_, u)| matches!(u, Upcall::Dropped { .. })).collect();
    assert_eq!(dropped.len(), 9);
    assert_eq!(b.network.stats(NodeId(0)).dropped_queue, 9);
    b.run_until(Nanos::from_secs(2));
    assert_eq!(b.received().len(), 51);
}

#[test]
fn addresses_are_resolved_first_where_asked_for() {
    let mut c = config("ns2-wavelan");
    c.mac.arp = true;
    let mut b = Bench::new(c, &[0.0, 200.0]);
    b.send(0, Some(1), 1, 1500);
    b.send(0, Some(1), 2, 1500);
    b.run_until(MS(60));
    // The second packet pushed the first one out while the answer was on its way.
    assert_eq!(b.received(), [(1, 2)]);
    assert_eq!(b.network.stats(NodeId(0)).dropped_arp, 1);
    b.send(1, Some(0), 3, 1500);
    b.run_until(MS(90));
    assert_eq!(b.received(), [(1, 2), (0, 3)]);
}

#[test]
fn an_unused_reservation_is_given_up_by_the_standard() {
    // 0 sends an RTS to a node that is not there; 1 overhears it and has a packet of its own.
    let first_rts_of_1 = |nav_reset: bool| {
        let mut c = config("standard");
        c.mac.nav_reset = nav_reset;
        let mut b = Bench::new(c, &[0.0, 200.0, 400.0, 100_000.0]);
        b.run_until(MS(1));
        b.send(0, Some(3), 1, 1500);
        b.run_until(Nanos::from_micros(1_400));
        b.send(1, Some(2), 2, 1500);
        b.run_until(MS(30));
        b.sent().iter().find(|s| s.0 == 1).unwrap().2
    };
    let (with, without) = (first_rts_of_1(true), first_rts_of_1(false));
    assert!(with < 3_500_000, "{with}");
    assert!(without > 8_000_000, "{without}");
}

#[test]
fn the_same_seed_gives_the_same_frames() {
    let run = || {
        let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 200.0, 400.0, 600.0, 800.0]);
        for i in 0..50 {
            b.send(i % 5, Some((i % 5 + 1) % 5), i, 1000);
        }
        b.run_until(Nanos::from_secs(3));
        b.sent()
    };
    assert_eq!(run(), run());
}

/// What node 1 sends and when, if node 0 sends as well, at `rival_at`.
fn broadcasts(turnaround_us: f64, rival_at: Option<u64>) -> Vec<Sent> {
    let mut c = config("standard");
    c.mac.turnaround_us = turnaround_us;
    let mut b = Bench::new(c, &[0.0, 200.0]);
    b.run_until(MS(1));
    for i in 0..10 {
        b.send(1, None, i, 100);
    }
    if let Some(at) = rival_at {
        b.run_until(Nanos::from_nanos(at));
        b.send(0, None, 99, 100);
    }
    b.run_until(MS(100));
    b.sent().into_iter().filter(|s| s.0 == 1).collect()
}

#[test]
fn a_frame_that_arrives_within_the_turnaround_does_not_stop_the_sending() {
    // 100 bytes of payload and 28 of header at 1 Mbit/s, behind 192 us of PLCP.
    const FRAME: u64 = 192_000 + 128 * 8_000;
    let alone = broadcasts(5.0, None);
    // One of ten back-offs is longer than a slot, so that the medium is idle for DIFS before the rival sends at once.
    let gaps = alone.windows(2).map(|w| (w[1].2, w[1].2 - w[0].2 - FRAME));
    let (at, _) = gaps.clone().find(|(_, gap)| *gap > 80_000).unwrap();
    // The rival's frame arrives 3 us before node 1's back-off ends.
    let rival_at = Some(at - 3_000 - D);
    assert!(broadcasts(5.0, rival_at).iter().any(|s| s.2 == at), "the station sends into the rival's frame");
    assert!(broadcasts(0.0, rival_at).iter().all(|s| s.2 != at), "it notices the rival in time");
    let early = Some(at - 6_000 - D);
    assert!(broadcasts(5.0, early).iter().all(|s| s.2 != at), "6 us are enough to stop");
}
