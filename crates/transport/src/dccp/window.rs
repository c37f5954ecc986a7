use super::packet::{Packet, PacketType};
use super::sequence::SequenceNumber;

/// What to do with a packet after a look at its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It belongs to the connection.
    Valid,
    /// It does not, and the peer is asked by a Sync with this acknowledgement number.
    Ask(SequenceNumber),
    /// It does not, and is ignored.
    Ignore,
}

/// An endpoint's knowledge of both ends' numbers, and the windows in which they are valid (RFC 4340, section 7.5).
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    /// ISS, the first number of this end, and GSS, its greatest.
    iss: SequenceNumber,
    gss: SequenceNumber,
    /// Width of this end's sequence window, which bounds valid acknowledgement numbers.
    own_width: u64,
    /// ISR, GSR: the first and the greatest number of the peer; `None` before its first packet.
    received: Option<Received>,
    /// GAR, the greatest acknowledgement number.
    gar: SequenceNumber,
}

#[derive(Clone, Copy, Debug)]
struct Received {
    isr: SequenceNumber,
    gsr: SequenceNumber,
}

impl Numbers {
    /// An end whose first packet has the number `first`.
    pub fn new(first: SequenceNumber, own_width: u64) -> Self {
        let before = first.minus(1);
        Self { iss: first, gss: before, own_width, received: None, gar: before }
    }

    /// The next own number, for a packet that is sent now.
    pub fn take_next(&mut self) -> SequenceNumber {
        self.gss = self.gss.plus(1);
        self.gss
    }

    /// The greatest number sent; the one before the first if there was none.
    pub fn gss(&self) -> SequenceNumber {
        self.gss
    }

    /// The greatest number received.
    pub fn gsr(&self) -> Option<SequenceNumber> {
        self.received.map(|received| received.gsr)
    }

    /// The peer's numbers begin at `first`.
    pub fn peer_starts_at(&mut self, first: SequenceNumber) {
        self.received = Some(Received { isr: first, gsr: first });
    }

    /// The peer's next number is known to be `first`, though nothing has come.
    pub fn expect_from(&mut self, first: SequenceNumber) {
        self.received = Some(Received { isr: first, gsr: first.minus(1) });
    }

    /// The acknowledgement window, AWL to AWH (RFC 4340, section 7.5.1): the last `own_width` numbers sent.
    pub fn acknowledges(&self, ack: SequenceNumber) -> bool {
        let low = self.gss.plus(1).minus(self.own_width).latest(self.iss);
        ack.is_within(low, self.gss)
    }

    /// The lower end of the sequence window, SWL (RFC 4340, section 7.5.1), when the peer's window has this width.
    pub fn swl(&self, peer_width: u64) -> Option<SequenceNumber> {
        self.received.map(|Received { isr, gsr }| gsr.plus(1).minus(peer_width / 4).latest(isr))
    }

    /// Checks a packet's numbers and takes note of them when they are valid: steps 5 and 6 of RFC 4340, section 8.5.
    pub fn check(&mut self, packet: &Packet, peer_width: u64) -> Verdict {
        let Some(Received { gsr, .. }) = self.received else { return Verdict::Ignore };
        let swl = self.swl(peer_width).unwrap_or(gsr);
        let swh = gsr.plus((3 * peer_width).div_ceil(4));
        let ack = packet.packet_type.ack();
        match packet.packet_type {
            PacketType::Sync { ack } | PacketType::SyncAck { ack } => {
                // Step 5: a number beyond the window is what these two are to tell.
                if !self.acknowledges(ack) || packet.seq.is_before(swl) {
                    return Verdict::Ignore;
                }
                self.note(packet.seq);
                if matches!(packet.packet_type, PacketType::SyncAck { .. }) {
                    self.gar = self.gar.latest(ack);
                }
                return Verdict::Valid;
            }
            _ => {}
        }
        let ends = matches!(
            packet.packet_type,
            PacketType::CloseReq { .. } | PacketType::Close { .. } | PacketType::Reset { .. }
        );
        let low = if ends { gsr.plus(1) } else { swl };
        let acknowledges = |ack| self.acknowledges(ack) && !(ends && SequenceNumber::is_before(ack, self.gar));
        if packet.seq.is_within(low, swh) && ack.is_none_or(acknowledges) {
            self.note(packet.seq);
            self.gar = ack.map_or(self.gar, |ack| self.gar.latest(ack));
            return Verdict::Valid;
        }
        Verdict::Ask(if matches!(packet.packet_type, PacketType::Reset { .. }) { gsr } else { packet.seq })
    }

