//! The 802.11 network: channel, propagation, reception, DCF, interface queue, energy, frame errors.
//!
//! A [`Network`] holds one station per node. It is driven from outside: the caller hands it packets
//! ([`Network::enqueue`]) and the events it asked for ([`Network::handle`]), and drains the
//! [`Upcall`]s that come of them. It never looks at a packet's contents: a packet is whatever type
//! the caller chose, together with its size, its next hop and its [`Class`]; only the field that some
//! packets have in their frames' header is the network's to write ([`Carried`]).
//!
//! Everything that ns-2 does and the IEEE standard does not is a named switch of [`MacConfig`] or
//! [`RadioConfig`]; the profiles are sets of values for the same code.

mod carried;
mod check;
mod config;
mod event;
mod flight;
mod frame;
mod mac;
mod network;
mod parameters;
mod phy;
mod profile;
mod queue;
mod stats;
mod tap;
mod tctc;

pub use carried::Carried;
pub use config::{
    CtsRule, EnergyConfig, ErrorConfig, ErrorModel, ErrorScope, MacConfig, Propagation, QueueConfig, RadioConfig,
    Reception, WirelessConfig, WirelessError,
};
pub use event::{Event, Schedule, Upcall};
pub use frame::{Class, FrameKind, Outgoing};
pub use mac::timing::Timing;
pub use network::Network;
pub use parameters::parameters;
pub use phy::energy::EnergyMeter;
pub use phy::links::{Link, Links, Position};
pub use phy::modulation::{bit_error_rate, chunk_success};
pub use phy::propagation::{SPEED_OF_LIGHT_M_PER_S, largest_hop_m, ranges_m, received_power_w};
pub use profile::{PROFILES, Profile, profile};
pub use stats::{AirTime, StationStats};
pub use tap::{TapDirection, TapRecord};
pub use tctc::ContentionDelay;
