use crate::config::{Propagation, RadioConfig};
use airhop_base::{NodeId, Purpose, Stream};
use std::f64::consts::PI;

/// The speed of light in vacuum, in m/s.
pub const SPEED_OF_LIGHT_M_PER_S: f64 = 299_792_458.0;

/// The power in watts that a receiver gets over `distance_m`, without shadowing. Below 1 m the power of 1 m counts,
/// since none of the models holds in the near field.
///
/// Log-distance loss is free space up to the reference distance d0, and from there on falls with d^-n (Rappaport, Wireless
/// Communications, section 4.9).
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
        Propagation::LogDistance => log_distance_w(radio, d),
    }
}

/// The largest distance in metres at which a receiver gets at least `least_w` without shadowing, found by bisection; 0 if
/// there is none.
fn range_m(radio: &RadioConfig, least_w: f64) -> f64 {
    let (mut near, mut far) = (0.0, 1e9);
    // Enough to reach two neighbouring floating-point numbers.
    for _ in 0..100 {
        let middle = (near + far) / 2.0;
        if received_power_w(radio, middle) >= least_w { near = middle } else { far = middle }
    }
    near
}

/// How far frames are decoded and sensed without shadowing, in metres, rounded to decimetres.
#[must_use]
pub fn ranges_m(radio: &RadioConfig) -> (f64, f64) {
    let range = |least_w| (range_m(radio, least_w) * 10.0f64).round() / 10.0;
    let decode = range(radio.least_decodable_w());
    // A frame that is being decoded keeps the medium busy whatever its power.
    (decode, range(radio.sense_threshold_w).max(decode))
}

/// The largest whole number of decimetres, in metres, over which a frame is decoded without shadowing; 0 if there is none.
#[must_use]
pub fn largest_hop_m(radio: &RadioConfig) -> f64 {
    let range_m = range_m(radio, radio.least_decodable_w());
    let nearest_m = (range_m * 10.0).round() / 10.0;
    if nearest_m <= range_m { nearest_m } else { ((range_m * 10.0).round() - 1.0).max(0.0) / 10.0 }
}

fn wavelength_m(radio: &RadioConfig) -> f64 {
    SPEED_OF_LIGHT_M_PER_S / (radio.frequency_mhz * 1e6)
}

/// Free-space power over `d` metres: Pt Gt Gr (lambda / (4 pi d))^2 / L.
///
/// Friis, A Note on a Simple Transmission Formula, 1946, equation (1), with the loss of the system.
fn friis_w(radio: &RadioConfig, d: f64) -> f64 {
    let m = wavelength_m(radio) / (4.0 * PI * d);
    radio.tx_power_w * radio.tx_gain * radio.rx_gain * m * m / radio.system_loss
}

/// Power over flat ground far away: Pt Gt Gr (ht hr)^2 / (d^4 L).
///
/// Rappaport, Wireless Communications, section 4.6, equation (4.52), with the loss of the system.
fn two_ray_w(radio: &RadioConfig, d: f64) -> f64 {
    let h2 = radio.antenna_height_m * radio.antenna_height_m;
    radio.tx_power_w * radio.tx_gain * radio.rx_gain * h2 * h2 / (d.powi(4) * radio.system_loss)
}

/// Log-distance power: free space up to the reference distance d0, and (d0 / d)^n times that at d0 beyond it.
///
/// Rappaport, Wireless Communications, section 4.9.1, equation (4.67).
fn log_distance_w(radio: &RadioConfig, d: f64) -> f64 {
    let d0 = radio.reference_distance_m;
    if d < d0 { friis_w(radio, d) } else { friis_w(radio, d0) * (d0 / d).powf(radio.path_loss_exponent) }
}

/// The distance at which two-ray power equals free-space power: 4 pi ht hr / lambda.
///
/// ns-2 2.35, mobile/tworayground.cc; it follows from equations (1) of Friis and (4.52) of Rappaport.
fn crossover_m(radio: &RadioConfig) -> f64 {
    4.0 * PI * radio.antenna_height_m * radio.antenna_height_m / wavelength_m(radio)
}

/// Log-normal shadowing: one draw per pair of nodes, the same in both directions.
pub(crate) struct Shadowing {
    sigma_db: f64,
    seed: u64,
}

impl Shadowing {
    pub fn new(radio: &RadioConfig, seed: u64) -> Self {
        let sigma_db = if radio.is_shadowed() { radio.shadowing_db } else { 0.0 };
        Self { sigma_db, seed }
    }

