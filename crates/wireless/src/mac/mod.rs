//! Medium access: the distributed coordination function of IEEE 802.11-2016, 10.3, with the differences of ns-2 as
//! switches of [`MacConfig`](crate::MacConfig).
//!
//! The path of a packet: [`enqueue`] puts it into the interface queue, [`access`] takes it out and contends for the medium,
//! [`tx`] sends its frames and handles missing answers; at the other station [`rx`] receives them, answers and hands the
//! packet up. [`station`] holds the state that they share, [`nav`] the reservations.

pub mod access;
pub mod arp;
pub mod backoff;
pub mod context;
pub mod enqueue;
pub mod nav;
pub mod rx;
pub mod station;
pub mod timing;
pub mod tx;
