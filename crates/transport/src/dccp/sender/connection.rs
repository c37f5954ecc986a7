use super::Sender;
use super::phase::{ACK_INTERVAL, Phase};
use crate::dccp::packet::{Packet, PacketType};
use crate::dccp::reset::ResetCode;
use crate::dccp::sequence::SequenceNumber;
use crate::dccp::window::Verdict;
use airhop_base::Nanos;

impl Sender {
    /// A packet arrived from the receiver: the steps of RFC 4340, section 8.5.
    pub fn on_packet(&mut self, now: Nanos, packet: &Packet) {
        match self.phase {
            Phase::Closed | Phase::TimeWait => return,
            Phase::Request => {
                // Step 4: anything but the answer to a Request shows that the other end is somewhere else.
                let is_answer = matches!(packet.packet_type, PacketType::Response { .. } | PacketType::Reset { .. })
                    && packet.packet_type.ack().is_some_and(|ack| self.numbers.acknowledges(ack));
                if !is_answer {
                    if !matches!(packet.packet_type, PacketType::Reset { .. }) {
                        self.control = Some(PacketType::Reset { ack: packet.seq, code: ResetCode::PacketError });
                    }
                    return;
                }
                self.numbers.peer_starts_at(packet.seq);
            }
            Phase::PartOpen | Phase::Open | Phase::Closing => {
                match self.numbers.check(packet, self.negotiation.peer_sequence_window) {
                    Verdict::Valid => {}
                    Verdict::Ask(ack) => return self.ask(now, ack),
                    Verdict::Ignore => return,
                }
            }
        }
        // Step 7.
        let is_late_response = matches!(packet.packet_type, PacketType::Response { .. })
            && matches!(self.phase, Phase::Open | Phase::Closing)
            && !packet.seq.is_before(self.opened_at);
        if is_late_response || matches!(packet.packet_type, PacketType::Request { .. }) {
            return self.ask(now, packet.seq);
        }
        // Steps 8 and 9.
        if let PacketType::Reset { .. } = packet.packet_type {
            return self.end();
        }
        if let Err(code) = self.negotiation.read(packet.seq, &packet.options.features) {
            self.end();
            self.control = Some(PacketType::Reset { ack: packet.seq, code });
            return;
        }
        self.acknowledge_due |= self.negotiation.owes_answers();
        self.follow(now, packet);
    }

    /// Steps 10 to 16.
    fn follow(&mut self, now: Nanos, packet: &Packet) {
        match (self.phase, packet.packet_type) {
            (Phase::Request, _) => {
                self.phase = Phase::PartOpen;
                self.take_set_up_time(now, packet);
                self.repeat(ACK_INTERVAL);
            }
            (Phase::PartOpen, PacketType::Response { .. }) => self.control_due = true,
            (Phase::PartOpen, PacketType::Sync { .. }) => {}
            (Phase::PartOpen, _) => {
                self.phase = Phase::Open;
                self.opened_at = packet.seq;
                self.control_timer = None;
                self.control_due = false;
            }
            _ => {}
        }
        match packet.packet_type {
            PacketType::CloseReq { .. } => {
                self.closing = true;
                self.begin_close();
            }
            PacketType::Close { .. } => {
                self.end();
                self.control = Some(PacketType::Reset { ack: packet.seq, code: ResetCode::Closed });
            }
            PacketType::Sync { .. } => self.control = Some(PacketType::SyncAck { ack: packet.seq }),
            PacketType::Ack { ack } | PacketType::DataAck { ack } | PacketType::SyncAck { ack } => {
                self.on_feedback(now, packet.seq, ack, &packet.options);
            }
            _ => {}
        }
    }

    /// A Sync asks about a packet that is out of the window or out of place, if none has just done so.
    fn ask(&mut self, now: Nanos, ack: SequenceNumber) {
        if self.sync_limit.take(now) {
            self.control = Some(PacketType::Sync { ack });
        }
    }

    /// The control packet of the phase is due, and again after `interval`, twice that, ...
    pub(super) fn repeat(&mut self, interval: Nanos) {
        self.control_due = true;
        self.control_interval = interval;
        self.control_timer = None;
    }

    /// Everything is sent: the connection closes (RFC 4340, section 8.3).
    pub(super) fn begin_close(&mut self) {
        if self.phase != Phase::Closing {
            self.phase = Phase::Closing;
            self.timer = None;
            self.probe_due = false;
            self.repeat((self.rto.current() * 2).max(ACK_INTERVAL));
        }
    }

    fn end(&mut self) {
        self.phase = Phase::TimeWait;
        self.control = None;
        self.control_due = false;
        self.control_timer = None;
        self.timer = None;
        self.probe_due = false;
    }
}
