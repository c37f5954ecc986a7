use super::address::ipv4;
use airhop_routing::aodv::{Message, Rerr, Rrep, Rreq};

/// UDP port of AODV (RFC 3561, section 12).
pub(super) const PORT: u16 = 654;

/// Message types (RFC 3561, section 12).
const RREQ: u8 = 1;
const RREP: u8 = 2;
const RERR: u8 = 3;

/// Flags of a route request, after its type.
const GRATUITOUS: u8 = 0x20;
const DESTINATION_ONLY: u8 = 0x10;
const UNKNOWN_SEQUENCE: u8 = 0x08;
/// Flag of a route error.
const NO_DELETE: u8 = 0x80;

/// A message as RFC 3561 lays it out. ns-2 counts other sizes for the same content; those stay in the simulation.
pub(super) fn encode(message: &Message) -> Vec<u8> {
    match message {
        Message::Rreq(m) => rreq(m),
        Message::Rrep(m) => rrep(m),
        Message::Rerr(m) => rerr(m),
    }
}

/// Links passed, as the RFC counts them: without the sender's own link.
fn links_behind(hop_count: u8) -> u8 {
    hop_count.saturating_sub(1)
}

/// Route request (RFC 3561, section 5.1).
fn rreq(m: &Rreq) -> Vec<u8> {
    let flag = |set: bool, bit: u8| if set { bit } else { 0 };
    let flags = flag(m.gratuitous, GRATUITOUS)
        | flag(m.destination_only, DESTINATION_ONLY)
        | flag(m.dst_seq.is_none(), UNKNOWN_SEQUENCE);
    let mut out = vec![RREQ, flags, 0, links_behind(m.hop_count)];
    out.extend_from_slice(&m.id.to_be_bytes());
    out.extend_from_slice(&ipv4(m.dst));
    out.extend_from_slice(&m.dst_seq.unwrap_or(0).to_be_bytes());
    out.extend_from_slice(&ipv4(m.originator));
    out.extend_from_slice(&m.originator_seq.to_be_bytes());
    out
}

/// Route reply (RFC 3561, section 5.2), without requesting an ACK and without a subnet prefix.
fn rrep(m: &Rrep) -> Vec<u8> {
    let lifetime_ms = u32::try_from(m.lifetime.as_nanos() / 1_000_000).unwrap_or(u32::MAX);
    let mut out = vec![RREP, 0, 0, links_behind(m.hop_count)];
    out.extend_from_slice(&ipv4(m.dst));
    out.extend_from_slice(&m.dst_seq.to_be_bytes());
    out.extend_from_slice(&ipv4(m.originator));
    out.extend_from_slice(&lifetime_ms.to_be_bytes());
    out
}

/// Route error (RFC 3561, section 5.3). Its count has 8 bits: more destinations than that are left out.
fn rerr(m: &Rerr) -> Vec<u8> {
    let unreachable = &m.unreachable[..m.unreachable.len().min(usize::from(u8::MAX))];
    let mut out = vec![RERR, if m.no_delete { NO_DELETE } else { 0 }, 0, unreachable.len() as u8];
    for (node, sequence) in unreachable {
        out.extend_from_slice(&ipv4(*node));
        out.extend_from_slice(&sequence.to_be_bytes());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use airhop_base::{Nanos, NodeId};

    #[test]
    fn request() {
        let m = Rreq {
            originator: NodeId(0),
            originator_seq: 6,
            id: 9,
            dst: NodeId(4),
            dst_seq: None,
            hop_count: 1,
            destination_only: false,
            gratuitous: true,
            sent_at: Nanos::ZERO,
        };
        #[rustfmt::skip]
        let expected = [
            1, 0x28, 0, 0, 0, 0, 0, 9,
            10, 0, 0, 5, 0, 0, 0, 0,
            10, 0, 0, 1, 0, 0, 0, 6,
        ];
        assert_eq!(encode(&Message::Rreq(Box::new(m))), expected);
        let known = Rreq { dst_seq: Some(0x0102_0304), destination_only: true, gratuitous: false, hop_count: 4, ..m };
        let bytes = encode(&Message::Rreq(Box::new(known)));
        assert_eq!(bytes[..4], [1, 0x10, 0, 3]);
        assert_eq!(bytes[12..16], [1, 2, 3, 4]);
    }

    #[test]
    fn reply() {
        let m = Rrep {
            dst: NodeId(4),
            dst_seq: 8,
            originator: NodeId(0),
            hop_count: 3,
            lifetime: Nanos::from_secs(10),
            request_sent_at: Nanos::ZERO,
        };
        #[rustfmt::skip]
        let expected = [
            2, 0, 0, 2,
            10, 0, 0, 5, 0, 0, 0, 8,
            10, 0, 0, 1, 0, 0, 0x27, 0x10,
        ];
        assert_eq!(encode(&Message::Rrep(Box::new(m))), expected);
        let endless = Rrep { lifetime: Nanos::MAX, ..m };
        assert_eq!(encode(&Message::Rrep(Box::new(endless)))[16..], [255; 4]);
    }

    #[test]
    fn error() {
        let m = Rerr { no_delete: true, unreachable: vec![(NodeId(1), 3), (NodeId(2), 5)] };
        let expected = [3, 0x80, 0, 2, 10, 0, 0, 2, 0, 0, 0, 3, 10, 0, 0, 3, 0, 0, 0, 5];
        assert_eq!(encode(&Message::Rerr(Box::new(m))), expected);
        let many = Rerr { no_delete: false, unreachable: vec![(NodeId(1), 3); 300] };
        let bytes = encode(&Message::Rerr(Box::new(many)));
        assert_eq!((bytes[3], bytes.len()), (255, 4 + 8 * 255));
    }
}
