use super::{AodvConfig, LocalRepair, Rules};
use airhop_base::Nanos;
use thiserror::Error;

/// Why a parameter could not be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ConfigError {
    /// There is no parameter of that name.
    #[error("no AODV parameter is called `{0}`")]
    UnknownKey(String),
    /// The value is not one that the parameter can take.
    #[error("`{value}` is no value for {key}: {allowed}")]
    BadValue {
        /// The parameter.
        key: &'static str,
        /// What was given.
        value: String,
        /// What may be given.
        allowed: &'static str,
    },
}

/// One row of the table of parameters.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Name in scenarios and on the command line.
    pub key: &'static str,
    /// Unit of the value; empty for names and plain numbers.
    pub unit: &'static str,
    /// What may be given.
    pub allowed: &'static str,
    /// Where the values of the two presets come from.
    pub source: &'static str,
    /// What it is.
    pub about: &'static str,
    field: Field,
}

/// How a value is read from and written to a configuration.
#[derive(Clone, Copy, Debug)]
enum Field {
    Rules(fn(&mut AodvConfig) -> &mut Rules),
    Repair(fn(&mut AodvConfig) -> &mut LocalRepair),
    Flag(fn(&mut AodvConfig) -> &mut bool),
    Small { at: fn(&mut AodvConfig) -> &mut u8, min: u8 },
    Count { at: fn(&mut AodvConfig) -> &mut u32, min: u32, max: u32 },
    Seconds { at: fn(&mut AodvConfig) -> &mut Nanos, min_s: f64 },
}

const RULES: &str = "rfc3561 or ns2";
const FLAG: &str = "on or off";
const SMALL: &str = "a whole number from 0 to 255";
const TTL: &str = "a whole number from 1 to 255";
const SECONDS: &str = "seconds from 0 to 1000000, or never";
const POSITIVE_SECONDS: &str = "seconds from 0.000001 to 1000000, or never";
const COUNT: &str = "a whole number from 0 to 1000000";
const BYTES: &str = "bytes from 1 to 1500";
const RFC_10: &str = "RFC 3561, section 10; ns-2 2.35, aodv.h";

macro_rules! rows {
    ($($key:ident $unit:literal $field:expr, $allowed:expr, $source:expr, $about:literal;)*) => {
        &[$(Parameter { key: stringify!($key), unit: $unit, allowed: $allowed, source: $source, about: $about, field: $field }),*]
    };
}

macro_rules! rules {
    ($name:ident) => {
        Field::Rules(|c| &mut c.$name)
    };
}
macro_rules! flag {
    ($name:ident) => {
        Field::Flag(|c| &mut c.$name)
    };
}
macro_rules! small {
    ($name:ident, $min:literal) => {
        Field::Small { at: |c| &mut c.$name, min: $min }
    };
}
macro_rules! count {
    ($name:ident, $min:literal, $max:literal) => {
        Field::Count { at: |c| &mut c.$name, min: $min, max: $max }
    };
}
macro_rules! seconds {
    ($name:ident, $min:literal) => {
        Field::Seconds { at: |c| &mut c.$name, min_s: $min }
    };
}

