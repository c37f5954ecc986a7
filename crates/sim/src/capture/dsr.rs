use super::address::ipv4;
use crate::payload::Payload;
use airhop_base::NodeId;
use airhop_routing::dsr::{Header, RouteError, Routed, UnknownFlow};

/// IP protocol number of DSR (RFC 4728, section 11).
pub(super) const PROTOCOL: u8 = 48;
/// What follows a header that nothing follows (RFC 8200, section 4.7).
pub(super) const NOTHING: u8 = 59;

/// Types of options (RFC 4728, sections 6.2 to 7.2).
const PAD1: u8 = 224;
const ROUTE_REQUEST: u8 = 1;
const ROUTE_REPLY: u8 = 2;
const ROUTE_ERROR: u8 = 3;
const SOURCE_ROUTE: u8 = 96;
const TIMEOUT: u8 = 128;

/// Types of errors (sections 6.4 and 7.2).
const NODE_UNREACHABLE: u8 = 1;
const UNKNOWN_FLOW: u8 = 129;
const DEFAULT_FLOW_UNKNOWN: u8 = 130;

/// What the IP header says about the packet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub src: NodeId,
    pub dst: NodeId,
}

/// DSR's headers as RFC 4728 lays them out, before a header of the kind `next`: that of the flow, then that with the
/// options. ns-2 counts other sizes for the same content; those stay in the simulation.
pub(super) fn encode(routed: &Routed<Payload>, ends: Ends, next: u8) -> Vec<u8> {
    let header = &routed.header;
    let options = options(header, ends);
    let mut out = Vec::new();
    if let Some(flow) = header.flow {
        let after = if options.is_empty() { next } else { PROTOCOL };
        out.extend([after, 0x80 | flow.hops.min(0x7f)]);
        out.extend(flow.id.to_be_bytes());
    }
    if !options.is_empty() {
        out.extend([next, 0]);
        out.extend((options.len() as u16).to_be_bytes());
        out.extend(options);
    }
    out
}

/// The options, padded to whole words (section 6).
fn options(header: &Header, ends: Ends) -> Vec<u8> {
    let mut out = Vec::new();
    if let Some(request) = header.request {
        let passed: Vec<_> = header.route.iter().skip(1).copied().collect();
        out.extend([ROUTE_REQUEST, 6 + 4 * count(&passed)]);
        out.extend((request.id as u16).to_be_bytes());
        out.extend(ipv4(ends.dst));
        addresses(&mut out, &passed);
    }
    if let Some(reply) = &header.reply {
        let offered: Vec<_> = reply.iter().skip(1).copied().collect();
        out.extend([ROUTE_REPLY, 1 + 4 * count(&offered), 0]);
        addresses(&mut out, &offered);
    }
    for error in &header.errors {
        route_error(&mut out, error, header.salvaged, ends);
    }
    for unknown in &header.unknown_flows {
        unknown_flow(&mut out, unknown, header.salvaged, ends);
    }
    if let Some(seconds) = header.flow_timeout_s {
        out.extend([TIMEOUT, 2]);
        out.extend((seconds.min(0xffff) as u16).to_be_bytes());
    }
    if header.request.is_none() && !header.route.is_empty() {
        source_route(&mut out, header, ends);
    }
    out.resize(out.len().next_multiple_of(4), PAD1);
    out
}

/// The source route (section 6.7). The ends are in the IP header, except for the node that salvaged the packet.
fn source_route(out: &mut Vec<u8>, header: &Header, ends: Ends) {
    let route = &header.route;
    let first = usize::from(route[0] == ends.src);
    let listed = &route[first.min(route.len() - 1)..route.len() - 1];
    let left = (route.len() - 1).saturating_sub(usize::from(header.at)).min(0x3f) as u16;
    out.extend([SOURCE_ROUTE, 2 + 4 * count(listed)]);
    out.extend((u16::from(header.salvaged & 0xf) << 6 | left).to_be_bytes());
    addresses(out, listed);
}

/// A route error about a node that cannot be reached (section 6.4). One that a request carries was reported to its source.
fn route_error(out: &mut Vec<u8>, error: &RouteError, salvaged: u8, ends: Ends) {
    out.extend([ROUTE_ERROR, 14, NODE_UNREACHABLE, salvaged & 0xf]);
    addresses(out, &[error.from, error.tell.unwrap_or(ends.src), error.to]);
}

