//! Wired point-to-point links.
//!
//! A link has two independent directions. Each is a [`Channel`] with a rate, a propagation delay and a drop-tail queue that
//! may mark packets (ECN). The caller drives a channel: it passes packets in ([`Channel::send`]), asks when the next one
//! arrives ([`Channel::next_arrival`]), and removes it at that time ([`Channel::take_arrived`]). A channel never inspects
//! the content of a packet.
//!
//! ```
//! use airhop_base::{BitRate, Nanos};
//! use airhop_wired::{Channel, ChannelConfig};
//!
//! let config = ChannelConfig {
//!     rate: BitRate::kbps(10_000),
//!     delay: Nanos::from_millis(50),
//!     queue_packets: 50,
//!     ecn_threshold_packets: 0,
//! };
//! let mut channel = Channel::new(config);
//! assert!(channel.send(Nanos::ZERO, "packet", 1250, |_| false).is_none());
//! // 1250 bytes take 1 ms at 10 Mbit/s.
//! assert_eq!(channel.next_arrival(), Some(Nanos::from_millis(51)));
//! assert_eq!(channel.take_arrived(Nanos::from_millis(51)), Some("packet"));
//! ```

mod channel;
mod stats;

pub use channel::{Channel, ChannelConfig};
pub use stats::ChannelStats;
