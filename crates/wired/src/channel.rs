use crate::stats::ChannelStats;
use airhop_base::{BitRate, Nanos};
use std::collections::VecDeque;

/// Properties of one direction of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChannelConfig {
    /// Bit rate.
    pub rate: BitRate,
    /// Propagation delay.
    pub delay: Nanos,
    /// Maximum number of waiting packets, excluding the one being sent.
    pub queue_packets: u32,
    /// A packet that finds at least this many packets waiting is marked, if possible (RFC 3168); 0 disables marking.
    pub ecn_threshold_packets: u32,
}

/// One direction of a link, with its queue.
///
/// Packets are sent in order of arrival at the link's rate, without gaps while the queue is not empty. The time at which a
/// packet will have been sent is therefore known as soon as it arrives, and the only events are arrivals at the far end.
#[derive(Clone, Debug)]
pub struct Channel<P> {
    config: ChannelConfig,
    /// Packets accepted that have not yet arrived, with their arrival times.
    travelling: VecDeque<(Nanos, P)>,
    /// Times at which the transmissions of waiting packets start; past ones are removed when the queue is inspected.
    starts: VecDeque<Nanos>,
    /// Time at which all accepted packets will have been sent.
    free_at: Nanos,
    stats: ChannelStats,
}

impl<P> Channel<P> {
    /// Creates an empty channel.
    #[must_use]
    pub fn new(config: ChannelConfig) -> Self {
        Self {
            config,
            travelling: VecDeque::new(),
            starts: VecDeque::new(),
            free_at: Nanos::ZERO,
            stats: ChannelStats::default(),
        }
    }

    /// Returns its rate, delay and queue.
    #[must_use]
    pub fn config(&self) -> &ChannelConfig {
        &self.config
    }

    /// Accepts a packet of `bytes`, or returns it if the queue is full. The queue calls `mark` for a packet to be marked;
    /// `mark` marks the packet and returns whether that was possible.
    ///
    /// Calls of [`Channel::send`] must be in order of time.
    #[must_use]
    pub fn send(&mut self, now: Nanos, mut packet: P, bytes: u32, mark: impl FnOnce(&mut P) -> bool) -> Option<P> {
        let waiting = self.waiting(now);
        if self.free_at > now && waiting >= self.config.queue_packets as usize {
            self.stats.dropped += 1;
            return Some(packet);
        }
        let threshold = self.config.ecn_threshold_packets;
        if threshold > 0 && waiting >= threshold as usize && mark(&mut packet) {
            self.stats.marked += 1;
        }
        let start = now.max(self.free_at);
        if start > now {
            self.starts.push_back(start);
        }
        let lasts = self.config.rate.time_for(u64::from(bytes));
        self.free_at = start + lasts;
        self.stats.packets += 1;
        self.stats.bytes += u64::from(bytes);
        self.stats.busy += lasts;
        self.travelling.push_back((self.free_at + self.config.delay, packet));
        None
    }

    /// Number of packets waiting at `now`, excluding the one being sent.
    pub fn waiting(&mut self, now: Nanos) -> usize {
        while self.starts.front().is_some_and(|start| *start <= now) {
            self.starts.pop_front();
        }
        self.starts.len()
    }

    /// Arrival time of the next packet; `None` if none is in transit. It changes only from `None`, by
    /// [`Channel::send`], and by [`Channel::take_arrived`].
    #[must_use]
    pub fn next_arrival(&self) -> Option<Nanos> {
        self.travelling.front().map(|(at, _)| *at)
    }

    /// Removes and returns the next packet that has arrived by `now`.
    pub fn take_arrived(&mut self, now: Nanos) -> Option<P> {
        if self.next_arrival()? > now {
            return None;
        }
        self.travelling.pop_front().map(|(_, packet)| packet)
    }

