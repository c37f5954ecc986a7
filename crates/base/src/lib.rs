//! What every room of airhop shares: time, rates, node numbers, random streams.
//!
//! Nothing here knows of radios, routes or transports.

mod node;
mod rate;
mod rng;
mod time;

pub use node::NodeId;
pub use rate::BitRate;
pub use rng::{Purpose, Stream};
pub use time::Nanos;
