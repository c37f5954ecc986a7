use super::config::{AodvConfig, LocalRepair, Rules};
use crate::parameter::{
    self, COUNT, COUNT_POSITIVE, ConfigError, FLAG, POSITIVE_SECONDS, SECONDS, SMALL, SMALL_POSITIVE as TTL, Setting,
    count, flag, rows, seconds, small, word,
};
use airhop_base::Allowed;

const RULES: Allowed = Allowed::OneOf(Rules::WORDS);
const BYTES: Allowed = Allowed::Integer { min: 1, max: 1500 };
const RFC_10: &str = "RFC 3561, section 10; ns-2 2.35, aodv.h";

/// Every parameter of AODV, in the order of [`AodvConfig`]'s fields and by their names.
pub const PARAMETERS: &[Setting<AodvConfig>] = rows! {
    discovery "" word!(discovery, Rules), RULES, "RFC 3561, sections 6.3 and 6.4; ns-2, sendRequest", "how a search widens, waits and gives up";
    sequence_numbers "" word!(sequence_numbers, Rules), RULES, "RFC 3561, sections 6.1, 6.2, 6.5 to 6.7; ns-2, recvRequest and recvReply", "how sequence numbers grow and compare";
    route_lifetimes "" word!(route_lifetimes, Rules), RULES, "RFC 3561, sections 6.2, 6.5 and 6.7; ns-2, forward and rt_purge", "what refreshes a route and how long it lives";
    route_errors "" word!(route_errors, Rules), RULES, "RFC 3561, section 6.11; ns-2, recvError and rt_ll_failed", "who is told of a broken route, and what becomes of the packets queued for it";
    local_repair "" word!(local_repair, LocalRepair), Allowed::OneOf(LocalRepair::WORDS), "RFC 3561, section 6.12; ns-2, local_rt_repair", "what a forwarding node does about a broken link";
    destination_only "" flag!(destination_only), FLAG, "RFC 3561, section 5.1, D flag", "nobody but the destination may answer a request";
    gratuitous_rrep "" flag!(gratuitous_rrep), FLAG, "RFC 3561, section 6.6.3, G flag", "who answers from its table tells the destination too";
    net_diameter "hops" small!(net_diameter), TTL, RFC_10, "largest possible number of hops; time-to-live of a network-wide request";
    node_traversal_time "s" seconds!(node_traversal_time), POSITIVE_SECONDS, RFC_10, "estimated time over one hop, queueing included";
    ttl_start "hops" small!(ttl_start), TTL, RFC_10, "time-to-live of the first ring";
    ttl_increment "hops" small!(ttl_increment), TTL, RFC_10, "growth of each further ring";
    ttl_threshold "hops" small!(ttl_threshold), SMALL, RFC_10, "beyond it the search goes through the whole network";
    timeout_buffer "hops" small!(timeout_buffer), SMALL, "RFC 3561, section 10; ns-2 has none", "extra hops to wait for a ring's answer";
    rreq_retries "searches" small!(rreq_retries), SMALL, RFC_10, "network-wide searches after the first";
    max_rreq_timeout "s" seconds!(max_rreq_timeout), POSITIVE_SECONDS, "ns-2 2.35, aodv.h", "longest wait for an answer, and hold after a failed search (discovery = ns2)";
    active_route_timeout "s" seconds!(active_route_timeout), POSITIVE_SECONDS, RFC_10, "life of a route from its last use";
    my_route_timeout "s" seconds!(my_route_timeout), POSITIVE_SECONDS, RFC_10, "life that a destination grants in its answers";
    reverse_route_life "s" seconds!(reverse_route_life), POSITIVE_SECONDS, "ns-2 2.35, aodv.h", "life of a reverse route (route_lifetimes = ns2)";
    rreq_id_save "s" seconds!(rreq_id_save), POSITIVE_SECONDS, "RFC 3561, section 10, PATH_DISCOVERY_TIME; ns-2 2.35, aodv.h", "how long a request is remembered";
    delete_period "s" seconds!(delete_period), SECONDS, "RFC 3561, section 10; ns-2 never forgets", "how long an invalid route keeps its sequence number (route_lifetimes = rfc3561)";
    purge_interval "s" seconds!(purge_interval), POSITIVE_SECONDS, "ns-2 2.35, aodv.cc", "spacing of the instants at which ns-2 looks after routes and waiting packets";
    buffer_packets "packets" count!(buffer_packets), COUNT_POSITIVE, "ns-2 2.35, aodv_rqueue.h", "packets that may wait for routes";
    buffer_timeout "s" seconds!(buffer_timeout), SECONDS, "ns-2 2.35, aodv_rqueue.h", "how long a packet may wait for a route";
    release_spacing "s" seconds!(release_spacing), SECONDS, "ns-2 2.35, aodv.h, ARP_DELAY", "spacing of waiting packets that a reply releases";
    broadcast_jitter "s" seconds!(broadcast_jitter), SECONDS, "RFC 5148; ns-2 2.35, aodv.cc", "broadcasts passed on wait a random time below this";
    data_ttl "hops" small!(data_ttl), SMALL, "ns-2 2.35, aodv.cc", "time-to-live that data packets start with; 0 leaves the transport's";
    rreq_ratelimit "1/s" count!(rreq_ratelimit), COUNT, "RFC 3561, section 10; ns-2 has none", "requests a node may create a second; 0 for any number";
    rerr_ratelimit "1/s" count!(rerr_ratelimit), COUNT, "RFC 3561, section 10; ns-2 has none", "errors a node may send a second; 0 for any number";
    local_add_ttl "hops" small!(local_add_ttl), SMALL, "RFC 3561, section 10", "added to the ring of a local repair";
    max_repair_ttl "hops" small!(max_repair_ttl), SMALL, "RFC 3561, section 10: 0.3 NET_DIAMETER", "farthest destination that is repaired locally";
    rreq_bytes "bytes" count!(rreq_bytes), BYTES, "RFC 3561, section 5.1, in UDP and IP; ns-2 2.35, aodv_packet.h, in IP", "IP packet with a request";
    rrep_bytes "bytes" count!(rrep_bytes), BYTES, "RFC 3561, section 5.2, in UDP and IP; ns-2 2.35, aodv_packet.h, in IP", "IP packet with a reply";
    rerr_bytes "bytes" count!(rerr_bytes), BYTES, "RFC 3561, section 5.3, in UDP and IP; ns-2 2.35, aodv_packet.h, in IP", "IP packet with an error, without its destinations";
    rerr_entry_bytes "bytes" count!(rerr_entry_bytes), BYTES, "RFC 3561, section 5.3; ns-2 2.35, aodv_packet.h", "each destination in an error";
};

