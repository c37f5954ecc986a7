use super::config::{DsrConfig, Rules};
use crate::parameter::{
    self, COUNT, COUNT_POSITIVE, ConfigError, FLAG, POSITIVE_SECONDS, SECONDS, SMALL, Setting, count, flag, rows,
    seconds, small, word,
};
use airhop_base::Allowed;

const RULES: Allowed = Allowed::OneOf(Rules::WORDS);
const RFC_9: &str = "RFC 4728, section 9; ns-2 2.35, dsragent.cc";
const FLOW: &str = "RFC 4728, section 3.5; ns-2 2.35, dsragent.cc and flowstruct.h";

/// Every parameter of DSR, in the order of [`DsrConfig`]'s fields and by their names.
pub const PARAMETERS: &[Setting<DsrConfig>] = rows! {
    discovery "" word!(discovery, Rules), RULES, "RFC 4728, sections 4.3 and 8.2; ns-2, getRouteForPacket", "how requests are repeated: waits that double and one question to the neighbours (RFC), or waits four times as long and neighbours first each time (ns-2)";
    headers "" word!(headers, Rules), RULES, "RFC 4728, section 6; ns-2, hdr_sr.h", "how many bytes DSR's headers take; ns-2's requests count the header of every node they passed again";
    flow_state "" flag!(flow_state), FLAG, FLOW, "packets follow flows that the first ones with a source route have set up, and carry no route";
    promiscuous "" flag!(promiscuous), FLAG, "RFC 4728, section 3.3.1; ns-2, tap", "nodes learn routes and errors from packets that they overhear";
    nonpropagating_first "" flag!(nonpropagating_first), FLAG, "RFC 4728, section 3.3.3; ns-2, ring zero search", "a search asks the neighbours' caches before the whole network";
    reply_from_cache "" flag!(reply_from_cache), FLAG, "RFC 4728, section 3.3.2; ns-2, replyFromRouteCache", "nodes answer requests for others from their caches";
    salvage "" flag!(salvage), FLAG, "RFC 4728, section 3.4.1; ns-2, undeliverablePkt", "a node that cannot pass on another's packet sends it by a route of its own";
    salvage_requests "" flag!(salvage_requests), FLAG, "ns-2, undeliverablePkt; the RFC drops the packet", "without such a route it keeps the packet and asks its neighbours' caches";
    gratuitous_replies "" flag!(gratuitous_replies), FLAG, "RFC 4728, section 3.4.3; ns-2, sendRouteShortening", "a node that overhears a packet which it is to get later tells the source of the short cut";
    spread_errors "" flag!(spread_errors), FLAG, "RFC 4728, section 3.4.4; ns-2, sendOutRtReq", "the next request after an error carries the error on";
    max_route_nodes "nodes" small!(max_route_nodes), Allowed::Integer { min: 2, max: 255 }, "RFC 4728, section 6.7: what the Segments Left field can count; ns-2 2.35, hdr_sr.h", "the most nodes in a route, both ends included";
    primary_routes "routes" count!(primary_routes), COUNT_POSITIVE, "ns-2 2.35, mobicache.cc", "routes kept because they were asked for or are in use";
    secondary_routes "routes" count!(secondary_routes), COUNT_POSITIVE, "ns-2 2.35, mobicache.cc", "routes kept because they were seen to pass";
    route_timeout "s" seconds!(route_timeout), POSITIVE_SECONDS, "RFC 4728, section 9, RouteCacheTimeout; ns-2's path cache has none", "how long a cached route is believed without being seen again";
    buffer_packets "packets" count!(buffer_packets), COUNT_POSITIVE, "ns-2 2.35, dsragent.h", "packets that may wait for routes";
    buffer_timeout "s" seconds!(buffer_timeout), SECONDS, "RFC 4728, section 9, SendBufferTimeout; ns-2 2.35, dsragent.h", "how long a packet may wait for a route";
    buffer_check "s" seconds!(buffer_check), POSITIVE_SECONDS, "ns-2 2.35, dsragent.h", "waiting packets are looked after at random distances between this and twice this";
    request_period "s" seconds!(request_period), POSITIVE_SECONDS, RFC_9, "wait before the second request of a search";
    max_request_period "s" seconds!(max_request_period), POSITIVE_SECONDS, RFC_9, "longest wait between two requests";
    nonpropagating_timeout "s" seconds!(nonpropagating_timeout), SECONDS, "RFC 4728, section 9, NonpropRequestTimeout; ns-2 2.35, arp_timeout", "how long neighbours have to answer before the whole network is asked";
    max_requests "requests" count!(max_requests), COUNT, "RFC 4728, section 9, MaxRequestRexmt; ns-2 has none", "requests of a search before the packets that wait for it are dropped; 0 for any number";
    request_jitter "s" seconds!(request_jitter), SECONDS, "RFC 4728, section 9, BroadcastJitter; ns-2 2.35, RREQ_JITTER", "requests wait a random time below this";
    reply_jitter "s" seconds!(reply_jitter), SECONDS, "ns-2 2.35, returnSrcRouteToRequestor", "a destination's answers wait a random time below this";
    cache_reply_spacing "s" seconds!(cache_reply_spacing), SECONDS, "RFC 4728, section 3.3.2, H; ns-2 has none", "an answer from the cache waits this times hops of the route offered, less a random share of one";
    release_spacing "s" seconds!(release_spacing), SECONDS, "ns-2 2.35, acceptRouteReply", "spacing of waiting packets that a reply releases";
    max_salvages "times" small!(max_salvages), SMALL, "RFC 4728, section 9, MAX_SALVAGE_COUNT; ns-2 2.35, dsragent.cc", "how often a packet may be salvaged";
    gratuitous_holdoff "s" seconds!(gratuitous_holdoff), SECONDS, "RFC 4728, section 9, GratReplyHoldoff; ns-2 2.35, grat_hold_down_time", "least time between two gratuitous replies about the same route";
    error_hold "s" seconds!(error_hold), SECONDS, "ns-2 2.35, max_err_hold", "how long an error may wait for a request to carry it";
    flow_timeout "s" seconds!(flow_timeout), POSITIVE_SECONDS, FLOW, "how long a flow lives from its last packet";
    flow_refresh "s" seconds!(flow_refresh), SECONDS, FLOW, "a packet carries the route again when none has for so long";
    flow_packets "packets" small!(flow_packets), SMALL, FLOW, "so many packets after a flow's first carry the route too";
    extra_bytes "bytes" count!(extra_bytes), Allowed::Integer { min: 0, max: 1500 }, "ns-2 2.35, DSRAgent::recv: an IP header beside the one that the transport counts", "added to every data packet at its source";
};

