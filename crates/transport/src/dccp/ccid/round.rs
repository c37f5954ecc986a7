use super::report::Report;
use crate::dccp::sequence::SequenceNumber;

/// Weight of the newest round trip in the error rate, that of a new sample in the average round-trip time.
const ERROR_RATE_WEIGHT: f64 = 0.25;

/// What happened in one round trip.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    pub received: u32,
    pub marked: u32,
    pub lost: u32,
    /// The window was used up at some time.
    pub was_full: bool,
}

/// The current round trip: it ends when a packet sent after its start is acknowledged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// The first number of the next round trip.
    next_from: SequenceNumber,
    current: Counts,
    last: Counts,
    error_rate: f64,
}

impl Round {
    /// The first round trip ends with the acknowledgement of `first`.
    pub fn new(first: SequenceNumber) -> Self {
        Self { next_from: first, current: Counts::default(), last: Counts::default(), error_rate: 0.0 }
    }

    pub fn count(&mut self, report: Report, is_full: bool) {
        self.current.received += report.received;
        self.current.marked += report.marked;
        self.current.lost += report.lost;
        self.current.was_full |= is_full;
    }

    /// Whether a queue has shown congestion in this round trip or the last.
    pub fn has_sign(&self) -> bool {
        self.current.marked > 0 || self.last.marked > 0
    }

    pub fn has_ended(&self, newest: SequenceNumber) -> bool {
        !newest.is_before(self.next_from)
    }

    /// The next begins with the packet after `sent`.
    pub fn end(&mut self, sent: SequenceNumber) {
        let Counts { received, lost, .. } = self.current;
        let all = received + lost;
        if all > 0 {
            self.error_rate += ERROR_RATE_WEIGHT * (f64::from(lost) / f64::from(all) - self.error_rate);
        }
        self.last = std::mem::take(&mut self.current);
        self.next_from = sent.plus(1);
    }

    /// The round trip that ended last.
    pub fn ended(&self) -> Counts {
        self.last
    }

    /// Restarts with the packet after `sent` without ending the current round trip: its counts stay.
    pub fn restart(&mut self, sent: SequenceNumber) {
        self.next_from = sent.plus(1);
    }

    /// The part of packets lost, averaged over round trips.
    pub fn error_rate(&self) -> f64 {
        self.error_rate
    }
}
