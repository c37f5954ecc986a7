//! Senders and receivers of the whole crate against their specifications. One program, which links once.

mod ack_policies;
mod adaptive_pacing;
mod adding_a_scheme;
mod bandwidth_limit;
mod connection;
mod daa_loss_handling;
mod daa_receiver;
mod dccp_connections;
mod dccp_lossy_links;
mod dccp_protocol;
mod driver;
mod fast_recovery;
mod handshake;
mod lossy_links;
mod names;
mod random_connections;
mod sack_recovery;
mod timeouts;
mod window;
