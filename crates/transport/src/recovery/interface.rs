use crate::congestion::Ack;
use crate::segment::SackBlocks;
use crate::tcb::{Tcb, Transmit};
use airhop_base::Nanos;

/// A way to recover from losses. It works on the [`Tcb`], whose cumulative ACK has already advanced.
pub(crate) trait Recover {
    /// New data is acknowledged.
    fn on_new_ack(&mut self, tcb: &mut Tcb, ack: &Ack);

    /// A duplicate ACK arrived; `tcb.dupacks` still counts those before it.
    fn on_duplicate(&mut self, tcb: &mut Tcb, ack: &Ack);

    /// SACK blocks arrived, before `on_new_ack` or `on_duplicate` of the same segment.
    fn on_sack(&mut self, tcb: &mut Tcb, blocks: &SackBlocks) {
        let _ = (tcb, blocks);
    }

    /// The retransmission timer fired, and the [`Tcb`] has gone back to the oldest segment.
    fn on_timeout(&mut self, tcb: &mut Tcb, now: Nanos) {
        let _ = (tcb, now);
    }

    /// The next segment that window and recovery allow.
    fn next(&mut self, tcb: &mut Tcb) -> Option<Transmit> {
        tcb.next_in_window()
    }

    /// The segment that `next` gave has left.
    fn on_sent(&mut self, tcb: &mut Tcb, transmit: Transmit) {
        let _ = (tcb, transmit);
    }

    /// True when the receiver has to send SACK blocks.
    fn wants_sack(&self) -> bool {
        false
    }
}
