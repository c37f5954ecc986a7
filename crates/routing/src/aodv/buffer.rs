use crate::action::{Action, DropReason};
use crate::packet::Packet;
use airhop_base::{Nanos, NodeId};
use std::collections::VecDeque;

/// Packets that wait for a route, first in, first out.
///
/// As in ns-2, a packet that has waited too long is removed the next time that anything is put in or taken out, and a full
/// buffer makes room by dropping its oldest packet, whatever its destination.
#[derive(Clone, Debug)]
pub(super) struct SendBuffer<T> {
    /// Packets and the instants until which they may wait.
    waiting: VecDeque<(Packet<T>, Nanos)>,
    limit: usize,
    timeout: Nanos,
}

impl<T> SendBuffer<T> {
    pub fn new(limit: u32, timeout: Nanos) -> Self {
        Self { waiting: VecDeque::new(), limit: limit as usize, timeout }
    }

    /// Drops what has waited longer than allowed.
    fn purge(&mut self, now: Nanos, out: &mut Vec<Action<T>>) {
        let mut at = 0;
        while at < self.waiting.len() {
            if self.waiting[at].1 < now {
                out.extend(
                    self.waiting
                        .remove(at)
                        .map(|(packet, _)| Action::Drop { packet, reason: DropReason::BufferTimeout }),
                );
            } else {
                at += 1;
            }
        }
    }

    pub fn push(&mut self, now: Nanos, packet: Packet<T>, out: &mut Vec<Action<T>>) {
        self.purge(now, out);
        if self.waiting.len() >= self.limit {
            out.extend(
                self.waiting.pop_front().map(|(packet, _)| Action::Drop { packet, reason: DropReason::BufferFull }),
            );
        }
        self.waiting.push_back((packet, now.saturating_add(self.timeout)));
    }

    /// Takes out the first packet for `dst`.
    pub fn pop(&mut self, now: Nanos, dst: NodeId, out: &mut Vec<Action<T>>) -> Option<Packet<T>> {
        if self.waiting.is_empty() {
            return None;
        }
        self.purge(now, out);
        let at = self.waiting.iter().position(|(packet, _)| packet.dst == dst)?;
        self.waiting.remove(at).map(|(packet, _)| packet)
    }

    /// Whether a packet for `dst` waits, overdue or not.
    pub fn holds(&self, dst: NodeId) -> bool {
        self.waiting.iter().any(|(packet, _)| packet.dst == dst)
    }

    /// The earliest instant until which a packet may wait.
    pub fn earliest_deadline(&self) -> Option<Nanos> {
        self.waiting.iter().map(|(_, deadline)| *deadline).min()
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Body;

    fn packet(id: u64, dst: u32) -> Packet<()> {
        Packet { src: NodeId(0), dst: NodeId(dst), ttl: 30, hops: 0, id, bytes: 1500, body: Body::Data(()) }
    }

    fn dropped(out: &mut Vec<Action<()>>) -> Vec<(u64, DropReason)> {
        out.drain(..)
            .map(|a| match a {
                Action::Drop { packet, reason } => (packet.id, reason),
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn a_full_buffer_drops_its_oldest_packet() {
        let mut out = Vec::new();
        let mut buffer = SendBuffer::new(2, Nanos::from_secs(30));
        for id in 0..4 {
            buffer.push(Nanos::ZERO, packet(id, id as u32 % 2), &mut out);
        }
        assert_eq!(dropped(&mut out), [(0, DropReason::BufferFull), (1, DropReason::BufferFull)]);
        assert_eq!(buffer.pop(Nanos::ZERO, NodeId(1), &mut out).unwrap().id, 3);
        assert!(!buffer.holds(NodeId(1)) && buffer.holds(NodeId(0)));
    }

    #[test]
    fn packets_leave_when_they_have_waited_longer_than_allowed() {
        let mut out = Vec::new();
        let s = Nanos::from_secs;
        let mut buffer = SendBuffer::new(64, s(30));
        buffer.push(s(0), packet(0, 1), &mut out);
        buffer.push(s(10), packet(1, 1), &mut out);
        assert_eq!(buffer.earliest_deadline(), Some(s(30)));
        // Not yet at the instant itself, and overdue ones are seen until something is put in or taken out.
        buffer.push(s(30), packet(2, 2), &mut out);
        assert!(out.is_empty());
        assert!(buffer.holds(NodeId(1)));
        assert_eq!(buffer.pop(s(31), NodeId(1), &mut out).unwrap().id, 1);
        assert_eq!(dropped(&mut out), [(0, DropReason::BufferTimeout)]);
        assert_eq!(buffer.len(), 1);
    }
}
