//! What the profiles promise: rates, times on the air and ranges, worked out from the sources that they name.

use airhop_base::{BitRate, Nanos};
use airhop_wireless::{PROFILES, RadioConfig, Timing, profile, received_power_w};

fn radio(name: &str) -> RadioConfig {
    profile(name).unwrap().config().radio
}

/// Frames of 20 bytes (RTS) and 14 bytes (CTS, ACK) behind 192 us of PLCP, and a data frame of 1500 bytes and the MAC header, in
/// nanoseconds.
#[test]
fn frames_take_their_time() {
    // At 1 Mbit/s a byte takes 8 us, at 2 Mbit/s 4 us, at 11 Mbit/s 8/11 us, rounded to the nearest nanosecond.
    for (name, rts, ack, data) in [
        ("ns2-wavelan", 352_000, 304_000, 192_000 + 1534 * 4_000),
        ("ns2-wavelan-11M", 352_000, 304_000, 192_000 + 1534 * 8_000 / 11),
        ("access", 352_000, 304_000, 192_000 + 1534 * 8_000 / 11),
        ("standard", 352_000, 304_000, 192_000 + 1528 * 4_000),
        ("standard-11M", 192_000 + 20 * 4_000, 192_000 + 14 * 4_000, 192_000 + 1528 * 8_000 / 11 + 1),
        ("hamadani", 352_000, 304_000, 192_000 + 1528 * 4_000),
    ] {
        let timing = Timing::new(&profile(name).unwrap().config());
        let times = [timing.rts, timing.cts, timing.ack, timing.data(1500, false)].map(Nanos::as_nanos);
        assert_eq!(times, [rts, ack, ack, data], "{name}");
        assert_eq!([timing.slot, timing.sifs, timing.difs].map(Nanos::as_nanos), [20_000, 10_000, 50_000], "{name}");
        // SIFS, DIFS and an ACK at 1 Mbit/s, the lowest mandatory rate.
        assert_eq!(timing.eifs.as_nanos(), 10_000 + 50_000 + 304_000, "{name}");
    }
    assert_eq!(PROFILES.len(), 6, "all of them");
}

#[test]
fn broadcasts_and_reservations_follow_from_the_rates() {
    let timing = Timing::new(&profile("standard-11M").unwrap().config());
    assert_eq!((timing.data_rate, timing.basic_rate), (BitRate::kbps(11_000), BitRate::kbps(2_000)));
    // 100 bytes and 28 of header at 2 Mbit/s.
    assert_eq!(timing.data(100, true), Nanos::from_micros(192 + 128 * 4));
    // Three SIFS, CTS, data, ACK.
    assert_eq!(timing.rts_duration(Nanos::from_micros(1_000)), Nanos::from_micros(30 + 248 + 1_000 + 248));
}

/// The distance up to which a power arrives, to the metre.
fn range_m(radio: &RadioConfig, power_w: f64) -> u32 {
    (1..10_000).take_while(|m| received_power_w(radio, f64::from(*m)) >= power_w).last().unwrap()
}

#[test]
fn ranges_are_those_of_the_papers() {
    for name in ["ns2-wavelan", "ns2-wavelan-11M", "access"] {
        let radio = radio(name);
        // ns-2's manual: 250 m and 550 m.
        assert_eq!(range_m(&radio, radio.least_decodable_w()), 250, "{name}");
        assert_eq!(range_m(&radio, radio.sense_threshold_w), 550, "{name}");
    }
    // TCTC, section V-A: 100 m.
    let hamadani = radio("hamadani");
    assert_eq!(range_m(&hamadani, hamadani.least_decodable_w()), 100);
    // A receiver of -95 dBm: what it does not decode does not keep the medium busy either.
    assert_eq!(range_m(&hamadani, hamadani.sense_threshold_w), 100);
}

/// 20 dBm, antennas of 3 dB (a factor of 2 is 3.01 dB), and at 2.412 GHz (12.43 cm) 40.09 dB over the first metre, then 30 dB a
/// decade: at 200 m 20 + 6.02 - 40.09 - 69.03 = -83.10 dBm, 10.5 dB over the noise of -93.6 dBm.
#[test]
fn the_standard_is_10_5_db_over_noise_at_200_m() {
    for name in ["standard", "standard-11M"] {
        let radio = radio(name);
        let dbm = 10.0 * received_power_w(&radio, 200.0).log10() + 30.0;
        assert!((dbm + 83.10).abs() < 0.01, "{dbm}");
        assert!((dbm - radio.noise_dbm - 10.5).abs() < 0.01);
        // A preamble is found at 4 dB: at -89.6 dBm, 6.5 dB or a factor 10^0.65/3 = 1.647 farther.
        assert_eq!(range_m(&radio, radio.least_decodable_w()), 329);
    }
}
