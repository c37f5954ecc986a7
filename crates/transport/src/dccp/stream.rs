use crate::tcb::ENDLESS;
use std::collections::VecDeque;

/// A part of the application's data that one packet carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chunk {
    /// Place of its first byte.
    pub offset: u64,
    /// Bytes.
    pub len: u32,
    /// Whether it was sent before.
    pub again: bool,
}

/// The application's data at the sender: what was written, what is to be sent again, what has arrived.
#[derive(Clone, Debug, Default)]
pub(super) struct Stream {
    is_reliable: bool,
    written: u64,
    next: u64,
    again: VecDeque<Chunk>,
    acked: u64,
}

impl Stream {
    pub fn new(is_reliable: bool) -> Self {
        Self { is_reliable, ..Self::default() }
    }

    pub fn is_reliable(&self) -> bool {
        self.is_reliable
    }

    pub fn write(&mut self, bytes: u64) {
        self.written = self.written.saturating_add(bytes).min(ENDLESS);
    }

    /// Withdraws what was never sent.
    pub fn withdraw_unsent(&mut self) {
        self.written = self.next;
    }

    /// Whether something waits to be sent.
    pub fn has_work(&self) -> bool {
        !self.again.is_empty() || self.next < self.written
    }

    /// The next data to send, in at most `mss` bytes: lost ones before new ones.
    pub fn take_next(&mut self, mss: u32) -> Option<Chunk> {
        if let Some(chunk) = self.again.pop_front() {
            return Some(Chunk { again: true, ..chunk });
        }
        let len = (self.written - self.next).min(u64::from(mss)) as u32;
        let chunk = Chunk { offset: self.next, len, again: false };
        self.next += u64::from(len);
        (len > 0).then_some(chunk)
    }

    /// These packets were lost: without reliability their data are not retransmitted.
    pub fn on_lost(&mut self, lost: &mut Vec<Chunk>) {
        if self.is_reliable {
            self.again.extend(lost.iter().copied());
        }
        lost.clear();
    }

    pub fn on_acked(&mut self, bytes: u64) {
        self.acked += bytes;
    }

    /// Bytes known to have arrived.
    pub fn acked(&self) -> u64 {
        self.acked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_data_go_first_if_they_matter() {
        for is_reliable in [true, false] {
            let mut stream = Stream::new(is_reliable);
            stream.write(250);
            let first = stream.take_next(100).unwrap();
            assert_eq!((first.offset, first.len), (0, 100));
            let mut lost = vec![first];
            stream.on_lost(&mut lost);
            assert!(lost.is_empty());
            let next = std::iter::from_fn(|| stream.take_next(100)).map(|c| (c.offset, c.len, c.again));
            let new = [(100, 100, false), (200, 50, false)];
            let expected = if is_reliable { [&[(0, 100, true)], &new[..]].concat() } else { new.to_vec() };
            assert_eq!(next.collect::<Vec<_>>(), expected);
            assert!(!stream.has_work());
        }
    }
}
