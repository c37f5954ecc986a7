//! The receivers of TCP-DAA: a delaying window, a count of the segments that wait, and a timer that follows the gaps
//! between them (tcp-daa, section 3.2). DAA and DAAp differ only in how they respond to a disturbance.

mod auto;
mod daa;
mod daap;
mod delay;
mod disorder;
mod interval;
mod parameters;
mod window;

pub(crate) use auto::DaaAuto;
pub(crate) use daa::Daa;
pub(crate) use daap::Daap;
