use crate::path::PathInfo;
use airhop_base::Nanos;

/// What an ACK tells a pacing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Feedback {
    /// When it arrived.
    pub now: Nanos,
    /// Time since the newest segment was sent that it newly covers, whose arrival released it; `None` when it covers
    /// nothing new, or a segment that was retransmitted.
    pub newest_rtt: Option<Nanos>,
    /// The one-way delay of the newest data segment that arrived before it, by synchronised clocks.
    pub one_way: Option<Nanos>,
    /// The path as the network last told it.
    pub path: PathInfo,
}

/// A pacing of the segments that the window allows. Retransmissions that a loss recovery orders leave at once.
pub(crate) trait Pace {
    /// The earliest time for the segment that waits at `now`; a time that has passed, or zero, for "now";
    /// [`Nanos::MAX`] for "not before something happens".
    fn next_release(&mut self, now: Nanos) -> Nanos;

    /// Window and data leave nothing to wait for.
    fn nothing_waits(&mut self) {}

    /// The segment that waited is about to leave.
    fn on_released(&mut self, now: Nanos) {
        let _ = now;
    }

    /// A segment of `payload_bytes` left, released by the pacing or ordered by the recovery.
    fn on_sent(&mut self, now: Nanos, payload_bytes: u32) {
        let _ = (now, payload_bytes);
    }

    /// An ACK arrived, before the recovery looks at it.
    fn on_ack(&mut self, feedback: &Feedback) {
        let _ = feedback;
    }

    /// The recovery has noticed a loss: the next segment is a fast retransmission.
    fn on_fast_retransmit(&mut self) {}

    /// The retransmission timer fired.
    fn on_timeout(&mut self) {}
}
