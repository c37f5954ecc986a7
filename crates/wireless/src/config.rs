use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A setting of the radio network that is not allowed.
#[derive(Debug, Error, PartialEq)]
#[error("{key} = {value}: {allowed}")]
pub struct WirelessError {
    /// The key as it stands in a scenario, for example `mac.cw_min`.
    pub key: String,
    /// The value given.
    pub value: String,
    /// What is allowed.
    pub allowed: String,
}

/// How signals lose power over distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Propagation {
    /// Free space up to the cross-over distance, then the ground reflection's fourth power.
    TwoRay,
    /// Friis.
    FreeSpace,
    /// A power of the distance beyond a reference distance, with log-normal shadowing per link.
    LogDistance,
}

/// How a station decides which frames it can decode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reception {
    /// Power thresholds, and capture in favour of the frame that came first (ns-2).
    Threshold,
    /// Signal to interference and noise with a bit error rate for each modulation.
    Sinr,
}

/// When a station answers an RTS.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CtsRule {
    /// When its NAV shows the medium idle (IEEE 802.11-2016, 10.3.2.7).
    Nav,
    /// When neither NAV nor carrier show the medium busy (ns-2).
    CarrierAndNav,
}

/// The model of frame errors that come on top of interference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorModel {
    /// No errors.
    None,
    /// Each frame fails with the same probability.
    Packet,
    /// Each bit fails with the same probability.
    Bit,
    /// Two states, good and bad, each with its own frame error rate (Gilbert and Elliott).
    GilbertElliott,
}

/// Which frames the error model is applied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorScope {
    /// Data frames only, broadcasts among them.
    Data,
    /// Every frame, including RTS, CTS and ACK.
    All,
}

/// Channel and physical layer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RadioConfig {
    /// How signals lose power over distance.
    pub propagation: Propagation,
    /// Carrier frequency, in MHz.
    pub frequency_mhz: f64,
    /// Transmit power, in W.
    pub tx_power_w: f64,
    /// Gain of the sending antenna, a ratio.
    pub tx_gain: f64,
    /// Gain of the receiving antenna, a ratio.
    pub rx_gain: f64,
    /// Height of the antennas over ground (two-ray), in m.
    pub antenna_height_m: f64,
    /// Loss in cables and filters, a ratio.
    pub system_loss: f64,
    /// Exponent of log-distance loss.
    pub path_loss_exponent: f64,
    /// Log-distance loss is free space up to this distance, in m; `path_loss_exponent` applies beyond it.
    pub reference_distance_m: f64,
    /// Standard deviation of log-normal shadowing, one draw per pair of nodes, in dB.
    pub shadowing_db: f64,
    /// How a station decides what it can decode.
    pub reception: Reception,
    /// Minimum power to decode, in W; under sinr the ratio must suffice as well.
    pub decode_threshold_w: f64,
    /// Minimum power that makes the medium busy, in W.
    pub sense_threshold_w: f64,
    /// Threshold: lead at which the first frame survives a later one; sinr: lead at which a later frame takes over, in dB.
    pub capture_db: f64,
    /// Thermal noise and noise figure over 22 MHz (sinr), in dBm.
    pub noise_dbm: f64,
    /// Minimum ratio at which a preamble is detected (sinr), in dB.
    pub preamble_snr_db: f64,
    /// Rate of unicast data frames, in kbit/s.
    pub data_rate_kbps: u64,
    /// Rate of control frames and broadcasts, in kbit/s.
    pub basic_rate_kbps: u64,
    /// PLCP preamble and header before every frame, in us.
    pub plcp_us: f64,
}

impl RadioConfig {
    /// Whether each pair of nodes has a loss of its own: only log-distance loss has shadowing.
    #[must_use]
    pub fn is_shadowed(&self) -> bool {
        self.propagation == Propagation::LogDistance && self.shadowing_db > 0.0
    }

    /// The minimum power in W at which a frame is decoded when no other station sends.
    #[must_use]
    pub fn least_decodable_w(&self) -> f64 {
        match self.reception {
            Reception::Threshold => self.decode_threshold_w,
            Reception::Sinr => {
                let over_noise_w = 10f64.powf((self.noise_dbm + self.preamble_snr_db - 30.0) / 10.0);
                self.decode_threshold_w.max(over_noise_w)
            }
        }
    }
}