/// Every parameter of AODV, in the order of [`AodvConfig`]'s fields and by their names.
pub const PARAMETERS: &[Parameter] = rows! {
    discovery "" rules!(discovery), RULES, "RFC 3561, sections 6.3 and 6.4; ns-2, sendRequest", "how a search widens, waits and gives up";
    sequence_numbers "" rules!(sequence_numbers), RULES, "RFC 3561, sections 6.1, 6.2, 6.5 to 6.7; ns-2, recvRequest and recvReply", "how sequence numbers grow and compare";
    route_lifetimes "" rules!(route_lifetimes), RULES, "RFC 3561, sections 6.2, 6.5 and 6.7; ns-2, forward and rt_purge", "what refreshes a route and how long it lives";
    route_errors "" rules!(route_errors), RULES, "RFC 3561, section 6.11; ns-2, recvError and rt_ll_failed", "who is told of a broken route, and what becomes of the packets queued for it";
    local_repair "" Field::Repair(|c| &mut c.local_repair), "off, rfc3561 or ns2", "RFC 3561, section 6.12; ns-2, local_rt_repair", "what a forwarding node does about a broken link";
    destination_only "" flag!(destination_only), FLAG, "RFC 3561, section 5.1, D flag", "nobody but the destination may answer a request";
    gratuitous_rrep "" flag!(gratuitous_rrep), FLAG, "RFC 3561, section 6.6.3, G flag", "who answers from its table tells the destination too";
    net_diameter "hops" small!(net_diameter, 1), TTL, RFC_10, "largest possible number of hops; time-to-live of a network-wide request";
    node_traversal_time "s" seconds!(node_traversal_time, 1e-6), POSITIVE_SECONDS, RFC_10, "estimated time over one hop, queueing included";
    ttl_start "hops" small!(ttl_start, 1), TTL, RFC_10, "time-to-live of the first ring";
    ttl_increment "hops" small!(ttl_increment, 1), TTL, RFC_10, "growth of each further ring";
    ttl_threshold "hops" small!(ttl_threshold, 0), SMALL, RFC_10, "beyond it the search goes through the whole network";
    timeout_buffer "hops" small!(timeout_buffer, 0), SMALL, "RFC 3561, section 10; ns-2 has none", "extra hops to wait for a ring's answer";
    rreq_retries "" small!(rreq_retries, 0), SMALL, RFC_10, "network-wide searches after the first";
    max_rreq_timeout "s" seconds!(max_rreq_timeout, 1e-6), POSITIVE_SECONDS, "ns-2 2.35, aodv.h", "longest wait for an answer, and hold after a failed search (discovery = ns2)";
    active_route_timeout "s" seconds!(active_route_timeout, 1e-6), POSITIVE_SECONDS, RFC_10, "life of a route from its last use";
    my_route_timeout "s" seconds!(my_route_timeout, 1e-6), POSITIVE_SECONDS, RFC_10, "life that a destination grants in its answers";
    reverse_route_life "s" seconds!(reverse_route_life, 1e-6), POSITIVE_SECONDS, "ns-2 2.35, aodv.h", "life of a reverse route (route_lifetimes = ns2)";
    rreq_id_save "s" seconds!(rreq_id_save, 1e-6), POSITIVE_SECONDS, "RFC 3561, section 10, PATH_DISCOVERY_TIME; ns-2 2.35, aodv.h", "how long a request is remembered";
    delete_period "s" seconds!(delete_period, 0.0), SECONDS, "RFC 3561, section 10; ns-2 never forgets", "how long an invalid route keeps its sequence number (route_lifetimes = rfc3561)";
    purge_interval "s" seconds!(purge_interval, 1e-6), POSITIVE_SECONDS, "ns-2 2.35, aodv.cc", "spacing of the instants at which ns-2 looks after routes and waiting packets";
    buffer_packets "packets" count!(buffer_packets, 1, 1_000_000), "a whole number from 1 to 1000000", "ns-2 2.35, aodv_rqueue.h", "packets that may wait for routes";
    buffer_timeout "s" seconds!(buffer_timeout, 0.0), SECONDS, "ns-2 2.35, aodv_rqueue.h", "how long a packet may wait for a route";
    release_spacing "s" seconds!(release_spacing, 0.0), SECONDS, "ns-2 2.35, aodv.h, ARP_DELAY", "spacing of waiting packets that a reply releases";
    broadcast_jitter "s" seconds!(broadcast_jitter, 0.0), SECONDS, "RFC 5148; ns-2 2.35, aodv.cc", "broadcasts passed on wait a random time below this";
    data_ttl "hops" small!(data_ttl, 0), SMALL, "ns-2 2.35, aodv.cc", "time-to-live that data packets start with; 0 leaves the transport's";
    rreq_ratelimit "1/s" count!(rreq_ratelimit, 0, 1_000_000), COUNT, "RFC 3561, section 10; ns-2 has none", "requests a node may create a second; 0 for any number";
    rerr_ratelimit "1/s" count!(rerr_ratelimit, 0, 1_000_000), COUNT, "RFC 3561, section 10; ns-2 has none", "errors a node may send a second; 0 for any number";
    local_add_ttl "hops" small!(local_add_ttl, 0), SMALL, "RFC 3561, section 10", "added to the ring of a local repair";
    max_repair_ttl "hops" small!(max_repair_ttl, 0), SMALL, "RFC 3561, section 10: 0.3 NET_DIAMETER", "farthest destination that is repaired locally";
    rreq_bytes "bytes" count!(rreq_bytes, 1, 1500), BYTES, "RFC 3561, section 5.1, in UDP and IP; ns-2 2.35, aodv_packet.h, in IP", "IP packet with a request";
    rrep_bytes "bytes" count!(rrep_bytes, 1, 1500), BYTES, "RFC 3561, section 5.2, in UDP and IP; ns-2 2.35, aodv_packet.h, in IP", "IP packet with a reply";
    rerr_bytes "bytes" count!(rerr_bytes, 1, 1500), BYTES, "RFC 3561, section 5.3, in UDP and IP; ns-2 2.35, aodv_packet.h, in IP", "IP packet with an error, without its destinations";
    rerr_entry_bytes "bytes" count!(rerr_entry_bytes, 1, 1500), BYTES, "RFC 3561, section 5.3; ns-2 2.35, aodv_packet.h", "each destination in an error";
};

