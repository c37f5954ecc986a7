//! DSR's headers, whatever they say, as they arrive at a node, are overheard or come back from the MAC; and as captures
//! write them.

#![no_main]

use airhop_base::{Nanos, NodeId, Purpose, Stream};
use airhop_routing::dsr::{FlowHeader, Header, Request, RouteError, Routed, Rules, UnknownFlow};
use airhop_routing::{Action, BROADCAST, Body, DsrConfig, Router};
use airhop_sim::{Packet, Payload, packet_bytes};
use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;

/// The node whose router it is.
const NODE: NodeId = NodeId(1);
/// Nodes that the router itself may meet: few, so that routes cross.
const NODES: u8 = 12;
/// The most actions that one input may have: more is an endless loop.
const MOST_ACTIONS: usize = 1_000;

#[derive(Debug, Arbitrary)]
struct Input {
    of_ns2: bool,
    steps: Vec<(u16, Step)>,
}

#[derive(Debug, Arbitrary)]
enum Step {
    Send {
        dst: u8,
        bytes: u16,
    },
    Receive(Arrival),
    Overhear(Arrival),
    LinkFailed(Arrival, u8),
    Reclaimed(Arrival, u8),
    /// A packet that the router sent comes back: received, overheard, or from the MAC.
    Again {
        which: u8,
        how: u8,
    },
}

#[derive(Debug, Arbitrary)]
struct Arrival {
    ends: (u8, u8),
    ttl: u8,
    hops: u8,
    id: u16,
    bytes: u16,
    has_data: bool,
    route: Vec<u8>,
    at: u8,
    salvaged: u8,
    request: Option<(u32, u8)>,
    reply: Option<Vec<u8>>,
    errors: Vec<(Option<u8>, u8, u8)>,
    flow: Option<(u16, u8)>,
    flow_timeout_s: Option<u32>,
    unknown_flows: Vec<(u8, u8, Option<u16>)>,
}

fn node(number: u8) -> NodeId {
    if number == u8::MAX { BROADCAST } else { NodeId(u32::from(number % NODES)) }
}

/// A route as they are made: no node twice, and no more than the longest that may be configured.
fn route(nodes: &[u8]) -> Vec<NodeId> {
    let mut route: Vec<NodeId> = Vec::new();
    for number in nodes.iter().map(|number| NodeId(u32::from(*number))).take(usize::from(u8::MAX)) {
        if !route.contains(&number) {
            route.push(number);
        }
    }
    route
}

fn packet(arrival: Arrival) -> Packet {
    let (src, dst) = (node(arrival.ends.0), node(arrival.ends.1));
    let header = Header {
        route: route(&arrival.route).into(),
        at: arrival.at,
        salvaged: arrival.salvaged,
        request: arrival.request.map(|(id, max_hops)| Request { id, max_hops }),
        reply: arrival.reply.map(|nodes| route(&nodes).into()),
        errors: (arrival.errors.into_iter().take(20))
            .map(|(tell, from, to)| RouteError { tell: tell.map(node), from: node(from), to: node(to) })
            .collect(),
        flow: arrival.flow.map(|(id, hops)| FlowHeader { id, hops }),
        flow_timeout_s: arrival.flow_timeout_s,
        unknown_flows: (arrival.unknown_flows.into_iter().take(20))
            .map(|(src, dst, id)| UnknownFlow { src: node(src), dst: node(dst), id })
            .collect(),
    };
    let data = arrival.has_data.then(|| payload(arrival.bytes));
    let body = Body::Dsr(Box::new(Routed { header, data }));
    let (ttl, hops, id, bytes) = (arrival.ttl, arrival.hops, arrival.id.into(), arrival.bytes.into());
    Packet { src, dst, ttl, hops, id, bytes, body }
}

fn payload(bytes: u16) -> Payload {
    Payload::Udp { flow: 0, sent: Nanos::ZERO, bytes: bytes.into(), number: 0 }
}

