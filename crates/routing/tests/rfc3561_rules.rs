//! AODV by RFC 3561, one node, step by step.

use airhop_base::{Nanos, NodeId, Purpose, Stream};
use airhop_routing::aodv::{Message, Rerr, Rrep, Rreq};
use airhop_routing::{Action, AodvConfig, BROADCAST, Body, DropReason, LocalRepair, Packet, Router};

const N: fn(u32) -> NodeId = NodeId;

fn ms(t: u64) -> Nanos {
    Nanos::from_millis(t)
}

/// Node 0 and what it did last.
struct Bench {
    router: Router<()>,
    out: Vec<Action<()>>,
}

impl Bench {
    fn new(config: AodvConfig) -> Self {
        Self { router: Router::aodv(N(0), config, Stream::new(1, Purpose::Routing, N(0))), out: Vec::new() }
    }

    fn receive(&mut self, now: Nanos, from: u32, dst: NodeId, ttl: u8, body: Body<()>) -> &[Action<()>] {
        let packet = Packet { src: N(from), dst, ttl, hops: 0, id: 1, bytes: 48, body };
        self.out.clear();
        self.router.receive(now, packet, N(from), &mut self.out);
        &self.out
    }

    fn rreq(&mut self, now: Nanos, from: u32, rreq: Rreq) -> &[Action<()>] {
        self.receive(now, from, BROADCAST, 10, Body::Aodv(Message::Rreq(Box::new(rreq))))
    }

    /// A reply about `dst` for this node.
    fn rrep(&mut self, now: Nanos, from: u32, dst: u32, dst_seq: u32, hop_count: u8) -> &[Action<()>] {
        let rrep = Rrep {
            dst: N(dst),
            dst_seq,
            originator: N(0),
            hop_count,
            lifetime: ms(6000),
            request_sent_at: Nanos::ZERO,
        };
        self.receive(now, from, N(0), 30, Body::Aodv(Message::Rrep(Box::new(rrep))))
    }

    fn rerr(&mut self, now: Nanos, from: u32, dst: u32, seq: u32) -> &[Action<()>] {
        let rerr = Rerr { no_delete: false, unreachable: vec![(N(dst), seq)] };
        self.receive(now, from, BROADCAST, 1, Body::Aodv(Message::Rerr(Box::new(rerr))))
    }

    fn send(&mut self, now: Nanos, dst: u32) -> &[Action<()>] {
        let packet = Packet { src: N(0), dst: N(dst), ttl: 32, hops: 0, id: 2, bytes: 1500, body: Body::Data(()) };
        self.out.clear();
        self.router.send(now, packet, &mut self.out);
        &self.out
    }

    /// The request that a packet for `dst` causes.
    fn search(&mut self, now: Nanos, dst: u32) -> Rreq {
        request(self.send(now, dst)).0
    }

    fn hops_to(&self, dst: u32) -> Option<u32> {
        self.router.hops_to(N(dst))
    }
}

