use crate::config::RadioConfig;
use crate::phy::modulation::chunk_success;
use crate::phy::outcome::Outcome;
use airhop_base::Nanos;

/// What the receiver has to know of a frame to follow it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signal {
    pub frame: u32,
    pub power_w: f64,
    /// When the PLCP header ends and the body begins at `rate_kbps`; preamble and header go at 1 Mbit/s.
    pub body_at: Nanos,
    pub rate_kbps: u64,
}

/// Constants of an SINR receiver, in linear units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SinrLimits {
    pub noise_w: f64,
    /// Least power at which a preamble is found, whatever the ratio.
    pub sensitivity_w: f64,
    /// Least ratio at which a preamble is found.
    pub preamble_ratio: f64,
    /// A newcomer so much stronger than the frame being received takes its place.
    pub capture_ratio: f64,
    /// Total power from which on the medium is busy.
    pub sense_w: f64,
}

impl SinrLimits {
    pub fn new(radio: &RadioConfig) -> Self {
        let ratio = |db: f64| 10f64.powf(db / 10.0);
        Self {
            noise_w: ratio(radio.noise_dbm - 30.0),
            sensitivity_w: radio.decode_threshold_w,
            preamble_ratio: ratio(radio.preamble_snr_db),
            capture_ratio: ratio(radio.capture_db),
            sense_w: radio.sense_threshold_w,
        }
    }
}

/// A frame being followed.
#[derive(Clone, Copy, Debug)]
struct Lock {
    signal: Signal,
    /// Up to when `success` has been worked out.
    done_to: Nanos,
    /// Probability that everything up to there survived.
    success: f64,
    interfered: bool,
}

/// Reception by signal to interference and noise: the powers of all frames on the air add up, and a frame survives with
/// the probability that each of its bits does, stretch by stretch between changes of the interference.
#[derive(Clone, Debug, Default)]
pub(crate) struct SinrReceiver {
    signals: Vec<(u32, f64)>,
    lock: Option<Lock>,
}

impl SinrReceiver {
    fn total_w(&self) -> f64 {
        self.signals.iter().map(|s| s.1).sum()
    }

    pub fn is_busy(&self, limits: &SinrLimits) -> bool {
        self.lock.is_some() || (!self.signals.is_empty() && self.total_w() >= limits.sense_w)
    }

    /// A frame's first bit arrives; a transmitting station (`deaf`) only notes its power.
    pub fn arrive(&mut self, now: Nanos, signal: Signal, deaf: bool, limits: &SinrLimits) {
        self.advance(now, limits);
        let others_w = self.total_w();
        self.signals.push((signal.frame, signal.power_w));
        if deaf {
            return;
        }
        let found = signal.power_w >= limits.sensitivity_w
            && signal.power_w >= limits.preamble_ratio * (limits.noise_w + others_w);
        match &mut self.lock {
            None if found => self.lock = Some(Lock { signal, done_to: now, success: 1.0, interfered: false }),
            Some(lock) if found && signal.power_w >= limits.capture_ratio * lock.signal.power_w => {
                *lock = Lock { signal, done_to: now, success: 1.0, interfered: true };
            }
            Some(lock) => lock.interfered = true,
            None => {}
        }
    }

    /// A frame's last bit arrives. `draw` is a random number in [0, 1) that decides whether the frame survived.
    pub fn depart(
        &mut self,
        now: Nanos,
        frame: u32,
        draw: impl FnOnce() -> f64,
        limits: &SinrLimits,
    ) -> Option<Outcome> {
        self.advance(now, limits);
        if let Some(i) = self.signals.iter().position(|s| s.0 == frame) {
            self.signals.swap_remove(i);
        }
        let lock = self.lock.take_if(|l| l.signal.frame == frame)?;
        Some(if draw() < lock.success {
            Outcome::Decoded
        } else if lock.interfered {
            Outcome::Collision
        } else {
            Outcome::Garbled
        })
    }

    /// The station begins to transmit: it stops following.
    pub fn spoil(&mut self) {
        self.lock = None;
    }

