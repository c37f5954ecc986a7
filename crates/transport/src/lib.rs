//! TCP and DCCP endpoints without I/O: segments and time go in, segments and timers come out.
//!
//! A transport is a *recipe* of parts: a loss recovery, a congestion control, a window limit and a pacing at the
//! sender, an ACK policy and an advertised window at the receiver. A name such as `newreno+lda+cwl=h/4` names the
//! recipe: a base from the table of recipes ([`transports`]) and the parts ([`parts`]) that replace the base's own.
//! Numbers that belong to a part or to TCP as a whole are parameters ([`parameters`]), set by [`Transport::set`].
//!
//! The endpoints are driven from outside and never read a clock. After every input ([`Sender::write`],
//! [`Sender::on_segment`], [`Sender::on_timeout`], and the same of the [`Receiver`]) the driver takes segments from
//! `poll_transmit` until it returns `None`, then asks `next_timeout` when to call `on_timeout`:
//!
//! ```
//! use airhop_base::{BitRate, Nanos};
//! use airhop_transport::{PathInfo, Transport};
//!
//! let transport = Transport::parse("newreno+delack")?;
//! let path = PathInfo { hops: 7, link_rate: BitRate::kbps(2000) };
//! let mut sender = transport.sender(path).expect("newreno is TCP");
//! let mut receiver = transport.receiver().expect("newreno is TCP");
//!
//! sender.write(Nanos::ZERO, 2 * 1460);
//! while let Some(segment) = sender.poll_transmit(Nanos::ZERO) {
//!     receiver.on_segment(Nanos::from_millis(20), &segment);
//! }
//! let ack = receiver.poll_transmit(Nanos::from_millis(20)).expect("two segments release one ACK");
//! sender.on_segment(Nanos::from_millis(40), &ack);
//! assert_eq!(sender.acked_bytes(), 2920);
//! # Ok::<(), airhop_transport::TransportError>(())
//! ```
//!
//! [`dccp`] has endpoints of the same shape; [`Transport::dccp`] makes them. A [`Connection`] has both ends of any
//! protocol.
//!
//! `docs/adding-a-scheme.md` describes how to add a scheme.

mod ack_policy;
mod advertised;
mod catalogue;
mod clocks;
mod common;
mod congestion;
mod connection;
pub mod dccp;
mod error;
mod limit;
mod needs;
mod pacing;
mod part;
mod path;
mod receiver;
mod recovery;
mod segment;
mod sender;
mod settings;
mod tcb;
mod udp;

pub use advertised::ContentionSample;
pub use airhop_base::{Allowed, Parameter};
pub use catalogue::{Kind, PacedRate, Transport, TransportInfo, candidates, contenders, parameters, parts, transports};
pub use connection::{Arrived, Connection, Packet, Side};
pub use error::TransportError;
pub use needs::{Need, Needs, PartNeeds};
pub use part::{PartInfo, Visit};
pub use path::PathInfo;
pub use receiver::{Receiver, ReceiverStats};
pub use segment::{SackBlocks, Segment, Timestamps};
pub use sender::Sender;
pub use tcb::SenderStats;
pub use udp::{Datagram, UDP_HEADER_BYTES};