fn request(actions: &[Action<()>]) -> (Rreq, u8, Nanos) {
    match actions {
        [Action::Transmit { packet, next_hop: None, delay }] => match &packet.body {
            Body::Aodv(Message::Rreq(r)) => (**r, packet.ttl, *delay),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

fn reply(actions: &[Action<()>]) -> (Rrep, Option<NodeId>) {
    match actions {
        [Action::Transmit { packet, next_hop, .. }] => match &packet.body {
            Body::Aodv(Message::Rrep(r)) => (**r, *next_hop),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

fn error(action: &Action<()>) -> (Rerr, Option<NodeId>) {
    match action {
        Action::Transmit { packet, next_hop, .. } => match &packet.body {
            Body::Aodv(Message::Rerr(r)) => ((**r).clone(), *next_hop),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

/// Node 8, three links away, asks for node 9.
fn asks(id: u32) -> Rreq {
    Rreq {
        originator: N(8),
        originator_seq: 10 + id,
        id,
        dst: N(9),
        dst_seq: None,
        hop_count: 3,
        destination_only: false,
        gratuitous: false,
        sent_at: Nanos::ZERO,
    }
}

fn bench() -> Bench {
    Bench::new(AodvConfig { local_repair: LocalRepair::Off, ..AodvConfig::rfc3561() })
}

#[test]
fn section_6_1_own_numbers_only_grow() {
    let mut b = bench();
    let first = b.search(ms(0), 5);
    let second = b.search(ms(1), 6);
    assert_eq!(second.originator_seq, first.originator_seq + 1);
    assert_eq!(second.id, first.id + 1);
    // Asked for a larger one, this node answers with that, and never with less afterwards.
    let (answer, _) = reply(b.rreq(ms(2), 1, Rreq { dst: N(0), dst_seq: Some(40), ..asks(1) }));
    assert_eq!(answer.dst_seq, 40);
    let (answer, next_hop) = reply(b.rreq(ms(3), 1, Rreq { dst: N(0), dst_seq: Some(7), ..asks(2) }));
    assert_eq!((answer.dst_seq, answer.hop_count, next_hop), (40, 1, Some(N(1))));
    assert_eq!(answer.lifetime, ms(6000));
    assert_eq!(b.search(ms(4), 7).originator_seq, 41);
}

#[test]
fn sections_6_2_and_6_7_which_replies_count() {
    let mut b = bench();
    b.rrep(ms(0), 1, 9, 20, 4);
    assert_eq!(b.hops_to(9), Some(4), "unknown before");
    b.rrep(ms(1), 2, 9, 20, 5);
    assert_eq!(b.hops_to(9), Some(4), "longer at the same number");
    b.rrep(ms(2), 2, 9, 19, 1);
    assert_eq!(b.hops_to(9), Some(4), "shorter but older");
    b.rrep(ms(3), 2, 9, 20, 3);
    assert_eq!(b.hops_to(9), Some(3), "shorter at the same number");
    b.rrep(ms(4), 3, 9, 21, 8);
    assert_eq!(b.hops_to(9), Some(8), "newer");
    b.rerr(ms(5), 3, 9, 22);
    assert_eq!(b.hops_to(9), None);
    b.rrep(ms(6), 1, 9, 21, 1);
    assert_eq!(b.hops_to(9), None, "older than what was reported broken");
    b.rrep(ms(7), 1, 9, 22, 6);
    assert_eq!(b.hops_to(9), Some(6), "equal, and the route is down");
}

#[test]
fn section_6_5_requests_make_reverse_routes_and_go_on_once() {
    let mut b = bench();
    let (passed, ttl, delay) = request(b.rreq(ms(0), 1, asks(1)));
    assert_eq!((passed.hop_count, passed.dst_seq, ttl), (4, None, 9));
    assert!(delay < ms(10));
    assert_eq!((b.hops_to(8), b.hops_to(1)), (Some(3), Some(1)));
    assert!(b.rreq(ms(1), 2, asks(1)).is_empty(), "heard before");
    assert_eq!(b.hops_to(2), Some(1), "who sends is a neighbour, whatever it sends");
    // MinimalLifetime: 2 x 2.8 s - 2 x 3 x 40 ms.
    assert!(b.send(ms(5359), 8).len() == 1 && b.hops_to(8).is_some());
    let own = Rreq { originator: N(0), ..asks(3) };
    assert!(b.rreq(ms(5359), 1, own).is_empty());
}

#[test]
fn section_6_5_reverse_routes_end() {
    let mut b = bench();
    b.rreq(ms(0), 1, asks(1));
    assert_eq!(b.search(ms(5361), 8).dst, N(8));
}

#[test]
fn section_6_5_requests_carry_the_newest_number_and_teach_none() {
    let mut b = bench();
    b.rrep(ms(0), 1, 9, 20, 4);
    b.rerr(ms(1), 1, 9, 21);
    let (passed, ..) = request(b.rreq(ms(2), 2, Rreq { dst_seq: Some(15), ..asks(1) }));
    assert_eq!(passed.dst_seq, Some(21));
    let (passed, ..) = request(b.rreq(ms(3), 2, Rreq { dst_seq: Some(30), ..asks(2) }));
    assert_eq!(passed.dst_seq, Some(30));
    assert_eq!(b.search(ms(4), 9).dst_seq, Some(21));
}

#[test]
fn section_6_6_who_answers_for_others() {
    let mut b = bench();
    b.rrep(ms(0), 1, 9, 20, 4);
    let (passed, ..) = request(b.rreq(ms(1000), 2, Rreq { dst_seq: Some(21), ..asks(1) }));
    assert_eq!(passed.dst_seq, Some(21));
    let (passed, ..) = request(b.rreq(ms(1000), 2, Rreq { destination_only: true, ..asks(2) }));
    assert_eq!(passed.dst_seq, Some(20));
    let (answer, next_hop) = reply(b.rreq(ms(1000), 2, Rreq { dst_seq: Some(20), ..asks(3) }));
    assert_eq!((answer.dst_seq, answer.hop_count, next_hop), (20, 5, Some(N(2))));
    // What is left of the route's own life.
    assert_eq!(answer.lifetime, ms(5000));
}

#[test]
fn section_6_11_errors_raise_the_number_and_reach_the_precursors() {
    let mut b = bench();
    b.rrep(ms(0), 1, 9, 20, 4);
    b.rreq(ms(1), 2, asks(1));
    assert!(b.rerr(ms(2), 3, 9, 25).is_empty(), "3 is not the next hop");
    assert_eq!(b.hops_to(9), Some(4));
    let (passed, next_hop) = error(&b.rerr(ms(3), 1, 9, 25)[0]);
    assert_eq!((passed.unreachable, next_hop), (vec![(N(9), 25)], Some(N(2))));
    assert_eq!(b.search(ms(4), 9).dst_seq, Some(25));
    // A reported number that is not newer still changes this node's.
    b.rrep(ms(5), 1, 9, 30, 4);
    b.rerr(ms(6), 1, 9, 0);
    assert_eq!(b.search(ms(7), 9).dst_seq, Some(31));
}

#[test]
fn section_6_11_routes_expire_with_a_higher_number_and_are_forgotten() {
    let mut b = bench();
    b.rrep(ms(0), 1, 9, 20, 4);
    // The reply granted 6 s and nothing was sent; DELETE_PERIOD is 15 s.
    assert_eq!(b.search(ms(6000), 9).dst_seq, Some(21));
    let mut b = bench();
    b.rrep(ms(0), 1, 9, 20, 4);
    b.rrep(ms(6001), 1, 7, 20, 4);
    assert_eq!(b.search(ms(21_000), 9).dst_seq, Some(21));
    let mut b = bench();
    b.rrep(ms(0), 1, 9, 20, 4);
    b.rrep(ms(6001), 1, 7, 20, 4);
    assert_eq!(b.search(ms(21_002), 9).dst_seq, None);
}

#[test]
fn section_6_2_use_keeps_routes_alive() {
    let mut b = bench();
    b.rrep(ms(0), 1, 9, 20, 4);
    b.rreq(ms(0), 2, Rreq { dst: N(7), ..asks(1) });
    for t in (1..20).map(|k| ms(2000 * k)) {
        let data = Packet { src: N(8), dst: N(9), ttl: 9, hops: 3, id: 3, bytes: 1500, body: Body::Data(()) };
        b.out.clear();
        b.router.receive(t, data, N(2), &mut b.out);
        assert!(matches!(&b.out[..], [Action::Transmit { next_hop: Some(NodeId(1)), .. }]));
        // Destination, next hop, source and the neighbour it came from.
        for dst in [9, 1, 8, 2] {
            assert!(b.hops_to(dst).is_some(), "{dst} at {t}");
        }
    }
}

#[test]
fn section_6_11_data_without_a_route_is_reported_to_its_sender() {
    let mut b = bench();
    let out = b.receive(ms(0), 4, N(9), 8, Body::Data(()));
    assert_eq!(error(&out[0]).1, Some(N(4)));
    assert!(matches!(out[1], Action::Drop { reason: DropReason::NoRoute, .. }));
    // At most RERR_RATELIMIT of these in a second.
    let errors = (1..50).filter(|t| b.receive(ms(*t), 4, N(9), 8, Body::Data(())).len() == 2).count();
    assert_eq!(errors, 9);
}

#[test]
fn packets_end_at_their_time_to_live_and_when_they_come_back() {
    let mut b = bench();
    b.rrep(ms(0), 1, 9, 20, 4);
    assert!(matches!(
        b.receive(ms(0), 4, N(9), 1, Body::Data(())),
        [Action::Drop { reason: DropReason::TtlExpired, .. }]
    ));
    let own = Packet { src: N(0), dst: N(9), ttl: 9, hops: 2, id: 3, bytes: 1500, body: Body::Data(()) };
    b.out.clear();
    b.router.receive(ms(0), own, N(1), &mut b.out);
    assert!(matches!(b.out[..], [Action::Drop { reason: DropReason::Loop, .. }]));
    let message = Body::Aodv(Message::Rreq(Box::new(asks(1))));
    assert!(b.receive(ms(0), 2, BROADCAST, 1, message).len() == 1, "answered from the table at any time-to-live");
    let message = Body::Aodv(Message::Rreq(Box::new(Rreq { dst: N(7), ..asks(2) })));
    assert!(matches!(
        b.receive(ms(0), 2, BROADCAST, 1, message),
        [Action::Drop { reason: DropReason::TtlExpired, .. }]
    ));
}

#[test]
fn no_configuration_makes_it_panic() {
    for set in ["never", "0.000001", "1000000", "0", "1", "255"] {
        for row in airhop_routing::aodv::PARAMETERS {
            for mut config in [AodvConfig::rfc3561(), AodvConfig::ns2()] {
                if config.set(row.key(), set).is_err() {
                    continue;
                }
                let mut b = Bench::new(config);
                for t in (0..40).map(|k| ms(k * 700)) {
                    b.send(t, 9);
                    b.rrep(t, 1, 6, t.as_nanos() as u32, 3);
                    b.send(t, 6);
                    b.rreq(t, 2, asks(t.as_nanos() as u32));
                    b.router.on_timeout(t, &mut Vec::new());
                }
            }
        }
    }
}
