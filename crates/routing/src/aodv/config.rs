use airhop_base::Nanos;

/// What a node does when a link of a route it forwards on breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalRepair {
    /// Reports the break to the source.
    Off,
    /// Searches for the destination itself first (RFC 3561, section 6.12).
    Rfc3561,
    /// ns-2 2.35's attempt at it, which mostly fails: see [`crate::aodv`].
    Ns2,
}

/// Which of the two sources a group of AODV's rules follows where they differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// RFC 3561.
    Rfc3561,
    /// ns-2 2.35.
    Ns2,
}

impl LocalRepair {
    /// The words of scenarios, in the order of the variants.
    pub(super) const WORDS: &[&str] = &["off", "rfc3561", "ns2"];

    pub(super) fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        [Self::Off, Self::Rfc3561, Self::Ns2].into_iter().find(|r| r.word() == word)
    }
}

impl Rules {
    /// The words of scenarios, in the order of the variants.
    pub(super) const WORDS: &[&str] = &["rfc3561", "ns2"];

    pub(super) fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        [Self::Rfc3561, Self::Ns2].into_iter().find(|r| r.word() == word)
    }
}

/// Every constant and switch of AODV. [`AodvConfig::rfc3561`] and [`AodvConfig::ns2`] are the two whole sets;
/// [`super::PARAMETERS`] gives the source of each value.
#[derive(Clone, PartialEq, Debug)]
pub struct AodvConfig {
    /// How a search widens, waits and gives up.
    pub discovery: Rules,
    /// How sequence numbers grow, how they are compared, and who may answer with which.
    pub sequence_numbers: Rules,
    /// What refreshes a route and how long it lives.
    pub route_lifetimes: Rules,
    /// Who is told of a broken route, and how; what happens to the packets queued for it.
    pub route_errors: Rules,
    /// What a forwarding node does about a broken link.
    pub local_repair: LocalRepair,
    /// Requests let nobody but the destination answer (D flag).
    pub destination_only: bool,
    /// Requests ask those who answer from their table to tell the destination (G flag).
    pub gratuitous_rrep: bool,
    /// Largest possible number of hops: the time-to-live of a network-wide request.
    pub net_diameter: u8,
    /// Estimate of the time a packet takes over one hop, queueing included.
    pub node_traversal_time: Nanos,
    /// Time-to-live of the first ring.
    pub ttl_start: u8,
    /// Growth of each further ring.
    pub ttl_increment: u8,
    /// From this time-to-live on the search covers the whole network.
    pub ttl_threshold: u8,
    /// Hops' worth of extra time to wait for a ring's answer (RFC).
    pub timeout_buffer: u8,
    /// Network-wide searches after the first.
    pub rreq_retries: u8,
    /// Longest wait for an answer and hold after a failed search (ns-2).
    pub max_rreq_timeout: Nanos,
    /// Life of a route from its last use.
    pub active_route_timeout: Nanos,
    /// Life that a destination grants in its answers.
    pub my_route_timeout: Nanos,
    /// Life of a reverse route (ns-2; the RFC computes it from the hop count).
    pub reverse_route_life: Nanos,
    /// How long a request is remembered.
    pub rreq_id_save: Nanos,
    /// How long an invalid route keeps its sequence number (RFC; ns-2 never forgets).
    pub delete_period: Nanos,
    /// Spacing of the instants at which ns-2 looks after routes and waiting packets.
    pub purge_interval: Nanos,
    /// Packets that may wait for routes.
    pub buffer_packets: u32,
    /// How long one may wait.
    pub buffer_timeout: Nanos,
    /// Spacing of waiting packets released by a reply.
    pub release_spacing: Nanos,
    /// Broadcasts passed on wait a random time below this.
    pub broadcast_jitter: Nanos,
    /// Time-to-live that data packets start with; 0 leaves what the transport set.
    pub data_ttl: u8,
    /// Requests that a node may create per second; 0 for any number.
    pub rreq_ratelimit: u32,
    /// Errors that a node may send per second; 0 for any number.
    pub rerr_ratelimit: u32,
    /// Added to the ring of a local repair.
    pub local_add_ttl: u8,
    /// Farthest destination that is repaired locally, in hops (RFC).
    pub max_repair_ttl: u8,
    /// IP packet with a request, in bytes.
    pub rreq_bytes: u32,
    /// IP packet with a reply, in bytes.
    pub rrep_bytes: u32,
    /// IP packet with an error, in bytes, without its destinations.
    pub rerr_bytes: u32,
    /// Bytes of each destination in an error.
    pub rerr_entry_bytes: u32,
}

