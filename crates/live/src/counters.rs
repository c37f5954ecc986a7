use serde::Serialize;

/// Packets that passed the interfaces, and packets that could not enter the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counters {
    /// Packets that entered the network.
    pub entered: u64,
    /// Packets that left it at their destination.
    pub left: u64,
    /// Packets dropped because they were not IPv4.
    pub not_ipv4: u64,
    /// Packets dropped because their destination was not unicast: broadcast and multicast.
    pub not_unicast: u64,
    /// Packets dropped because no node of the network has their destination address.
    pub foreign: u64,
    /// Packets that the destination's interface did not accept.
    pub refused: u64,
}
