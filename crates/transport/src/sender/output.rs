use super::Sender;
use crate::pacing::Pace;
use crate::recovery::Recover;
use crate::segment::{Segment, Timestamps, timestamp_clock};
use crate::tcb::Transmit;
use airhop_base::Nanos;

impl Sender {
    /// The next segment to send now. To be called until it returns `None` after every input.
    pub fn poll_transmit(&mut self, now: Nanos) -> Option<Segment> {
        if self.handshake.wants_syn(self.tcb.end > self.data_start || self.closing) {
            return Some(self.send_syn(now));
        }
        if let Some(transmit) = self.next_data(now) {
            return self.send(now, transmit);
        }
        self.handshake.take_pending_ack().then(|| self.fill(now, Segment { seq: self.tcb.max, ..Segment::default() }))
    }

    /// What the recovery ordered, or else what window and pacing allow.
    fn next_data(&mut self, now: Nanos) -> Option<Transmit> {
        if let Some(seq) = self.tcb.resend.take() {
            return Some(Transmit::Again(seq));
        }
        let Some(transmit) = self.recovery.next(&mut self.tcb) else {
            self.paced_until = None;
            self.pacing.nothing_waits();
            return None;
        };
        if transmit == Transmit::New && self.handshake.is_waiting() {
            return None;
        }
        let release = self.pacing.next_release(now);
        if release > now {
            self.paced_until = Some(release).filter(|release| *release < Nanos::MAX);
            return None;
        }
        self.paced_until = None;
        self.pacing.on_released(now);
        self.tcb.burst = self.tcb.burst.saturating_sub(u32::from(self.tcb.burst != u32::MAX));
        Some(transmit)
    }

    fn send(&mut self, now: Nanos, transmit: Transmit) -> Option<Segment> {
        let sent = self.tcb.mark_sent(now, transmit)?;
        self.recovery.on_sent(&mut self.tcb, transmit);
        self.pacing.on_sent(now, sent.len);
        match transmit {
            Transmit::New => {
                self.timed.get_or_insert((sent.end(), now));
            }
            // A retransmission makes the timed segment's ACK ambiguous (Karn & Partridge 1987).
            Transmit::Again(_) => self.timed = None,
        }
        self.handshake.take_pending_ack();
        let segment = Segment { seq: sent.seq, len: sent.len, syn: sent.syn, fin: sent.fin, ..Segment::default() };
        Some(self.fill(now, segment))
    }

    /// Adds what every segment of the connection carries.
    pub(super) fn fill(&self, now: Nanos, segment: Segment) -> Segment {
        let segment = Segment {
            ack: self.handshake.peer_next(),
            window: u32::from(u16::MAX),
            sack_permitted: segment.syn && self.recovery.wants_sack(),
            timestamps: self.timestamps.then(|| Timestamps { value: timestamp_clock(now), echo: self.peer_clock }),
            ..segment
        };
        self.clocks.stamp(segment, Some(Timestamps { value: timestamp_clock(now), echo: 0 }))
    }
}
