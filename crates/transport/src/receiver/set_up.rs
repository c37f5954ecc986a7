use super::Receiver;
use super::handshake::{OWN_FIN, OWN_SYN, Phase};
use crate::segment::Segment;
use airhop_base::Nanos;

impl Receiver {
    /// Handles the peer's SYN and its ACKs of this side's SYN and FIN; true when the segment's data is to
    /// be looked at as well.
    pub(super) fn on_handshake(&mut self, now: Nanos, segment: &Segment) -> bool {
        let _ = now;
        if segment.syn {
            match self.handshake.phase {
                Phase::Listen => {
                    self.queue.start_at(segment.end());
                    self.handshake.enter(Phase::SynReceived);
                }
                // The answer was lost.
                Phase::SynReceived => self.handshake.segment_due = true,
                _ => self.ack_due = true,
            }
            return false;
        }
        match (self.handshake.phase, segment.ack) {
            (Phase::Listen, _) => return false,
            (Phase::SynReceived, Some(ack)) if ack > OWN_SYN => self.handshake.enter(Phase::Established),
            (Phase::LastAck, Some(ack)) if ack > OWN_FIN => self.handshake.enter(Phase::Closed),
            _ => {}
        }
        true
    }
}
