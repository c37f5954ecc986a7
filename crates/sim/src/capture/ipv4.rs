use super::address;
use super::aodv;
use super::dccp;
use super::dsr;
use super::facts::FlowFacts;
use super::tcp;
use crate::payload::{Ecn, Packet, Payload};
use airhop_base::NodeId;
use airhop_routing::{BROADCAST, Body};
use etherparse::{IpEcn, IpNumber, Ipv4Header, UdpHeader};

/// The maximum payload of an IPv4 packet whose header has no options.
const MOST_BYTES: usize = 65_535 - Ipv4Header::MIN_LEN;

/// What the payload of transports is filled with: they send sizes, not contents.
static PAYLOAD: [u8; MOST_BYTES] = [0; MOST_BYTES];

/// Writes a packet from its IPv4 header on, with all checksums. Payload beyond the maximum of an IPv4 packet, which
/// takes a segment size or a program's packet of nearly 64 kB, is left out.
pub(super) fn write_packet(out: &mut Vec<u8>, packet: &Packet, flows: &[FlowFacts]) {
    if let Body::Data(Payload::External { packet, .. }) = &packet.body {
        return out.extend_from_slice(&packet.bytes);
    }
    let mut ends = ends(packet, flows);
    let (headers, data) = match &packet.body {
        Body::Aodv(message) => {
            let message = aodv::encode(message);
            let udp = udp(ends, (aodv::PORT, aodv::PORT), &message);
            write_ip(out, packet, ends, IpNumber::UDP, udp.len() + message.len());
            out.extend_from_slice(&udp);
            return out.extend_from_slice(&message);
        }
        Body::Data(data) => (Vec::new(), Some(data)),
        Body::Dsr(routed) => {
            if routed.header.request.is_some() {
                // RFC 4728, section 8.2.1: only the option contains the target.
                ends.1 = BROADCAST;
            }
            let next = routed.data.as_ref().map_or(dsr::NOTHING, |data| transport_number(data).0);
            (dsr::encode(routed, dsr::Ends { src: packet.src, dst: packet.dst }, next), routed.data.as_ref())
        }
    };
    let (transport, payload) = data.map_or_else(Default::default, |d| transport(ends, d, flows, headers.len()));
    let protocol = match data {
        Some(data) if headers.is_empty() => transport_number(data),
        _ => IpNumber(dsr::PROTOCOL),
    };
    write_ip(out, packet, ends, protocol, headers.len() + transport.len() + payload.len());
    out.extend_from_slice(&headers);
    out.extend_from_slice(&transport);
    out.extend_from_slice(payload);
}

/// Source and destination of a packet.
type Ends = (NodeId, NodeId);

/// The ends in the IP header. To routing, a packet between a radio node and a wired host is one for the gateway,
/// but its addresses are those of its flow.
fn ends(packet: &Packet, flows: &[FlowFacts]) -> Ends {
    if let Some(Payload::External { packet, .. }) = packet.data() {
        return (packet.src, packet.dst);
    }
    let flow = |data: &Payload| data.flow().and_then(|flow| flows.get(flow as usize));
    match packet.data().map(|data| (flow(data), !data.is_feedback())) {
        Some((Some(flow), true)) => (flow.src, flow.dst),
        Some((Some(flow), false)) => (flow.dst, flow.src),
        _ => (packet.src, packet.dst),
    }
}

fn transport_number(data: &Payload) -> IpNumber {
    match data {
        Payload::Tcp { .. } => IpNumber::TCP,
        Payload::Dccp { .. } => IpNumber::DCCP,
        Payload::Udp { .. } => IpNumber::UDP,
        Payload::External { packet, .. } => IpNumber(packet.bytes.get(9).copied().unwrap_or_default()),
    }
}

