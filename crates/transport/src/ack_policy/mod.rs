//! Acknowledgement policies: when the receiver answers.

mod adaptive;

use crate::choice::choices;
use airhop_base::Nanos;

/// A data segment that arrived, as the receiver's queue saw it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    /// When.
    pub now: Nanos,
    /// The number of the segment in the connection, from 1, as `seq / length of a segment` tells it.
    pub segment_number: u64,
    /// Whether the segment was the next one expected.
    pub order: Order,
}

/// How an arriving segment stands to those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// The next one expected, with nothing waiting behind it.
    Expected,
    /// The next one expected, and data waits behind it: it fills a gap, or part of it.
    FillsGap,
    /// Beyond a gap.
    BeyondGap,
    /// Nothing new.
    Duplicate,
}

/// What an adaptive policy has come to, for time series.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DelayState {
    /// The delaying window: segments that one acknowledgement covers, with the fraction that still grows.
    pub dwin_segments: f64,
    /// Whether a disturbance leaves a window of one segment, as in DAAp.
    pub cautious: bool,
}

/// A rule for when to acknowledge.
pub(crate) trait Acknowledge {
    /// True when an acknowledgement is due now; otherwise the policy keeps the segment in mind.
    fn on_arrival(&mut self, arrival: &Arrival) -> bool;

    /// When an acknowledgement will be due although nothing more arrives.
    fn deadline(&self) -> Option<Nanos>;

    /// The deadline has passed: an acknowledgement is about to leave because of it.
    fn on_timer(&mut self) {}

    /// An acknowledgement leaves, for whatever reason: it covers all that arrived.
    fn on_ack_sent(&mut self);

    /// What the policy has come to, if it adapts.
    fn state(&self) -> Option<DelayState> {
        None
    }
}

choices! {
    $ /// The acknowledgement policy of a recipe.
    AckPolicy: "ACK policy" {
        every::Every,
        delayed::Delayed,
        lda::Lda,
        daa::Daa,
        daap::Daap,
        daa_auto::DaaAuto,
    }
}

impl Default for AckPolicy {
    fn default() -> Self {
        Self::Every(every::Every)
    }
}

impl AckPolicy {
    pub(crate) fn on_arrival(&mut self, arrival: &Arrival) -> bool {
        dispatch!(self, policy => policy.on_arrival(arrival))
    }

    pub(crate) fn deadline(&self) -> Option<Nanos> {
        dispatch!(self, policy => policy.deadline())
    }

    pub(crate) fn on_timer(&mut self) {
        dispatch!(self, policy => policy.on_timer());
    }

    pub(crate) fn on_ack_sent(&mut self) {
        dispatch!(self, policy => policy.on_ack_sent());
    }

    pub(crate) fn state(&self) -> Option<DelayState> {
        dispatch!(self, policy => policy.state())
    }
}
