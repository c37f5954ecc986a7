use super::interval::InterArrival;
use super::parameters::DAA_GROUP;
use super::window::{DelayingWindow, Response};
use crate::ack_policy::interface::{Arrival, Order};
use crate::settings::Settings;
use airhop_base::Nanos;

/// A receiver that acknowledges groups of segments, larger ones while segments arrive in order and in time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AdaptiveDelay {
    window: DelayingWindow,
    gaps: InterArrival,
    /// The size of a group is the window at its first segment, not at each.
    fixed_group: bool,
    group_size: u32,
    /// Segments of the group so far: the paper's `ack_count`.
    ack_count: u32,
    deadline: Option<Nanos>,
}

impl AdaptiveDelay {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            window: DelayingWindow::new(settings),
            gaps: InterArrival::new(settings),
            fixed_group: settings.get(DAA_GROUP),
            ..Self::default()
        }
    }

    /// tcp-daa, section 3.2: a segment in order joins the group, and completes it or restarts the timer; any other is
    /// acknowledged at once and reduces the window. True when an ACK is due.
    pub(super) fn on_arrival(&mut self, arrival: &Arrival, response: Response) -> bool {
        if arrival.order != Order::Expected {
            self.gaps.interrupt();
            self.window.reduce(response);
            return true;
        }
        let first = self.ack_count == 0;
        self.gaps.arrive(arrival.now, first);
        self.ack_count += 1;
        if first || !self.fixed_group {
            self.group_size = self.window.whole();
        }
        self.window.grow(response);
        if self.ack_count >= self.group_size {
            return true;
        }
        self.deadline = Some(arrival.now.saturating_add(self.gaps.timeout()));
        false
    }

    pub(super) fn deadline(&self) -> Option<Nanos> {
        self.deadline
    }

    /// The timer fired: the group is acknowledged as it is, and the window reduced.
    pub(super) fn on_timer(&mut self, response: Response) {
        // The sender may have waited for this ACK: a gap that the timer itself made would make it longer still.
        self.gaps.interrupt();
        self.window.reduce(response);
    }

    pub(super) fn on_ack_sent(&mut self) {
        self.ack_count = 0;
        self.deadline = None;
    }

    /// The delaying window, in segments.
    pub(super) fn dwin_segments(&self) -> f64 {
        self.window.segments()
    }
}
