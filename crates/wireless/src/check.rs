//! The ranges of the settings.

use crate::config::{Reception, WirelessConfig, WirelessError};
use crate::phy::modulation::Modulation;

impl WirelessConfig {
    /// Checks every value against its allowed range.
    ///
    /// # Errors
    /// The first key whose value is out of range, with what is allowed.
    pub fn check(&self) -> Result<(), WirelessError> {
        let fail = |key: &str, value: String, allowed: &str| {
            Err(WirelessError { key: key.into(), value, allowed: allowed.into() })
        };
        let r = &self.radio;
        let m = &self.mac;
        let positive = [
            ("radio.frequency_mhz", r.frequency_mhz),
            ("radio.tx_power_w", r.tx_power_w),
            ("radio.tx_gain", r.tx_gain),
            ("radio.rx_gain", r.rx_gain),
            ("radio.antenna_height_m", r.antenna_height_m),
            ("radio.system_loss", r.system_loss),
            ("radio.path_loss_exponent", r.path_loss_exponent),
            ("radio.reference_distance_m", r.reference_distance_m),
            ("radio.decode_threshold_w", r.decode_threshold_w),
            ("radio.sense_threshold_w", r.sense_threshold_w),
            ("errors.good_s", self.errors.good_s),
            ("errors.bad_s", self.errors.bad_s),
        ];
        for (key, value) in positive {
            if !(value.is_finite() && value > 0.0) {
                return fail(key, value.to_string(), "must be a finite number > 0");
            }
        }
        let not_negative = [
            ("radio.shadowing_db", r.shadowing_db, 40.0),
            ("radio.capture_db", r.capture_db, 100.0),
            ("radio.plcp_us", r.plcp_us, 10_000.0),
            ("mac.max_propagation_us", m.max_propagation_us, 1_000.0),
            ("mac.turnaround_us", m.turnaround_us, 1_000.0),
            ("mac.link_delay_us", m.link_delay_us, 1_000_000.0),
            ("energy.tx_w", self.energy.tx_w, 1e6),
            ("energy.rx_w", self.energy.rx_w, 1e6),
            ("energy.overhear_w", self.energy.overhear_w, 1e6),
            ("energy.idle_w", self.energy.idle_w, 1e6),
            ("errors.packet", self.errors.packet, 1.0),
            ("errors.bit", self.errors.bit, 1.0),
            ("errors.good_packet", self.errors.good_packet, 1.0),
            ("errors.bad_packet", self.errors.bad_packet, 1.0),
        ];
        for (key, value, most) in not_negative {
            if !(0.0..=most).contains(&value) {
                return fail(key, value.to_string(), &format!("must be from 0 to {most}"));
            }
        }
        for (key, value) in [("radio.noise_dbm", r.noise_dbm), ("radio.preamble_snr_db", r.preamble_snr_db)] {
            if !(-200.0..=100.0).contains(&value) {
                return fail(key, value.to_string(), "must be from -200 to 100");
            }
        }
        if r.reception == Reception::Threshold && r.decode_threshold_w < r.sense_threshold_w {
            return fail(
                "radio.decode_threshold_w",
                r.decode_threshold_w.to_string(),
                "must be >= radio.sense_threshold_w",
            );
        }
        for (key, value) in [("radio.data_rate_kbps", r.data_rate_kbps), ("radio.basic_rate_kbps", r.basic_rate_kbps)] {
            if !(1..=10_000_000).contains(&value) {
                return fail(key, value.to_string(), "must be from 1 to 10000000");
            }
            if r.reception == Reception::Sinr && Modulation::of(value).is_none() {
                return fail(key, value.to_string(), "must be 1000, 2000, 5500 or 11000 for SINR reception");
            }
        }
        for (key, value) in [("mac.slot_us", m.slot_us), ("mac.sifs_us", m.sifs_us)] {
            if !(0.1..=10_000.0).contains(&value) {
                return fail(key, value.to_string(), "must be from 0.1 to 10000");
            }
        }
        if !(1..=65_535).contains(&m.cw_min) {
            return fail("mac.cw_min", m.cw_min.to_string(), "must be from 1 to 65535");
        }
        if !(m.cw_min..=65_535).contains(&m.cw_max) {
            return fail("mac.cw_max", m.cw_max.to_string(), "must be from mac.cw_min to 65535");
        }
        for (key, value) in
            [("mac.short_retry_limit", m.short_retry_limit), ("mac.long_retry_limit", m.long_retry_limit)]
        {
            if !(1..=255).contains(&value) {
                return fail(key, value.to_string(), "must be from 1 to 255");
            }
        }
        if m.header_bytes > 200 {
            return fail("mac.header_bytes", m.header_bytes.to_string(), "must be from 0 to 200");
        }
        if !(1..=1_000_000).contains(&self.queue.packets) {
            return fail("queue.packets", self.queue.packets.to_string(), "must be from 1 to 1000000");
        }
        Ok(())
    }
}
