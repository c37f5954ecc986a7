use super::ack_vector::{AckVector, PacketState};
use super::sequence::SequenceNumber;
use std::collections::VecDeque;

/// What arrived: for the Ack Vectors until the sender is known to have been told (RFC 4340, section 11.4 and appendix A),
/// and for telling duplicates as long as a number is valid.
#[derive(Clone, Debug)]
pub(super) struct Arrivals {
    /// The greatest number that arrived.
    newest: SequenceNumber,
    /// States of the numbers up to `newest`, oldest first.
    states: VecDeque<PacketState>,
    /// How many of them, from the newest on, the sender may not know.
    untold: usize,
    /// Packets that carried an Ack Vector: their own number and the newest that they told of.
    told: VecDeque<(SequenceNumber, SequenceNumber)>,
    /// How many states are kept.
    kept: usize,
}

impl Arrivals {
    /// Nothing has arrived, and `first` is the first number that can. At least `width` numbers are remembered.
    pub fn new(first: SequenceNumber, width: u64) -> Self {
        let kept = usize::try_from(width).unwrap_or(usize::MAX).clamp(AckVector::MAX_CELLS, 1 << 20);
        Self { newest: first.minus(1), states: VecDeque::new(), untold: 0, told: VecDeque::new(), kept }
    }

    /// The greatest number that arrived.
    pub fn newest(&self) -> SequenceNumber {
        self.newest
    }

    /// A packet arrived; false when it had before, or when it is too old for anyone to know.
    pub fn insert(&mut self, seq: SequenceNumber, is_marked: bool) -> bool {
        let state = if is_marked { PacketState::Marked } else { PacketState::Received };
        let ahead = seq.since(self.newest);
        if ahead > 0 {
            // A Sync may tell of a number far ahead: what lies between is not worth more room than is kept.
            let missing = usize::try_from(ahead - 1).unwrap_or(usize::MAX).min(self.kept);
            self.states.extend(std::iter::repeat_n(PacketState::Missing, missing));
            self.states.push_back(state);
            self.newest = seq;
            self.untold = (self.untold + missing + 1).min(self.kept);
            let surplus = self.states.len().saturating_sub(self.kept);
            self.states.drain(..surplus);
            return true;
        }
        let place = usize::try_from(-ahead).ok().and_then(|behind| self.states.len().checked_sub(behind + 1));
        match place.and_then(|place| self.states.get_mut(place)) {
            Some(old @ PacketState::Missing) => {
                *old = state;
                true
            }
            _ => false,
        }
    }

    /// The Ack Vector for a packet with the number `own`, which acknowledges [`Self::newest`].
    pub fn vector(&mut self, own: SequenceNumber) -> AckVector {
        if self.told.len() >= self.kept {
            self.told.pop_front();
        }
        self.told.push_back((own, self.newest));
        AckVector::encode(self.states.iter().rev().take(self.untold).copied())
    }

    /// The sender acknowledged the packet `own`, so that it knows what its Ack Vector told.
    pub fn on_acknowledged(&mut self, own: SequenceNumber) {
        let mut known = None;
        while let Some((_, newest)) = self.told.front().copied().filter(|(number, _)| !own.is_before(*number)) {
            self.told.pop_front();
            known = Some(newest);
        }
        if let Some(known) = known {
            self.untold = self.untold.min(usize::try_from(self.newest.since(known)).unwrap_or(0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ack_vector::PacketState::{Marked, Missing, Received};
    use super::*;

    fn seq(number: u64) -> SequenceNumber {
        SequenceNumber::new(number)
    }

    fn states(arrivals: &mut Arrivals, own: u64) -> Vec<PacketState> {
        arrivals.vector(seq(own)).states().map(Option::unwrap).collect()
    }

    #[test]
    fn vectors_tell_what_arrived_newest_first() {
        let mut arrivals = Arrivals::new(seq(10), 100);
        assert!(arrivals.insert(seq(10), false) && arrivals.insert(seq(13), true));
        assert_eq!(states(&mut arrivals, 0), [Marked, Missing, Missing, Received]);
        assert!(arrivals.insert(seq(11), false));
        assert!(!arrivals.insert(seq(11), false) && !arrivals.insert(seq(13), false), "duplicates");
        assert!(!arrivals.insert(seq(9), false), "before the first");
        assert_eq!(states(&mut arrivals, 1), [Marked, Missing, Received, Received]);
    }

    #[test]
    fn what_the_sender_knows_is_not_repeated() {
        let mut arrivals = Arrivals::new(seq(0), 100);
        for number in 0..3 {
            arrivals.insert(seq(number), false);
            assert_eq!(states(&mut arrivals, 100 + number).len() as u64, number + 1);
        }
        arrivals.on_acknowledged(seq(101));
        assert_eq!(states(&mut arrivals, 103), [Received], "2 was told by 102 alone");
        assert!(!arrivals.insert(seq(0), false), "still known as a duplicate");
        arrivals.on_acknowledged(seq(100));
        assert_eq!(states(&mut arrivals, 104), [Received]);
        arrivals.on_acknowledged(seq(104));
        assert!(states(&mut arrivals, 105).is_empty());
    }

    #[test]
    fn numbers_far_ahead_take_no_room() {
        let mut arrivals = Arrivals::new(seq(0), 100);
        arrivals.insert(seq(0), false);
        arrivals.insert(seq(1 << 40), false);
        assert_eq!(arrivals.states.len(), arrivals.kept);
        assert!(arrivals.insert(seq((1 << 40) - 1), false) && !arrivals.insert(seq(0), false));
        assert_eq!(states(&mut arrivals, 0)[..3], [Received, Received, Missing]);
    }
}
