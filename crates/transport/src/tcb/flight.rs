use airhop_base::Nanos;
use std::collections::VecDeque;

/// A segment that was sent and is not yet acknowledged, as the sender remembers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sent {
    /// First sequence number.
    pub seq: u64,
    /// Payload in bytes.
    pub len: u32,
    pub syn: bool,
    pub fin: bool,
    /// When it was last sent.
    pub sent_at: Nanos,
    /// How many times it was sent.
    pub transmissions: u32,
    /// The retransmission timer fired for it at least once.
    pub timed_out: bool,
    /// Covered by a SACK block.
    pub sacked: bool,
    /// Deemed lost by the scoreboard.
    pub lost: bool,
}

impl Sent {
    /// The number after the last one that the segment takes.
    pub(crate) fn end(&self) -> u64 {
        self.seq + self.span()
    }

    /// Sequence numbers that the segment takes.
    pub(crate) fn span(&self) -> u64 {
        u64::from(self.len) + u64::from(self.syn) + u64::from(self.fin)
    }
}

/// What a cumulative ACK took out of flight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Covered {
    /// When the newest of the segments was sent, unless one of them was retransmitted: then it is not known which
    /// copy of the retransmitted one released the ACK (Karn & Partridge 1987).
    pub newest_sent_at: Option<Nanos>,
}

/// The segments in flight, oldest first, without gaps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flight {
    segments: VecDeque<Sent>,
}

impl Flight {
    pub(crate) fn push(&mut self, sent: Sent) {
        debug_assert!(self.segments.back().is_none_or(|last| last.end() == sent.seq), "segments follow each other");
        self.segments.push_back(sent);
    }

    pub(crate) fn oldest(&self) -> Option<&Sent> {
        self.segments.front()
    }

    pub(crate) fn oldest_mut(&mut self) -> Option<&mut Sent> {
        self.segments.front_mut()
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Sent> {
        self.segments.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Sent> {
        self.segments.iter_mut()
    }

    /// The segment that starts at `seq`.
    pub(crate) fn at_mut(&mut self, seq: u64) -> Option<&mut Sent> {
        let index = self.segments.partition_point(|sent| sent.seq < seq);
        self.segments.get_mut(index).filter(|sent| sent.seq == seq)
    }

    /// The segments that end after `seq`, from there on.
    pub(crate) fn starting_at(&self, seq: u64) -> impl Iterator<Item = &Sent> {
        let index = self.segments.partition_point(|sent| sent.end() <= seq);
        self.segments.range(index..)
    }

    /// The same, mutable.
    pub(crate) fn starting_at_mut(&mut self, seq: u64) -> impl Iterator<Item = &mut Sent> {
        let index = self.segments.partition_point(|sent| sent.end() <= seq);
        self.segments.range_mut(index..)
    }

    /// Takes out what ends at or before `una`, and cuts off the acknowledged head of a segment across it.
    pub(crate) fn acknowledge(&mut self, una: u64) -> Covered {
        let mut newest_sent_at = None;
        let mut ambiguous = false;
        while let Some(front) = self.segments.front_mut() {
            if front.end() > una {
                if front.seq < una {
                    front.len -= (una - front.seq) as u32;
                    front.seq = una;
                }
                break;
            }
            ambiguous |= front.transmissions > 1;
            newest_sent_at = Some(front.sent_at);
            self.segments.pop_front();
        }
        Covered { newest_sent_at: newest_sent_at.filter(|_| !ambiguous) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(seq: u64, at: u64) -> Sent {
        Sent {
            seq,
            len: 100,
            syn: false,
            fin: false,
            sent_at: Nanos::from_millis(at),
            transmissions: 1,
            timed_out: false,
            sacked: false,
            lost: false,
        }
    }

    #[test]
    fn the_newest_covered_segment_gives_the_time() {
        let mut flight = Flight::default();
        for i in 0..4 {
            flight.push(sent(100 * i, i));
        }
        assert_eq!(flight.acknowledge(200).newest_sent_at, Some(Nanos::from_millis(1)));
        assert_eq!(flight.acknowledge(200).newest_sent_at, None, "nothing new");
        assert_eq!(flight.oldest().map(|s| s.seq), Some(200));
    }

    #[test]
    fn a_retransmission_among_them_gives_none() {
        let mut flight = Flight::default();
        flight.push(Sent { transmissions: 2, ..sent(0, 9) });
        flight.push(sent(100, 1));
        flight.push(sent(200, 2));
        assert_eq!(flight.acknowledge(200).newest_sent_at, None);
        assert_eq!(flight.acknowledge(300).newest_sent_at, Some(Nanos::from_millis(2)));
    }

    #[test]
    fn half_a_segment_stays() {
        let mut flight = Flight::default();
        flight.push(sent(0, 0));
        flight.acknowledge(40);
        assert_eq!(flight.oldest().map(|s| (s.seq, s.len)), Some((40, 60)));
        assert!(flight.at_mut(40).is_some());
        assert!(flight.at_mut(41).is_none());
    }
}