    /// Updates the probability that the locked frame survives up to `now`, during which the interference did not change.
    fn advance(&mut self, now: Nanos, limits: &SinrLimits) {
        let total_w = self.total_w();
        let Some(lock) = &mut self.lock else { return };
        let sinr = lock.signal.power_w / (limits.noise_w + (total_w - lock.signal.power_w).max(0.0));
        let header_end = lock.signal.body_at.min(now);
        let bits =
            |from: Nanos, to: Nanos, rate_kbps: u64| to.saturating_sub(from).as_secs_f64() * rate_kbps as f64 * 1e3;
        lock.success *= chunk_success(1_000, sinr, bits(lock.done_to, header_end, 1_000));
        let body_from = lock.done_to.max(lock.signal.body_at);
        lock.success *= chunk_success(lock.signal.rate_kbps, sinr, bits(body_from, now, lock.signal.rate_kbps));
        lock.done_to = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: SinrLimits =
        SinrLimits { noise_w: 1.0, sensitivity_w: 1.0, preamble_ratio: 2.5, capture_ratio: 10.0, sense_w: 2.0 };

    fn signal(frame: u32, power_w: f64) -> Signal {
        Signal { frame, power_w, body_at: Nanos::from_micros(192), rate_kbps: 11_000 }
    }

    #[test]
    fn a_strong_frame_survives_and_an_equal_interferer_kills_it() {
        let mut r = SinrReceiver::default();
        r.arrive(Nanos::ZERO, signal(1, 100.0), false, &LIMITS);
        assert!(r.is_busy(&LIMITS));
        assert_eq!(r.depart(Nanos::from_millis(1), 1, || 0.999, &LIMITS), Some(Outcome::Decoded));
        assert!(!r.is_busy(&LIMITS));

        r.arrive(Nanos::from_millis(2), signal(2, 100.0), false, &LIMITS);
        r.arrive(Nanos::from_micros(2_300), signal(3, 100.0), false, &LIMITS);
        assert_eq!(r.depart(Nanos::from_millis(3), 2, || 1e-6, &LIMITS), Some(Outcome::Collision));
        // The interferer was never locked on, but its power keeps the medium busy.
        assert!(r.is_busy(&LIMITS));
        assert_eq!(r.depart(Nanos::from_millis(4), 3, || 0.0, &LIMITS), None);
        assert!(!r.is_busy(&LIMITS));
    }

    /// Below the sensitivity a frame is interference, however quiet the medium.
    #[test]
    fn what_is_below_the_sensitivity_only_interferes() {
        let limits = SinrLimits { noise_w: 0.01, sensitivity_w: 1.0, ..LIMITS };
        let mut r = SinrReceiver::default();
        r.arrive(Nanos::ZERO, signal(1, 0.9), false, &limits);
        assert!(!r.is_busy(&limits));
        r.arrive(Nanos::ZERO, signal(2, 1.05), false, &limits);
        assert!(!r.is_busy(&limits), "0.6 dB over the interference");
        r.arrive(Nanos::ZERO, signal(3, 5.1), false, &limits);
        assert_eq!(r.depart(Nanos::from_millis(1), 3, || 0.0, &limits), Some(Outcome::Decoded));
        assert_eq!(r.depart(Nanos::from_millis(1), 1, || 0.0, &limits), None);
    }

    #[test]
    fn many_weak_interferers_add_up() {
        let survival = |interferers: u32| {
            let mut r = SinrReceiver::default();
            r.arrive(Nanos::ZERO, signal(0, 100.0), false, &LIMITS);
            for i in 1..=interferers {
                r.arrive(Nanos::from_micros(1), signal(i, 9.0), false, &LIMITS);
            }
            r.advance(Nanos::from_millis(1), &LIMITS);
            r.lock.unwrap().success
        };
        assert!(survival(0) > 0.999 && survival(1) > 0.9);
        assert!(survival(8) < 0.01);
    }

    #[test]
    fn a_weak_preamble_is_not_found_and_a_much_stronger_newcomer_takes_over() {
        let mut r = SinrReceiver::default();
        r.arrive(Nanos::ZERO, signal(1, 1.9), false, &LIMITS);
        assert!(!r.is_busy(&LIMITS));
        r.arrive(Nanos::ZERO, signal(2, 8.0), false, &LIMITS);
        r.arrive(Nanos::from_micros(10), signal(3, 900.0), false, &LIMITS);
        assert_eq!(r.depart(Nanos::from_millis(1), 2, || 0.0, &LIMITS), None);
        assert_eq!(r.depart(Nanos::from_millis(1), 3, || 0.9, &LIMITS), Some(Outcome::Decoded));
    }

    /// A frame at 1 Mbit/s: DBPSK has the bit error rate 1/2 exp(-22 S) at the ratio S (22 MHz over 1 Mbit/s).
    fn slow(frame: u32, power_w: f64) -> Signal {
        Signal { rate_kbps: 1_000, ..signal(frame, power_w) }
    }

    /// Finds a preamble at half the power of everything else, and lets a newcomer of half the power take over.
    const EAGER: SinrLimits = SinrLimits { preamble_ratio: 0.4, capture_ratio: 0.5, ..LIMITS };

    fn assert_success(r: &SinrReceiver, expected: f64) {
        let success = r.lock.unwrap().success;
        assert!((success - expected).abs() < 1e-4, "{success}, expected {expected}");
    }

    #[test]
    fn the_frame_that_was_left_for_a_newcomer_goes_on_interfering() {
        let mut r = SinrReceiver::default();
        r.arrive(Nanos::ZERO, slow(1, 20.0), false, &EAGER);
        r.arrive(Nanos::from_micros(100), slow(2, 10.0), false, &EAGER);
        // Frame 2 against noise and frame 1: S = 10 / (1 + 20), 1/2 exp(-10.476) = 1.41e-5 a bit; of 1000 bits all survive
        // with the probability exp(-0.0141) = 0.9860.
        r.advance(Nanos::from_micros(1_100), &EAGER);
        assert_success(&r, 0.986);
        assert_eq!(r.depart(Nanos::from_micros(1_100), 1, || 0.0, &EAGER), None);
        // Then frame 1 is over: S = 10, and nothing more is lost. It was a collision that frame 2 did not survive.
        let whole = r.clone().depart(Nanos::from_millis(9), 2, || 0.985, &EAGER);
        assert_eq!(whole, Some(Outcome::Decoded));
        assert_eq!(r.depart(Nanos::from_millis(9), 2, || 0.987, &EAGER), Some(Outcome::Collision));
    }

    #[test]
    fn a_frame_lost_to_noise_alone_is_no_collision() {
        // S = 0.45 / 1: 1/2 exp(-9.9) = 2.51e-5 a bit, exp(-0.0251) = 0.9752 for 1000 bits.
        let limits = SinrLimits { sensitivity_w: 0.1, ..EAGER };
        let mut r = SinrReceiver::default();
        r.arrive(Nanos::ZERO, slow(1, 0.45), false, &limits);
        assert_eq!(r.clone().depart(Nanos::from_millis(1), 1, || 0.976, &limits), Some(Outcome::Garbled));
        assert_eq!(r.depart(Nanos::from_millis(1), 1, || 0.975, &limits), Some(Outcome::Decoded));
    }

    #[test]
    fn interference_counts_while_it_lasts_and_preamble_and_header_go_at_1_mbit_per_s() {
        // 192 us of PLCP at 1 Mbit/s and then 1 ms at 2 Mbit/s; an interferer is there from 100 us to 300 us.
        let mut r = SinrReceiver::default();
        r.arrive(Nanos::ZERO, Signal { rate_kbps: 2_000, ..signal(1, 10.0) }, false, &LIMITS);
        r.arrive(Nanos::from_micros(100), signal(2, 20.0), false, &LIMITS);
        r.depart(Nanos::from_micros(300), 2, || 0.0, &LIMITS);
        r.advance(Nanos::from_micros(1_192), &LIMITS);
        // S = 10 / 21 for 92 bits at 1 Mbit/s, 1/2 exp(-10.476) = 1.41e-5 each, and 108 us or 216 bits at 2 Mbit/s. These
        // have Eb/N0 = S * 11 = 5.238: (sqrt 2 + 1) / sqrt(8 pi sqrt 2) / sqrt(5.238) exp(-(2 - sqrt 2) 5.238) = 8.226e-3.
        // (1 - 8.226e-3)^216 = 0.1679. The rest, at S = 10, survives.
        assert_success(&r, 0.1679 * (1.0 - 92.0 * 1.41e-5));
    }

    #[test]
    fn a_newcomer_needs_its_whole_lead_to_take_over() {
        for (power_w, winner) in [(79.9, 1), (80.0, 2)] {
            let mut r = SinrReceiver::default();
            r.arrive(Nanos::ZERO, signal(1, 8.0), false, &LIMITS);
            r.arrive(Nanos::from_micros(10), signal(2, power_w), false, &LIMITS);
            assert_eq!(r.lock.unwrap().signal.frame, winner, "{power_w} W");
        }
        // And it must be found: 2.5 times noise and all others together.
        let limits = SinrLimits { preamble_ratio: 20.0, ..LIMITS };
        let mut r = SinrReceiver::default();
        r.arrive(Nanos::ZERO, signal(1, 20.0), false, &limits);
        r.arrive(Nanos::from_micros(10), signal(2, 419.9), false, &limits);
        assert_eq!(r.lock.unwrap().signal.frame, 1);
        r.arrive(Nanos::from_micros(10), signal(3, 20.0 * (1.0 + 20.0 + 419.9) + 0.1), false, &limits);
        assert_eq!(r.lock.unwrap().signal.frame, 3);
    }

    #[test]
    fn a_preamble_needs_its_ratio_and_the_sensitivity() {
        let found = |power_w: f64, limits: &SinrLimits| {
            let mut r = SinrReceiver::default();
            r.arrive(Nanos::ZERO, signal(1, power_w), false, limits);
            r.lock.is_some()
        };
        assert!(found(2.5, &LIMITS) && !found(2.499, &LIMITS), "2.5 times the noise");
        let deaf = SinrLimits { sensitivity_w: 4.0, ..LIMITS };
        assert!(found(4.0, &deaf) && !found(3.999, &deaf));
    }

    #[test]
    fn a_transmitting_station_notes_the_power_and_follows_nothing() {
        let mut r = SinrReceiver::default();
        r.arrive(Nanos::ZERO, signal(1, 100.0), true, &LIMITS);
        assert_eq!((r.lock.is_some(), r.is_busy(&LIMITS)), (false, true));
        assert_eq!(r.depart(Nanos::from_millis(1), 1, || 0.0, &LIMITS), None);
        // What it follows is lost when it begins to transmit.
        r.arrive(Nanos::from_millis(2), signal(2, 100.0), false, &LIMITS);
        r.spoil();
        assert_eq!(r.depart(Nanos::from_millis(3), 2, || 0.0, &LIMITS), None);
    }

    #[test]
    fn the_medium_is_busy_from_the_threshold_on() {
        let mut r = SinrReceiver::default();
        r.arrive(Nanos::ZERO, signal(1, 1.2), false, &LIMITS);
        assert!(!r.is_busy(&LIMITS));
        r.arrive(Nanos::ZERO, signal(2, 0.8), false, &LIMITS);
        assert!(r.is_busy(&LIMITS), "1.2 and 0.8 W are 2 W");
    }

    #[test]
    fn limits_are_the_profile_in_linear_units() {
        let radio = RadioConfig {
            noise_dbm: -93.0,
            preamble_snr_db: 3.0,
            capture_db: 10.0,
            ..crate::profile("standard").unwrap().config().radio
        };
        let limits = SinrLimits::new(&radio);
        // -93 dBm are 10^-12.3 W = 5.0119e-13 W; 3 dB are 1.9953.
        assert!((limits.noise_w / 5.0119e-13 - 1.0).abs() < 1e-4, "{}", limits.noise_w);
        assert!((limits.preamble_ratio - 1.9953).abs() < 1e-4 && (limits.capture_ratio - 10.0).abs() < 1e-9);
        assert_eq!((limits.sensitivity_w, limits.sense_w), (1.0e-12, 6.31e-12));
    }

    #[test]
    fn nothing_survives_a_probability_of_zero() {
        // A billion times the signal for a second: every other one of 11 million bits is wrong, and 2^-11,000,000 is 0.
        let mut r = SinrReceiver::default();
        r.arrive(Nanos::ZERO, signal(1, 100.0), false, &LIMITS);
        let limits = SinrLimits { capture_ratio: 1e12, ..LIMITS };
        r.arrive(Nanos::from_micros(1), signal(2, 1e11), false, &limits);
        assert_eq!(r.depart(Nanos::from_secs(1), 1, || 0.0, &LIMITS), Some(Outcome::Collision));
    }
}