/// The distributed coordination function.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MacConfig {
    /// Backoff slot, in us.
    pub slot_us: f64,
    /// Short interframe space, in us.
    pub sifs_us: f64,
    /// Minimum contention window, in slots.
    pub cw_min: u32,
    /// Maximum contention window, in slots.
    pub cw_max: u32,
    /// Tries of an RTS, and of data frames not above the RTS threshold.
    pub short_retry_limit: u32,
    /// Tries of data frames above the RTS threshold.
    pub long_retry_limit: u32,
    /// Unicast frames of at least this size, MAC header included, use RTS/CTS, in bytes.
    pub rts_threshold_bytes: u32,
    /// MAC header and FCS of a data frame: 28 by the standard, 34 in ns-2, in bytes.
    pub header_bytes: u32,
    /// Margin for propagation in the timeouts for CTS, data and ACK, in us.
    pub max_propagation_us: f64,
    /// A frame that arrives less than this before the backoff ends comes too late to stop the sending, in us.
    pub turnaround_us: f64,
    /// Backoff from 0 to cw (standard) instead of 0 to cw - 1 (ns-2).
    pub backoff_includes_cw: bool,
    /// A frame that finds the medium idle for DIFS is sent without backoff (standard).
    pub immediate_access: bool,
    /// What must be idle for an RTS to be answered.
    pub cts_rule: CtsRule,
    /// After a frame in error set the NAV to EIFS and wait DIFS after it (ns-2) instead of waiting EIFS.
    pub eifs_by_nav: bool,
    /// A frame that capture ignored sets the NAV to its air time and EIFS (ns-2).
    pub captured_frame_sets_nav: bool,
    /// Give up an RTS's reservation when no frame follows it.
    pub nav_reset: bool,
    /// Processing time between routing and queue, and between MAC and routing, in us.
    pub link_delay_us: f64,
    /// Resolve the next hop's address first, holding one packet per neighbour (ns-2).
    pub arp: bool,
}

/// The queue between routing and MAC.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QueueConfig {
    /// Length of the interface queue, in packets.
    pub packets: u32,
    /// Routing control goes to the head of the queue.
    pub routing_first: bool,
    /// Routing control has priority over feedback and feedback over payload; each class is served in order of arrival and
    /// has its own limit of `packets` (ns-2's `CMUPriQueue`).
    pub by_class: bool,
    /// A packet that finds at least this many in the queue is marked if its transport supports ECN (RFC 3168); 0: off.
    pub ecn_threshold_packets: u32,
}

/// Power draw of a node's interface.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnergyConfig {
    /// Power while sending, in W.
    pub tx_w: f64,
    /// Power while receiving frames for this node, in W.
    pub rx_w: f64,
    /// Power while receiving anything else, in W.
    pub overhear_w: f64,
    /// Power otherwise, in W.
    pub idle_w: f64,
}

/// Frame errors beyond interference.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorConfig {
    /// Frame errors beyond interference, at each receiver.
    pub model: ErrorModel,
    /// Which frames they affect.
    pub scope: ErrorScope,
    /// Probability that a frame fails (model packet).
    pub packet: f64,
    /// Probability that a bit fails (model bit).
    pub bit: f64,
    /// Frame error rate in the good state.
    pub good_packet: f64,
    /// Frame error rate in the bad state.
    pub bad_packet: f64,
    /// Mean time in the good state, in s.
    pub good_s: f64,
    /// Mean time in the bad state, in s.
    pub bad_s: f64,
}

/// Everything that a [`Network`](crate::Network) is built from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WirelessConfig {
    /// The `radio` keys.
    pub radio: RadioConfig,
    /// The `mac` keys.
    pub mac: MacConfig,
    /// The `queue` keys.
    pub queue: QueueConfig,
    /// The `energy` keys.
    pub energy: EnergyConfig,
    /// The `errors` keys.
    pub errors: ErrorConfig,
}
