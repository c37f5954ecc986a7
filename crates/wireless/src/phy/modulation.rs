//! Bit error rates of the DSSS and CCK modulations of 802.11b over additive white Gaussian noise.

/// A modulation of 802.11b.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Modulation {
    /// 1 Mbit/s.
    Dbpsk,
    /// 2 Mbit/s.
    Dqpsk,
    /// 5.5 Mbit/s.
    Cck5,
    /// 11 Mbit/s.
    Cck11,
}

/// Width of a DSSS channel in Hz, over which signal and noise are compared.
const BANDWIDTH_HZ: f64 = 22e6;

impl Modulation {
    /// The modulation of a rate in kbit/s, if 802.11b has that rate.
    pub fn of(rate_kbps: u64) -> Option<Self> {
        match rate_kbps {
            1_000 => Some(Self::Dbpsk),
            2_000 => Some(Self::Dqpsk),
            5_500 => Some(Self::Cck5),
            11_000 => Some(Self::Cck11),
            _ => None,
        }
    }

    fn bits_per_s(self) -> f64 {
        match self {
            Self::Dbpsk => 1e6,
            Self::Dqpsk => 2e6,
            Self::Cck5 => 5.5e6,
            Self::Cck11 => 11e6,
        }
    }
}

/// The bit error rate of the 802.11b rate `rate_kbps` (1000, 2000, 5500 or 11000; any other counts as the next
/// lower) at signal to interference and noise ratio `sinr`, a plain ratio over 22 MHz.
#[must_use]
pub fn bit_error_rate(rate_kbps: u64, sinr: f64) -> f64 {
    let modulation = match rate_kbps {
        0..2_000 => Modulation::Dbpsk,
        2_000..5_500 => Modulation::Dqpsk,
        5_500..11_000 => Modulation::Cck5,
        _ => Modulation::Cck11,
    };
    ber(modulation, sinr)
}

/// The probability that `bits` bits all survive at `sinr`: (1 - BER)^bits.
#[must_use]
pub fn chunk_success(rate_kbps: u64, sinr: f64, bits: f64) -> f64 {
    let ber = bit_error_rate(rate_kbps, sinr);
    if ber <= 0.0 { 1.0 } else { (bits * (-ber).ln_1p()).exp() }
}

fn ber(modulation: Modulation, sinr: f64) -> f64 {
    if sinr <= 0.0 {
        return 0.5;
    }
    // Energy per bit over noise density.
    let eb_n0 = sinr * BANDWIDTH_HZ / modulation.bits_per_s();
    let rate = match modulation {
        Modulation::Dbpsk => dbpsk(eb_n0),
        Modulation::Dqpsk => dqpsk(eb_n0),
        Modulation::Cck5 => cck(eb_n0, 4, &CCK5_DISTANCES),
        Modulation::Cck11 => cck(eb_n0, 8, &CCK11_DISTANCES),
    };
    rate.min(0.5)
}

/// Bit error rate of differential BPSK: exp(-Eb/N0) / 2.
///
/// Proakis, Digital Communications, 4th edition, equation (5.2-69).
fn dbpsk(eb_n0: f64) -> f64 {
    0.5 * (-eb_n0).exp()
}

/// Bit error rate of differential QPSK with Gray code, a closed approximation.
///
/// Ferrari and Corazza, Tight bounds and accurate approximations for DQPSK transmission bit error rate, Electronics
/// Letters 40(20), 2004.
fn dqpsk(eb_n0: f64) -> f64 {
    let s = std::f64::consts::SQRT_2;
    (s + 1.0) / (8.0 * std::f64::consts::PI * s).sqrt() / eb_n0.sqrt() * (-(2.0 - s) * eb_n0).exp()
}

/// For the 5.5 Mbit/s code: squared distances to the other code words in units of the chip energy, with their numbers.
const CCK5_DISTANCES: [(f64, f64); 2] = [(16.0, 14.0), (32.0, 1.0)];
/// The same for the 11 Mbit/s code; the tests count them off the code of IEEE 802.11-2016, 16.3.6.6.
const CCK11_DISTANCES: [(f64, f64); 6] =
    [(8.0, 24.0), (12.0, 16.0), (16.0, 174.0), (20.0, 16.0), (24.0, 24.0), (32.0, 1.0)];

