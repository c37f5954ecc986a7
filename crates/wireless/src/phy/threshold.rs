use crate::phy::outcome::Outcome;
use airhop_base::Nanos;

/// What an arriving frame did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrival {
    /// The station listens to it, or it adds to a medium that is busy anyway.
    Heard,
    /// The frame being received survived it (capture).
    Captured,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Idle,
    Receiving,
    Collided,
}

/// Reception by power thresholds with first-frame capture, as in ns-2.
///
/// The station listens to the frame that found it idle. A later frame is ignored if the first is stronger by the
/// capture ratio; otherwise both are lost, and the station stays busy with whichever of the two ends later, against
/// whose power further newcomers are then compared.
#[derive(Clone, Debug)]
pub(crate) struct ThresholdReceiver {
    state: State,
    frame: u32,
    power_w: f64,
    end: Nanos,
    garbled: bool,
}

impl ThresholdReceiver {
    pub fn new() -> Self {
        Self { state: State::Idle, frame: 0, power_w: 0.0, end: Nanos::ZERO, garbled: false }
    }

    pub fn is_busy(&self) -> bool {
        self.state != State::Idle
    }

    /// A frame's first bit arrives; `garbled` if it is below the decode threshold or the station is transmitting.
    #[inline]
    pub fn arrive(&mut self, frame: u32, power_w: f64, end: Nanos, garbled: bool, capture_ratio: f64) -> Arrival {
        if self.state == State::Idle {
            *self = Self { state: State::Receiving, frame, power_w, end, garbled };
            return Arrival::Heard;
        }
        if self.power_w >= capture_ratio * power_w {
            return Arrival::Captured;
        }
        self.state = State::Collided;
        if end > self.end {
            self.frame = frame;
            self.power_w = power_w;
            self.end = end;
            self.garbled = garbled;
        }
        Arrival::Heard
    }

    /// The station begins to transmit: whatever it is receiving is lost to it.
    pub fn spoil(&mut self) {
        self.garbled = true;
    }

    /// A frame's last bit arrives. `None` if the station was not listening to that one. The station stays busy until
    /// [`ThresholdReceiver::finish`].
    #[inline]
    pub fn depart(&self, frame: u32) -> Option<Outcome> {
        if self.state == State::Idle || self.frame != frame {
            return None;
        }
        Some(match self.state {
            State::Collided => Outcome::Collision,
            _ if self.garbled => Outcome::Garbled,
            _ => Outcome::Decoded,
        })
    }

    pub fn finish(&mut self) {
        self.state = State::Idle;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const US: fn(u64) -> Nanos = Nanos::from_micros;

    #[test]
    fn the_first_frame_survives_a_much_weaker_one() {
        let mut r = ThresholdReceiver::new();
        assert_eq!(r.arrive(1, 16.0, US(100), false, 10.0), Arrival::Heard);
        assert_eq!(r.arrive(2, 1.0, US(200), true, 10.0), Arrival::Captured);
        assert_eq!(r.depart(1), Some(Outcome::Decoded));
        r.finish();
        assert_eq!(r.depart(2), None);
        assert!(!r.is_busy());
    }

    #[test]
    fn a_stronger_newcomer_destroys_both_and_the_later_end_counts() {
        let mut r = ThresholdReceiver::new();
        r.arrive(1, 1.0, US(100), false, 10.0);
        assert_eq!(r.arrive(2, 100.0, US(200), false, 10.0), Arrival::Heard);
        assert_eq!(r.depart(1), None);
        assert_eq!(r.depart(2), Some(Outcome::Collision));
        r.finish();

        r.arrive(3, 1.0, US(500), false, 10.0);
        r.arrive(4, 1.0, US(400), false, 10.0);
        assert_eq!(r.depart(4), None);
        assert_eq!(r.depart(3), Some(Outcome::Collision));
    }

    #[test]
    fn transmitting_spoils_what_is_being_received() {
        let mut r = ThresholdReceiver::new();
        r.arrive(1, 1.0, US(100), false, 10.0);
        r.spoil();
        assert_eq!(r.depart(1), Some(Outcome::Garbled));
    }

    #[test]
    fn capture_needs_the_whole_lead() {
        for (newcomer_w, arrival, outcome) in
            [(1.0, Arrival::Captured, Outcome::Decoded), (1.001, Arrival::Heard, Outcome::Collision)]
        {
            let mut r = ThresholdReceiver::new();
            r.arrive(1, 10.0, US(200), false, 10.0);
            assert_eq!(r.arrive(2, newcomer_w, US(100), false, 10.0), arrival);
            assert_eq!(r.depart(1), Some(outcome), "{newcomer_w} W");
        }
    }

    #[test]
    fn of_two_that_collide_and_end_together_the_first_counts() {
        let mut r = ThresholdReceiver::new();
        r.arrive(1, 1.0, US(100), false, 10.0);
        r.arrive(2, 1.0, US(100), false, 10.0);
        assert_eq!((r.depart(2), r.depart(1)), (None, Some(Outcome::Collision)));
    }

    #[test]
    fn newcomers_are_compared_with_the_frame_that_ends_last() {
        let mut r = ThresholdReceiver::new();
        r.arrive(1, 1.0, US(100), false, 10.0);
        r.arrive(2, 50.0, US(200), false, 10.0);
        // 50 W against 5 W: no third party to the collision.
        assert_eq!(r.arrive(3, 5.0, US(300), false, 10.0), Arrival::Captured);
        assert_eq!((r.depart(3), r.depart(2)), (None, Some(Outcome::Collision)));
    }

    #[test]
    fn a_frame_too_weak_is_heard_and_garbled() {
        let mut r = ThresholdReceiver::new();
        r.arrive(1, 1.0, US(100), true, 10.0);
        assert!(r.is_busy());
        assert_eq!((r.depart(1), r.depart(9)), (Some(Outcome::Garbled), None));
    }
}
