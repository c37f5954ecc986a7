use crate::config::QueueConfig;
use crate::frame::{Class, Outgoing};
use airhop_base::{Nanos, NodeId};
use std::collections::VecDeque;

/// A packet in the queue, with the moment it came.
#[derive(Clone, Debug)]
pub(crate) struct Queued<P> {
    pub outgoing: Outgoing<P>,
    pub since: Nanos,
}

/// The interface queue: drop-tail with a limit in packets, routing control ahead of data.
///
/// By class, it holds routing control, then feedback, then payload, in one line, so that what leaves for a broken link
/// leaves in the same order.
#[derive(Clone, Debug)]
pub(crate) struct Queue<P> {
    packets: VecDeque<Queued<P>>,
    limit: usize,
    ecn_threshold: usize,
    routing_first: bool,
    by_class: bool,
}

impl<P> Queue<P> {
    pub fn new(config: &QueueConfig) -> Self {
        let &QueueConfig { packets, routing_first, by_class, ecn_threshold_packets } = config;
        Self {
            packets: VecDeque::new(),
            limit: packets as usize,
            ecn_threshold: ecn_threshold_packets as usize,
            routing_first,
            by_class,
        }
    }

    pub fn len(&self) -> usize {
        self.packets.len()
    }

    /// Whether a packet that comes now is to be marked.
    pub fn wants_mark(&self) -> bool {
        self.ecn_threshold > 0 && self.packets.len() >= self.ecn_threshold
    }

    /// Adds a packet; gives back the one that finds no room. With priority, routing control goes to the head, the
    /// newest first, and pushes the last packet out of a full queue (ns-2's `PriQueue`).
    pub fn push(&mut self, outgoing: Outgoing<P>, now: Nanos) -> Option<Outgoing<P>> {
        let queued = Queued { outgoing, since: now };
        if self.by_class {
            return self.push_by_class(queued);
        }
        if self.routing_first && queued.outgoing.class == Class::Routing {
            self.packets.push_front(queued);
            return if self.packets.len() > self.limit { self.packets.pop_back().map(|q| q.outgoing) } else { None };
        }
        if self.packets.len() >= self.limit {
            return Some(queued.outgoing);
        }
        self.packets.push_back(queued);
        None
    }

    fn push_by_class(&mut self, queued: Queued<P>) -> Option<Outgoing<P>> {
        let class = queued.outgoing.class;
        let of_class = self.packets.iter().filter(|q| q.outgoing.class == class).count();
        if of_class >= self.limit {
            return Some(queued.outgoing);
        }
        let place = self.packets.iter().rposition(|q| rank(q.outgoing.class) <= rank(class)).map_or(0, |i| i + 1);
        self.packets.insert(place, queued);
        None
    }

    pub fn pop(&mut self) -> Option<Queued<P>> {
        self.packets.pop_front()
    }

    /// Takes out every packet for `next_hop`, in order.
    pub fn take_for(&mut self, next_hop: NodeId, taken: &mut Vec<P>) {
        let mut i = 0;
        while i < self.packets.len() {
            if self.packets[i].outgoing.next_hop == Some(next_hop) {
                taken.extend(self.packets.remove(i).map(|q| q.outgoing.packet));
            } else {
                i += 1;
            }
        }
    }
}

/// The order of the classes in a queue by class.
fn rank(class: Class) -> u8 {
    match class {
        Class::Routing => 0,
        Class::Feedback => 1,
        Class::Data => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(packets: u32, by_class: bool) -> Queue<u32> {
        Queue::new(&QueueConfig { packets, routing_first: true, by_class, ecn_threshold_packets: 3 })
    }

    fn packet(n: u32, class: Class, next_hop: u32) -> Outgoing<u32> {
        Outgoing { packet: n, bytes: 100, next_hop: Some(NodeId(next_hop)), class }
    }

    #[test]
    fn routing_goes_first_and_pushes_out_the_last() {
        let mut q = queue(3, false);
        for n in 0..3 {
            assert!(q.push(packet(n, Class::Data, 1), Nanos::ZERO).is_none());
        }
        assert_eq!(q.push(packet(3, Class::Data, 1), Nanos::ZERO).unwrap().packet, 3);
        assert_eq!(q.push(packet(9, Class::Routing, 1), Nanos::ZERO).unwrap().packet, 2);
        let order: Vec<_> = std::iter::from_fn(|| q.pop().map(|q| q.outgoing.packet)).collect();
        assert_eq!(order, [9, 0, 1]);
    }

    #[test]
    fn classes_go_one_after_the_other_and_have_room_of_their_own() {
        let mut q = queue(2, true);
        let classes = [Class::Data, Class::Feedback, Class::Data, Class::Routing, Class::Feedback, Class::Routing];
        for (n, class) in classes.into_iter().enumerate() {
            assert!(q.push(packet(n as u32, class, 1), Nanos::ZERO).is_none());
        }
        for (n, class) in [(6, Class::Data), (7, Class::Feedback), (8, Class::Routing)] {
            assert_eq!(q.push(packet(n, class, 1), Nanos::ZERO).unwrap().packet, n);
        }
        let order: Vec<_> = std::iter::from_fn(|| q.pop().map(|q| q.outgoing.packet)).collect();
        assert_eq!(order, [3, 5, 1, 4, 0, 2]);
    }

    #[test]
    fn the_mark_is_for_those_who_find_the_threshold() {
        let mut q = queue(9, false);
        let wants: Vec<_> = (0..5)
            .map(|n| {
                let wants = q.wants_mark();
                q.push(packet(n, Class::Data, 1), Nanos::ZERO);
                wants
            })
            .collect();
        assert_eq!(wants, [false, false, false, true, true]);
        assert!(!Queue::<u32>::new(&crate::profile("ns2-wavelan").unwrap().config().queue).wants_mark());
    }

    #[test]
    fn a_broken_link_takes_its_packets() {
        let mut q = queue(10, false);
        for n in 0..6 {
            q.push(packet(n, Class::Data, n % 2), Nanos::ZERO);
        }
        let mut taken = Vec::new();
        q.take_for(NodeId(1), &mut taken);
        assert_eq!(taken, [1, 3, 5]);
        assert_eq!(q.len(), 3);
    }
}
