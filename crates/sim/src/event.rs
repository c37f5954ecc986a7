use airhop_base::{Nanos, NodeId};
use airhop_transport::Side;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What happens at an instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// An event of the radio network.
    Wireless(airhop_wireless::Event),
    /// A router's timer.
    Router(NodeId),
    /// A transport endpoint's timer.
    Transport(u32, Side),
    /// A flow's application acts.
    Application(u32),
    /// A flow stops.
    Stop(u32),
    /// A packet reaches the interface queue after its delay; the number is its place among the delayed packets.
    ToQueue(u32),
    /// A packet reaches routing after the link layer's delay.
    ToRouting(u32),
    /// A packet comes out of a wired channel.
    Wired(u32),
    /// Positions are brought up to date.
    Move,
    /// A flow's sender learns that its link or route failed.
    Notice(u32),
    /// The measurement begins.
    Warm,
    /// A window of the fairness measure ends.
    Window,
    /// A point of the time series is due.
    Sample,
    /// The run ends.
    End,
    /// A run that is driven step by step stops here, so that nothing runs ahead of its caller.
    Pause,
}

/// Bits of the time, of the order of scheduling, and of the event's kind and number in an entry's key.
const TIME_BITS: u32 = 52;
const SEQUENCE_BITS: u32 = 48;
const KIND_BITS: u32 = 4;
const NUMBER_BITS: u32 = 24;
const _: () = assert!(TIME_BITS + SEQUENCE_BITS + KIND_BITS + NUMBER_BITS == 128);

/// Events at or after this moment, some 52 days, never happen: no run may last that long.
pub(crate) const HORIZON: Nanos = Nanos::from_nanos(1 << TIME_BITS);

impl Event {
    /// Kind and number in 28 bits.
    #[inline(always)]
    fn pack(self) -> u32 {
        let (kind, number) = match self {
            Self::Wireless(airhop_wireless::Event::Edge(flight)) => (0, flight),
            Self::Wireless(airhop_wireless::Event::Timer(node)) => (1, node.0),
            Self::Router(node) => (2, node.0),
            Self::Transport(flow, Side::Sender) => (3, flow),
            Self::Transport(flow, Side::Receiver) => (4, flow),
            Self::Application(flow) => (5, flow),
            Self::Stop(flow) => (6, flow),
            Self::ToQueue(place) => (7, place),
            Self::ToRouting(place) => (8, place),
            Self::Warm => (9, 0),
            Self::Window => (10, 0),
            Self::Sample => (11, 0),
            Self::End => (12, 0),
            Self::Pause => (12, 1),
            Self::Wired(channel) => (13, channel),
            Self::Move => (14, 0),
            Self::Notice(flow) => (15, flow),
        };
        debug_assert!(number < 1 << NUMBER_BITS);
        kind << NUMBER_BITS | number
    }

    #[inline(always)]
    fn unpack(packed: u32) -> Self {
        let number = packed & ((1 << NUMBER_BITS) - 1);
        match packed >> NUMBER_BITS {
            0 => Self::Wireless(airhop_wireless::Event::Edge(number)),
            1 => Self::Wireless(airhop_wireless::Event::Timer(NodeId(number))),
            2 => Self::Router(NodeId(number)),
            3 => Self::Transport(number, Side::Sender),
            4 => Self::Transport(number, Side::Receiver),
            5 => Self::Application(number),
            6 => Self::Stop(number),
            7 => Self::ToQueue(number),
            8 => Self::ToRouting(number),
            9 => Self::Warm,
            10 => Self::Window,
            11 => Self::Sample,
            12 if number == 0 => Self::End,
            12 => Self::Pause,
            13 => Self::Wired(number),
            14 => Self::Move,
            _ => Self::Notice(number),
        }
    }
}

/// The maximum length of the sorted list; beyond it, the later half goes to the heap.
const MOST_NEAR: usize = 64;

