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
/// The entry handed out last stays on top until the next call: most events schedule a successor, which then takes its
/// place with one sift instead of two.
#[derive(Debug, Default)]
pub(crate) struct EventQueue {
    heap: BinaryHeap<Reverse<u128>>,
    /// Whether the top entry has been handed out.
    spent: bool,
    sequence: u64,
}

impl EventQueue {
    /// Adds an event; one beyond the [`HORIZON`] is forgotten.
    #[inline]
    pub fn push(&mut self, at: Nanos, event: Event) {
        if at >= HORIZON {
            return;
        }
        let time = u128::from(at.as_nanos()) << (128 - TIME_BITS);
        let order = u128::from(self.sequence) << (KIND_BITS + NUMBER_BITS);
        let entry = Reverse(time | order | u128::from(event.pack()));
        self.sequence += 1;
        if self.spent {
            self.spent = false;
            if let Some(mut top) = self.heap.peek_mut() {
                *top = entry;
                return;
            }
        }
        self.heap.push(entry);
    }

    /// The next event with its time.
    #[inline]
    pub fn next(&mut self) -> Option<(Nanos, Event)> {
        if self.spent {
            self.spent = false;
            if let Some(top) = self.heap.peek_mut() {
                PeekMut::pop(top);
            }
        }
        let Reverse(top) = *self.heap.peek()?;
        self.spent = true;
        let at = Nanos::from_nanos((top >> (128 - TIME_BITS)) as u64);
        Some((at, Event::unpack(top as u32 & ((1 << (KIND_BITS + NUMBER_BITS)) - 1))))
    }
}

impl airhop_wireless::Schedule for EventQueue {
    #[inline]
    fn schedule(&mut self, at: Nanos, event: airhop_wireless::Event) {
        self.push(at, Event::Wireless(event));
    }

    #[inline]
    fn is_next(&self, at: Nanos) -> bool {
        let heap = self.heap.as_slice();
        let earlier = |i: usize| heap.get(i).is_some_and(|e| (e.0 >> (128 - TIME_BITS)) as u64 <= at.as_nanos());
        // Under a spent top the next event is one of its two children.
        if self.spent { !earlier(1) && !earlier(2) } else { !earlier(0) }
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
