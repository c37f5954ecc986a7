//! Packets as bytes and back (RFC 4340, section 5).

use super::ack_vector::AckVector;
use super::feature::{FeatureKind, FeatureOption};
use super::packet::{Options, Packet, PacketType, TimestampEcho};
use super::reset::ResetCode;
use super::sequence::SequenceNumber;
use thiserror::Error;

/// Option types (RFC 4340, table 3).
mod option {
    pub const PADDING: u8 = 0;
    pub const MANDATORY: u8 = 1;
    /// Types up to here are a single byte.
    pub const LAST_SINGLE: u8 = 31;
    pub const ACK_VECTOR_NONCE_0: u8 = 38;
    pub const ACK_VECTOR_NONCE_1: u8 = 39;
    pub const TIMESTAMP: u8 = 41;
    pub const TIMESTAMP_ECHO: u8 = 42;
}

/// Place of the checksum in the header.
pub const CHECKSUM_AT: usize = 6;

/// Why bytes are not a DCCP packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum WireError {
    /// Fewer bytes than the header takes.
    #[error("{have} bytes, where the header takes {need}")]
    TooShort {
        /// How many there are.
        have: usize,
        /// How many there have to be.
        need: usize,
    },
    /// The data offset points into the fixed header or beyond the packet.
    #[error("data offset of {bytes} bytes, where {low} to {high} are possible")]
    DataOffset {
        /// Where it points.
        bytes: usize,
        /// The end of the fixed header.
        low: usize,
        /// The end of the packet.
        high: usize,
    },
    /// A type that RFC 4340 reserves.
    #[error("packet type {0} is reserved")]
    ReservedType(u8),
    /// Short sequence numbers, which nobody has agreed to.
    #[error("sequence numbers of 24 bits, without an agreement on them")]
    ShortSequenceNumbers,
    /// An option that is not known, marked as mandatory.
    #[error("option {0} is mandatory and not known")]
    UnknownMandatory(u8),
}

impl Packet {
    /// The header with its options and, of reliable data, the number in front of it. The checksum, which covers addresses
    /// that DCCP does not know, is left at zero; the application's data are not there.
    #[must_use]
    pub fn encode(&self, source_port: u16, destination_port: u16) -> Vec<u8> {
        let header_bytes = self.header_bytes() as usize;
        let mut out = Vec::with_capacity(header_bytes + 8);
        out.extend(source_port.to_be_bytes());
        out.extend(destination_port.to_be_bytes());
        // Data offset in words; CCVal 0, and CsCov 0: the checksum covers everything.
        out.extend([(header_bytes / 4) as u8, 0, 0, 0]);
        out.extend([self.packet_type.number() << 1 | 1, 0]);
        put_48(&mut out, self.seq);
        if let Some(ack) = self.packet_type.ack() {
            out.extend([0, 0]);
            put_48(&mut out, ack);
        }
        match self.packet_type {
            PacketType::Request { service } | PacketType::Response { service, .. } => out.extend(service.to_be_bytes()),
            PacketType::Reset { code, .. } => out.extend([code as u8, 0, 0, 0]),
            _ => {}
        }
        put_options(&mut out, &self.options);
        out.resize(header_bytes, option::PADDING);
        out.extend(self.stream_offset.map(u64::to_be_bytes).into_iter().flatten());
        out
    }

    /// Reads a packet. What its data begins with is the application's concern: all of it counts as `len`.
    ///
    /// # Errors
    /// The bytes are not a packet; the checksum is not checked.
    pub fn decode(bytes: &[u8]) -> Result<Self, WireError> {
        let fixed = |need: usize| bytes.get(..need).ok_or(WireError::TooShort { have: bytes.len(), need });
        let generic = fixed(16)?;
        if generic[8] & 1 == 0 {
            return Err(WireError::ShortSequenceNumbers);
        }
        let number = generic[8] >> 1 & 0x0f;
        let seq = get_48(generic, 10);
        let packet_type = match number {
            0 => PacketType::Request { service: get_32(fixed(20)?, 16) },
            2 => PacketType::Data,
            1 | 3..=9 => {
                let ack = get_48(fixed(24)?, 18);
                match number {
                    1 => PacketType::Response { ack, service: get_32(fixed(28)?, 24) },
                    3 => PacketType::Ack { ack },
                    4 => PacketType::DataAck { ack },
                    5 => PacketType::CloseReq { ack },
                    6 => PacketType::Close { ack },
                    7 => PacketType::Reset { ack, code: ResetCode::from_number(fixed(28)?[24]) },
                    8 => PacketType::Sync { ack },
                    _ => PacketType::SyncAck { ack },
                }
            }
            other => return Err(WireError::ReservedType(other)),
        };
        let (low, data_at) = (packet_type.fixed_bytes() as usize, usize::from(generic[4]) * 4);
        let options =
            bytes.get(low..data_at).ok_or(WireError::DataOffset { bytes: data_at, low, high: bytes.len() })?;
        let len = (bytes.len() - data_at) as u32;
        Ok(Self { seq, packet_type, options: parse_options(options)?, stream_offset: None, len })
    }
}