/// A route error about a flow (section 7.2).
fn unknown_flow(out: &mut Vec<u8>, unknown: &UnknownFlow, salvaged: u8, ends: Ends) {
    let (kind, bytes) = if unknown.id.is_some() { (UNKNOWN_FLOW, 16) } else { (DEFAULT_FLOW_UNKNOWN, 14) };
    out.extend([ROUTE_ERROR, bytes, kind, salvaged & 0xf]);
    addresses(out, &[ends.src, unknown.src, unknown.dst]);
    if let Some(id) = unknown.id {
        out.extend(id.to_be_bytes());
    }
}

/// The maximum number of addresses in an option, whose length has 8 bits.
fn count(nodes: &[NodeId]) -> u8 {
    nodes.len().min(62) as u8
}

fn addresses(out: &mut Vec<u8>, nodes: &[NodeId]) {
    for node in &nodes[..usize::from(count(nodes))] {
        out.extend(ipv4(*node));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use airhop_routing::dsr::{FlowHeader, Request, Route};

    fn bytes(header: Header, src: u32, dst: u32, next: u8) -> Vec<u8> {
        encode(&Routed { header, data: None }, Ends { src: NodeId(src), dst: NodeId(dst) }, next)
    }

    fn route(nodes: &[u32]) -> Route {
        nodes.iter().map(|n| NodeId(*n)).collect()
    }

    #[test]
    fn section_6_2_request() {
        let request = Some(Request { id: 0x1_0203, max_hops: 16 });
        let header = Header { route: route(&[0, 1]), request, ..Header::default() };
        #[rustfmt::skip]
        let expected = [
            59, 0, 0, 12,
            1, 10, 2, 3,
            10, 0, 0, 5,
            10, 0, 0, 2,
        ];
        assert_eq!(bytes(header, 0, 4, NOTHING), expected);
    }

    #[test]
    fn section_6_3_reply_back_along_its_way() {
        let header = Header { route: route(&[2, 1, 0]), at: 1, reply: Some(route(&[0, 1, 2])), ..Header::default() };
        #[rustfmt::skip]
        let expected = [
            59, 0, 0, 20,
            2, 9, 0, 10, 0, 0, 2, 10, 0, 0, 3,
            96, 6, 0, 1, 10, 0, 0, 2,
            224,
        ];
        assert_eq!(bytes(header, 2, 0, NOTHING), expected);
    }

    #[test]
    fn section_6_4_error() {
        let error = RouteError { tell: Some(NodeId(0)), from: NodeId(2), to: NodeId(3) };
        let header = Header { route: route(&[2, 1, 0]), at: 2, errors: vec![error], ..Header::default() };
        #[rustfmt::skip]
        let expected = [
            59, 0, 0, 24,
            3, 14, 1, 0, 10, 0, 0, 3, 10, 0, 0, 1, 10, 0, 0, 4,
            96, 6, 0, 0, 10, 0, 0, 2,
        ];
        assert_eq!(bytes(header, 2, 0, NOTHING), expected);
    }

    #[test]
    fn section_6_7_a_salvaged_packet_lists_who_salvaged_it() {
        let header = Header { route: route(&[2, 5, 4]), at: 1, salvaged: 1, ..Header::default() };
        let expected = [6, 0, 0, 12, 96, 10, 0, 0x41, 10, 0, 0, 3, 10, 0, 0, 6];
        assert_eq!(bytes(header, 0, 4, 6), [&expected[..], &[]].concat());
    }

    #[test]
    fn section_7_flows() {
        let flow = Some(FlowHeader { id: 3, hops: 1 });
        let header = Header { flow, ..Header::default() };
        assert_eq!(bytes(header.clone(), 0, 4, 6), [6, 0x81, 0, 3]);
        let header = Header { route: route(&[0, 4]), at: 1, flow_timeout_s: Some(60), ..header };
        assert_eq!(bytes(header, 0, 4, 6), [48, 0x81, 0, 3, 6, 0, 0, 8, 128, 2, 0, 60, 96, 2, 0, 0]);
        let unknown = |id| vec![UnknownFlow { src: NodeId(0), dst: NodeId(4), id }];
        let header = Header { unknown_flows: unknown(Some(3)), ..Header::default() };
        let named = bytes(header, 2, 0, NOTHING);
        assert_eq!(named[4..8], [3, 16, 129, 0]);
        assert_eq!(named[16..], [10, 0, 0, 5, 0, 3, 224, 224]);
        let header = Header { unknown_flows: unknown(None), ..Header::default() };
        assert_eq!(bytes(header, 2, 0, NOTHING)[4..8], [3, 14, 130, 0]);
    }
}
