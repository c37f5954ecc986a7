use airhop_base::Nanos;

/// Which of the two sources a group of DSR's rules follows where they differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// RFC 4728.
    Rfc4728,
    /// ns-2 2.35.
    Ns2,
}

impl Rules {
    /// The words of scenarios, in the order of the variants.
    pub(super) const WORDS: &[&str] = &["rfc4728", "ns2"];

    pub(super) fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        [Self::Rfc4728, Self::Ns2].into_iter().find(|r| r.word() == word)
    }
}

/// Every constant and switch of DSR. [`DsrConfig::rfc4728`] and [`DsrConfig::ns2`] are the two whole sets;
/// [`super::PARAMETERS`] gives the source of each value.
#[derive(Clone, PartialEq, Debug)]
pub struct DsrConfig {
    /// How requests are repeated and who answers when.
    pub discovery: Rules,
    /// How many bytes DSR's headers take.
    pub headers: Rules,
    /// Whether packets follow flows that the first ones with a source route have set up, and carry no route themselves.
    pub flow_state: bool,
    /// Whether nodes learn from packets that they overhear.
    pub promiscuous: bool,
    /// Whether a search asks the neighbours' caches before the whole network.
    pub nonpropagating_first: bool,
    /// Whether nodes answer requests from their caches.
    pub reply_from_cache: bool,
    /// Whether a node that cannot pass on another's packet sends it by a route from its own cache.
    pub salvage: bool,
    /// Whether it may ask its neighbours' caches for that route.
    pub salvage_requests: bool,
    /// Whether a node that overhears a packet which it is to get later tells the source of the short cut.
    pub gratuitous_replies: bool,
    /// Whether the next request after an error carries the error on.
    pub spread_errors: bool,
    /// The most nodes in a route, both ends included.
    pub max_route_nodes: u8,
    /// Routes that a node keeps because it asked for them or uses them.
    pub primary_routes: u32,
    /// Routes that it keeps because it saw them pass.
    pub secondary_routes: u32,
    /// How long a cached route is believed without being seen again.
    pub route_timeout: Nanos,
    /// Packets that may wait for routes.
    pub buffer_packets: u32,
    /// How long one may wait.
    pub buffer_timeout: Nanos,
    /// Minimum time between two services of the waiting packets; the maximum is twice that.
    pub buffer_check: Nanos,
    /// Wait before the second request of a search.
    pub request_period: Nanos,
    /// Longest wait between two requests.
    pub max_request_period: Nanos,
    /// How long neighbours have to answer before the whole network is asked.
    pub nonpropagating_timeout: Nanos,
    /// Requests of a search before the packets that wait are dropped; 0 for any number.
    pub max_requests: u32,
    /// Requests wait a random time below this.
    pub request_jitter: Nanos,
    /// A destination's answers wait a random time below this.
    pub reply_jitter: Nanos,
    /// An answer from the cache waits, for each hop of the route that it offers, about so long.
    pub cache_reply_spacing: Nanos,
    /// Spacing of waiting packets that a reply releases.
    pub release_spacing: Nanos,
    /// How many times a packet may be salvaged.
    pub max_salvages: u8,
    /// Minimum time between two gratuitous replies about the same route.
    pub gratuitous_holdoff: Nanos,
    /// How long an error may wait for a request to carry it.
    pub error_hold: Nanos,
    /// How long a flow lives from its last packet.
    pub flow_timeout: Nanos,
    /// A packet carries the route again when none has for so long.
    pub flow_refresh: Nanos,
    /// So many packets after a flow's first carry the route too.
    pub flow_packets: u8,
    /// Bytes added to every data packet at its source.
    pub extra_bytes: u32,
}

impl DsrConfig {
    /// RFC 4728 with the values of its section 9: the core without the flow state extension, link-layer feedback for
    /// maintenance.
    #[must_use]
    pub const fn rfc4728() -> Self {
        Self {
            discovery: Rules::Rfc4728,
            headers: Rules::Rfc4728,
            flow_state: false,
            promiscuous: true,
            nonpropagating_first: true,
            reply_from_cache: true,
            salvage: true,
            salvage_requests: false,
            gratuitous_replies: true,
            spread_errors: true,
            max_route_nodes: 64,
            primary_routes: 30,
            secondary_routes: 64,
            route_timeout: Nanos::from_secs(300),
            buffer_packets: 64,
            buffer_timeout: Nanos::from_secs(30),
            buffer_check: Nanos::from_millis(30),
            request_period: Nanos::from_millis(500),
            max_request_period: Nanos::from_secs(10),
            nonpropagating_timeout: Nanos::from_millis(30),
            max_requests: 16,
            request_jitter: Nanos::from_millis(10),
            reply_jitter: Nanos::from_millis(10),
            cache_reply_spacing: Nanos::from_millis(1),
            release_spacing: Nanos::ZERO,
            max_salvages: 15,
            gratuitous_holdoff: Nanos::from_secs(1),
            error_hold: Nanos::from_secs(1),
            flow_timeout: Nanos::from_secs(60),
            flow_refresh: Nanos::from_secs(5),
            flow_packets: 2,
            extra_bytes: 0,
        }
    }

    /// ns-2 2.35 as distributed: flow state, promiscuous listening and the path cache of two parts.
    #[must_use]
    pub const fn ns2() -> Self {
        Self {
            discovery: Rules::Ns2,
            headers: Rules::Ns2,
            flow_state: true,
            salvage_requests: true,
            max_route_nodes: 16,
            route_timeout: Nanos::MAX,
            max_requests: 0,
            cache_reply_spacing: Nanos::ZERO,
            release_spacing: Nanos::from_millis(30),
            extra_bytes: 20,
            ..Self::rfc4728()
        }
    }
}