impl Parameter {
    /// The parameter's value in a configuration, as [`AodvConfig::set`] reads it.
    #[must_use]
    pub fn value(&self, config: &AodvConfig) -> String {
        let mut config = config.clone();
        match self.field {
            Field::Rules(at) => match at(&mut config) {
                Rules::Rfc3561 => "rfc3561".into(),
                Rules::Ns2 => "ns2".into(),
            },
            Field::Repair(at) => match at(&mut config) {
                LocalRepair::Off => "off".into(),
                LocalRepair::Rfc3561 => "rfc3561".into(),
                LocalRepair::Ns2 => "ns2".into(),
            },
            Field::Flag(at) => if *at(&mut config) { "on" } else { "off" }.into(),
            Field::Small { at, .. } => at(&mut config).to_string(),
            Field::Count { at, .. } => at(&mut config).to_string(),
            Field::Seconds { at, .. } => match *at(&mut config) {
                Nanos::MAX => "never".into(),
                time => time.as_secs_f64().to_string(),
            },
        }
    }

    /// The value that holds unless another is set: that of [`AodvConfig::default`].
    #[must_use]
    pub fn default_value(&self) -> String {
        self.value(&AodvConfig::default())
    }

    fn set(&self, config: &mut AodvConfig, value: &str) -> Option<()> {
        match self.field {
            Field::Rules(at) => {
                *at(config) = match value {
                    "rfc3561" => Rules::Rfc3561,
                    "ns2" => Rules::Ns2,
                    _ => return None,
                }
            }
            Field::Repair(at) => {
                *at(config) = match value {
                    "off" => LocalRepair::Off,
                    "rfc3561" => LocalRepair::Rfc3561,
                    "ns2" => LocalRepair::Ns2,
                    _ => return None,
                }
            }
            Field::Flag(at) => {
                *at(config) = match value {
                    "on" | "true" => true,
                    "off" | "false" => false,
                    _ => return None,
                }
            }
            Field::Small { at, min } => *at(config) = value.parse().ok().filter(|v| *v >= min)?,
            Field::Count { at, min, max } => *at(config) = value.parse().ok().filter(|v| (min..=max).contains(v))?,
            Field::Seconds { at, min_s } => {
                *at(config) = match value {
                    "never" => Nanos::MAX,
                    _ => Nanos::from_secs_f64(value.parse().ok().filter(|v| (min_s..=1e6).contains(v))?),
                }
            }
        }
        Some(())
    }
}

impl AodvConfig {
    /// Sets the parameter `key` of [`PARAMETERS`] to `value`, written as there (times in seconds).
    ///
    /// # Errors
    /// [`ConfigError`] when there is no such parameter or it cannot take that value; the configuration stays as it was.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ConfigError> {
        let row = PARAMETERS.iter().find(|p| p.key == key).ok_or_else(|| ConfigError::UnknownKey(key.into()))?;
        let bad = || ConfigError::BadValue { key: row.key, value: value.into(), allowed: row.allowed };
        row.set(self, value.trim()).ok_or_else(bad)
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
                other.set(row.key, &row.value(&preset)).unwrap();
                assert_eq!(row.value(&other), row.value(&preset), "{}", row.key);
            }
        }
    }

    #[test]
    fn one_preset_becomes_the_other_by_its_parameters() {
        // Holds only if no field of the configuration is missing from the table.
        let mut config = AodvConfig::ns2();
        for row in PARAMETERS {
            config.set(row.key, &row.value(&AodvConfig::rfc3561())).unwrap();
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
        assert_eq!(config.set("nonsense", "1"), Err(ConfigError::UnknownKey("nonsense".into())));
        assert_eq!(config, AodvConfig::ns2());
    }
}
