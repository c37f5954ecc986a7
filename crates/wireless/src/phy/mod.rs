//! The physical layer: propagation, reception, frame errors and energy.

pub mod energy;
pub mod errors;
pub mod links;
pub mod modulation;
pub mod outcome;
pub mod propagation;
pub mod receiver;
pub mod sinr;
pub mod threshold;
