//! The 802.11 network: channel, propagation, reception, DCF, interface queue, energy, frame errors.
//!
//! A [`Network`] holds one station a node. It is driven from outside: the caller hands it packets
//! ([`Network::enqueue`]) and the events it asked for ([`Network::handle`]), and drains the
//! [`Upcall`]s that come of them. It never looks at a packet's contents: a packet is whatever type
//! the caller chose, together with its size, its next hop and its [`Class`]; only the field that some
//! packets have in their frames' header is the network's to write ([`Carried`]).
//!
//! Everything that ns-2 does and the IEEE standard does not is a named switch of [`MacConfig`] or
//! [`RadioConfig`]; the profiles are sets of values for the same code.

mod arp;
mod backoff;
mod config;
mod contention;
mod dcf;
mod energy;
mod errors;
mod flight;
mod frame;
mod hearing;
mod links;
mod modulation;
mod network;
mod parameters;
mod profile;
mod propagation;
mod queue;
mod sinr;
mod station;
mod stats;
mod threshold;
mod timing;

pub use config::{
    CtsRule, EnergyConfig, ErrorConfig, ErrorModel, ErrorScope, MacConfig, Propagation, QueueConfig, RadioConfig,
    Reception, WirelessConfig, WirelessError,
};
pub use contention::{Carried, ContentionDelay};
pub use energy::EnergyMeter;
pub use flight::{TapDirection, TapRecord};
pub use frame::{Class, FrameKind, Outgoing};
pub use links::{Link, Links, Position, SPEED_OF_LIGHT_M_PER_S};
pub use modulation::{bit_error_rate, chunk_success};
pub use network::{Event, Network, Schedule, Upcall};
pub use parameters::{Parameter, parameters};
pub use profile::{PROFILES, Profile, profile};
pub use propagation::received_power_w;
pub use stats::{AirTime, StationStats};
pub use timing::Timing;