/// A transport's header and payload; `before` bytes of other headers come first.
fn transport<'a>(ends: Ends, data: &'a Payload, flows: &[FlowFacts], before: usize) -> (Vec<u8>, &'a [u8]) {
    match data {
        Payload::External { packet, .. } => {
            let payload = behind_ip(&packet.bytes);
            (Vec::new(), &payload[..payload.len().min(MOST_BYTES - before)])
        }
        Payload::Udp { flow, bytes, .. } => {
            let payload = payload(*bytes, before + UdpHeader::LEN);
            (udp(ends, address::ports(*flow), payload), payload)
        }
        Payload::Tcp { flow, forward, segment, .. } => {
            let (src, dst) = (address::ipv4(ends.0), address::ipv4(ends.1));
            let ports = ports(*flow, *forward);
            let mss = flows.get(*flow as usize).map_or(0, |f| f.mss_bytes);
            let mut header = tcp::header(segment, ports, mss);
            let payload = payload(segment.len, before + header.header_len());
            header.checksum = header.calc_checksum_ipv4_raw(src, dst, payload).expect("cut to fit");
            (header.to_bytes().to_vec(), payload)
        }
        Payload::Dccp { flow, forward, packet: dccp_packet, .. } => {
            let ends = (address::ipv4(ends.0), address::ipv4(ends.1));
            let ports = ports(*flow, *forward);
            let own = dccp_packet.header_bytes() + dccp_packet.payload_bytes() - dccp_packet.len;
            let payload = payload(dccp_packet.len, before + own as usize);
            (dccp::header(dccp_packet, ports, ends, payload), payload)
        }
    }
}

/// What follows the IP header of a whole packet.
fn behind_ip(bytes: &[u8]) -> &[u8] {
    let words = usize::from(bytes.first().copied().unwrap_or_default() & 0x0f);
    bytes.get(4 * words..).unwrap_or_default()
}

/// The ports of a packet, its own end's first.
fn ports(flow: u32, forward: bool) -> (u16, u16) {
    let (at_source, at_destination) = address::ports(flow);
    if forward { (at_source, at_destination) } else { (at_destination, at_source) }
}

fn payload(bytes: u32, header_bytes: usize) -> &'static [u8] {
    &PAYLOAD[..(bytes as usize).min(MOST_BYTES - header_bytes)]
}

fn udp(ends: Ends, (from, to): (u16, u16), payload: &[u8]) -> Vec<u8> {
    let (src, dst) = (address::ipv4(ends.0), address::ipv4(ends.1));
    let length = (UdpHeader::LEN + payload.len()) as u16;
    let mut header = UdpHeader { source_port: from, destination_port: to, length, checksum: 0 };
    header.checksum = header.calc_checksum_ipv4_raw(src, dst, payload).expect("cut to fit");
    header.to_bytes().to_vec()
}

/// The IPv4 header (RFC 791). Nothing is ever fragmented; the identification is the lower half of the packet's number
/// in the run, by which it can be followed from node to node.
fn write_ip(out: &mut Vec<u8>, packet: &Packet, ends: Ends, protocol: IpNumber, payload_bytes: usize) {
    let (src, dst) = (address::ipv4(ends.0), address::ipv4(ends.1));
    let mut header = Ipv4Header::new(payload_bytes as u16, packet.ttl, protocol, src, dst).expect("cut to fit");
    header.dont_fragment = true;
    header.ecn = ecn(packet);
    header.identification = packet.id as u16;
    header.header_checksum = header.calc_header_checksum();
    out.extend_from_slice(&header.to_bytes());
}