impl AodvConfig {
    /// Sets the parameter `key` of [`PARAMETERS`] to `value`, written as there (times in seconds).
    ///
    /// # Errors
    /// [`ConfigError`] when there is no such parameter or it cannot take that value; the configuration stays as it was.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ConfigError> {
        parameter::set(PARAMETERS, "AODV", self, key, value)
    }
}

impl Default for AodvConfig {
    /// [`AodvConfig::ns2`], as the default radio profile.
    fn default() -> Self {
        Self::ns2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_reads_back_what_it_writes() {
        for preset in [AodvConfig::rfc3561(), AodvConfig::ns2()] {
            for row in PARAMETERS {
                let mut other = AodvConfig::ns2();
                other.set(row.key(), &row.value(&preset)).unwrap();
                assert_eq!(row.value(&other), row.value(&preset), "{}", row.key());
            }
        }
    }

    #[test]
    fn one_preset_becomes_the_other_by_its_parameters() {
        // Holds only if no field of the configuration is missing from the table.
        let mut config = AodvConfig::ns2();
        for row in PARAMETERS {
            config.set(row.key(), &row.value(&AodvConfig::rfc3561())).unwrap();
        }
        assert_eq!(config, AodvConfig::rfc3561());
    }

    #[test]
    fn bad_values_are_named_and_change_nothing() {
        let mut config = AodvConfig::ns2();
        for (key, value) in [
            ("local_repair", "on"),
            ("net_diameter", "0"),
            ("net_diameter", "256"),
            ("buffer_timeout", "-1"),
            ("buffer_timeout", "NaN"),
            ("purge_interval", "0"),
            ("destination_only", "maybe"),
            ("buffer_packets", "0"),
        ] {
            let error = config.set(key, value).unwrap_err();
            assert!(error.to_string().contains(key) && error.to_string().contains(value), "{error}");
        }
        assert_eq!(
            config.set("nonsense", "1"),
            Err(ConfigError::UnknownKey { protocol: "AODV", key: "nonsense".into() })
        );
        assert_eq!(config, AodvConfig::ns2());
    }
}