    /// Returns the counters at `now`.
    #[must_use]
    pub fn stats(&self, now: Nanos) -> ChannelStats {
        // The channel will be busy until everything has been sent: subtract the part of this time after `now`.
        let ahead = self.free_at.saturating_sub(now);
        ChannelStats { busy: self.stats.busy - ahead, ..self.stats }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Nanos = Nanos::from_millis;

    /// 1000 bytes take 8 ms.
    fn channel(queue_packets: u32, ecn_threshold_packets: u32) -> Channel<u32> {
        let rate = BitRate::kbps(1_000);
        Channel::new(ChannelConfig { rate, delay: MS(50), queue_packets, ecn_threshold_packets })
    }

    fn arrivals(channel: &mut Channel<u32>) -> Vec<(u64, u32)> {
        std::iter::from_fn(|| {
            let at = channel.next_arrival()?;
            assert_eq!(channel.take_arrived(at - Nanos::from_nanos(1)), None);
            channel.take_arrived(at).map(|packet| (at.as_nanos() / 1_000_000, packet))
        })
        .collect()
    }

    #[test]
    fn packets_leave_one_after_the_other_and_travel_together() {
        let mut c = channel(50, 0);
        for n in 0..3 {
            assert_eq!(c.send(MS(0), n, 1_000, |_| false), None);
        }
        assert_eq!(c.send(MS(100), 3, 500, |_| false), None);
        assert_eq!(arrivals(&mut c), [(58, 0), (66, 1), (74, 2), (154, 3)]);
        assert_eq!(c.next_arrival(), None);
    }

    #[test]
    fn the_queue_holds_its_packets_besides_the_one_being_sent() {
        let mut c = channel(2, 0);
        let dropped: Vec<_> = (0..5).filter_map(|n| c.send(MS(0), n, 1_000, |_| false)).collect();
        assert_eq!((dropped, c.waiting(MS(0))), (vec![3, 4], 2));
        // The transmission of the second starts at 8 ms; from then on the queue has room for one more.
        assert_eq!(c.send(Nanos::from_micros(7_999), 5, 1_000, |_| false), Some(5));
        assert_eq!(c.send(MS(8), 6, 1_000, |_| false), None);
        assert_eq!(c.waiting(MS(24)), 0);
        assert_eq!(arrivals(&mut c).into_iter().map(|a| a.1).collect::<Vec<_>>(), [0, 1, 2, 6]);
        let stats = c.stats(MS(1_000));
        assert_eq!((stats.packets, stats.bytes, stats.dropped, stats.marked), (4, 4_000, 3, 0));
    }

    #[test]
    fn without_a_queue_the_link_carries_one_at_a_time() {
        let mut c = channel(0, 0);
        assert_eq!(c.send(MS(0), 0, 1_000, |_| false), None);
        assert_eq!(c.send(MS(7), 1, 1_000, |_| false), Some(1));
        assert_eq!(c.send(MS(8), 2, 1_000, |_| false), None);
    }

    #[test]
    fn packets_that_find_a_long_queue_are_marked_if_they_can_be() {
        let mut c = channel(50, 2);
        for n in 0..6 {
            // Packets with odd numbers cannot be marked.
            let mark = |p: &mut u32| {
                let can = (*p).is_multiple_of(2);
                *p += if can { 100 } else { 0 };
                can
            };
            assert_eq!(c.send(MS(0), n, 1_000, mark), None);
        }
        // 0 is being sent; 1 found no packet waiting, 2 found one, 3 found two.
        assert_eq!(arrivals(&mut c).into_iter().map(|a| a.1).collect::<Vec<_>>(), [0, 1, 2, 3, 104, 5]);
        assert_eq!(c.stats(MS(0)).marked, 1);
    }

    #[test]
    fn busy_time_is_counted_up_to_the_moment() {
        let mut c = channel(50, 0);
        for n in 0..2 {
            assert_eq!(c.send(MS(10), n, 1_000, |_| false), None);
        }
        assert_eq!(c.send(MS(40), 2, 1_000, |_| false), None);
        let busy = |c: &Channel<u32>, ms| c.stats(MS(ms)).busy;
        assert_eq!((busy(&c, 42), busy(&c, 48), busy(&c, 100)), (MS(18), MS(24), MS(24)));
        let later = c.stats(MS(100)).since(&c.stats(MS(42)));
        assert_eq!((later.busy, later.packets), (MS(6), 0));
    }
}