    /// The factor on the power between nodes `a` and `b`: 10^(X / 10), X normal with mean 0.
    ///
    /// Rappaport, Wireless Communications, section 4.9.2, equation (4.69.a).
    pub fn gain(&mut self, a: u32, b: u32) -> f64 {
        if self.sigma_db == 0.0 {
            return 1.0;
        }
        // A stream per pair: independent of which other nodes there are and of the order of the draws.
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

    /// A radio with wavelength 0.1 m that sends 4 pi squared mW into antennas of gain 1: over d metres in free space
    /// Pt (lambda / (4 pi d))^2 = 0.004 pi^2 * 0.01 / (16 pi^2 d^2) W = 2.5e-6 / d^2 W.
    fn radio(propagation: Propagation) -> RadioConfig {
        RadioConfig {
            propagation,
            frequency_mhz: SPEED_OF_LIGHT_M_PER_S / 0.1 / 1e6,
            tx_power_w: 0.004 * PI * PI,
            ..profile("ns2-wavelan").unwrap().config().radio
        }
    }

    fn assert_powers(radio: &RadioConfig, powers: &[(f64, f64)]) {
        for &(d, expected_w) in powers {
            let w = received_power_w(radio, d);
            assert!((w / expected_w - 1.0).abs() < 1e-9, "{d} m: {w} W, expected {expected_w}");
        }
    }

    #[test]
    fn free_space_falls_with_the_square_of_the_distance() {
        let free = radio(Propagation::FreeSpace);
        assert_powers(&free, &[(1.0, 2.5e-6), (2.0, 6.25e-7), (100.0, 2.5e-10), (0.3, 2.5e-6), (0.0, 2.5e-6)]);
        // Gains multiply, the system's loss divides.
        let gains = RadioConfig { tx_gain: 2.0, rx_gain: 3.0, system_loss: 1.5, ..free };
        assert_powers(&gains, &[(2.0, 6.25e-7 * 4.0)]);
    }

    #[test]
    fn log_distance_is_free_space_up_to_the_reference_distance() {
        // Up to 10 m with the square, from there on with the cube: 2.5e-8 W at 10 m, an eighth of that at 20 m.
        let log =
            RadioConfig { reference_distance_m: 10.0, path_loss_exponent: 3.0, ..radio(Propagation::LogDistance) };
        assert_powers(&log, &[(2.0, 6.25e-7), (5.0, 1e-7), (10.0, 2.5e-8), (20.0, 3.125e-9), (100.0, 2.5e-11)]);
        assert_powers(&log, &[(0.5, 2.5e-6)]);
        // A reference below 1 m: from 0.5 m on with the cube, 1e-5 W there and an eighth of it at 1 m.
        let near = RadioConfig { reference_distance_m: 0.5, ..log };
        assert_powers(&near, &[(1.0, 1.25e-6), (2.0, 1.5625e-7), (0.2, 1.25e-6)]);
    }

    #[test]
    fn two_rays_meet_free_space_at_the_crossover() {
        // Antennas at 1.5 m: 4 pi 2.25 / 0.1 = 282.74 m.
        let two_ray = radio(Propagation::TwoRay);
        assert!((crossover_m(&two_ray) - 90.0 * PI).abs() < 1e-9);
        // Beyond, Pt (ht hr)^2 / d^4 = 0.004 pi^2 * 5.0625 / d^4.
        let at_1000_m = 0.004 * PI * PI * 5.0625e-12;
        assert_powers(&two_ray, &[(100.0, 2.5e-10), (282.0, 2.5e-6 / (282.0 * 282.0)), (1000.0, at_1000_m)]);
        assert_powers(&two_ray, &[(500.0, 16.0 * at_1000_m)]);
        let gains = RadioConfig { tx_gain: 2.0, rx_gain: 3.0, system_loss: 1.5, ..two_ray };
        assert_powers(&gains, &[(1000.0, 4.0 * at_1000_m)]);
    }

    #[test]
    fn only_log_distance_has_shadowing() {
        for propagation in [Propagation::FreeSpace, Propagation::TwoRay] {
            let radio = RadioConfig { shadowing_db: 6.0, ..radio(propagation) };
            assert_eq!(Shadowing::new(&radio, 3).gain(1, 2), 1.0);
        }
        let log = radio(Propagation::LogDistance);
        assert_eq!(Shadowing::new(&log, 3).gain(1, 2), 1.0, "0 dB");
    }

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
    fn ranges_of_wavelan() {
        let (decode, sense) = ranges_m(&profile("ns2-wavelan").unwrap().config().radio);
        assert!((decode - 250.0).abs() < 0.1 && (sense - 550.0).abs() < 0.1, "{decode} {sense}");
    }

    #[test]
    fn ranges_of_hamadani() {
        let (decode, sense) = ranges_m(&profile("hamadani").unwrap().config().radio);
        assert!((decode - 100.0).abs() < 0.1 && (sense - 100.0).abs() < 0.1, "{decode} {sense}");
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
