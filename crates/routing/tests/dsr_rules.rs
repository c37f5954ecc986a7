//! DSR, one node: what it does with single packets. Sections are of RFC 4728.

use airhop_base::{Nanos, NodeId, Purpose, Stream};
use airhop_routing::dsr::{FlowHeader, Header, Request, RouteError, Routed, UnknownFlow};
use airhop_routing::{Action, Body, DropReason, DsrConfig, Packet, Router};

type Out = Vec<Action<u32>>;

fn n(id: u32) -> NodeId {
    NodeId(id)
}

fn router(id: u32, config: DsrConfig) -> Router<u32> {
    Router::dsr(n(id), config, Stream::new(1, Purpose::Routing, n(id)))
}

fn route(nodes: &[u32]) -> airhop_routing::dsr::Route {
    nodes.iter().map(|id| n(*id)).collect()
}

fn packet(src: u32, dst: u32, id: u64, body: Body<u32>) -> Packet<u32> {
    Packet { src: n(src), dst: n(dst), ttl: 32, hops: 0, id, bytes: 1500, body }
}

fn data(src: u32, dst: u32, id: u64) -> Packet<u32> {
    packet(src, dst, id, Body::Data(7))
}

fn routed(src: u32, dst: u32, id: u64, header: Header, data: Option<u32>) -> Packet<u32> {
    packet(src, dst, id, Body::Dsr(Box::new(Routed { header, data })))
}

/// A node that has learnt a route of which it is the beginning, from a reply.
fn router_with(nodes: &[u32], config: DsrConfig) -> Router<u32> {
    let mut r = router(nodes[0], config);
    let back: Vec<u32> = nodes.iter().rev().copied().collect();
    let header =
        Header { route: route(&back), at: nodes.len() as u8 - 1, reply: Some(route(nodes)), ..Header::default() };
    let mut out = Out::new();
    r.receive(Nanos::ZERO, routed(back[0], nodes[0], 1 << 63, header, None), n(nodes[1]), &mut out);
    assert!(out.is_empty());
    r
}

