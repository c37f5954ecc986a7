use airhop_transport::dccp::{CHECKSUM_AT, Packet};
use etherparse::IpNumber;

/// A packet's header with its checksum, and the number in front of reliable data; `payload` follows.
pub(super) fn header(packet: &Packet, ports: (u16, u16), ends: ([u8; 4], [u8; 4]), payload: &[u8]) -> Vec<u8> {
    let mut bytes = packet.encode(ports.0, ports.1);
    let length = (bytes.len() + payload.len()) as u32;
    let pseudo = [&ends.0[..], &ends.1, &[0, 0, 0, IpNumber::DCCP.0], &length.to_be_bytes()].concat();
    let checksum = internet_checksum(&[&pseudo, &bytes, payload]);
    bytes[CHECKSUM_AT..CHECKSUM_AT + 2].copy_from_slice(&checksum.to_be_bytes());
    bytes
}

/// The Internet checksum over all parts, each of an even length but the last (RFC 1071): with the pseudo-header of IPv4
/// it is DCCP's (RFC 4340, section 9.1).
fn internet_checksum(parts: &[&[u8]]) -> u16 {
    let words = parts.iter().flat_map(|part| part.chunks(2));
    let sum: u64 = words.map(|word| u64::from(word[0]) << 8 | word.get(1).copied().map_or(0, u64::from)).sum();
    let folded = (0..4).fold(sum, |sum, _| (sum & 0xffff) + (sum >> 16));
    !(folded as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use airhop_transport::dccp::{Options, PacketType, SequenceNumber};

    #[test]
    fn the_checksum_covers_addresses_header_and_payload() {
        // RFC 1071, section 3: 0001 f203 f4f5 f6f7 sum to ddf2 with the carries.
        assert_eq!(internet_checksum(&[&[0, 1, 0xf2, 3, 0xf4, 0xf5], &[0xf6, 0xf7]]), !0xddf2);
        let packet = Packet {
            seq: SequenceNumber::new(7),
            packet_type: PacketType::Data,
            options: Options::default(),
            stream_offset: Some(3),
            len: 5,
        };
        let ends = ([10, 0, 0, 1], [10, 0, 0, 2]);
        let bytes = header(&packet, (50_000, 48_100), ends, &[0; 5]);
        assert_eq!(bytes.len(), 24);
        // With the checksum in place the sum is zero.
        let pseudo = [10, 0, 0, 1, 10, 0, 0, 2, 0, 33, 0, 29];
        assert_eq!(internet_checksum(&[&pseudo, &bytes, &[0; 5]]), 0);
        assert_ne!(header(&packet, (50_000, 48_100), (ends.0, [10, 0, 0, 3]), &[0; 5]), bytes);
    }
}