fuzz_target!(|input: Input| {
    let config = if input.of_ns2 { DsrConfig::ns2() } else { DsrConfig::rfc4728() };
    let mut router = Router::dsr(NODE, config, Stream::new(1, Purpose::Routing, NODE));
    let (mut now, mut out, mut sent) = (Nanos::ZERO, Vec::new(), Vec::<(Packet, Option<NodeId>)>::new());
    for (number, (after_ms, step)) in input.steps.into_iter().take(60).enumerate() {
        now += Nanos::from_millis(after_ms.into());
        if router.next_timeout().is_some_and(|timer| timer <= now) {
            router.on_timeout(now, &mut out);
        }
        match step {
            Step::Send { dst, bytes } => {
                let (id, bytes, body) = (number as u64, u32::from(bytes) + 28, Body::Data(payload(bytes)));
                router.send(now, Packet { src: NODE, dst: node(dst), ttl: 32, hops: 0, id, bytes, body }, &mut out);
            }
            Step::Receive(arrival) => router.receive(now, seen(packet(arrival)), NodeId(0), &mut out),
            Step::Overhear(arrival) => router.overhear(now, seen(packet(arrival)), &mut out),
            Step::LinkFailed(arrival, to) => router.link_failed(now, seen(packet(arrival)), node(to), &mut out),
            Step::Reclaimed(arrival, to) => router.reclaimed(now, seen(packet(arrival)), node(to), &mut out),
            Step::Again { which, how } if !sent.is_empty() => {
                let (packet, next_hop) = sent[usize::from(which) % sent.len()].clone();
                let to = next_hop.unwrap_or(NodeId(0));
                match how % 4 {
                    0 => router.receive(now, packet, to, &mut out),
                    1 => router.overhear(now, packet, &mut out),
                    2 => router.link_failed(now, packet, to, &mut out),
                    _ => router.reclaimed(now, packet, to, &mut out),
                }
            }
            Step::Again { .. } => {}
        }
        assert!(out.len() < MOST_ACTIONS, "actions without end");
        for action in out.drain(..) {
            if let Action::Transmit { packet, next_hop, .. } = action {
                check_bytes(&packet);
                sent.push((packet, next_hop));
            }
        }
    }
});

/// A packet that captures see as well.
fn seen(packet: Packet) -> Packet {
    check_bytes(&packet);
    packet
}

/// What captures write of a packet is a whole IPv4 packet with options of DSR that can be walked through (RFC 4728, section
/// 6), as long as the RFC's sizes say.
fn check_bytes(packet: &Packet) {
    let written = packet_bytes(packet);
    let total = usize::from(u16::from_be_bytes([written[2], written[3]]));
    assert_eq!((written[0], total), (0x45, written.len()), "the length in the IPv4 header");
    let Body::Dsr(routed) = &packet.body else { return };
    let header = &routed.header;
    let mut rest = &written[20..];
    let mut headers = 0;
    if let Some(flow) = header.flow {
        assert_eq!(rest[1] & 0x80, 0x80, "the flow state header's F bit");
        assert_eq!([rest[2], rest[3]], flow.id.to_be_bytes());
        (rest, headers) = (&rest[4..], 4);
    }
    let counted = header.bytes(Rules::Rfc4728) as usize;
    if counted > headers {
        let length = usize::from(u16::from_be_bytes([rest[2], rest[3]]));
        headers += 4 + length;
        assert_eq!(length % 4, 0, "options fill whole words");
        let mut options = &rest[4..4 + length];
        while let [kind, behind @ ..] = options {
            options = if *kind == 224 { behind } else { &options[2 + usize::from(behind[0])..] };
        }
    }
    let lists_all = header.route.len() <= 63 && header.reply.as_ref().is_none_or(|reply| reply.len() <= 63);
    let begins_at_source = header.request.is_some() || header.route.first().is_none_or(|first| *first == packet.src);
    if lists_all && begins_at_source && header.unknown_flows.is_empty() && !header.is_empty() {
        assert_eq!(headers, counted, "as many bytes as are counted");
    }
}
