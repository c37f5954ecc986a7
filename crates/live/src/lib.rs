//! Real programs over a simulated network, in real time.
//!
//! Every node of a scenario has a TUN interface, created by the caller. A [`relay`](Relay) moves whole IP packets between
//! these interfaces and a [`Simulation`](airhop_sim::Simulation), which it runs in real time. A packet enters the
//! simulation when it is read, and is written to its destination's interface when the simulation delivers it. The
//! lateness of every packet is measured ([`Lateness`]).
//!
//! The relay itself requires Linux; everything else builds on every system.

mod counters;
mod error;
mod flow;
mod flows;
#[cfg(fuzzing)]
pub mod fuzzing;
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
