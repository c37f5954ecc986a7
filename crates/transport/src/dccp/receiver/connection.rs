use super::Receiver;
use super::phase::Phase;
use crate::dccp::arrivals::Arrivals;
use crate::dccp::feature::Negotiation;
use crate::dccp::packet::{Packet, PacketType, SERVICE_CODE};
use crate::dccp::reset::ResetCode;
use crate::dccp::sequence::SequenceNumber;
use crate::dccp::window::{Numbers, Verdict};
use airhop_base::Nanos;

impl Receiver {
    /// A packet arrived from the sender, with or without the mark of a congested queue: the steps of RFC 4340, section
    /// 8.5.
    pub fn on_packet(&mut self, now: Nanos, packet: &Packet, is_marked: bool) {
        match self.phase {
            Phase::Listen => return self.on_first(now, packet, is_marked),
            Phase::Closed => {
                // The connection is gone; the Reset tells whoever still asks.
                if !matches!(packet.packet_type, PacketType::Reset { .. }) {
                    let is_close = matches!(packet.packet_type, PacketType::Close { .. });
                    let code = if is_close { ResetCode::Closed } else { ResetCode::NoConnection };
                    self.control = Some(PacketType::Reset { ack: packet.seq, code });
                }
                return;
            }
            Phase::Respond | Phase::Open => match self.numbers.check(packet, self.negotiation.peer_sequence_window) {
                Verdict::Valid => {}
                Verdict::Ask(ack) => return self.ask(now, ack),
                Verdict::Ignore => return,
            },
        }
        // Step 7.
        let is_unexpected = match packet.packet_type {
            PacketType::CloseReq { .. } | PacketType::Response { .. } => true,
            PacketType::Request { .. } => self.phase == Phase::Open && !packet.seq.is_before(self.opened_at),
            PacketType::Data => self.phase == Phase::Respond,
            _ => false,
        };
        if is_unexpected {
            return self.ask(now, packet.seq);
        }
        self.follow(now, packet, is_marked);
    }

    /// Step 3: a Request opens the connection, anything else belongs to none.
    fn on_first(&mut self, now: Nanos, packet: &Packet, is_marked: bool) {
        match packet.packet_type {
            PacketType::Request { .. } => {
                self.numbers.peer_starts_at(packet.seq);
                self.arrivals = Arrivals::new(packet.seq, self.width);
                self.phase = Phase::Respond;
                self.follow(now, packet, is_marked);
            }
            PacketType::Reset { .. } => {}
            _ => {
                self.control = Some(PacketType::Reset { ack: packet.seq, code: ResetCode::NoConnection });
            }
        }
    }

    /// Steps 8 to 16.
    fn follow(&mut self, now: Nanos, packet: &Packet, is_marked: bool) {
        let is_data_alone = packet.packet_type == PacketType::Data;
        // RFC 4340, section 6.6.8: plain data negotiate nothing.
        if !is_data_alone && let Err(code) = self.negotiation.read(packet.seq, &packet.options.features) {
            self.phase = Phase::Closed;
            self.control = Some(PacketType::Reset { ack: packet.seq, code });
            return;
        }
        let is_new = self.arrivals.insert(packet.seq, is_marked);
        if let Some(stamp) = packet.options.timestamp.filter(|_| is_new) {
            self.echo = Some((stamp, now));
        }
        if let (true, Some(own)) = (self.phase == Phase::Open, packet.packet_type.ack()) {
            self.arrivals.on_acknowledged(own);
        }
        match packet.packet_type {
            PacketType::Reset { .. } => return self.on_reset(),
            PacketType::Request { .. } if self.phase == Phase::Respond => {
                self.control = Some(PacketType::Response { ack: packet.seq, service: SERVICE_CODE });
                return;
            }
            _ => {}
        }
        if self.phase == Phase::Respond {
            self.phase = Phase::Open;
            self.opened_at = packet.seq;
        }
        match packet.packet_type {
            PacketType::Close { .. } => {
                self.phase = Phase::Closed;
                self.ack_due = false;
                self.control = Some(PacketType::Reset { ack: packet.seq, code: ResetCode::Closed });
            }
            PacketType::Sync { .. } => self.control = Some(PacketType::SyncAck { ack: packet.seq }),
            PacketType::Data | PacketType::DataAck { .. } => self.on_data(packet, is_new),
            // The client repeats its first Ack until something comes back; later ones only answer this end's.
            PacketType::Ack { .. } if self.stats.segments_received == 0 => self.ack_due = true,
            _ => {}
        }
        self.ack_due |= self.negotiation.owes_answers() && self.phase == Phase::Open;
    }

    /// The client has given up. A Request that was never followed leaves the server as it was, listening.
    fn on_reset(&mut self) {
        self.ack_due = false;
        self.control = None;
        if self.phase == Phase::Respond {
            self.phase = Phase::Listen;
            self.numbers = Numbers::new(self.first, self.width);
            self.negotiation = Negotiation::server(self.width);
        } else {
            self.phase = Phase::Closed;
        }
    }

    /// A Sync asks about a packet that is out of the window or out of place, if none has just done so.
    fn ask(&mut self, now: Nanos, ack: SequenceNumber) {
        if self.sync_limit.take(now) {
            self.control = Some(PacketType::Sync { ack });
        }
    }
}
