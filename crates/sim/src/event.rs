use airhop_base::{Nanos, NodeId};
use std::cmp::Ordering;
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

#[derive(Clone, Copy, Debug)]
struct Entry {
    at: Nanos,
    sequence: u64,
    event: Event,
}

impl Entry {
    /// One number to compare by: time above, order of scheduling below.
    fn key(&self) -> u128 {
        u128::from(self.at.as_nanos()) << 64 | u128::from(self.sequence)
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    /// Earlier entries are greater, since `BinaryHeap` gives the greatest first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.key().cmp(&self.key())
    }
}

/// The events to come, in total order of time and of scheduling.
///
/// The entry handed out last stays on top until the next call: most events schedule a successor, which then takes its
/// place with one sift instead of two.
#[derive(Debug, Default)]
pub(crate) struct EventQueue {
    heap: BinaryHeap<Entry>,
    /// Whether the top entry has been handed out.
    spent: bool,
    sequence: u64,
}

impl EventQueue {
    /// Adds an event.
    #[inline]
    pub fn push(&mut self, at: Nanos, event: Event) {
        let entry = Entry { at, sequence: self.sequence, event };
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
        let top = self.heap.peek()?;
        self.spent = true;
        Some((top.at, top.event))
    }
}

impl airhop_wireless::Schedule for EventQueue {
    #[inline]
    fn schedule(&mut self, at: Nanos, event: airhop_wireless::Event) {
        self.push(at, Event::Wireless(event));
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
}
