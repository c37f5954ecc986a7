use airhop_base::{Nanos, NodeId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// Which end of a flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Sender,
    Receiver,
}

/// What happens at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// Something of the radio network's own.
    Wireless(airhop_wireless::Event),
    /// A router's timer.
    Router(NodeId),
    /// A transport endpoint's timer.
    Transport(u32, Side),
    /// A flow's application does something.
    Application(u32),
    /// A flow stops.
    Stop(u32),
    /// A packet reaches the interface queue after its delay; the number is its place among the delayed packets.
    ToQueue(u32),
    /// A packet reaches routing after the link layer's delay.
    ToRouting(u32),
    /// Measuring begins.
    Warm,
    /// A window of the fairness measure ends.
    Window,
    /// A point of the time series is due.
    Sample,
    /// The run ends.
    End,
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
        };
        debug_assert!(number < 1 << NUMBER_BITS);
        kind << NUMBER_BITS | number
    }

    #[inline]
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
            _ => Self::End,
        }
    }
}

/// The events to come, in total order of time and of scheduling.
///
/// An entry is one number: time in the upper bits, then the order of scheduling, then the event itself. Sixteen bytes
/// an entry and one comparison of integers measured a fifth faster than a struct with a composite key.
///
/// Two shortcuts spare most of the heap's work. An event that comes before all others waits in front of the heap: the next
/// edge of a frame, the answer after SIFS. And the entry that the heap gave out last stays on top until the next one is
/// wanted, so that its successor can take its place with one sift instead of two.
#[derive(Debug, Default)]
pub(crate) struct EventQueue {
    /// Earlier than everything in the heap.
    front: Option<u128>,
    heap: BinaryHeap<Reverse<u128>>,
    /// Whether the heap's top entry has been handed out.
    spent: bool,
    sequence: u64,
}

impl EventQueue {
    /// Adds an event; one beyond the [`HORIZON`] is forgotten.
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
        match self.front {
            Some(front) if entry < front => {
                self.front = Some(entry);
                self.insert(front);
            }
            Some(_) => self.insert(entry),
            None if entry < self.heap_minimum() => self.front = Some(entry),
            None => self.insert(entry),
        }
    }

    /// The earliest entry of the heap, or one later than any.
    #[inline]
    fn heap_minimum(&self) -> u128 {
        let heap = self.heap.as_slice();
        let at = |i: usize| heap.get(i).map_or(u128::MAX, |e| e.0);
        // Under a spent top the next entry is one of its two children.
        if self.spent { at(1).min(at(2)) } else { at(0) }
    }

    fn insert(&mut self, entry: u128) {
        if self.spent {
            self.spent = false;
            if let Some(mut top) = self.heap.peek_mut() {
                *top = Reverse(entry);
                return;
            }
        }
        self.heap.push(Reverse(entry));
    }

    /// The next event with its time.
    #[inline]
    pub fn next(&mut self) -> Option<(Nanos, Event)> {
        let entry = match self.front.take() {
            Some(entry) => entry,
            None => {
                if self.spent {
                    self.spent = false;
                    if let Some(top) = self.heap.peek_mut() {
                        PeekMut::pop(top);
                    }
                }
                let Reverse(top) = *self.heap.peek()?;
                self.spent = true;
                top
            }
        };
        let at = Nanos::from_nanos((entry >> (128 - TIME_BITS)) as u64);
        Some((at, Event::unpack(entry as u32 & ((1 << (KIND_BITS + NUMBER_BITS)) - 1))))
    }
}

impl airhop_wireless::Schedule for EventQueue {
    #[inline]
    fn schedule(&mut self, at: Nanos, event: airhop_wireless::Event) {
        self.push(at, Event::Wireless(event));
    }

    #[inline]
    fn is_next(&self, at: Nanos) -> bool {
        let next = self.front.unwrap_or_else(|| self.heap_minimum());
        at.as_nanos() < (next >> (128 - TIME_BITS)) as u64
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
}
