use super::ack_vector::AckVector;
use super::feature::FeatureOption;
use super::reset::ResetCode;
use super::sequence::SequenceNumber;

/// The generic header with 48-bit sequence numbers (RFC 4340, section 5.1).
const GENERIC_HEADER_BYTES: u32 = 16;
/// The acknowledgement subheader (RFC 4340, section 5.3).
const ACKNOWLEDGEMENT_BYTES: u32 = 8;
/// The service code of Request and Response, and the reset code with its data (RFC 4340, sections 5.2 and 5.6).
const CODE_BYTES: u32 = 4;
/// The service that connections are set up for (RFC 4340, section 8.1.2): "AHOP".
pub(super) const SERVICE_CODE: u32 = u32::from_be_bytes(*b"AHOP");
/// The number in front of a reliable packet's data: eight bytes of payload to DCCP.
pub(super) const STREAM_OFFSET_BYTES: u32 = 8;

/// The type of a packet with what its own header carries (RFC 4340, sections 5.2 to 5.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PacketType {
    /// The client asks for a connection to a service.
    Request {
        /// Which service.
        service: u32,
    },
    /// The server agrees.
    Response {
        /// The number of the Request.
        ack: SequenceNumber,
        /// Which service.
        service: u32,
    },
    /// Data.
    Data,
    /// An acknowledgement.
    Ack {
        /// The greatest number received.
        ack: SequenceNumber,
    },
    /// Data with an acknowledgement.
    DataAck {
        /// The greatest number received.
        ack: SequenceNumber,
    },
    /// The server asks the client to close.
    CloseReq {
        /// The greatest number received.
        ack: SequenceNumber,
    },
    /// The connection is to end.
    Close {
        /// The greatest number received.
        ack: SequenceNumber,
    },
    /// The connection has ended.
    Reset {
        /// The greatest number received.
        ack: SequenceNumber,
        /// Why.
        code: ResetCode,
    },
    /// Asks, after a packet out of the window, whether the numbers are still known.
    Sync {
        /// The number of the packet in question.
        ack: SequenceNumber,
    },
    /// Answers a Sync.
    SyncAck {
        /// The number of the Sync.
        ack: SequenceNumber,
    },
}

impl PacketType {
    /// The number of the type on the wire (RFC 4340, table 1).
    #[must_use]
    pub const fn number(&self) -> u8 {
        match self {
            Self::Request { .. } => 0,
            Self::Response { .. } => 1,
            Self::Data => 2,
            Self::Ack { .. } => 3,
            Self::DataAck { .. } => 4,
            Self::CloseReq { .. } => 5,
            Self::Close { .. } => 6,
            Self::Reset { .. } => 7,
            Self::Sync { .. } => 8,
            Self::SyncAck { .. } => 9,
        }
    }

    /// The acknowledgement number, if the type has one.
    #[must_use]
    pub const fn ack(&self) -> Option<SequenceNumber> {
        match *self {
            Self::Request { .. } | Self::Data => None,
            Self::Response { ack, .. }
            | Self::Ack { ack }
            | Self::DataAck { ack }
            | Self::CloseReq { ack }
            | Self::Close { ack }
            | Self::Reset { ack, .. }
            | Self::Sync { ack }
            | Self::SyncAck { ack } => Some(ack),
        }
    }

    /// Whether the type carries an application's data, even none of it.
    #[must_use]
    pub const fn is_data(&self) -> bool {
        matches!(self, Self::Data | Self::DataAck { .. })
    }

    /// Bytes of the header before the options.
    #[must_use]
    pub const fn fixed_bytes(&self) -> u32 {
        GENERIC_HEADER_BYTES
            + match self {
                Self::Request { .. } => CODE_BYTES,
                Self::Response { .. } | Self::Reset { .. } => ACKNOWLEDGEMENT_BYTES + CODE_BYTES,
                Self::Data => 0,
                _ => ACKNOWLEDGEMENT_BYTES,
            }
    }
}

/// The Timestamp Echo option (RFC 4340, section 13.3), in units of 10 microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimestampEcho {
    /// The peer's timestamp.
    pub echo: u32,
    /// The time since it arrived.
    pub elapsed: u32,
}

