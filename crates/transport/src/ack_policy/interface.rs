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

/// A rule that decides when to acknowledge.
pub(crate) trait Acknowledge {
    /// True when an ACK is due now; otherwise the policy remembers the segment.
    fn on_arrival(&mut self, arrival: &Arrival) -> bool;

    /// When an ACK will be due even if nothing more arrives.
    fn deadline(&self) -> Option<Nanos>;

    /// The deadline has passed: an ACK is about to leave because of it.
    fn on_timer(&mut self) {}

    /// An ACK leaves, for whatever reason: it covers all that arrived.
    fn on_ack_sent(&mut self);
}