/// The events to come, in total order of time and of scheduling.
///
/// An entry is one number: time in the upper bits, then the order of scheduling, then the event itself.
///
/// The nearest events wait in a short sorted list, all others in a heap. Most events are scheduled to come soon, before
/// nearly everything else (the next edge of a frame, the answer after SIFS), so that a new one passes few others on its way
/// to its place, and the next one is always at hand. A small network never uses the heap. What it saves compared with a heap
/// alone, with its top replaced in place (`peek_mut`), is in docs/performance.md.
#[derive(Debug)]
pub(crate) struct EventQueue {
    /// Latest first; every entry is below `limit`.
    near: Vec<u128>,
    /// Every entry is at or above `limit`.
    far: BinaryHeap<Reverse<u128>>,
    limit: u128,
    sequence: u64,
}

impl Default for EventQueue {
    fn default() -> Self {
        Self { near: Vec::with_capacity(MOST_NEAR + 1), far: BinaryHeap::new(), limit: u128::MAX, sequence: 0 }
    }
}

impl EventQueue {
    /// Adds an event; one beyond the [`HORIZON`] is discarded.
    #[inline(always)]
    pub fn push(&mut self, at: Nanos, event: Event) {
        // Packed here, where the kind of event is known when compiling.
        self.push_packed(at, event.pack());
    }

    fn push_packed(&mut self, at: Nanos, packed: u32) {
        if at >= HORIZON {
            return;
        }
        let time = u128::from(at.as_nanos()) << (128 - TIME_BITS);
        let order = u128::from(self.sequence) << (KIND_BITS + NUMBER_BITS);
        let entry = time | order | u128::from(packed);
        self.sequence += 1;
        if entry >= self.limit {
            self.far.push(Reverse(entry));
            return;
        }
        // Most entries belong near the end: passing a few one by one costs less than a call to move memory.
        let mut place = self.near.len();
        self.near.push(entry);
        while place > 0 && self.near[place - 1] < entry {
            self.near[place] = self.near[place - 1];
            place -= 1;
        }
        self.near[place] = entry;
        if self.near.len() > MOST_NEAR {
            self.spill();
        }
    }

    /// Takes an event out of the list; one that lies in the heap stays there.
    fn cancel_near(&mut self, at: Nanos, packed: u32) {
        const ORDER: u128 = ((1 << SEQUENCE_BITS) - 1) << (KIND_BITS + NUMBER_BITS);
        let wanted = u128::from(at.as_nanos()) << (128 - TIME_BITS) | u128::from(packed);
        let mut place = self.near.len();
        while place > 0 && self.near[place - 1] & !ORDER != wanted {
            place -= 1;
            if self.near[place] > wanted | ORDER {
                return;
            }
        }
        // Few entries precede a cancelled timer: moving them one by one costs less than a call to move memory.
        if place > 0 {
            while place < self.near.len() {
                self.near[place - 1] = self.near[place];
                place += 1;
            }
            self.near.pop();
        }
    }

    /// Sends the later half of the list to the heap.
    #[cold]
    fn spill(&mut self) {
        let later = self.near.drain(..MOST_NEAR / 2);
        self.far.extend(later.map(Reverse));
        if let Some(Reverse(first)) = self.far.peek() {
            self.limit = *first;
        }
    }

    /// Brings the heap's first events into the list, which is empty.
    #[cold]
    fn refill(&mut self) {
        self.near.extend((0..MOST_NEAR / 2).map_while(|_| self.far.pop()).map(|Reverse(entry)| entry));
        self.near.reverse();
        self.limit = self.far.peek().map_or(u128::MAX, |Reverse(first)| *first);
    }

    /// The next event with its time.
    #[inline]
    pub fn next(&mut self) -> Option<(Nanos, Event)> {
        if self.near.is_empty() {
            self.refill();
        }
        let entry = self.near.pop()?;
        Some(unpack_entry(entry))
    }

    /// The same, without removing it.
    pub fn peek(&mut self) -> Option<(Nanos, Event)> {
        if self.near.is_empty() {
            self.refill();
        }
        let entry = *self.near.last()?;
        Some(unpack_entry(entry))
    }
}

/// The time and the event of an entry.
#[inline]
fn unpack_entry(entry: u128) -> (Nanos, Event) {
    let at = Nanos::from_nanos((entry >> (128 - TIME_BITS)) as u64);
    (at, Event::unpack(entry as u32 & ((1 << (KIND_BITS + NUMBER_BITS)) - 1)))
}

