use super::ack_vector::{AckVector, PacketState};
use super::ccid::Report;
use super::sequence::SequenceNumber;
use super::stream::Chunk;
use std::collections::VecDeque;

/// A data packet that was sent and whose fate is not known to all of its elders.
#[derive(Clone, Copy, Debug)]
struct Sent {
    seq: SequenceNumber,
    chunk: Chunk,
    arrived: bool,
}

/// The data packets under way, in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Outstanding {
    packets: VecDeque<Sent>,
    in_flight: u32,
}

impl Outstanding {
    /// Packets that have neither arrived, as far as is known, nor are given up.
    pub fn in_flight(&self) -> u32 {
        self.in_flight
    }

    /// A packet leaves; its number is the greatest so far.
    pub fn push(&mut self, seq: SequenceNumber, chunk: Chunk) {
        self.packets.push_back(Sent { seq, chunk, arrived: false });
        self.in_flight += 1;
    }

    /// Takes an acknowledgement up to `ack`. A packet is lost when `threshold` later ones have arrived (RFC 4341, section
    /// 5); its data go to `lost`, those that arrived are counted in the bytes told.
    pub fn on_vector(
        &mut self,
        ack: SequenceNumber,
        vector: &AckVector,
        threshold: u32,
        lost: &mut Vec<Chunk>,
    ) -> (Report, u64) {
        let mut report = Report::default();
        let bytes = self.mark_arrived(ack, vector, &mut report);
        if report.received > 0 {
            self.give_up_overtaken(threshold, &mut report, lost);
        }
        (report, bytes)
    }

    /// Goes through packets and runs side by side, both from the newest to the oldest.
    fn mark_arrived(&mut self, ack: SequenceNumber, vector: &AckVector, report: &mut Report) -> u64 {
        let mut bytes = 0;
        let mut runs = vector.runs();
        let Some(mut run) = runs.next() else { return 0 };
        // The number before the oldest one of the run.
        let mut below = ack.minus(run.length.into());
        for packet in self.packets.iter_mut().rev().skip_while(|packet| ack.is_before(packet.seq)) {
            while !below.is_before(packet.seq) {
                let Some(next) = runs.next() else { return bytes };
                run = next;
                below = below.minus(run.length.into());
            }
            if packet.arrived || !matches!(run.state, Some(PacketState::Received | PacketState::Marked)) {
                continue;
            }
            packet.arrived = true;
            self.in_flight -= 1;
            bytes += u64::from(packet.chunk.len);
            report.received += 1;
            report.marked += u32::from(run.state == Some(PacketState::Marked));
        }
        bytes
    }

    fn give_up_overtaken(&mut self, threshold: u32, report: &mut Report, lost: &mut Vec<Chunk>) {
        let mut arrived = 0;
        // From the newest on, what is behind `threshold` arrivals.
        let overtaken = self.packets.iter().rev().position(|packet| {
            arrived += u32::from(packet.arrived);
            arrived >= threshold
        });
        let Some(newer) = overtaken else {
            self.forget_arrived();
            return;
        };
        let last = self.packets.len() - 1 - newer;
        for packet in self.packets.drain(..last) {
            if !packet.arrived {
                self.in_flight -= 1;
                report.lost += 1;
                report.newest_lost = Some(packet.seq);
                lost.push(packet.chunk);
            }
        }
        self.forget_arrived();
    }

    /// Drops arrivals that no elder waits for.
    fn forget_arrived(&mut self) {
        while self.packets.front().is_some_and(|packet| packet.arrived) {
            self.packets.pop_front();
        }
    }

    /// Gives up everything that has not arrived; tells how many packets.
    pub fn give_up_all(&mut self, lost: &mut Vec<Chunk>) -> u32 {
        lost.extend(self.packets.drain(..).filter(|packet| !packet.arrived).map(|packet| packet.chunk));
        std::mem::take(&mut self.in_flight)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ack_vector::PacketState::{Marked, Missing, Received};
    use super::*;

    const FIRST: u64 = (1 << 48) - 3;

    fn seq(place: u64) -> SequenceNumber {
        SequenceNumber::new(FIRST).plus(place)
    }

    fn sent(count: u64) -> Outstanding {
        let mut outstanding = Outstanding::default();
        (0..count).for_each(|i| outstanding.push(seq(i), Chunk { offset: i * 100, len: 100, again: false }));
        outstanding
    }

    /// An acknowledgement of place `ack` with these states, newest first: what it tells, and the places lost.
    fn vector(outstanding: &mut Outstanding, ack: u64, states: &[PacketState]) -> (Report, u64, Vec<u64>) {
        let mut lost = Vec::new();
        let vector = AckVector::encode(states.iter().copied());
        let (report, bytes) = outstanding.on_vector(seq(ack), &vector, 3, &mut lost);
        (report, bytes, lost.iter().map(|chunk| chunk.offset / 100).collect())
    }

    #[test]
    fn arrivals_count_once() {
        let mut outstanding = sent(4);
        let (report, bytes, lost) = vector(&mut outstanding, 1, &[Received, Marked]);
        assert_eq!((report.received, report.marked, bytes, outstanding.in_flight()), (2, 1, 200, 2));
        assert!(lost.is_empty());
        let (report, bytes, _) = vector(&mut outstanding, 2, &[Received; 3]);
        assert_eq!((report.received, report.marked, bytes, outstanding.in_flight()), (1, 0, 100, 1));
    }

    #[test]
    fn three_later_arrivals_give_a_packet_up() {
        let mut outstanding = sent(8);
        let (report, _, lost) = vector(&mut outstanding, 3, &[Received, Received, Missing, Missing]);
        assert_eq!((report.lost, lost.as_slice()), (0, [].as_slice()));
        let (report, _, lost) = vector(&mut outstanding, 4, &[Received, Received, Received, Missing, Missing]);
        assert_eq!((report.lost, report.newest_lost, lost), (2, Some(seq(1)), vec![0, 1]));
        assert_eq!(outstanding.in_flight(), 3);
        let (report, bytes, lost) = vector(&mut outstanding, 5, &[Received; 6]);
        assert_eq!((report.received, bytes, lost), (1, 100, vec![]), "what was given up is gone");
    }

    #[test]
    fn a_gap_in_what_is_told_leaves_packets_alone() {
        // Numbers taken by other packets, and a vector that does not reach back to the first.
        let mut outstanding = sent(2);
        (5..7).for_each(|i| outstanding.push(seq(i), Chunk { offset: i * 100, len: 100, again: false }));
        let (report, ..) = vector(&mut outstanding, 8, &[Received; 5]);
        assert_eq!((report.received, outstanding.in_flight()), (2, 2));
        let mut lost = Vec::new();
        assert_eq!((outstanding.give_up_all(&mut lost), lost.len(), outstanding.in_flight()), (2, 2, 0));
    }
}