/// Explicit congestion notification (RFC 3168, section 5): ECT(0) for packets that queues may mark, CE once marked.
fn ecn(packet: &Packet) -> IpEcn {
    match packet.data() {
        Some(Payload::Dccp { ecn: Ecn::Capable, .. }) => IpEcn::Ect0,
        Some(Payload::Dccp { ecn: Ecn::Marked, .. }) => IpEcn::CongestionExperienced,
        _ => IpEcn::NotEct,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ExternalPacket;
    use airhop_base::Nanos;
    use airhop_routing::aodv::{Message, Rerr};
    use airhop_routing::dsr::{Header, Routed};
    use airhop_transport::Segment;
    use etherparse::{NetSlice, SlicedPacket, TransportSlice};

    fn packet(body: Body<Payload>, dst: NodeId) -> Vec<u8> {
        let packet = Packet { src: NodeId(0), dst, ttl: 32, hops: 1, id: 0x1_2345, bytes: 0, body };
        let mut out = Vec::new();
        write_packet(&mut out, &packet, &[]);
        out
    }

    fn tcp(segment: Segment, forward: bool) -> Body<Payload> {
        Body::Data(Payload::Tcp { flow: 0, sent: Nanos::ZERO, forward, contention: None, segment: segment.into() })
    }

    #[test]
    fn tcp_segments_have_valid_checksums() {
        for forward in [true, false] {
            let segment = Segment { seq: 1_460, len: 1_460, ack: Some(3), ..Segment::default() };
            let bytes = packet(tcp(segment, forward), NodeId(1));
            let sliced = SlicedPacket::from_ip(&bytes).unwrap();
            let Some(NetSlice::Ipv4(ip)) = &sliced.net else { panic!("not IPv4") };
            let header = ip.header().to_header();
            assert_eq!((header.identification, header.time_to_live, header.total_len), (0x2345, 32, 1_500));
            assert_eq!(header.header_checksum, header.calc_header_checksum());
            let Some(TransportSlice::Tcp(tcp)) = &sliced.transport else { panic!("not TCP") };
            assert_eq!(tcp.checksum(), tcp.calc_checksum_ipv4(header.source, header.destination).unwrap());
            assert_eq!(tcp.source_port(), if forward { 50_000 } else { 48_100 });
        }
    }

    #[test]
    fn datagrams_and_routing_messages_have_valid_checksums() {
        let datagram = Body::Data(Payload::Udp { flow: 3, sent: Nanos::ZERO, bytes: 1_000, number: 4 });
        let rerr = Message::Rerr(Box::new(Rerr { no_delete: false, unreachable: vec![(NodeId(5), 7)] }));
        for (body, dst, port, payload_bytes) in
            [(datagram, NodeId(1), 48_100, 1_000), (Body::Aodv(rerr), BROADCAST, 654, 12)]
        {
            let bytes = packet(body, dst);
            let sliced = SlicedPacket::from_ip(&bytes).unwrap();
            let Some(TransportSlice::Udp(udp)) = &sliced.transport else { panic!("not UDP") };
            assert_eq!((udp.destination_port(), udp.payload().len()), (port, payload_bytes));
            let header = udp.to_header();
            let checksum = header.calc_checksum_ipv4_raw([10, 0, 0, 1], address::ipv4(dst), udp.payload()).unwrap();
            assert_eq!(header.checksum, checksum);
        }
    }

    /// A program's packet may fill an IPv4 packet by itself; a source route before it would exceed the maximum, so the end is cut off.
    #[test]
    fn a_program_s_packet_too_long_behind_a_source_route_is_cut() {
        let mut sent = vec![0x45, 0, 0xff, 0xff];
        sent.resize(65_535, 0);
        let (src, dst) = (NodeId(0), NodeId(2));
        let outside = ExternalPacket { src, dst, is_feedback: false, bytes: sent.into() };
        let data = Some(Payload::External { entered: Nanos::ZERO, packet: outside.into() });
        let header = Header { route: [NodeId(0), NodeId(1), NodeId(2)].into(), at: 1, ..Header::default() };
        let bytes = packet(Body::Dsr(Box::new(Routed { header, data })), dst);
        assert_eq!((bytes.len(), &bytes[2..4]), (65_535, [0xff, 0xff].as_slice()));
    }

    #[test]
    fn a_segment_too_long_for_ip_is_cut() {
        let bytes = packet(tcp(Segment { len: u32::MAX, syn: true, ..Segment::default() }, true), NodeId(1));
        assert_eq!(bytes.len(), 65_535);
        let datagram = Body::Data(Payload::Udp { flow: 0, sent: Nanos::ZERO, bytes: 65_535, number: 0 });
        assert_eq!(packet(datagram, NodeId(1)).len(), 65_535);
    }
}
