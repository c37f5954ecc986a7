//! Parses the relevant fields of IP packets.

use airhop_base::NodeId;
use airhop_sim::node_address;

/// Protocol numbers in the IP header.
pub(crate) const TCP: u8 = 6;
pub(crate) const UDP: u8 = 17;
pub(crate) const ICMP: u8 = 1;

/// TCP flags (RFC 9293, section 3.1).
const FIN: u8 = 0x01;
const SYN: u8 = 0x02;
const RST: u8 = 0x04;
const ACK: u8 = 0x10;

/// Endpoints of one direction of a conversation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key {
    pub src: [u8; 4],
    pub dst: [u8; 4],
    pub protocol: u8,
    /// Source and destination port; 0 without ports.
    pub ports: (u16, u16),
}

impl Key {
    /// The other direction.
    pub fn reversed(self) -> Self {
        Self { src: self.dst, dst: self.src, protocol: self.protocol, ports: (self.ports.1, self.ports.0) }
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [a, b, c, d] = self.src;
        let [e, g, h, i] = self.dst;
        let (from, to) = self.ports;
        match self.protocol {
            TCP | UDP => {
                let name = if self.protocol == TCP { "tcp" } else { "udp" };
                write!(f, "{name} {a}.{b}.{c}.{d}:{from} > {e}.{g}.{h}.{i}:{to}")
            }
            ICMP => write!(f, "icmp {a}.{b}.{c}.{d} > {e}.{g}.{h}.{i}"),
            other => write!(f, "protocol {other} {a}.{b}.{c}.{d} > {e}.{g}.{h}.{i}"),
        }
    }
}

/// The relevant fields of a TCP header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Segment {
    pub seq: u32,
    /// The next byte that the sender of the segment expects, if the segment carries an ACK number.
    pub ack: Option<u32>,
    pub syn: bool,
    pub fin: bool,
    pub rst: bool,
    /// Payload in bytes.
    pub len: u32,
}

/// An IPv4 packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Parsed {
    pub key: Key,
    /// Payload of the transport in bytes.
    pub payload_bytes: u32,
    pub segment: Option<Segment>,
}

impl Parsed {
    /// Parses a packet; `None` unless it is a complete IPv4 packet. Ignores transport headers that are truncated or in
    /// another fragment.
    pub fn read(packet: &[u8]) -> Option<Self> {
        let first = *packet.first()?;
        if first >> 4 != 4 {
            return None;
        }
        let header_bytes = usize::from(first & 0x0f) * 4;
        let total = usize::from(u16_at(packet, 2)?);
        if header_bytes < 20 || total < header_bytes || total > packet.len() {
            return None;
        }
        let protocol = packet[9];
        let behind = &packet[header_bytes..total];
        let is_first_fragment = u16_at(packet, 6)? & 0x1fff == 0;
        let mut key = Key { src: four(packet, 12)?, dst: four(packet, 16)?, protocol, ports: (0, 0) };
        let mut parsed = Self { key, payload_bytes: behind.len() as u32, segment: None };
        if !is_first_fragment || !matches!(protocol, TCP | UDP) {
            return Some(parsed);
        }
        let (Some(from), Some(to)) = (u16_at(behind, 0), u16_at(behind, 2)) else { return Some(parsed) };
        key.ports = (from, to);
        parsed.key = key;
        if protocol == UDP {
            parsed.payload_bytes = behind.len().saturating_sub(8) as u32;
        } else {
            parsed.segment = segment(behind);
            parsed.payload_bytes = parsed.segment.map_or(0, |s| s.len);
        }
        Some(parsed)
    }

    /// Whether it is a pure ACK.
    pub fn is_feedback(&self) -> bool {
        self.segment.is_some_and(|s| s.len == 0 && s.ack.is_some() && !s.syn && !s.fin && !s.rst)
    }

    /// The destination node.
    pub fn destination(&self, nodes: usize) -> Destination {
        let [a, ..] = self.key.dst;
        if self.key.dst == [255; 4] || a >= 224 {
            return Destination::NotUnicast;
        }
        // Addresses are those of `node_address`: 10.0.0.0 plus the node's number plus one.
        let number = u32::from_be_bytes(self.key.dst).wrapping_sub(u32::from_be_bytes([10, 0, 0, 1]));
        match usize::try_from(number) {
            Ok(index) if index < nodes && node_address(NodeId(number)) == self.key.dst => {
                Destination::Node(NodeId(number))
            }
            _ if self.key.dst == [10, 255, 255, 255] => Destination::NotUnicast,
            _ => Destination::Foreign,
        }
    }
}