impl DsrConfig {
    /// Sets the parameter `key` of [`PARAMETERS`] to `value`, written as there (times in seconds).
    ///
    /// # Errors
    /// [`ConfigError`] when there is no such parameter or it cannot take that value; the configuration stays as it was.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ConfigError> {
        parameter::set(PARAMETERS, "DSR", self, key, value)
    }
}

impl Default for DsrConfig {
    /// [`DsrConfig::ns2`], as the default radio profile.
    fn default() -> Self {
        Self::ns2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_reads_back_what_it_writes() {
        for preset in [DsrConfig::rfc4728(), DsrConfig::ns2()] {
            for row in PARAMETERS {
                let mut other = DsrConfig::ns2();
                other.set(row.key(), &row.value(&preset)).unwrap();
                assert_eq!(row.value(&other), row.value(&preset), "{}", row.key());
            }
        }
    }

    #[test]
    fn one_preset_becomes_the_other_by_its_parameters() {
        // Holds only if no field in which they differ is missing from the table.
        let mut config = DsrConfig::ns2();
        for row in PARAMETERS {
            config.set(row.key(), &row.value(&DsrConfig::rfc4728())).unwrap();
        }
        assert_eq!(config, DsrConfig::rfc4728());
    }

    #[test]
    fn bad_values_are_named_and_change_nothing() {
        let mut config = DsrConfig::ns2();
        for (key, value) in [("headers", "ns3"), ("max_route_nodes", "1"), ("buffer_check", "0"), ("salvage", "maybe")]
        {
            let error = config.set(key, value).unwrap_err();
            assert!(error.to_string().contains(key) && error.to_string().contains(value), "{error}");
        }
        let unknown = config.set("local_repair", "off").unwrap_err();
        assert_eq!(unknown.to_string(), "no DSR parameter is called `local_repair`");
        assert_eq!(config, DsrConfig::ns2());
    }
}
