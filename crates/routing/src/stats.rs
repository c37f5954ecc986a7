/// What a router has counted since the start of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RoutingStats {
    /// Data packets on which the MAC gave up.
    pub link_failures: u64,
    /// Link failures that took an active route with them.
    pub route_failures: u64,
    /// Searches for a route that this node began as the source of packets, each counted once whatever its retries.
    pub discoveries: u64,
    /// Searches that ended without a route.
    pub discoveries_failed: u64,
    /// Local repairs begun.
    pub local_repairs: u64,
    /// Local repairs that ended with a route.
    pub local_repairs_done: u64,
    /// Route requests this node created, retries included.
    pub rreq_created: u64,
    /// Route requests of others passed on.
    pub rreq_forwarded: u64,
    /// Route replies this node created, as destination or from its table.
    pub rrep_created: u64,
    /// Route replies of others passed on.
    pub rrep_forwarded: u64,
    /// Route errors sent.
    pub rerr_sent: u64,
}

impl RoutingStats {
    /// Control packets sent, of all types.
    #[must_use]
    pub fn control_packets(&self) -> u64 {
        self.rreq_created + self.rreq_forwarded + self.rrep_created + self.rrep_forwarded + self.rerr_sent
    }
}