/// Bit error rate of coherent CCK: the union bound of the symbol error rate, with half of the bits of a wrong symbol wrong.
///
/// IEEE 802.11-2016, section 16.3.6.6 (the code).
fn cck(eb_n0: f64, bits_per_symbol: u32, distances: &[(f64, f64)]) -> f64 {
    // A symbol of eight chips carries `bits_per_symbol` bits: chip energy over N0. Two words at squared distance d2
    // (chips of unit energy) are confused with probability Q(sqrt(d2 / 2 * Ec/N0)).
    let ec_n0 = eb_n0 * f64::from(bits_per_symbol) / 8.0;
    let symbol: f64 = distances.iter().map(|&(d2, count)| count * q((d2 / 2.0 * ec_n0).sqrt())).sum();
    let m = f64::from(1u32 << bits_per_symbol);
    (symbol * (m / 2.0) / (m - 1.0)).min(0.5)
}

/// The tail of the normal distribution, by the series of the error function and, in the far tail, by Laplace's continued
/// fraction.
///
/// Abramowitz and Stegun, equations (7.1.5) and (26.2.14).
fn q(x: f64) -> f64 {
    if x < 0.0 {
        return 1.0 - q(-x);
    }
    if x < 3.0 {
        // Series of the error function: sums to machine precision within 60 terms here.
        let z = x / std::f64::consts::SQRT_2;
        let mut term = z;
        let mut sum = z;
        for n in 1..80 {
            term *= -z * z / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        return 0.5 - sum / std::f64::consts::PI.sqrt();
    }
    // Laplace's continued fraction for the tail.
    let mut fraction = x;
    for n in (1..60).rev() {
        fraction = x + f64::from(n) / fraction;
    }
    (-x * x / 2.0).exp() / (fraction * std::f64::consts::TAU.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::f64::consts::PI;

    /// The eight chips of a code word from its four phases (IEEE 802.11-2016, equation 16-1).
    fn word(p: [f64; 4]) -> Vec<(f64, f64)> {
        let [p1, p2, p3, p4] = p;
        [p1 + p2 + p3 + p4, p1 + p3 + p4, p1 + p2 + p4, p1 + p4 + PI, p1 + p2 + p3, p1 + p3, p1 + p2 + PI, p1]
            .iter()
            .map(|a| (a.cos(), a.sin()))
            .collect()
    }

    fn distances(words: &[Vec<(f64, f64)>]) -> Vec<(f64, f64)> {
        let mut count = BTreeMap::new();
        for w in &words[1..] {
            let d2: f64 = w.iter().zip(&words[0]).map(|(a, b)| (a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sum();
            *count.entry(d2.round() as u32).or_insert(0u32) += 1;
        }
        count.into_iter().map(|(d, n)| (f64::from(d), f64::from(n))).collect()
    }

    #[test]
    fn cck_distances_are_those_of_the_code() {
        let quarter = |i: usize| i as f64 * PI / 2.0;
        let all: Vec<_> = (0..256)
            .map(|i| word([quarter(i & 3), quarter(i >> 2 & 3), quarter(i >> 4 & 3), quarter(i >> 6 & 3)]))
            .collect();
        assert_eq!(distances(&all), CCK11_DISTANCES);
        // 5.5 Mbit/s: phi1 from two bits, phi2 = d2 pi + pi/2, phi3 = 0, phi4 = d3 pi (16.3.6.6.3).
        let some: Vec<_> = (0..16)
            .map(|i| {
                let bit = |n: usize| (i >> n & 1) as f64;
                word([quarter(i & 3), bit(2) * PI + PI / 2.0, 0.0, bit(3) * PI])
            })
            .collect();
        assert_eq!(distances(&some), CCK5_DISTANCES);
    }

    #[test]
    fn tail_of_the_normal_distribution() {
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.158_655_253_9),
            (2.9, 1.865_813_300e-3),
            (3.1, 9.676_032_13e-4),
            (6.0, 9.865_876_45e-10),
        ] {
            assert!((q(x) / expected - 1.0).abs() < 1e-6, "Q({x}) = {}", q(x));
        }
    }

    #[test]
    fn faster_rates_need_more_signal() {
        for db in [-4.0, 0.0, 4.0, 6.0] {
            let sinr = 10f64.powf(db / 10.0);
            let rates: Vec<f64> = [1_000, 2_000, 5_500, 11_000].map(|r| bit_error_rate(r, sinr)).into();
            // Coherent CCK at 5.5 Mbit/s may do better than differential QPSK at 2.
            assert!(rates[0] <= rates[1] && rates[0] <= rates[2] && rates[2] <= rates[3], "{db} dB: {rates:?}");
        }
        assert!(chunk_success(11_000, 10.0, 12_000.0) > 0.99);
        assert!(chunk_success(11_000, 1.0, 12_000.0) < 0.01);
    }

    /// Worked out by hand at 22 MHz: Eb/N0 is 22 S at 1 Mbit/s, 11 S at 2, 4 S at 5.5 and 2 S at 11.
    #[test]
    fn bit_error_rates_at_single_ratios() {
        for (rate_kbps, sinr, expected) in [
            // DBPSK, 1/2 exp(-Eb/N0): Eb/N0 of 11.
            (1_000, 0.5, 8.350_850e-6),
            // DQPSK, (sqrt 2 + 1) / sqrt(8 pi sqrt 2) / sqrt(Eb/N0) exp(-(2 - sqrt 2) Eb/N0): 0.404947 / 3.316625 exp(-6.443651).
            (2_000, 1.0, 1.942_0e-4),
            // CCK at 5.5 Mbit/s: Ec/N0 is 4 S / 2; Eb/N0 of 4 makes it 2. 14 Q(4) + Q(5.65685) times 8/15.
            (5_500, 1.0, 2.364_8e-4),
            // CCK at 11 Mbit/s: Ec/N0 is 2 S, 4 here. 24 Q(4) + 16 Q(4.89898) + 174 Q(5.65685) + ... times 128/255.
            (11_000, 2.0, 3.860_9e-4),
        ] {
            let ber = bit_error_rate(rate_kbps, sinr);
            assert!((ber / expected - 1.0).abs() < 1e-3, "{rate_kbps} kbit/s: {ber}, expected {expected}");
        }
    }

    #[test]
    fn a_rate_between_counts_as_the_next_lower() {
        for (rate, lower) in [(500, 1_000), (1_999, 1_000), (5_499, 2_000), (10_999, 5_500), (54_000, 11_000)] {
            assert_eq!(bit_error_rate(rate, 1.0), bit_error_rate(lower, 1.0), "{rate}");
        }
        assert_ne!(bit_error_rate(2_000, 1.0), bit_error_rate(1_000, 1.0));
    }

    #[test]
    fn without_signal_every_other_bit_is_wrong() {
        for rate in [1_000, 2_000, 5_500, 11_000] {
            assert_eq!([0.0, -1.0, 1e-9].map(|sinr| bit_error_rate(rate, sinr).min(0.5) > 0.499), [true; 3], "{rate}");
            assert!(bit_error_rate(rate, 1e-9) <= 0.5);
        }
    }

    /// All of n bits survive with (1 - p)^n.
    #[test]
    fn every_bit_of_a_stretch_must_survive() {
        // 8.35085e-6 a bit: exp(-0.0835) for 10,000 bits.
        assert!((chunk_success(1_000, 0.5, 10_000.0) - 0.919_884).abs() < 1e-5);
        assert_eq!((chunk_success(1_000, 0.5, 0.0), chunk_success(1_000, 1e6, 1e9)), (1.0, 1.0));
    }

    #[test]
    fn the_tail_is_symmetric_and_continuous() {
        assert!((q(-1.0) - 0.841_344_746).abs() < 1e-9);
        assert!((q(3.0 - 1e-9) / q(3.0) - 1.0).abs() < 1e-7, "series and continued fraction meet");
    }

    #[test]
    fn modulations_are_those_of_802_11b() {
        let known: Vec<u64> = (0..20_000).filter(|rate| Modulation::of(*rate).is_some()).collect();
        assert_eq!(known, [1_000, 2_000, 5_500, 11_000]);
    }
}
