use super::{Sender, since_echo};
use crate::segment::Segment;
use crate::sender::flight::Sent;
use crate::settings::Settings;
use airhop_base::Nanos;

/// The set-up and close of the sending side (RFC 9293, sections 3.5 and 3.6). The peer sends nothing but a SYN and a
/// FIN of its own, numbers 0 and 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handshake {
    phase: Phase,
    /// The next number expected of the peer, to acknowledge.
    peer_next: Option<u64>,
    peer_fin: bool,
    pending_ack: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// There is no handshake: data flows at once, one way.
    Unused,
    /// Nothing was written yet.
    Closed,
    SynSent,
    Established,
}

impl Handshake {
    pub(super) fn new(settings: &Settings) -> Self {
        let phase = if settings.switch("handshake") { Phase::Closed } else { Phase::Unused };
        Self { phase, peer_next: None, peer_fin: false, pending_ack: false }
    }

    pub(super) fn is_used(&self) -> bool {
        self.phase != Phase::Unused
    }

    /// A SYN is due, once there is something to do.
    pub(super) fn wants_syn(&self, has_work: bool) -> bool {
        self.phase == Phase::Closed && has_work
    }

    /// No data may leave yet.
    pub(super) fn is_waiting(&self) -> bool {
        matches!(self.phase, Phase::Closed | Phase::SynSent)
    }

    /// What the peer's side needs has been done.
    pub(super) fn is_over(&self, fin_acked: bool) -> bool {
        !self.is_used() || fin_acked && self.peer_fin
    }

    pub(super) fn peer_next(&self) -> Option<u64> {
        self.peer_next
    }

    pub(super) fn take_pending_ack(&mut self) -> bool {
        std::mem::take(&mut self.pending_ack)
    }
}

impl Sender {
    /// Handles SYN and FIN of the peer; true when the segment's acknowledgement is to be looked at as well.
    pub(super) fn on_handshake(&mut self, now: Nanos, segment: &Segment) -> bool {
        match self.handshake.phase {
            Phase::SynSent if segment.syn && segment.ack == Some(self.data_start) => {
                self.establish(now, segment);
                false
            }
            Phase::Established if segment.syn => {
                // The acknowledgement of the peer's SYN was lost.
                self.handshake.pending_ack = true;
                false
            }
            Phase::Established => {
                if segment.fin {
                    self.handshake.peer_next = Some(segment.end());
                    self.handshake.peer_fin = true;
                    self.handshake.pending_ack = true;
                }
                true
            }
            Phase::Unused | Phase::Closed | Phase::SynSent => false,
        }
    }

    fn establish(&mut self, now: Nanos, segment: &Segment) {
        let newest_sent_at = self.core.advance(self.data_start).newest_sent_at;
        let rtt = match segment.timestamps.filter(|_| self.timestamps) {
            Some(stamps) => Some(since_echo(now, stamps.echo)),
            None => newest_sent_at.map(|sent_at| now.saturating_sub(sent_at)),
        };
        self.take_rtt(now, self.data_start, rtt);
        self.core.restart_timer(now);
        self.core.peer_window = segment.window;
        self.handshake.phase = Phase::Established;
        self.handshake.peer_next = Some(segment.end());
        self.handshake.pending_ack = true;
    }

    pub(super) fn send_syn(&mut self, now: Nanos) -> Segment {
        self.handshake.phase = Phase::SynSent;
        let syn = Sent {
            seq: 0,
            len: 0,
            syn: true,
            fin: false,
            sent_at: now,
            transmissions: 1,
            timed_out: false,
            sacked: false,
            lost: false,
        };
        self.core.flight.push(syn);
        self.core.max = syn.end();
        self.core.nxt = syn.end();
        self.core.stats.segments_sent += 1;
        self.core.restart_timer(now);
        self.timed = Some((syn.end(), now));
        self.fill(now, Segment { seq: syn.seq, syn: true, ..Segment::default() })
    }
}
