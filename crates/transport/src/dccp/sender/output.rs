use super::Sender;
use super::phase::{LONGEST_INTERVAL, Phase, REQUEST_INTERVAL};
use crate::dccp::clock::timestamp;
use crate::dccp::packet::{Options, Packet, PacketType, SERVICE_CODE};
use crate::dccp::sequence::SequenceNumber;
use airhop_base::Nanos;

impl Sender {
    /// The next packet to send now. To be called until it returns `None` after every input.
    pub fn poll_transmit(&mut self, now: Nanos) -> Option<Packet> {
        if let Some(control) = self.control.take() {
            return Some(self.control_packet(control, Options::default()));
        }
        match self.phase {
            Phase::Closed => {
                if !self.stream.has_work() && !self.closing {
                    return None;
                }
                self.phase = Phase::Request;
                self.repeat(REQUEST_INTERVAL);
                self.poll_transmit(now)
            }
            Phase::Request => {
                let stamp = Options { timestamp: Some(timestamp(now)), ..Options::default() };
                self.take_control(now)
                    .then(|| self.control_packet(PacketType::Request { service: SERVICE_CODE }, stamp))
            }
            Phase::PartOpen | Phase::Open => self.next_in_connection(now),
            Phase::Closing => {
                let ack = self.peer_newest();
                self.take_control(now).then(|| self.control_packet(PacketType::Close { ack }, Options::default()))
            }
            Phase::TimeWait => None,
        }
    }

    /// Whether the control packet of the phase is due; its timer starts, twice as long as the time before.
    fn take_control(&mut self, now: Nanos) -> bool {
        let is_due = std::mem::take(&mut self.control_due);
        if is_due {
            self.control_timer = Some(now.saturating_add(self.control_interval));
            self.control_interval = (self.control_interval * 2).min(LONGEST_INTERVAL);
        }
        is_due
    }

    fn next_in_connection(&mut self, now: Nanos) -> Option<Packet> {
        if std::mem::take(&mut self.probe_due) {
            return Some(self.probe(now));
        }
        let may_send = !self.ccid.is_probing() && f64::from(self.outstanding.in_flight()) < self.ccid.window().floor();
        if may_send && let Some(packet) = self.data(now) {
            return Some(packet);
        }
        if self.closing && self.is_idle() && self.uses_handshake {
            self.begin_close();
            return self.poll_transmit(now);
        }
        // Answers of feature negotiation may not stand on plain data, and must not wait for more of them.
        let is_due = self.phase == Phase::PartOpen && self.take_control(now) || self.negotiation.owes_answers();
        is_due.then(|| {
            let ack = self.peer_newest();
            self.acknowledge_due = false;
            self.control_packet(PacketType::Ack { ack }, Options::default())
        })
    }

    fn data(&mut self, now: Nanos) -> Option<Packet> {
        let chunk = self.stream.take_next(self.mss)?;
        let stamp = Options { timestamp: Some(timestamp(now)), ..Options::default() };
        let mut packet = self.data_packet(now, stamp);
        packet.len = chunk.len;
        packet.stream_offset = self.stream.is_reliable().then_some(chunk.offset);
        self.outstanding.push(packet.seq, chunk);
        self.stats.segments_sent += 1;
        self.stats.bytes_sent += u64::from(chunk.len);
        self.stats.retransmissions += u64::from(chunk.again);
        if self.timer.is_none() {
            self.timer = Some(now.saturating_add(self.rto.current()));
        }
        Some(packet)
    }

    /// A packet of data with nothing but headers, which the receiver acknowledges (dccp, section 4).
    fn probe(&mut self, now: Nanos) -> Packet {
        let stamp = timestamp(now);
        self.first_probe.get_or_insert(stamp);
        self.timer = Some(now.saturating_add(self.rto.current()));
        self.data_packet(now, Options { timestamp: Some(stamp), ..Options::default() })
    }

    /// A packet of data, with an acknowledgement where one is due: until the server is known to have the connection open
    /// (RFC 4340, section 8.1.5), and once a round trip, so that it can forget what it has told (section 11.4.2).
    fn data_packet(&mut self, now: Nanos, options: Options) -> Packet {
        let is_part_open = self.phase == Phase::PartOpen;
        if is_part_open {
            // It does what the Ack would.
            self.take_control(now);
        }
        if std::mem::take(&mut self.acknowledge_due) || is_part_open {
            let ack = self.peer_newest();
            let packet = self.control_packet(PacketType::DataAck { ack }, options);
            self.acknowledged_at = packet.seq;
            return packet;
        }
        let seq = self.numbers.take_next();
        Packet { seq, packet_type: PacketType::Data, options, stream_offset: None, len: 0 }
    }

    /// A packet of any type but plain data, with the feature negotiation that is under way.
    fn control_packet(&mut self, packet_type: PacketType, options: Options) -> Packet {
        let is_reset = matches!(packet_type, PacketType::Reset { .. });
        let features = if is_reset { Vec::new() } else { self.negotiation.options() };
        let seq = self.numbers.take_next();
        Packet { seq, packet_type, options: Options { features, ..options }, stream_offset: None, len: 0 }
    }

    fn peer_newest(&self) -> SequenceNumber {
        self.numbers.gsr().unwrap_or_default()
    }
}
