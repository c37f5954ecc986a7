//! Routing protocols for multihop networks, sans-IO: static, AODV and DSR.
//!
//! A [`Router`] is one node's routing protocol. It is handed packets and instants and answers with [`Action`]s: what to
//! transmit, what to deliver to the node's own transport, what was dropped and why. It reads no clock, opens no socket and
//! knows neither radios nor transports: the payload `T` of a [`Packet`] is opaque to it.
//!
//! What the caller does:
//! 1. a packet of the node's transport goes to [`Router::send`], one that the link layer received to [`Router::receive`];
//! 2. every [`Action`] that comes out is carried out in order, at once or after the delay it names;
//! 3. a packet that the MAC gave up on goes to [`Router::link_failed`];
//! 4. a packet to another node that the link layer overheard goes to [`Router::overhear`], if the router is promiscuous;
//! 5. when [`Router::next_timeout`] comes, [`Router::on_timeout`] is called.

mod action;
pub mod aodv;
pub mod dsr;
mod packet;
mod parameter;
mod router;
mod static_routes;
mod stats;

pub use action::{Action, DropReason};
pub use aodv::{AodvConfig, LocalRepair};
pub use dsr::DsrConfig;
pub use packet::{BROADCAST, Body, Packet};
pub use parameter::{ConfigError, Setting};
pub use router::Router;
pub use static_routes::{StaticRouter, StaticRoutes, static_routes};
pub use stats::RoutingStats;
