use super::super::ack_vector::PacketState;
use super::*;
use proptest::prelude::*;

fn types() -> impl Strategy<Value = PacketType> {
    let number = || any::<u64>().prop_map(SequenceNumber::new);
    prop_oneof![
        any::<u32>().prop_map(|service| PacketType::Request { service }),
        (number(), any::<u32>()).prop_map(|(ack, service)| PacketType::Response { ack, service }),
        Just(PacketType::Data),
        number().prop_map(|ack| PacketType::Ack { ack }),
        number().prop_map(|ack| PacketType::DataAck { ack }),
        number().prop_map(|ack| PacketType::CloseReq { ack }),
        number().prop_map(|ack| PacketType::Close { ack }),
        (number(), 0u8..7).prop_map(|(ack, code)| PacketType::Reset { ack, code: ResetCode::from_number(code) }),
        number().prop_map(|ack| PacketType::Sync { ack }),
        number().prop_map(|ack| PacketType::SyncAck { ack }),
    ]
}

fn features() -> impl Strategy<Value = FeatureOption> {
    (32u8..36, any::<u8>(), prop::collection::vec(any::<u8>(), 0..10), any::<bool>()).prop_map(
        |(kind, feature, value, mandatory)| {
            let kind = FeatureKind::from_number(kind).unwrap();
            FeatureOption { kind, feature, value, mandatory }
        },
    )
}

fn packets() -> impl Strategy<Value = Packet> {
    let states = prop::sample::select(vec![PacketState::Received, PacketState::Marked, PacketState::Missing]);
    let options = (
        prop::collection::vec(features(), 0..4),
        any::<Option<u32>>(),
        any::<Option<(u32, u32)>>(),
        prop::collection::vec(states, 0..600),
    )
        .prop_map(|(features, timestamp, echo, states)| Options {
            features,
            timestamp,
            timestamp_echo: echo.map(|(echo, elapsed)| TimestampEcho { echo, elapsed: elapsed >> (echo % 32) }),
            ack_vector: AckVector::encode(states),
        });
    (any::<u64>(), types(), options).prop_map(|(seq, packet_type, options)| Packet {
        seq: SequenceNumber::new(seq),
        packet_type,
        options,
        stream_offset: None,
        len: 0,
    })
}

proptest! {
    #[test]
    fn packets_round_trip(packet in packets(), len in 0u32..2000) {
        let mut bytes = packet.encode(50_000, 48_100);
        prop_assert_eq!(bytes.len(), packet.header_bytes() as usize, "as many bytes as are counted");
        bytes.resize(bytes.len() + len as usize, 0);
        prop_assert_eq!(Packet::decode(&bytes), Ok(Packet { len, ..packet }));
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = Packet::decode(&bytes);
        let _ = parse_options(&bytes);
    }

    /// Bytes that are nearly a packet reach further into the decoder.
    #[test]
    fn no_damage_panics(packet in packets(), place in any::<prop::sample::Index>(), byte in any::<u8>(),
                        cut in any::<prop::sample::Index>()) {
        let mut bytes = packet.encode(1, 2);
        let at = place.index(bytes.len());
        bytes[at] = byte;
        let _ = Packet::decode(&bytes);
        let _ = Packet::decode(&bytes[..cut.index(bytes.len())]);
    }
}

#[test]
fn a_request_as_the_rfc_draws_it() {
    let features = vec![FeatureOption { kind: FeatureKind::ChangeL, feature: 1, value: vec![248], mandatory: true }];
    let options = Options { features, timestamp: Some(0x0102_0304), ..Options::default() };
    let packet = Packet {
        seq: SequenceNumber::new(0x0a0b_0c0d_0e0f),
        packet_type: PacketType::Request { service: 0x4148_4f50 },
        options,
        stream_offset: None,
        len: 0,
    };
    let expected = [
        [0xc3, 0x50, 0xbb, 0xe4], // ports
        [8, 0, 0, 0],             // data offset in words, no checksum yet
        [0x01, 0, 0x0a, 0x0b],    // type 0 with the extended numbers, first half of the number
        [0x0c, 0x0d, 0x0e, 0x0f],
        *b"AHOP",
        [1, 32, 4, 1], // mandatory, Change L of the CCID
        [248, 41, 6, 1],
        [2, 3, 4, 0],
    ];
    assert_eq!(packet.encode(50_000, 48_100), expected.concat());
}

#[test]
fn the_number_of_reliable_data_follows_the_header() {
    let packet = Packet {
        seq: SequenceNumber::new(1),
        packet_type: PacketType::Data,
        options: Options::default(),
        stream_offset: Some(0x0102),
        len: 100,
    };
    let bytes = packet.encode(1, 2);
    assert_eq!(bytes.len(), 24);
    assert_eq!(bytes[16..], [0, 0, 0, 0, 0, 0, 1, 2]);
}

#[test]
fn what_is_no_packet_is_told() {
    assert_eq!(Packet::decode(&[0; 15]), Err(WireError::TooShort { have: 15, need: 16 }));
    assert_eq!(Packet::decode(&[0; 16]), Err(WireError::ShortSequenceNumbers));
    let with = |data_offset: u8, kind: u8| {
        let mut bytes = [0; 24];
        (bytes[4], bytes[8]) = (data_offset, kind << 1 | 1);
        Packet::decode(&bytes)
    };
    assert_eq!(with(6, 12), Err(WireError::ReservedType(12)));
    assert_eq!(with(3, 2), Err(WireError::DataOffset { bytes: 12, low: 16, high: 24 }));
    assert_eq!(with(7, 2), Err(WireError::DataOffset { bytes: 28, low: 16, high: 24 }));
    assert_eq!(with(6, 7), Err(WireError::TooShort { have: 24, need: 28 }));
    assert_eq!(parse_options(&[1, 40, 3, 0]), Err(WireError::UnknownMandatory(40)));
    assert_eq!(parse_options(&[40, 3, 0, 41, 200, 1]), Ok(Options::default()), "unknown, then cut off");
}
