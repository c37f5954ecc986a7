use super::source_routed::SourceRouted;
use airhop_base::{Nanos, Stream};

/// The maximum time over which missed random intervals are made up for.
const MOST_TO_MAKE_UP: Nanos = Nanos::from_secs(10);

/// Packets that wait for a route, in numbered places (ns-2, send_buf).
#[derive(Clone, Debug)]
pub(super) struct SendBuffer<T> {
    /// Packets with the instants at which they came.
    pub places: Vec<Option<(Nanos, SourceRouted<T>)>>,
    limit: usize,
    /// When the packets are next serviced; in the past while there are none.
    next_check: Nanos,
    /// Minimum time between two services.
    distance: Nanos,
}

impl<T> SendBuffer<T> {
    pub fn new(limit: u32, distance: Nanos, jitter: &mut Stream) -> Self {
        let first = distance.saturating_add(jitter.time_below(distance));
        Self { places: Vec::new(), limit: limit as usize, next_check: first, distance }
    }

    /// Puts a packet into the first free place. A full buffer gives back the packet that has waited longest.
    pub fn push(&mut self, now: Nanos, packet: SourceRouted<T>, jitter: &mut Stream) -> Option<SourceRouted<T>> {
        // ns-2's timer runs on while nothing waits.
        self.next_check = self.next_check.max(now.saturating_sub(MOST_TO_MAKE_UP));
        while self.next_check <= now {
            self.advance(jitter);
        }
        let new = Some((now, packet));
        if let Some(free) = self.places.iter_mut().find(|p| p.is_none()) {
            *free = new;
        } else if self.places.len() < self.limit {
            self.places.push(new);
        } else {
            let oldest = self.places.iter_mut().min_by_key(|p| p.as_ref().map(|p| p.0));
            return oldest.and_then(|p| std::mem::replace(p, new)).map(|(_, packet)| packet);
        }
        None
    }

    pub fn is_empty(&self) -> bool {
        self.places.iter().all(Option::is_none)
    }

    /// When the packets are to be looked after; `None` while there are none.
    pub fn next_check(&self) -> Option<Nanos> {
        (!self.is_empty()).then_some(self.next_check)
    }

    /// Whether a service is due; schedules the next one if so.
    pub fn take_check(&mut self, now: Nanos, jitter: &mut Stream) -> bool {
        let due = self.next_check().is_some_and(|at| at <= now);
        if due {
            self.next_check = now;
            self.advance(jitter);
        }
        due
    }

    fn advance(&mut self, jitter: &mut Stream) {
        let least = self.distance.max(Nanos::from_nanos(1));
        self.next_check = self.next_check.saturating_add(least).saturating_add(jitter.time_below(self.distance));
    }
}

#[cfg(test)]
mod tests {
    use super::super::header::{Header, Routed};
    use super::*;
    use airhop_base::{NodeId, Purpose};

    fn packet(id: u64) -> SourceRouted<()> {
        let routed = Box::new(Routed { header: Header::default(), data: Some(()) });
        SourceRouted { src: NodeId(0), dst: NodeId(1), ttl: 32, hops: 0, id, bytes: 1500, routed }
    }

    #[test]
    fn a_full_buffer_gives_back_what_has_waited_longest() {
        let mut stream = Stream::new(1, Purpose::Routing, NodeId(0));
        let mut buffer = SendBuffer::new(2, Nanos::from_millis(30), &mut stream);
        let ms = Nanos::from_millis;
        for id in 1..=2 {
            assert!(buffer.push(ms(id), packet(id), &mut stream).is_none());
        }
        assert_eq!(buffer.push(ms(3), packet(3), &mut stream).unwrap().id, 1);
        buffer.places[1] = None;
        assert!(buffer.push(ms(4), packet(4), &mut stream).is_none());
        assert_eq!(buffer.push(ms(5), packet(5), &mut stream).unwrap().id, 3);
    }

    #[test]
    fn looks_are_one_to_two_distances_apart_and_only_while_something_waits() {
        let mut stream = Stream::new(1, Purpose::Routing, NodeId(0));
        let distance = Nanos::from_millis(30);
        let mut buffer = SendBuffer::new(2, distance, &mut stream);
        assert_eq!(buffer.next_check(), None);
        let mut at = Nanos::from_secs(100);
        buffer.push(at, packet(1), &mut stream);
        for _ in 0..100 {
            let next = buffer.next_check().unwrap();
            assert!(next > at && next - at < distance * 2, "{at} {next}");
            assert!(!buffer.take_check(next - Nanos::from_nanos(1), &mut stream));
            assert!(buffer.take_check(next, &mut stream));
            at = next;
        }
    }
}