fn sent(action: &Action<u32>) -> (Header, Option<u32>) {
    match action {
        Action::Transmit { packet, next_hop, .. } => {
            let header = match &packet.body {
                Body::Dsr(routed) => routed.header.clone(),
                _ => Header::default(),
            };
            (header, next_hop.map(|h| h.0))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn section_8_2_2_a_request_is_passed_on_once() {
    let mut r = router(1, DsrConfig::rfc4728());
    let request = |id, nodes: &[u32]| Header {
        route: route(nodes),
        request: Some(Request { id, max_hops: 64 }),
        ..Header::default()
    };
    let mut out = Out::new();
    let mut hear = |header: Header| {
        r.receive(Nanos::ZERO, routed(0, 9, 1 << 63, header, None), n(0), &mut out);
        std::mem::take(&mut out)
    };
    let passed = hear(request(1, &[0]));
    assert_eq!(sent(&passed[0]), (request(1, &[0, 1]), None));
    // A copy of it, an older one, and one that has been here.
    assert!(hear(request(1, &[0, 5])).is_empty());
    assert!(hear(request(0, &[0])).is_empty());
    assert!(hear(request(2, &[0, 1, 2])).is_empty());
    assert_eq!(hear(request(3, &[0, 5])).len(), 1);
}

#[test]
fn section_8_2_4_the_target_answers_every_copy_the_way_it_came() {
    let mut r = router(9, DsrConfig::ns2());
    for way in [&[0, 1][..], &[0, 2]] {
        let header = Header { route: route(way), request: Some(Request { id: 1, max_hops: 16 }), ..Header::default() };
        let mut out = Out::new();
        r.receive(Nanos::ZERO, routed(0, 9, 1 << 63, header, None), n(way[1]), &mut out);
        let (reply, next_hop) = sent(&out[0]);
        assert_eq!((reply.route, next_hop), (route(&[9, way[1], 0]), Some(way[1])));
        assert_eq!(reply.reply, Some(route(&[0, way[1], 9])));
    }
}

#[test]
fn section_3_3_2_an_answer_from_the_cache_goes_through_the_node_and_waits_by_its_length() {
    let config = DsrConfig::rfc4728();
    let spacing = config.cache_reply_spacing;
    let mut r = router_with(&[1, 2, 3], config);
    let header = |nodes: &[u32]| Header {
        route: route(nodes),
        request: Some(Request { id: nodes[0] + 1, max_hops: 64 }),
        ..Header::default()
    };
    let mut out = Out::new();
    r.receive(Nanos::ZERO, routed(0, 3, 1 << 63, header(&[0]), None), n(0), &mut out);
    let (reply, next_hop) = sent(&out[0]);
    assert_eq!((reply.reply, reply.route, next_hop), (Some(route(&[0, 1, 2, 3])), route(&[1, 0]), Some(0)));
    let Action::Transmit { delay, .. } = out[0] else { unreachable!() };
    assert!(delay >= spacing * 2 && delay < spacing * 3, "{delay}");
    // The request came by node 2: the way on through this node would be a detour, and the request goes on.
    out.clear();
    r.receive(Nanos::ZERO, routed(8, 3, 2 << 40, header(&[8, 2]), None), n(2), &mut out);
    assert!(sent(&out[0]).0.request.is_some());
}

#[test]
fn section_8_3_5_errors_nest() {
    // An error for node 0 about the link 7 - 8 cannot be passed on from 1 to 0: node 7 is told of that.
    let mut r = router(1, DsrConfig::rfc4728());
    let first = RouteError { tell: Some(n(0)), from: n(7), to: n(8) };
    let header = Header { route: route(&[7, 1, 0]), at: 2, errors: vec![first], ..Header::default() };
    let mut out = Out::new();
    r.link_failed(Nanos::ZERO, routed(7, 0, 1 << 63, header, None), n(0), &mut out);
    let (error, next_hop) = sent(out.last().unwrap());
    let second = RouteError { tell: Some(n(7)), from: n(1), to: n(0) };
    assert_eq!((error.errors.clone(), next_hop), (vec![first, second], Some(7)));
    assert!(matches!(out[1], Action::ReclaimQueue { next_hop: NodeId(0) }));
    // There the outer one is taken off and the other sent again, by another route.
    let mut r = router_with(&[7, 2, 0], DsrConfig::rfc4728());
    out.clear();
    r.receive(Nanos::ZERO, routed(1, 7, 2 << 62, Header { at: 1, ..error }, None), n(1), &mut out);
    let (error, next_hop) = sent(&out[0]);
    assert_eq!((error.errors, error.route, next_hop), (vec![first], route(&[7, 2, 0]), Some(2)));
    // Three are the most.
    let header = Header { route: route(&[3, 7, 2]), at: 2, errors: vec![first, second, second], ..Header::default() };
    out.clear();
    r.link_failed(Nanos::ZERO, routed(3, 2, 1 << 63, header, None), n(2), &mut out);
    assert!(out.iter().all(|a| !matches!(a, Action::Transmit { .. })));
}

#[test]
fn section_3_4_1_salvaging_has_an_end() {
    for (salvaged, saved) in [(14, true), (15, false)] {
        let mut r = router_with(&[1, 4, 3], DsrConfig::rfc4728());
        let header = Header { route: route(&[0, 1, 2, 3]), at: 2, salvaged, ..Header::default() };
        let mut out = Out::new();
        r.link_failed(Nanos::ZERO, routed(0, 3, 5, header, Some(7)), n(2), &mut out);
        if saved {
            let (header, next_hop) = sent(&out[0]);
            assert_eq!((header.salvaged, header.route, next_hop), (15, route(&[1, 4, 3]), Some(4)));
        } else {
            assert!(matches!(out[0], Action::Drop { reason: DropReason::LinkFailed, .. }));
        }
    }
}

#[test]
fn an_answer_with_the_dead_link_in_it_is_not_salvaged() {
    for (offered, saved) in [(&[0, 1, 2, 9][..], false), (&[0, 2, 1, 9], false), (&[0, 1, 4, 9], true)] {
        let mut r = router_with(&[1, 4, 0], DsrConfig::rfc4728());
        let header = Header { route: route(&[9, 1, 2, 0]), at: 2, reply: Some(route(offered)), ..Header::default() };
        let mut out = Out::new();
        r.link_failed(Nanos::ZERO, routed(9, 0, 1 << 63, header, None), n(2), &mut out);
        assert_eq!(matches!(out[0], Action::Transmit { .. }), saved, "{offered:?}");
    }
}

/// Sends `count` packets to node 3 from node 0, which knows the way; gives their headers.
fn send(r: &mut Router<u32>, count: u64) -> Vec<Header> {
    let mut out = Out::new();
    (0..count).for_each(|id| r.send(Nanos::from_secs(1), data(0, 3, id), &mut out));
    out.iter().map(|a| sent(a).0).collect()
}

#[test]
fn section_3_5_an_unknown_flow_is_rescued_and_told_to_its_source_which_sets_it_up_again() {
    let mut r = router_with(&[1, 2, 3], DsrConfig::ns2());
    let header = Header { route: route(&[9, 2, 1, 0]), at: 2, ..Header::default() };
    let mut out = Out::new();
    // Node 1 learns the way back.
    r.receive(Nanos::ZERO, routed(9, 0, 1, header, Some(7)), n(2), &mut out);
    out.clear();
    r.receive(Nanos::ZERO, data(0, 3, 2), n(0), &mut out);
    let (header, next_hop) = sent(&out[0]);
    assert_eq!((header.route, header.salvaged, next_hop), (route(&[1, 2, 3]), 1, Some(2)));
    let (error, next_hop) = sent(&out[1]);
    let unknown = UnknownFlow { src: n(0), dst: n(3), id: None };
    assert_eq!((error.unknown_flows, next_hop), (vec![unknown], Some(0)));

    let mut source = router_with(&[0, 1, 2, 3], DsrConfig::ns2());
    let carries_route = |h: &Header| !h.route.is_empty();
    assert_eq!(send(&mut source, 5).iter().map(carries_route).collect::<Vec<_>>(), [true, true, true, false, false]);
    let header = Header { route: route(&[1, 0]), at: 1, unknown_flows: vec![unknown], ..Header::default() };
    out.clear();
    source.receive(Nanos::from_secs(1), routed(1, 0, 1 << 63, header, None), n(1), &mut out);
    assert!(out.is_empty());
    let again = send(&mut source, 4);
    assert_eq!(again.iter().map(carries_route).collect::<Vec<_>>(), [true, true, true, false]);
    assert_eq!(again[0].flow, Some(FlowHeader { id: 1, hops: 1 }), "the same flow");
}

#[test]
fn a_packet_whose_flow_has_ended_is_lost_without_a_word() {
    let mut r = router_with(&[0, 1, 2, 3], DsrConfig::ns2());
    send(&mut r, 4);
    let mut out = Out::new();
    r.link_failed(Nanos::from_secs(1), data(0, 3, 3), n(1), &mut out);
    assert!(matches!(out[..], [Action::Transmit { next_hop: None, .. }, Action::ReclaimQueue { next_hop: NodeId(1) }]));
    assert_eq!(r.stats().route_failures, 1);
    out.clear();
    r.link_failed(Nanos::from_secs(1), data(0, 3, 4), n(1), &mut out);
    assert!(matches!(out[..], [Action::Drop { reason: DropReason::LinkFailed, .. }]));
}

#[test]
fn a_shorter_route_opens_a_flow_and_a_longer_one_does_not() {
    let mut r = router_with(&[0, 1, 2, 3], DsrConfig::ns2());
    send(&mut r, 4);
    let learn = |r: &mut Router<u32>, nodes: &[u32]| {
        let header = Header { route: route(&[3, 0]), at: 1, reply: Some(route(nodes)), ..Header::default() };
        r.receive(Nanos::from_secs(1), routed(3, 0, 1 << 63, header, None), n(3), &mut Out::new());
    };
    learn(&mut r, &[0, 4, 5, 6, 3]);
    assert!(send(&mut r, 1)[0].is_empty());
    learn(&mut r, &[0, 7, 3]);
    let header = &send(&mut r, 1)[0];
    assert_eq!((header.flow.unwrap().id, header.route.clone()), (3, route(&[0, 7, 3])));
    assert_eq!(r.hops_to(n(3)), Some(2));
}

#[test]
fn packets_end_at_their_time_to_live_and_off_their_route() {
    let mut r = router(1, DsrConfig::rfc4728());
    let header = Header { route: route(&[0, 1, 2]), at: 1, ..Header::default() };
    let mut out = Out::new();
    r.receive(Nanos::ZERO, Packet { ttl: 0, ..routed(0, 2, 1, header.clone(), Some(7)) }, n(0), &mut out);
    assert!(matches!(out[..], [Action::Drop { reason: DropReason::TtlExpired, .. }]));
    out.clear();
    r.receive(Nanos::ZERO, routed(0, 2, 2, Header { route: route(&[0, 5, 2]), ..header }, Some(7)), n(0), &mut out);
    assert!(matches!(out[..], [Action::Drop { reason: DropReason::NoRoute, .. }]));
}
