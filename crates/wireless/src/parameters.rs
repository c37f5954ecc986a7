use crate::config::WirelessConfig;
use airhop_base::{Allowed, Parameter};

/// A setting of the radio network.
pub(crate) struct Setting {
    pub(crate) parameter: Parameter,
    /// The number in a configuration. Words and switches are checked by their types.
    pub(crate) number: Option<fn(&WirelessConfig) -> String>,
}

/// Every setting of the radio network, in the order of a scenario. Defaults are the profile's.
pub fn parameters() -> impl Iterator<Item = &'static Parameter> {
    SETTINGS.iter().map(|setting| &setting.parameter)
}

macro_rules! setting {
    ($section:ident.$field:ident, $unit:expr, $allowed:expr, $about:expr, $source:expr, $number:expr) => {
        Setting {
            parameter: Parameter {
                key: concat!(stringify!($section), ".", stringify!($field)),
                unit: $unit,
                default: "",
                allowed: $allowed,
                source: $source,
                about: $about,
            },
            number: $number,
        }
    };
}
macro_rules! number {
    ($section:ident.$field:ident, $unit:expr, $allowed:expr, $about:expr, $source:expr) => {
        setting!($section.$field, $unit, $allowed, $about, $source, Some(|c| c.$section.$field.to_string()))
    };
}
macro_rules! word {
    ($section:ident.$field:ident, $words:expr, $about:expr, $source:expr) => {
        setting!($section.$field, "", Allowed::OneOf(&$words), $about, $source, None)
    };
}
macro_rules! switch {
    ($section:ident.$field:ident, $about:expr, $source:expr) => {
        setting!($section.$field, "", Allowed::Boolean, $about, $source, None)
    };
}

const fn real(min: f64, max: f64) -> Allowed {
    Allowed::Real { min, max }
}

const fn integer(min: u64, max: u64) -> Allowed {
    Allowed::Integer { min, max }
}

const NS2: &str = "ns-2 2.35";
const IEEE: &str = "IEEE 802.11-2016";

