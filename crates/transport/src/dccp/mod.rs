//! The Datagram Congestion Control Protocol (RFC 4340) with the delay-based congestion control of the paper
//! dccp, section 4, as its CCID, and their reliability on top of the Ack Vector.
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
mod outstanding;
mod packet;
mod parameters;
mod receiver;
mod reset;
mod sender;
mod sequence;
mod stream;
mod sync_limit;
mod window;
mod wire;

pub use ack_vector::{AckVector, PacketState, Run};
pub use ccid::SenderState;
pub use feature::{DELAY_BASED_CCID, FeatureKind, FeatureOption};
pub use packet::{Options, Packet, PacketType, TimestampEcho};
pub use receiver::Receiver;
pub use reset::ResetCode;
pub use sender::Sender;
pub use sequence::SequenceNumber;
pub use wire::{CHECKSUM_AT, WireError, parse_options};

pub(crate) use parameters::{DCCP_RELIABLE, DCCP_STATES, PARAMETERS};
