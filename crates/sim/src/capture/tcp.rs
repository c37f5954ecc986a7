use airhop_transport::Segment;
use etherparse::{TcpHeader, TcpOptionElement};

/// The header of a segment, without its checksum. Sequence numbers are taken modulo 2^32 from an initial one of 0.
///
/// A segment of a connection without a handshake carries no ACK number in the simulation; since RFC 9293 has the
/// ACK flag on every segment but the first SYN, it is written as one of 0: nothing has come from the peer. No window
/// scale has been agreed on: a window of more than 65535 bytes is written as 65535.
pub(super) fn header(segment: &Segment, ports: (u16, u16), mss_bytes: u32) -> TcpHeader {
    let window = u16::try_from(segment.window).unwrap_or(u16::MAX);
    let mut header = TcpHeader::new(ports.0, ports.1, segment.seq as u32, window);
    header.acknowledgment_number = segment.ack.unwrap_or(0) as u32;
    header.ack = segment.ack.is_some() || !segment.syn;
    header.syn = segment.syn;
    header.fin = segment.fin;
    header.psh = false;
    header.ece = segment.ece;
    header.cwr = segment.cwr;
    header.set_options(&options(segment, mss_bytes)).expect("three SACK blocks and timestamps fill 40 bytes");
    header
}

/// The options in the places that [`Segment::header_bytes`] counts for them.
fn options(segment: &Segment, mss_bytes: u32) -> Vec<TcpOptionElement> {
    use TcpOptionElement::{
        MaximumSegmentSize, Noop, SelectiveAcknowledgement, SelectiveAcknowledgementPermitted, Timestamp,
    };
    let mut options = Vec::new();
    if segment.syn {
        options.push(MaximumSegmentSize(u16::try_from(mss_bytes).unwrap_or(u16::MAX)));
    }
    let permitted = segment.sack_permitted.then_some(SelectiveAcknowledgementPermitted);
    if let Some(timestamps) = segment.timestamps {
        options.extend(permitted.map_or_else(|| vec![Noop, Noop], |p| vec![p]));
        options.push(Timestamp(timestamps.value, timestamps.echo));
    } else if let Some(permitted) = permitted {
        options.extend([Noop, Noop, permitted]);
    }
    let mut blocks = segment.sack.iter().map(|(start, end)| (start as u32, end as u32));
    if let Some(first) = blocks.next() {
        options.extend([Noop, Noop, SelectiveAcknowledgement(first, [blocks.next(), blocks.next(), None])]);
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use airhop_transport::{SackBlocks, Timestamps};

    fn encode(segment: &Segment) -> Vec<u8> {
        let bytes = header(segment, (50_000, 48_100), 1_460).to_bytes().to_vec();
        assert_eq!(bytes.len(), segment.header_bytes() as usize, "as many bytes as the simulation counts");
        bytes
    }

    #[test]
    fn data_of_a_one_way_connection_acknowledges_nothing() {
        let segment = Segment { seq: (1 << 32) + 1_460, len: 1_460, window: 1 << 20, ..Segment::default() };
        let bytes = encode(&segment);
        assert_eq!(bytes[..4], [0xc3, 0x50, 0xbb, 0xe4]);
        assert_eq!(bytes[4..12], [0, 0, 0x05, 0xb4, 0, 0, 0, 0]);
        assert_eq!(bytes[12..16], [0x50, 0x10, 0xff, 0xff]);
    }

    #[test]
    fn acknowledgement_with_everything_fills_the_longest_header() {
        let mut sack = SackBlocks::default();
        (1..=3).for_each(|i| sack.push(i * 10, i * 10 + 5));
        let timestamps = Some(Timestamps { value: 1, echo: 2 });
        let segment =
            Segment { ack: Some(7), window: 1_000, sack, timestamps, ece: true, cwr: true, ..Segment::default() };
        let bytes = encode(&segment);
        assert_eq!(bytes[12..16], [0xf0, 0xd0, 0x03, 0xe8]);
        assert_eq!(bytes[20..32], [1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 2]);
        assert_eq!(bytes[32..44], [1, 1, 5, 26, 0, 0, 0, 10, 0, 0, 0, 15]);
    }

    #[test]
    fn opening_and_closing() {
        let syn = Segment { syn: true, window: 65_535, sack_permitted: true, ..Segment::default() };
        let bytes = encode(&syn);
        assert_eq!(bytes[13], 0x02, "the first SYN has no acknowledgement");
        assert_eq!(bytes[20..], [2, 4, 0x05, 0xb4, 1, 1, 4, 2]);
        let stamped = Segment { ack: Some(1), timestamps: Some(Timestamps { value: 9, echo: 8 }), ..syn };
        let bytes = encode(&stamped);
        assert_eq!(bytes[13], 0x12);
        assert_eq!(bytes[24..], [4, 2, 8, 10, 0, 0, 0, 9, 0, 0, 0, 8]);
        let plain = Segment { sack_permitted: false, ..syn };
        assert_eq!(encode(&plain).len(), 24);
        assert_eq!(encode(&Segment { fin: true, ack: Some(1), ..Segment::default() })[13], 0x11);
    }
}