    fn note(&mut self, seq: SequenceNumber) {
        if let Some(received) = &mut self.received {
            received.gsr = received.gsr.latest(seq);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::packet::Options;
    use super::super::reset::ResetCode;
    use super::*;

    fn seq(number: u64) -> SequenceNumber {
        SequenceNumber::new(number)
    }

    fn packet(number: u64, packet_type: PacketType) -> Packet {
        Packet { seq: seq(number), packet_type, options: Options::default(), stream_offset: None, len: 0 }
    }

    /// An end that has sent 10 packets from 1000 on and received the peer's 500 to 509; windows of 100.
    fn numbers() -> Numbers {
        let mut numbers = Numbers::new(seq(1000), 100);
        (0..10).for_each(|_| {
            numbers.take_next();
        });
        numbers.peer_starts_at(seq(500));
        assert_eq!(numbers.check(&packet(509, PacketType::Data), 100), Verdict::Valid);
        numbers
    }

    #[test]
    fn the_sequence_window_reaches_a_quarter_back_and_three_quarters_ahead() {
        // GSR 600: SWL = 601 - 25, SWH = 600 + 75.
        let mut numbers = numbers();
        for next in [550, 600] {
            assert_eq!(numbers.check(&packet(next, PacketType::Data), 100), Verdict::Valid);
        }
        for (number, verdict) in [(575, Verdict::Ask(seq(575))), (576, Verdict::Valid), (676, Verdict::Ask(seq(676)))] {
            assert_eq!(numbers.check(&packet(number, PacketType::Data), 100), verdict, "{number}");
        }
        assert_eq!(numbers.check(&packet(675, PacketType::Data), 100), Verdict::Valid);
        assert_eq!(numbers.gsr(), Some(seq(675)));
    }

    #[test]
    fn windows_do_not_reach_before_the_first_numbers() {
        let mut numbers = numbers();
        assert_eq!(numbers.check(&packet(499, PacketType::Data), 100), Verdict::Ask(seq(499)));
        assert_eq!(numbers.check(&packet(500, PacketType::Data), 100), Verdict::Valid);
        assert!(numbers.acknowledges(seq(1000)) && numbers.acknowledges(seq(1009)));
        assert!(!numbers.acknowledges(seq(999)) && !numbers.acknowledges(seq(1010)));
    }

    #[test]
    fn an_acknowledgement_of_what_was_not_sent_is_asked_about() {
        let mut numbers = numbers();
        let ack = |ack| PacketType::Ack { ack: seq(ack) };
        assert_eq!(numbers.check(&packet(510, ack(1010)), 100), Verdict::Ask(seq(510)));
        assert_eq!(numbers.check(&packet(510, ack(1009)), 100), Verdict::Valid);
        assert_eq!(numbers.check(&packet(511, ack(1000)), 100), Verdict::Valid, "acknowledgements may be old");
    }

    #[test]
    fn endings_must_be_newer_than_all_before() {
        let mut numbers = numbers();
        numbers.check(&packet(510, PacketType::Ack { ack: seq(1005) }), 100);
        let close = |ack| PacketType::Close { ack: seq(ack) };
        let reset = |ack| PacketType::Reset { ack: seq(ack), code: ResetCode::Closed };
        assert_eq!(numbers.check(&packet(510, close(1005)), 100), Verdict::Ask(seq(510)));
        assert_eq!(numbers.check(&packet(511, close(1004)), 100), Verdict::Ask(seq(511)));
        assert_eq!(numbers.check(&packet(400, reset(1005)), 100), Verdict::Ask(seq(510)), "a Reset: GSR");
        assert_eq!(numbers.check(&packet(511, close(1005)), 100), Verdict::Valid);
    }

    #[test]
    fn a_sync_moves_the_window_to_wherever_the_peer_is() {
        let mut numbers = numbers();
        assert_eq!(numbers.check(&packet(9000, PacketType::Sync { ack: seq(999) }), 100), Verdict::Ignore);
        assert_eq!(numbers.check(&packet(480, PacketType::Sync { ack: seq(1009) }), 100), Verdict::Ignore);
        assert_eq!(numbers.check(&packet(9000, PacketType::SyncAck { ack: seq(1009) }), 100), Verdict::Valid);
        assert_eq!(numbers.check(&packet(9001, PacketType::Data), 100), Verdict::Valid);
    }

    #[test]
    fn windows_go_round_the_end_of_the_numbers() {
        let last = (1u64 << 48) - 1;
        let mut numbers = Numbers::new(seq(last), 100);
        assert_eq!([numbers.take_next(), numbers.take_next()], [seq(last), seq(0)]);
        numbers.peer_starts_at(seq(last - 2));
        assert_eq!(numbers.check(&packet(3, PacketType::Ack { ack: seq(0) }), 100), Verdict::Valid);
        assert_eq!(numbers.check(&packet(last - 1, PacketType::Ack { ack: seq(last) }), 100), Verdict::Valid);
    }
}
