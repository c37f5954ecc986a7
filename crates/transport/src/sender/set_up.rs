use super::Sender;
use super::handshake::Phase;
use crate::segment::{Segment, since_echo};
use crate::tcb::Sent;
use airhop_base::Nanos;

impl Sender {
    /// Handles SYN and FIN of the peer; true when the segment's ACK is to be looked at as well.
    pub(super) fn on_handshake(&mut self, now: Nanos, segment: &Segment) -> bool {
        match self.handshake.phase {
            Phase::SynSent if segment.syn && segment.ack == Some(self.data_start) => {
                self.establish(now, segment);
                false
            }
            Phase::Established if segment.syn => {
                // The ACK of the peer's SYN was lost.
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
        let newest_sent_at = self.tcb.advance(self.data_start).newest_sent_at;
        let rtt = match segment.timestamps.filter(|_| self.timestamps) {
            Some(stamps) => Some(since_echo(now, stamps.echo)),
            None => newest_sent_at.map(|sent_at| now.saturating_sub(sent_at)),
        };
        self.take_rtt(now, self.data_start, rtt);
        self.tcb.restart_timer(now);
        self.tcb.peer_window = segment.window;
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
        self.tcb.flight.push(syn);
        self.tcb.max = syn.end();
        self.tcb.nxt = syn.end();
        self.tcb.stats.segments_sent += 1;
        self.tcb.restart_timer(now);
        self.timed = Some((syn.end(), now));
        self.fill(now, Segment { seq: syn.seq, syn: true, ..Segment::default() })
    }
}