/// The options of a packet that the endpoints know. Padding to whole words comes last on the wire.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Feature negotiation, in the order in which it is to be read.
    pub features: Vec<FeatureOption>,
    /// The Timestamp option, in circular units of 10 microseconds.
    pub timestamp: Option<u32>,
    /// The Timestamp Echo option.
    pub timestamp_echo: Option<TimestampEcho>,
    /// The Ack Vector, over as many options as it takes.
    pub ack_vector: AckVector,
}

impl Options {
    /// Bytes of the options, without padding.
    #[must_use]
    pub fn bytes(&self) -> u32 {
        let features: u32 = self.features.iter().map(FeatureOption::bytes).sum();
        let timestamp = if self.timestamp.is_some() { 6 } else { 0 };
        let echo = match self.timestamp_echo {
            None => 0,
            Some(TimestampEcho { elapsed: 0, .. }) => 6,
            Some(TimestampEcho { elapsed, .. }) if elapsed <= u32::from(u16::MAX) => 8,
            Some(_) => 10,
        };
        let cells = self.ack_vector.cells().len();
        let vectors = cells + 2 * cells.div_ceil(AckVector::CELLS_OF_OPTION);
        features + timestamp + echo + vectors as u32
    }
}

/// One DCCP packet. The payload is virtual: only its length is carried, and the number in front of reliable data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packet {
    /// Its number; every packet takes one.
    pub seq: SequenceNumber,
    /// Its type.
    pub packet_type: PacketType,
    /// Its options.
    pub options: Options,
    /// Of reliable DCCP's data: the place of the first byte in the application's data, which the first eight bytes of
    /// the payload hold.
    pub stream_offset: Option<u64>,
    /// Bytes of the application's data, without that number.
    pub len: u32,
}

impl Packet {
    /// Bytes of the DCCP header with its options, padded to whole words of 32 bits, without IP.
    #[must_use]
    pub fn header_bytes(&self) -> u32 {
        (self.packet_type.fixed_bytes() + self.options.bytes()).next_multiple_of(4)
    }

    /// Bytes that DCCP carries: the application's data and the number of reliable data.
    #[must_use]
    pub fn payload_bytes(&self) -> u32 {
        self.len + if self.stream_offset.is_some() { STREAM_OFFSET_BYTES } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ack_vector::PacketState;
    use super::*;

    fn packet(packet_type: PacketType) -> Packet {
        Packet { seq: SequenceNumber::new(7), packet_type, options: Options::default(), stream_offset: None, len: 0 }
    }

    #[test]
    fn headers_have_the_lengths_of_the_rfc() {
        let ack = SequenceNumber::new(3);
        assert_eq!(packet(PacketType::Data).header_bytes(), 16);
        assert_eq!(packet(PacketType::Request { service: 1 }).header_bytes(), 20);
        assert_eq!(packet(PacketType::Response { ack, service: 1 }).header_bytes(), 28);
        assert_eq!(packet(PacketType::Reset { ack, code: ResetCode::Closed }).header_bytes(), 28);
        for short in [PacketType::Ack { ack }, PacketType::DataAck { ack }, PacketType::Sync { ack }] {
            assert_eq!(packet(short).header_bytes(), 24);
        }
    }

    #[test]
    fn options_are_padded_and_long_vectors_take_several() {
        let mut data = packet(PacketType::Data);
        data.options.timestamp = Some(1);
        assert_eq!(data.header_bytes(), 24);
        data.stream_offset = Some(0);
        data.len = 1460;
        assert_eq!((data.header_bytes(), data.payload_bytes()), (24, 1468));
        let mut ack = packet(PacketType::Ack { ack: SequenceNumber::new(0) });
        ack.options.timestamp_echo = Some(TimestampEcho { echo: 1, elapsed: 0 });
        ack.options.ack_vector = AckVector::encode([PacketState::Received]);
        assert_eq!(ack.header_bytes(), 36);
        let alternating = (0..600).map(|i| if i % 2 == 0 { PacketState::Received } else { PacketState::Missing });
        ack.options.ack_vector = AckVector::encode(alternating);
        assert_eq!(ack.options.bytes(), 6 + 600 + 3 * 2);
    }
}