/// Reads options. One that is cut off ends the reading, an unknown one is skipped (RFC 4340, section 5.8).
///
/// # Errors
/// An option that is not known is marked as mandatory.
pub fn parse_options(mut rest: &[u8]) -> Result<Options, WireError> {
    let mut options = Options::default();
    let mut cells = Vec::new();
    let mut mandatory = false;
    while let [kind, behind @ ..] = rest {
        let kind = *kind;
        if kind <= option::LAST_SINGLE {
            rest = behind;
            if mandatory && kind != option::PADDING {
                return Err(WireError::UnknownMandatory(kind));
            }
            mandatory = kind == option::MANDATORY;
            continue;
        }
        let Some(content) = behind.first().and_then(|length| rest.get(2..usize::from(*length))) else { break };
        rest = &rest[2 + content.len()..];
        let known = take_option(&mut options, &mut cells, kind, content, mandatory);
        if mandatory && !known {
            return Err(WireError::UnknownMandatory(kind));
        }
        mandatory = false;
    }
    options.ack_vector = AckVector::from_cells(cells);
    Ok(options)
}

/// Takes one option; false when it is not known or not well formed.
fn take_option(options: &mut Options, cells: &mut Vec<u8>, kind: u8, content: &[u8], mandatory: bool) -> bool {
    if let Some(feature_kind) = FeatureKind::from_number(kind) {
        let [feature, value @ ..] = content else { return false };
        options.features.push(FeatureOption {
            kind: feature_kind,
            feature: *feature,
            value: value.to_vec(),
            mandatory,
        });
        return true;
    }
    match (kind, content) {
        (option::ACK_VECTOR_NONCE_0 | option::ACK_VECTOR_NONCE_1, more) => {
            cells.extend_from_slice(more);
        }
        (option::TIMESTAMP, [a, b, c, d]) => options.timestamp = Some(u32::from_be_bytes([*a, *b, *c, *d])),
        (option::TIMESTAMP_ECHO, [a, b, c, d, elapsed @ ..]) if matches!(elapsed.len(), 0 | 2 | 4) => {
            let echo = u32::from_be_bytes([*a, *b, *c, *d]);
            let elapsed = elapsed.iter().fold(0, |time, byte| time << 8 | u32::from(*byte));
            options.timestamp_echo = Some(TimestampEcho { echo, elapsed });
        }
        _ => return false,
    }
    true
}

fn put_options(out: &mut Vec<u8>, options: &Options) {
    for feature in &options.features {
        if feature.mandatory {
            out.push(option::MANDATORY);
        }
        // Lists of values are short: the features known have a handful.
        out.extend([feature.kind.number(), 3 + feature.value.len() as u8, feature.feature]);
        out.extend(&feature.value);
    }
    if let Some(timestamp) = options.timestamp {
        out.extend([option::TIMESTAMP, 6]);
        out.extend(timestamp.to_be_bytes());
    }
    if let Some(TimestampEcho { echo, elapsed }) = options.timestamp_echo {
        let elapsed: &[u8] = match elapsed {
            0 => &[],
            _ if elapsed <= u32::from(u16::MAX) => &(elapsed as u16).to_be_bytes(),
            _ => &elapsed.to_be_bytes(),
        };
        out.extend([option::TIMESTAMP_ECHO, 6 + elapsed.len() as u8]);
        out.extend(echo.to_be_bytes());
        out.extend(elapsed);
    }
    for cells in options.ack_vector.cells().chunks(AckVector::CELLS_OF_OPTION) {
        out.extend([option::ACK_VECTOR_NONCE_0, 2 + cells.len() as u8]);
        out.extend(cells);
    }
}

fn put_48(out: &mut Vec<u8>, number: SequenceNumber) {
    out.extend(&number.value().to_be_bytes()[2..]);
}

fn get_48(bytes: &[u8], at: usize) -> SequenceNumber {
    SequenceNumber::new(bytes[at..at + 6].iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

fn get_32(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

#[cfg(test)]
#[path = "wire_tests.rs"]
mod tests;