impl airhop_wireless::Schedule for EventQueue {
    #[inline]
    fn schedule(&mut self, at: Nanos, event: airhop_wireless::Event) {
        self.push(at, Event::Wireless(event));
    }

    #[inline]
    fn cancel(&mut self, at: Nanos, event: airhop_wireless::Event) {
        self.cancel_near(at, Event::Wireless(event).pack());
    }

    #[inline]
    fn is_next(&self, at: Nanos) -> bool {
        match self.near.last() {
            Some(next) => at.as_nanos() < (next >> (128 - TIME_BITS)) as u64,
            // The next event is in the heap, which is not searched.
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_by_time_then_by_order() {
        let mut q = EventQueue::default();
        for (at, n) in [(5, 0), (3, 1), (5, 2), (3, 3), (1, 4)] {
            q.push(Nanos::from_nanos(at), Event::Application(n));
        }
        let mut seen = Vec::new();
        while let Some((at, event)) = q.next() {
            if let Event::Application(n) = event {
                seen.push((at.as_nanos(), n));
            }
            // Successors, scheduled while the entry on top is spent.
            if at.as_nanos() == 1 {
                q.push(Nanos::from_nanos(3), Event::Application(5));
                q.push(Nanos::from_nanos(2), Event::Application(6));
            }
        }
        assert_eq!(seen, [(1, 4), (2, 6), (3, 1), (3, 3), (3, 5), (5, 0), (5, 2)]);
    }

    #[test]
    fn a_cancelled_event_does_not_come() {
        use airhop_wireless::{Event as Radio, Schedule};
        let mut q = EventQueue::default();
        for n in 0..5 {
            q.schedule(Nanos::from_nanos(10), Radio::Timer(NodeId(n)));
        }
        q.cancel(Nanos::from_nanos(10), Radio::Timer(NodeId(2)));
        q.cancel(Nanos::from_nanos(11), Radio::Timer(NodeId(3)));
        q.cancel(Nanos::from_nanos(10), Radio::Edge(3));
        let left: Vec<_> = std::iter::from_fn(|| q.next().map(|(_, e)| e.pack() & 7)).collect();
        assert_eq!(left, [0, 1, 3, 4]);
    }

    #[test]
    fn events_survive_packing() {
        let most = (1 << NUMBER_BITS) - 1;
        for event in [
            Event::Wireless(airhop_wireless::Event::Edge(most)),
            Event::Wireless(airhop_wireless::Event::Timer(NodeId(7))),
            Event::Router(NodeId(0)),
            Event::Transport(3, Side::Sender),
            Event::Transport(3, Side::Receiver),
            Event::Application(1),
            Event::Stop(most),
            Event::ToQueue(5),
            Event::ToRouting(6),
            Event::Warm,
            Event::Window,
            Event::Sample,
            Event::End,
            Event::Pause,
            Event::Wired(most),
            Event::Move,
            Event::Notice(most),
        ] {
            assert_eq!(Event::unpack(event.pack()), event);
        }
    }

    #[test]
    fn nothing_happens_beyond_the_horizon() {
        let mut q = EventQueue::default();
        q.push(Nanos::MAX, Event::End);
        q.push(HORIZON, Event::End);
        assert_eq!(q.next(), None);
    }

    /// Against a sorted list of everything, with pushes near and far between the pops.
    #[test]
    fn the_order_is_that_of_a_sorted_list() {
        let mut stream = airhop_base::Stream::new(1, airhop_base::Purpose::Topology, NodeId(0));
        let mut queue = EventQueue::default();
        let mut all = std::collections::BTreeSet::new();
        let mut now = 0;
        for number in 0..20_000u32 {
            let spread = [3, 50, 2_000, 1_000_000][stream.below(4) as usize];
            let at = now + u64::from(stream.below(spread));
            queue.push(Nanos::from_nanos(at), Event::Application(number));
            all.insert((at, number));
            // More pushes than pops at first, so that the heap fills, and the other way round later.
            let pops = if number < 10_000 { stream.below(2) } else { stream.below(3) };
            for _ in 0..pops {
                let next = queue.next().map(|(at, event)| (at.as_nanos(), event));
                let first = all.pop_first();
                assert_eq!(next, first.map(|(at, number)| (at, Event::Application(number))));
                now = first.map_or(now, |f| f.0);
            }
        }
    }
}
