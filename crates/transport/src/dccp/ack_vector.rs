/// What an endpoint reports about one packet (RFC 4340, section 11.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PacketState {
    /// It arrived.
    Received,
    /// It arrived with the mark of a congested queue (ECN).
    Marked,
    /// It has not arrived.
    Missing,
}

impl PacketState {
    const fn bits(self) -> u8 {
        match self {
            Self::Received => 0,
            Self::Marked => 1,
            Self::Missing => 3,
        }
    }

    /// State 2 is reserved; nothing is concluded from it.
    const fn from_bits(bits: u8) -> Option<Self> {
        match bits {
            0 => Some(Self::Received),
            1 => Some(Self::Marked),
            3 => Some(Self::Missing),
            _ => None,
        }
    }
}

/// One cell of an Ack Vector: consecutive packets of one state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Their state; `None` for the reserved one.
    pub state: Option<PacketState>,
    /// How many they are, from 1 to 64.
    pub length: u8,
}

/// The Ack Vector of one packet: states of packets in runs, the newest first, from the acknowledgement number down
/// (RFC 4340, section 11.4). A cell is a byte: two bits of state, six of run length less one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AckVector {
    cells: Vec<u8>,
}

impl AckVector {
    /// The longest run of one cell.
    const LONGEST_RUN: u8 = 64;
    /// The most cells of one option: 255 bytes less type and length (RFC 4340, section 5.8).
    pub(super) const CELLS_OF_OPTION: usize = 253;
    /// The most cells of a packet: three options, which leaves room in the longest header for all others.
    pub const MAX_CELLS: usize = 3 * Self::CELLS_OF_OPTION;

    /// The vector of these cells, as they come on the wire.
    pub(super) fn from_cells(cells: Vec<u8>) -> Self {
        Self { cells }
    }

    pub(super) fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Codes states, newest first. Old ones that [`Self::MAX_CELLS`] have no room for are left out.
    #[must_use]
    pub fn encode(states: impl IntoIterator<Item = PacketState>) -> Self {
        let mut cells: Vec<u8> = Vec::with_capacity(8);
        for state in states {
            let bits = state.bits() << 6;
            let is_full = cells.len() == Self::MAX_CELLS;
            match cells.last_mut() {
                Some(cell) if *cell & 0xc0 == bits && *cell & 0x3f < Self::LONGEST_RUN - 1 => *cell += 1,
                _ if is_full => break,
                _ => cells.push(bits),
            }
        }
        Self { cells }
    }

    /// Whether it reports nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The runs, newest first.
    pub fn runs(&self) -> impl Iterator<Item = Run> + '_ {
        self.cells.iter().map(|cell| Run { state: PacketState::from_bits(cell >> 6), length: (cell & 0x3f) + 1 })
    }

    /// The state of each packet, newest first; `None` for a reserved one.
    pub fn states(&self) -> impl Iterator<Item = Option<PacketState>> + '_ {
        self.runs().flat_map(|run| std::iter::repeat_n(run.state, usize::from(run.length)))
    }

    /// How many packets it reports.
    #[must_use]
    pub fn packets(&self) -> u64 {
        self.runs().map(|run| u64::from(run.length)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::PacketState::{Marked, Missing, Received};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cells_hold_state_and_run_length() {
        let states = [vec![Received], vec![Missing; 5], vec![Received; 2], vec![Marked; 65]].concat();
        let vector = AckVector::encode(states);
        assert_eq!(vector.cells(), [0x00, 0xc4, 0x01, 0x7f, 0x40]);
        assert_eq!(vector.packets(), 73);
    }

    #[test]
    fn the_reserved_state_tells_nothing() {
        let vector = AckVector::from_cells(vec![0x80, 0x01]);
        assert_eq!(vector.states().collect::<Vec<_>>(), [None, Some(Received), Some(Received)]);
    }

    #[test]
    fn what_has_no_room_is_the_oldest() {
        let alternating = (0..5_000).map(|i| if i % 2 == 0 { Received } else { Missing });
        let vector = AckVector::encode(alternating);
        assert_eq!(vector.packets(), AckVector::MAX_CELLS as u64);
        assert_eq!(vector.states().next(), Some(Some(Received)));
    }

    proptest! {
        #[test]
        fn coding_round_trips(states in prop::collection::vec(prop::sample::select(vec![Received, Marked, Missing]), 0..700)) {
            let vector = AckVector::encode(states.iter().copied());
            let back: Vec<_> = vector.states().map(Option::unwrap).collect();
            prop_assert_eq!(back, states);
        }

        #[test]
        fn any_cells_are_read(cells in prop::collection::vec(any::<u8>(), 0..800)) {
            let vector = AckVector::from_cells(cells);
            prop_assert_eq!(vector.states().count() as u64, vector.packets());
        }
    }
}
