//! What all crates of airhop share: time, rates, node numbers, random streams, parameters, statistics.
//!
//! Nothing here knows of radios, routes or transports.

mod node;
mod parameter;
mod rate;
mod rng;
mod statistics;
mod time;

pub use node::NodeId;
pub use parameter::{Allowed, Parameter};
pub use rate::BitRate;
pub use rng::{Purpose, Stream};
pub use statistics::coefficient_of_variation;
pub use time::Nanos;