/// Destination of a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Destination {
    Node(NodeId),
    /// Broadcast or multicast.
    NotUnicast,
    /// Outside this network.
    Foreign,
}

fn segment(bytes: &[u8]) -> Option<Segment> {
    let header_bytes = usize::from(*bytes.get(12)? >> 4) * 4;
    let flags = *bytes.get(13)?;
    if header_bytes < 20 || header_bytes > bytes.len() {
        return None;
    }
    Some(Segment {
        seq: u32::from_be_bytes(four(bytes, 4)?),
        ack: if flags & ACK == 0 { None } else { Some(u32::from_be_bytes(four(bytes, 8)?)) },
        syn: flags & SYN != 0,
        fin: flags & FIN != 0,
        rst: flags & RST != 0,
        len: (bytes.len() - header_bytes) as u32,
    })
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]))
}

fn four(bytes: &[u8], at: usize) -> Option<[u8; 4]> {
    bytes.get(at..at + 4)?.try_into().ok()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A TCP packet from node 0's address to node 1's.
    pub(crate) fn tcp(seq: u32, ack: Option<u32>, flags: u8, len: usize) -> Vec<u8> {
        let mut bytes = vec![0x45, 0, 0, 0, 0, 0, 0x40, 0, 64, TCP, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2];
        bytes.extend([0xc3, 0x50, 0x14, 0x51]);
        bytes.extend(seq.to_be_bytes());
        bytes.extend(ack.unwrap_or(0).to_be_bytes());
        bytes.extend([0x50, flags | if ack.is_some() { ACK } else { 0 }, 0, 0, 0, 0, 0, 0]);
        bytes.resize(bytes.len() + len, 7);
        let total = bytes.len() as u16;
        bytes[2..4].copy_from_slice(&total.to_be_bytes());
        bytes
    }

    #[test]
    fn segments_are_read() {
        let parsed = Parsed::read(&tcp(7, Some(9), 0, 100)).unwrap();
        assert_eq!(parsed.key.to_string(), "tcp 10.0.0.1:50000 > 10.0.0.2:5201");
        assert_eq!(parsed.key.reversed().to_string(), "tcp 10.0.0.2:5201 > 10.0.0.1:50000");
        let segment = Segment { seq: 7, ack: Some(9), syn: false, fin: false, rst: false, len: 100 };
        assert_eq!((parsed.segment, parsed.payload_bytes), (Some(segment), 100));
        assert!(!parsed.is_feedback() && Parsed::read(&tcp(7, Some(9), 0, 0)).unwrap().is_feedback());
        assert!(!Parsed::read(&tcp(7, Some(9), SYN, 0)).unwrap().is_feedback());
        assert!(!Parsed::read(&tcp(7, None, RST, 0)).unwrap().is_feedback());
    }

    #[test]
    fn destinations() {
        let to = |dst: [u8; 4]| {
            let mut bytes = tcp(0, None, 0, 0);
            bytes[16..20].copy_from_slice(&dst);
            Parsed::read(&bytes).unwrap().destination(300)
        };
        assert_eq!(to([10, 0, 0, 1]), Destination::Node(NodeId(0)));
        assert_eq!(to([10, 0, 1, 44]), Destination::Node(NodeId(299)));
        for foreign in [[10, 0, 1, 45], [10, 0, 0, 0], [192, 168, 0, 1], [0, 0, 0, 0]] {
            assert_eq!(to(foreign), Destination::Foreign, "{foreign:?}");
        }
        for several in [[255; 4], [224, 0, 0, 251], [10, 255, 255, 255]] {
            assert_eq!(to(several), Destination::NotUnicast, "{several:?}");
        }
    }

    #[test]
    fn whatever_comes_is_read_or_refused() {
        let whole = tcp(1, Some(2), 0, 30);
        for end in 0..whole.len() {
            assert_eq!(Parsed::read(&whole[..end]), None, "cut at {end}");
        }
        let mut ipv6 = whole.clone();
        ipv6[0] = 0x60;
        assert_eq!(Parsed::read(&ipv6), None);
        let mut fragment = whole.clone();
        fragment[7] = 9;
        let parsed = Parsed::read(&fragment).unwrap();
        assert_eq!((parsed.key.ports, parsed.segment, parsed.payload_bytes), ((0, 0), None, 50));
        let mut odd = whole;
        odd[32] = 0xf0;

        assert_eq!(Parsed::read(&odd).unwrap().segment, None, "a header longer than the packet");
    }
}
