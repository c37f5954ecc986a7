/// One setting of the radio network, for documentation and for `airhop show`.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The key as it stands in a scenario.
    pub key: &'static str,
    /// The unit, empty where there is none.
    pub unit: &'static str,
    /// The values allowed.
    pub allowed: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Where the default or the behaviour comes from.
    pub source: &'static str,
}

/// Every setting of the radio network, in the order of a scenario. Defaults are the profile's.
#[must_use]
pub fn parameters() -> &'static [Parameter] {
    PARAMETERS
}

const fn p(
    key: &'static str,
    unit: &'static str,
    allowed: &'static str,
    about: &'static str,
    source: &'static str,
) -> Parameter {
    Parameter { key, unit, allowed, about, source }
}

const NS2: &str = "ns-2 2.35";
const IEEE: &str = "IEEE 802.11-2016";

const PARAMETERS: &[Parameter] = &[
    p("radio.propagation", "", "two-ray | free-space | log-distance", "how signals lose power over distance", NS2),
    p("radio.frequency_mhz", "MHz", "> 0", "carrier frequency", NS2),
    p("radio.tx_power_w", "W", "> 0", "transmit power", NS2),
    p("radio.tx_gain", "", "> 0", "gain of the sending antenna, a ratio", NS2),
    p("radio.rx_gain", "", "> 0", "gain of the receiving antenna, a ratio", NS2),
    p("radio.antenna_height_m", "m", "> 0", "height of the antennas over ground (two-ray)", NS2),
    p("radio.system_loss", "", "> 0", "loss in cables and filters, a ratio", NS2),
    p(
        "radio.path_loss_exponent",
        "",
        "> 0",
        "exponent of log-distance loss",
        "Rappaport, Wireless Communications, 4.9",
    ),
    p(
        "radio.reference_distance_m",
        "m",
        "> 0",
        "log-distance loss is free space (exponent 2) up to this distance; radio.path_loss_exponent applies beyond it",
        "Rappaport 4.9",
    ),
    p(
        "radio.shadowing_db",
        "dB",
        "0 to 40",
        "spread of log-normal shadowing, one draw a pair of nodes",
        "Rappaport 4.9",
    ),
    p("radio.reception", "", "threshold | sinr", "how a station decides what it can decode", NS2),
    p(
        "radio.decode_threshold_w",
        "W",
        "> 0; threshold: >= radio.sense_threshold_w",
        "minimum power to decode; under sinr the ratio must suffice as well",
        NS2,
    ),
    p("radio.sense_threshold_w", "W", "> 0", "minimum power that makes the medium busy", NS2),
    p(
        "radio.capture_db",
        "dB",
        "0 to 100",
        "threshold: lead at which the first frame survives a later one; sinr: lead at which a later frame takes over",
        NS2,
    ),
    p(
        "radio.noise_dbm",
        "dBm",
        "-200 to 100",
        "thermal noise and noise figure over 22 MHz (sinr)",
        "kTB at 290 K, 7 dB",
    ),
    p(
        "radio.preamble_snr_db",
        "dB",
        "-200 to 100",
        "minimum ratio at which a preamble is detected (sinr)",
        "ns-3's preamble detection model",
    ),
    p(
        "radio.data_rate_kbps",
        "kbit/s",
        "1 to 10000000 (sinr: 1000, 2000, 5500, 11000)",
        "rate of unicast data frames",
        IEEE,
    ),
    p(
        "radio.basic_rate_kbps",
        "kbit/s",
        "1 to 10000000 (sinr: 1000, 2000, 5500, 11000)",
        "rate of control frames and broadcasts",
        IEEE,
    ),
    p("radio.plcp_us", "us", "0 to 10000", "PLCP preamble and header before every frame", IEEE),
    p("mac.slot_us", "us", "0.1 to 10000", "backoff slot", IEEE),
    p("mac.sifs_us", "us", "0.1 to 10000", "short interframe space", IEEE),
    p("mac.cw_min", "slots", "1 to 65535", "minimum contention window", IEEE),
    p("mac.cw_max", "slots", "mac.cw_min to 65535", "maximum contention window", IEEE),
    p("mac.short_retry_limit", "tries", "1 to 255", "tries of an RTS, and of data frames that go without", IEEE),
    p("mac.long_retry_limit", "tries", "1 to 255", "tries of data frames that go with RTS/CTS", IEEE),
    p(
        "mac.rts_threshold_bytes",
        "bytes",
        "0 to 4294967295",
        "unicast frames of at least this size, MAC header included, use RTS/CTS",
        IEEE,
    ),
    p(
        "mac.header_bytes",
        "bytes",
        "0 to 200",
        "MAC header and FCS of a data frame: 28 by the standard, 34 in ns-2",
        NS2,
    ),
    p("mac.max_propagation_us", "us", "0 to 1000", "margin for propagation in the timeouts for CTS, data and ACK", NS2),
    p(
        "mac.turnaround_us",
        "us",
        "0 to 1000",
        "a frame that arrives less than this before the backoff ends comes too late to stop the sending; ns-2 has none",
        "IEEE 802.11-2016, 15.4.4.4, aRxTxTurnaroundTime",
    ),
    p(
        "mac.backoff_includes_cw",
        "",
        "true | false",
        "backoff from 0 to cw (standard) instead of 0 to cw - 1 (ns-2)",
        NS2,
    ),
    p(
        "mac.immediate_access",
        "",
        "true | false",
        "a frame that finds the medium idle for DIFS is sent without backoff (standard)",
        IEEE,
    ),
    p("mac.cts_rule", "", "nav | carrier-and-nav", "what must be idle for an RTS to be answered", NS2),
    p(
        "mac.eifs_by_nav",
        "",
        "true | false",
        "after a frame in error set the NAV to EIFS and wait DIFS after it (ns-2) instead of waiting EIFS",
        NS2,
    ),
    p(
        "mac.captured_frame_sets_nav",
        "",
        "true | false",
        "a frame that capture ignored sets the NAV to its air time and EIFS (ns-2)",
        NS2,
    ),
    p(
        "mac.nav_reset",
        "",
        "true | false",
        "give up an RTS's reservation when no frame follows it",
        "IEEE 802.11-2016, 10.3.2.4",
    ),
    p(
        "mac.link_delay_us",
        "us",
        "0 to 1000000",
        "processing time between routing and queue, and between MAC and routing",
        NS2,
    ),
    p(
        "mac.arp",
        "",
        "true | false",
        "resolve the next hop's address first, holding one packet per neighbour (ns-2)",
        NS2,
    ),
    p("queue.packets", "packets", "1 to 1000000", "length of the interface queue", NS2),
    p("queue.routing_first", "", "true | false", "routing control is placed at the head of the queue", NS2),
    p(
        "queue.by_class",
        "",
        "true | false",
        "routing control before ACKs before data, each with its own limit; with DSR as in ns-2 the default is true",
        "ns-2 2.35, CMUPriQueue",
    ),
    p(
        "queue.ecn_threshold_packets",
        "packets",
        "0 to 1000000",
        "a packet that finds at least this many in the interface queue is marked if its transport supports ECN; 0: off",
        "RFC 3168",
    ),
    p("energy.tx_w", "W", "0 to 1000000", "power while sending", NS2),
    p("energy.rx_w", "W", "0 to 1000000", "power while receiving frames for this node", NS2),
    p("energy.overhear_w", "W", "0 to 1000000", "power while receiving anything else", NS2),
    p("energy.idle_w", "W", "0 to 1000000", "power otherwise", NS2),
    p(
        "errors.model",
        "",
        "none | packet | bit | gilbert-elliott",
        "frame errors beyond interference, at each receiver",
        NS2,
    ),
    p("errors.scope", "", "data | all", "which frames they affect", NS2),
    p("errors.packet", "", "0 to 1", "probability that a frame fails (model packet)", NS2),
    p("errors.bit", "", "0 to 1", "probability that a bit fails (model bit)", NS2),
    p("errors.good_packet", "", "0 to 1", "frame error rate in the good state", "Gilbert 1960, Elliott 1963"),
    p("errors.bad_packet", "", "0 to 1", "frame error rate in the bad state", "Gilbert 1960, Elliott 1963"),
    p("errors.good_s", "s", "> 0", "mean time in the good state", "Gilbert 1960, Elliott 1963"),
    p("errors.bad_s", "s", "> 0", "mean time in the bad state", "Gilbert 1960, Elliott 1963"),
];
