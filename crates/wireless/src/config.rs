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
    /// Whether each pair of nodes has an individual loss: only log-distance loss has shadowing.
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
    /// Tries of an RTS, and of data frames that go without.
    pub short_retry_limit: u32,
    /// Tries of data frames that go with RTS/CTS.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile;

    type Set = fn(&mut WirelessConfig, f64);

    fn check(set: Set, value: f64, sinr: bool) -> Result<(), String> {
        let mut config = profile(if sinr { "standard" } else { "ns2-wavelan" }).unwrap().config();
        set(&mut config, value);
        config.check().map_err(|error| error.key)
    }

    /// Real numbers: the allowed ones at both ends of the range, and refused ones beyond.
    #[test]
    fn real_numbers_have_their_ranges() {
        let positive: [(&str, Set); 12] = [
            ("radio.frequency_mhz", |c, v| c.radio.frequency_mhz = v),
            ("radio.tx_power_w", |c, v| c.radio.tx_power_w = v),
            ("radio.tx_gain", |c, v| c.radio.tx_gain = v),
            ("radio.rx_gain", |c, v| c.radio.rx_gain = v),
            ("radio.antenna_height_m", |c, v| c.radio.antenna_height_m = v),
            ("radio.system_loss", |c, v| c.radio.system_loss = v),
            ("radio.path_loss_exponent", |c, v| c.radio.path_loss_exponent = v),
            ("radio.reference_distance_m", |c, v| c.radio.reference_distance_m = v),
            ("radio.decode_threshold_w", |c, v| c.radio.decode_threshold_w = v),
            ("radio.sense_threshold_w", |c, v| c.radio.sense_threshold_w = v),
            ("errors.good_s", |c, v| c.errors.good_s = v),
            ("errors.bad_s", |c, v| c.errors.bad_s = v),
        ];
        for (key, set) in positive {
            assert_eq!(check(set, 1e-300, true), Ok(()), "{key}");
            for refused in [0.0, -1.0, f64::INFINITY, f64::NAN] {
                assert_eq!(check(set, refused, true), Err(key.to_owned()), "{refused}");
            }
        }
        let ranges: [(&str, f64, f64, Set); 18] = [
            ("radio.shadowing_db", 0.0, 40.0, |c, v| c.radio.shadowing_db = v),
            ("radio.capture_db", 0.0, 100.0, |c, v| c.radio.capture_db = v),
            ("radio.plcp_us", 0.0, 10_000.0, |c, v| c.radio.plcp_us = v),
            ("mac.max_propagation_us", 0.0, 1_000.0, |c, v| c.mac.max_propagation_us = v),
            ("mac.turnaround_us", 0.0, 1_000.0, |c, v| c.mac.turnaround_us = v),
            ("mac.link_delay_us", 0.0, 1e6, |c, v| c.mac.link_delay_us = v),
            ("energy.tx_w", 0.0, 1e6, |c, v| c.energy.tx_w = v),
            ("energy.rx_w", 0.0, 1e6, |c, v| c.energy.rx_w = v),
            ("energy.overhear_w", 0.0, 1e6, |c, v| c.energy.overhear_w = v),
            ("energy.idle_w", 0.0, 1e6, |c, v| c.energy.idle_w = v),
            ("errors.packet", 0.0, 1.0, |c, v| c.errors.packet = v),
            ("errors.bit", 0.0, 1.0, |c, v| c.errors.bit = v),
            ("errors.good_packet", 0.0, 1.0, |c, v| c.errors.good_packet = v),
            ("errors.bad_packet", 0.0, 1.0, |c, v| c.errors.bad_packet = v),
            ("radio.noise_dbm", -200.0, 100.0, |c, v| c.radio.noise_dbm = v),
            ("radio.preamble_snr_db", -200.0, 100.0, |c, v| c.radio.preamble_snr_db = v),
            ("mac.slot_us", 0.1, 10_000.0, |c, v| c.mac.slot_us = v),
            ("mac.sifs_us", 0.1, 10_000.0, |c, v| c.mac.sifs_us = v),
        ];
        for (key, least, most, set) in ranges {
            assert_eq!((check(set, least, false), check(set, most, false)), (Ok(()), Ok(())), "{key}");
            for refused in [least - 0.01, most + 0.01, f64::NAN] {
                assert_eq!(check(set, refused, false), Err(key.to_owned()), "{refused}");
            }
        }
    }

    #[test]
    fn whole_numbers_have_their_ranges() {
        let ranges: [(&str, u32, u32, Set); 5] = [
            ("mac.cw_max", 31, 65_535, |c, v| c.mac.cw_max = v as u32),
            ("mac.short_retry_limit", 1, 255, |c, v| c.mac.short_retry_limit = v as u32),
            ("mac.long_retry_limit", 1, 255, |c, v| c.mac.long_retry_limit = v as u32),
            ("queue.packets", 1, 1_000_000, |c, v| c.queue.packets = v as u32),
            ("radio.data_rate_kbps", 1, 10_000_000, |c, v| c.radio.data_rate_kbps = v as u64),
        ];
        for (key, least, most, set) in ranges {
            for allowed in [least, most] {
                assert_eq!(check(set, f64::from(allowed), false), Ok(()), "{key}");
            }
            for refused in [least - 1, most + 1] {
                assert_eq!(check(set, f64::from(refused), false), Err(key.to_owned()), "{refused}");
            }
        }
        let cw_min: Set = |c, v| (c.mac.cw_min, c.mac.cw_max) = (v as u32, 65_535);
        assert_eq!([1.0, 65_535.0].map(|v| check(cw_min, v, false)), [Ok(()), Ok(())]);
        assert_eq!([0.0, 65_536.0].map(|v| check(cw_min, v, false).is_err()), [true, true]);
        let header: Set = |c, v| c.mac.header_bytes = v as u32;
        assert_eq!([0.0, 200.0, 201.0].map(|v| check(header, v, false).is_ok()), [true, true, false]);
        let basic: Set = |c, v| c.radio.basic_rate_kbps = v as u64;
        assert_eq!(check(basic, 0.0, false), Err("radio.basic_rate_kbps".to_owned()));
    }

    #[test]
    fn bit_error_rates_are_known_for_four_rates() {
        let data: Set = |c, v| c.radio.data_rate_kbps = v as u64;
        for rate in [1_000.0, 2_000.0, 5_500.0, 11_000.0] {
            assert_eq!(check(data, rate, true), Ok(()));
        }
        assert_eq!(check(data, 6_000.0, true), Err("radio.data_rate_kbps".to_owned()));
        assert_eq!(check(data, 6_000.0, false), Ok(()), "thresholds take any rate");
    }

    #[test]
    fn what_is_decoded_is_sensed_where_thresholds_decide() {
        let decode: Set = |c, v| c.radio.decode_threshold_w = v;
        // The sense threshold is 1.559e-11 W under threshold reception, and above the decode threshold in `standard`.
        assert_eq!(check(decode, 1.559e-11, false), Ok(()));
        assert_eq!(check(decode, 1.558e-11, false), Err("radio.decode_threshold_w".to_owned()));
        assert_eq!(check(decode, 1e-13, true), Ok(()));
    }

    #[test]
    fn the_least_decodable_power_is_over_threshold_and_noise() {
        let mut radio = profile("standard").unwrap().config().radio;
        (radio.noise_dbm, radio.preamble_snr_db) = (-93.0, 3.0);
        // -90 dBm are 1e-12 W.
        radio.decode_threshold_w = 1e-13;
        assert!((radio.least_decodable_w() / 1e-12 - 1.0).abs() < 1e-9);
        radio.decode_threshold_w = 1e-11;
        assert_eq!(radio.least_decodable_w(), 1e-11);
        radio.reception = Reception::Threshold;
        radio.decode_threshold_w = 1e-13;
        assert_eq!(radio.least_decodable_w(), 1e-13);
    }
}
