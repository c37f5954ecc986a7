//! The Datagram Congestion Control Protocol (RFC 4340) with the delay-based congestion control of Kunz & Zhang
//! (dccp, section 4) as its CCID, and their reliability on top of the Ack Vector.
//!
//! The endpoints have the shape of TCP's: packets and time go in, packets and timers come out. The [`Sender`] is DCCP's
//! client and has all the data; the [`Receiver`] is the server and acknowledges every packet of them with an Ack Vector.
//!
//! Reliable DCCP puts eight bytes in front of the data of a packet: the place of its first byte in the application's
//! data, because a packet that is sent again has another sequence number. They are payload to DCCP.

mod ack_vector;
mod arrivals;
mod ccid;
mod clock;
mod feature;
mod name;
mod outstanding;
mod packet;
mod parameters;
mod receiver;
mod sender;
mod sequence;
mod stream;
mod sync_limit;
mod window;
mod wire;

pub use ack_vector::{AckVector, PacketState, Run};
pub use ccid::{CcidState, SenderState};
pub use feature::{DELAY_BASED_CCID, FeatureKind, FeatureOption};
pub use packet::{Options, Packet, PacketType, ResetCode, TimestampEcho};
pub use receiver::Receiver;
pub use sender::Sender;
pub use sequence::SequenceNumber;
pub use wire::{CHECKSUM_AT, WireError, parse_options};

pub(crate) use name::{INFOS, PART_INFOS, parse};
pub(crate) use parameters::PARAMETERS;

/// The service that connections are set up for (RFC 4340, section 8.1.2): "AHOP".
const SERVICE_CODE: u32 = u32::from_be_bytes(*b"AHOP");
