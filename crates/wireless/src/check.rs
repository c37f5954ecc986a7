//! The ranges of the settings.

use crate::config::{Reception, WirelessConfig, WirelessError};
use crate::parameters::SETTINGS;
use crate::phy::modulation::Modulation;

impl WirelessConfig {
    /// Checks every value against its allowed range.
    ///
    /// # Errors
    /// The first key whose value is out of range, with what is allowed.
    pub fn check(&self) -> Result<(), WirelessError> {
        let fail = |key: &str, value: String, allowed: &str| {
            Err(WirelessError { key: key.into(), value, allowed: format!("must be {allowed}") })
        };
        for setting in SETTINGS {
            let (parameter, value) = (setting.parameter, setting.number.map(|number| number(self)));
            if let Some(value) = value.filter(|value| !parameter.allowed.accepts(value)) {
                return fail(parameter.key, value, &parameter.allowed.to_string());
            }
        }
        let (r, m) = (&self.radio, &self.mac);
        if r.reception == Reception::Threshold && r.decode_threshold_w < r.sense_threshold_w {
            return fail("radio.decode_threshold_w", r.decode_threshold_w.to_string(), ">= radio.sense_threshold_w");
        }
        for (key, value) in [("radio.data_rate_kbps", r.data_rate_kbps), ("radio.basic_rate_kbps", r.basic_rate_kbps)] {
            if r.reception == Reception::Sinr && Modulation::of(value).is_none() {
                return fail(key, value.to_string(), "1000, 2000, 5500 or 11000 for SINR reception");
            }
        }
        if m.cw_max < m.cw_min {
            return fail("mac.cw_max", m.cw_max.to_string(), "from mac.cw_min to 65535");
        }
        Ok(())
    }
}
