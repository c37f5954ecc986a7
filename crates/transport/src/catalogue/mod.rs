//! The catalogue: the table of recipes, the parts and parameters, and the transports that names stand for.

mod dccp;
mod line;
mod parameters;
mod parts;
mod presets;
mod recipes;
mod shorthands;
mod tcp;
mod transport;

pub use line::TransportInfo;
pub use parameters::parameters;
pub use parts::parts;
pub use recipes::{candidates, contenders, transports};
pub use transport::{Kind, PacedRate, Transport};
