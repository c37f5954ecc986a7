//! Real programs over a simulated network, in real time.
//!
//! Every node of a scenario has a TUN interface, made by the caller. A [`relay`](Relay) moves whole IP packets between
//! these interfaces and a [`Simulation`](airhop_sim::Simulation) that it drives by the wall clock: a packet enters the
//! simulation at the moment at which it is read, and is written to its destination's interface at the moment at which
//! the simulation delivers it. How late that was is measured for every packet ([`Lateness`]).
//!
//! What reads no interface builds on every system; the relay itself needs Linux.

mod counters;
mod error;
mod flow;
mod flows;
mod ip;
mod lateness;
mod tcp;

#[cfg(target_os = "linux")]
mod clock;
#[cfg(target_os = "linux")]
mod interfaces;
#[cfg(target_os = "linux")]
mod relay;
mod status;

pub use counters::Counters;
pub use error::LiveError;
pub use lateness::{Lateness, MOST_LATE_US, RealTime};
pub use status::{FlowStatus, Handle, NodeStatus, Status};

#[cfg(target_os = "linux")]
pub use interfaces::Interfaces;
#[cfg(target_os = "linux")]
pub use relay::{Outcome, Relay, Settings};
