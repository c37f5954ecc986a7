use crate::config::{Propagation, RadioConfig};
use crate::links::SPEED_OF_LIGHT_M_PER_S;
use airhop_base::{NodeId, Purpose, Stream};
use std::f64::consts::PI;

/// The power in watts that a receiver gets over `distance_m`, without shadowing. Below 1 m the power of 1 m counts,
/// since none of the models holds in the near field.
#[must_use]
pub fn received_power_w(radio: &RadioConfig, distance_m: f64) -> f64 {
    let d = distance_m.max(1.0);
    match radio.propagation {
        Propagation::FreeSpace => friis_w(radio, d),
        Propagation::TwoRay => {
            if d < crossover_m(radio) {
                friis_w(radio, d)
            } else {
                two_ray_w(radio, d)
            }
        }
        Propagation::LogDistance => {
            let d0 = radio.reference_distance_m;
            friis_w(radio, d0) * (d0 / d).powf(radio.path_loss_exponent)
        }
    }
}

fn wavelength_m(radio: &RadioConfig) -> f64 {
    SPEED_OF_LIGHT_M_PER_S / (radio.frequency_mhz * 1e6)
}

/// Free-space power (Friis 1946): Pt Gt Gr (lambda / (4 pi d))^2 / L.
fn friis_w(radio: &RadioConfig, d: f64) -> f64 {
    let m = wavelength_m(radio) / (4.0 * PI * d);
    radio.tx_power_w * radio.tx_gain * radio.rx_gain * m * m / radio.system_loss
}

/// Power over flat ground far away: Pt Gt Gr (ht hr)^2 / (d^4 L) (Rappaport, Wireless Communications, eq. 4.52).
fn two_ray_w(radio: &RadioConfig, d: f64) -> f64 {
    let h2 = radio.antenna_height_m * radio.antenna_height_m;
    radio.tx_power_w * radio.tx_gain * radio.rx_gain * h2 * h2 / (d.powi(4) * radio.system_loss)
}

/// Where the two rays' law meets free space: 4 pi ht hr / lambda.
fn crossover_m(radio: &RadioConfig) -> f64 {
    4.0 * PI * radio.antenna_height_m * radio.antenna_height_m / wavelength_m(radio)
}

/// Log-normal shadowing: one draw a pair of nodes, the same both ways.
pub(crate) struct Shadowing {
    sigma_db: f64,
    seed: u64,
}

impl Shadowing {
    pub fn new(radio: &RadioConfig, seed: u64) -> Self {
        let sigma_db = if radio.propagation == Propagation::LogDistance { radio.shadowing_db } else { 0.0 };
        Self { sigma_db, seed }
    }

    /// The factor on the power between nodes `a` and `b`.
    pub fn gain(&mut self, a: u32, b: u32) -> f64 {
        if self.sigma_db == 0.0 {
            return 1.0;
        }
        // A stream a pair: independent of which other nodes there are and of the order of the draws.
        let (low, high) = (a.min(b), a.max(b));
        let mut stream =
            Stream::new(self.seed ^ (u64::from(high) << 32 | u64::from(low)), Purpose::Shadowing, NodeId(low));
        10f64.powf(stream.normal() * self.sigma_db / 10.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile;

    #[test]
    fn wavelan_ranges() {
        let radio = profile("ns2-wavelan").unwrap().config().radio;
        assert!((crossover_m(&radio) - 86.2).abs() < 0.1, "{}", crossover_m(&radio));
        assert!(received_power_w(&radio, 250.0) >= radio.decode_threshold_w);
        assert!(received_power_w(&radio, 250.1) < radio.decode_threshold_w);
        assert!(received_power_w(&radio, 550.0) >= radio.sense_threshold_w);
        assert!(received_power_w(&radio, 550.2) < radio.sense_threshold_w);
    }

    #[test]
    fn shadowing_is_symmetric_and_has_its_spread() {
        let mut radio = profile("standard").unwrap().config().radio;
        radio.shadowing_db = 6.0;
        let mut shadowing = Shadowing::new(&radio, 3);
        assert_eq!(shadowing.gain(4, 9), shadowing.gain(9, 4));
        let db: Vec<f64> = (1..5000).map(|i| 10.0 * shadowing.gain(0, i).log10()).collect();
        let sd = (db.iter().map(|d| d * d).sum::<f64>() / db.len() as f64).sqrt();
        assert!((sd - 6.0).abs() < 0.2, "{sd}");
    }
}