pub(crate) const SETTINGS: &[Setting] = &[
    word!(radio.propagation, ["two-ray", "free-space", "log-distance"], "how signals lose power over distance", NS2),
    number!(radio.frequency_mhz, "MHz", Allowed::POSITIVE, "carrier frequency", NS2),
    number!(radio.tx_power_w, "W", Allowed::POSITIVE, "transmit power", NS2),
    number!(radio.tx_gain, "", Allowed::POSITIVE, "gain of the sending antenna, a ratio", NS2),
    number!(radio.rx_gain, "", Allowed::POSITIVE, "gain of the receiving antenna, a ratio", NS2),
    number!(radio.antenna_height_m, "m", Allowed::POSITIVE, "height of the antennas over ground (two-ray)", NS2),
    number!(radio.system_loss, "", Allowed::POSITIVE, "loss in cables and filters, a ratio", NS2),
    number!(
        radio.path_loss_exponent,
        "",
        Allowed::POSITIVE,
        "exponent of log-distance loss",
        "Rappaport, Wireless Communications, 4.9"
    ),
    number!(
        radio.reference_distance_m,
        "m",
        Allowed::POSITIVE,
        "log-distance loss is free space (exponent 2) up to this distance; radio.path_loss_exponent applies beyond it",
        "Rappaport 4.9"
    ),
    number!(
        radio.shadowing_db,
        "dB",
        real(0.0, 40.0),
        "spread of log-normal shadowing, one draw per pair of nodes",
        "Rappaport 4.9"
    ),
    word!(radio.reception, ["threshold", "sinr"], "how a station decides what it can decode", NS2),
    number!(
        radio.decode_threshold_w,
        "W",
        Allowed::POSITIVE,
        "minimum power to decode, at least radio.sense_threshold_w under threshold reception; under sinr the ratio must suffice as well",
        NS2
    ),
    number!(radio.sense_threshold_w, "W", Allowed::POSITIVE, "minimum power that makes the medium busy", NS2),
    number!(
        radio.capture_db,
        "dB",
        real(0.0, 100.0),
        "threshold: lead at which the first frame survives a later one; sinr: lead at which a later frame takes over",
        NS2
    ),
    number!(
        radio.noise_dbm,
        "dBm",
        real(-200.0, 100.0),
        "thermal noise and noise figure over 22 MHz (sinr)",
        "kTB at 290 K, 7 dB"
    ),
    number!(
        radio.preamble_snr_db,
        "dB",
        real(-200.0, 100.0),
        "minimum ratio at which a preamble is detected (sinr)",
        "ns-3's preamble detection model"
    ),
    number!(
        radio.data_rate_kbps,
        "kbit/s",
        integer(1, 10_000_000),
        "rate of unicast data frames; 1000, 2000, 5500 or 11000 under sinr",
        IEEE
    ),
    number!(
        radio.basic_rate_kbps,
        "kbit/s",
        integer(1, 10_000_000),
        "rate of control frames and broadcasts; 1000, 2000, 5500 or 11000 under sinr",
        IEEE
    ),
    number!(radio.plcp_us, "us", real(0.0, 10_000.0), "PLCP preamble and header before every frame", IEEE),
    number!(mac.slot_us, "us", real(0.1, 10_000.0), "backoff slot", IEEE),
    number!(mac.sifs_us, "us", real(0.1, 10_000.0), "short interframe space", IEEE),
    number!(mac.cw_min, "slots", integer(1, 65_535), "minimum contention window", IEEE),
    number!(mac.cw_max, "slots", integer(1, 65_535), "maximum contention window, at least mac.cw_min", IEEE),
    number!(
        mac.short_retry_limit,
        "tries",
        integer(1, 255),
        "tries of an RTS, and of data frames that go without",
        IEEE
    ),
    number!(mac.long_retry_limit, "tries", integer(1, 255), "tries of data frames that go with RTS/CTS", IEEE),
    number!(
        mac.rts_threshold_bytes,
        "bytes",
        integer(0, 4_294_967_295),
        "unicast frames of at least this size, MAC header included, use RTS/CTS",
        IEEE
    ),
    number!(
        mac.header_bytes,
        "bytes",
        integer(0, 200),
        "MAC header and FCS of a data frame: 28 by the standard, 34 in ns-2",
        NS2
    ),
    number!(
        mac.max_propagation_us,
        "us",
        real(0.0, 1000.0),
        "margin for propagation in the timeouts for CTS, data and ACK",
        NS2
    ),
    number!(
        mac.turnaround_us,
        "us",
        real(0.0, 1000.0),
        "a frame that arrives less than this before the backoff ends comes too late to stop the sending; ns-2 has none",
        "IEEE 802.11-2016, 15.4.4.4, aRxTxTurnaroundTime"
    ),
    switch!(mac.backoff_includes_cw, "backoff from 0 to cw (standard) instead of 0 to cw - 1 (ns-2)", NS2),
    switch!(
        mac.immediate_access,
        "a frame that finds the medium idle for DIFS is sent without backoff (standard)",
        IEEE
    ),
    word!(mac.cts_rule, ["nav", "carrier-and-nav"], "what must be idle for an RTS to be answered", NS2),
    switch!(
        mac.eifs_by_nav,
        "after a frame in error set the NAV to EIFS and wait DIFS after it (ns-2) instead of waiting EIFS",
        NS2
    ),
    switch!(
        mac.captured_frame_sets_nav,
        "a frame that capture ignored sets the NAV to its air time and EIFS (ns-2)",
        NS2
    ),
    switch!(mac.nav_reset, "give up an RTS's reservation when no frame follows it", "IEEE 802.11-2016, 10.3.2.4"),
    number!(
        mac.link_delay_us,
        "us",
        real(0.0, 1_000_000.0),
        "processing time between routing and queue, and between MAC and routing",
        NS2
    ),
    switch!(mac.arp, "resolve the next hop's address first, holding one packet per neighbour (ns-2)", NS2),
    number!(queue.packets, "packets", integer(1, 1_000_000), "length of the interface queue", NS2),
    switch!(queue.routing_first, "routing control is placed at the head of the queue", NS2),
    switch!(
        queue.by_class,
        "routing control before ACKs before data, each with its own limit; with DSR as in ns-2 the default is true",
        "ns-2 2.35, CMUPriQueue"
    ),
    number!(
        queue.ecn_threshold_packets,
        "packets",
        integer(0, 1_000_000),
        "a packet that finds at least this many in the interface queue is marked if its transport supports ECN; 0: off",
        "RFC 3168"
    ),
    number!(energy.tx_w, "W", real(0.0, 1_000_000.0), "power while sending", NS2),
    number!(energy.rx_w, "W", real(0.0, 1_000_000.0), "power while receiving frames for this node", NS2),
    number!(energy.overhear_w, "W", real(0.0, 1_000_000.0), "power while receiving anything else", NS2),
    number!(energy.idle_w, "W", real(0.0, 1_000_000.0), "power otherwise", NS2),
    word!(
        errors.model,
        ["none", "packet", "bit", "gilbert-elliott"],
        "frame errors beyond interference, at each receiver",
        NS2
    ),
    word!(errors.scope, ["data", "all"], "which frames they affect", NS2),
    number!(errors.packet, "", real(0.0, 1.0), "probability that a frame fails (model packet)", NS2),
    number!(errors.bit, "", real(0.0, 1.0), "probability that a bit fails (model bit)", NS2),
    number!(errors.good_packet, "", real(0.0, 1.0), "frame error rate in the good state", "Gilbert 1960, Elliott 1963"),
    number!(errors.bad_packet, "", real(0.0, 1.0), "frame error rate in the bad state", "Gilbert 1960, Elliott 1963"),
    number!(errors.good_s, "s", Allowed::POSITIVE, "mean time in the good state", "Gilbert 1960, Elliott 1963"),
    number!(errors.bad_s, "s", Allowed::POSITIVE, "mean time in the bad state", "Gilbert 1960, Elliott 1963"),
];
