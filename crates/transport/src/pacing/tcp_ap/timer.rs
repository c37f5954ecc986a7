use super::parameters::TimerMode;
use airhop_base::Nanos;

/// The shortest time between two segments that the timer counts.
const MIN_INTERVAL: Nanos = Nanos::from_micros(1);

/// The pacing timer. When it fires, it releases one segment if one waits, and is set again to the current interval.
///
/// While nothing waits, no event is needed: the expiries that pass meanwhile are counted when the timer is next
/// looked at.
#[derive(Clone, Debug)]
pub(super) struct PacingTimer {
    mode: TimerMode,
    interval: Nanos,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nothing has been paced yet: the first segment leaves at once and starts the timer.
    Idle,
    /// Fires next at `at`, having been set at `set`; `pending` when a segment waits for it.
    Running { set: Nanos, at: Nanos, pending: bool },
    /// A fast retransmission is about to leave.
    Urgent,
    /// Cancelled by a fast retransmission: nothing is released until the next ACK.
    Cancelled,
}

impl PacingTimer {
    pub(super) fn new(mode: TimerMode, interval: Nanos) -> Self {
        Self { mode, interval: interval.max(MIN_INTERVAL), state: State::Idle }
    }

    /// When a segment that waits at `now` is released.
    pub(super) fn release(&mut self, now: Nanos) -> Nanos {
        self.catch_up(now);
        match &mut self.state {
            State::Idle | State::Urgent => now,
            State::Cancelled => Nanos::MAX,
            State::Running { at, pending, .. } => {
                *pending = true;
                *at
            }
        }
    }

    /// Nothing waits: the next expiry passes unused.
    pub(super) fn nothing_waits(&mut self) {
        if let State::Running { pending, .. } = &mut self.state {
            *pending = false;
        }
    }

    /// The timer fired and released a segment, or the first one left.
    pub(super) fn on_released(&mut self, now: Nanos) {
        if self.state != State::Urgent {
            self.start(now);
        }
    }

    /// A segment left, released by the timer or not.
    pub(super) fn on_sent(&mut self) {
        if self.state == State::Urgent {
            self.state = State::Cancelled;
        }
    }

    /// An ACK starts a cancelled timer again.
    pub(super) fn on_ack(&mut self, now: Nanos) {
        self.catch_up(now);
        if self.state == State::Cancelled {
            self.start(now);
        }
    }

    /// There is a new rate. The expiries up to `now` were counted by [`Self::on_ack`].
    pub(super) fn set_interval(&mut self, now: Nanos, interval: Nanos) {
        self.interval = interval.max(MIN_INTERVAL);
        if let (TimerMode::OnNewRate, State::Running { set, at, .. }) = (self.mode, &mut self.state) {
            *at = set.saturating_add(self.interval).max(now);
        }
    }

    /// A fast retransmission leaves at once and cancels the timer.
    pub(super) fn on_fast_retransmit(&mut self) {
        self.state = State::Urgent;
    }

    /// A retransmission timeout: a cancelled timer no longer waits for an ACK that does not come.
    pub(super) fn on_timeout(&mut self) {
        if matches!(self.state, State::Cancelled | State::Urgent) {
            self.state = State::Idle;
        }
    }

    fn start(&mut self, now: Nanos) {
        self.state = State::Running { set: now, at: now.saturating_add(self.interval), pending: false };
    }

    /// Counts the expiries before `now` at which nothing waited: the next one is at `now` or later.
    fn catch_up(&mut self, now: Nanos) {
        let interval = self.interval;
        if let State::Running { set, at, pending: false } = &mut self.state {
            let late = now.saturating_sub(*at).as_nanos();
            let passed = late.div_ceil(interval.as_nanos());
            if passed > 0 {
                *at = at.saturating_add(Nanos::from_nanos(passed.saturating_mul(interval.as_nanos())));
                *set = at.saturating_sub(interval);
            }
        }
    }
}

#[cfg(test)]
#[path = "timer_tests.rs"]
mod tests;