impl AodvConfig {
    /// RFC 3561 with the values of its section 10; link-layer feedback instead of hellos (section 6.10).
    #[must_use]
    pub const fn rfc3561() -> Self {
        let node_traversal_time = Nanos::from_millis(40);
        let net_traversal_time = Nanos::from_millis(2 * 40 * 35);
        Self {
            discovery: Rules::Rfc3561,
            sequence_numbers: Rules::Rfc3561,
            route_lifetimes: Rules::Rfc3561,
            route_errors: Rules::Rfc3561,
            local_repair: LocalRepair::Rfc3561,
            destination_only: false,
            gratuitous_rrep: false,
            net_diameter: 35,
            node_traversal_time,
            ttl_start: 1,
            ttl_increment: 2,
            ttl_threshold: 7,
            timeout_buffer: 2,
            rreq_retries: 2,
            max_rreq_timeout: Nanos::from_secs(10),
            active_route_timeout: Nanos::from_secs(3),
            my_route_timeout: Nanos::from_secs(6),
            reverse_route_life: Nanos::from_secs(6),
            rreq_id_save: Nanos::from_nanos(2 * net_traversal_time.as_nanos()),
            delete_period: Nanos::from_secs(15),
            purge_interval: Nanos::from_millis(500),
            buffer_packets: 64,
            buffer_timeout: Nanos::from_secs(30),
            release_spacing: Nanos::ZERO,
            broadcast_jitter: Nanos::from_millis(10),
            data_ttl: 0,
            rreq_ratelimit: 10,
            rerr_ratelimit: 10,
            local_add_ttl: 2,
            max_repair_ttl: 10,
            rreq_bytes: 52,
            rrep_bytes: 48,
            rerr_bytes: 32,
            rerr_entry_bytes: 8,
        }
    }

    /// ns-2 2.35 as distributed: local repair and link-layer detection on, gratuitous replies off.
    #[must_use]
    pub const fn ns2() -> Self {
        Self {
            discovery: Rules::Ns2,
            sequence_numbers: Rules::Ns2,
            route_lifetimes: Rules::Ns2,
            route_errors: Rules::Ns2,
            local_repair: LocalRepair::Ns2,
            destination_only: false,
            gratuitous_rrep: false,
            net_diameter: 30,
            node_traversal_time: Nanos::from_millis(30),
            ttl_start: 5,
            ttl_increment: 2,
            ttl_threshold: 7,
            timeout_buffer: 0,
            rreq_retries: 3,
            max_rreq_timeout: Nanos::from_secs(10),
            active_route_timeout: Nanos::from_secs(10),
            my_route_timeout: Nanos::from_secs(10),
            reverse_route_life: Nanos::from_secs(6),
            rreq_id_save: Nanos::from_secs(6),
            delete_period: Nanos::MAX,
            purge_interval: Nanos::from_millis(500),
            buffer_packets: 64,
            buffer_timeout: Nanos::from_secs(30),
            release_spacing: Nanos::from_millis(10),
            broadcast_jitter: Nanos::from_millis(10),
            data_ttl: 30,
            rreq_ratelimit: 0,
            rerr_ratelimit: 0,
            local_add_ttl: 2,
            max_repair_ttl: 10,
            rreq_bytes: 48,
            rrep_bytes: 44,
            rerr_bytes: 24,
            rerr_entry_bytes: 8,
        }
    }
}
