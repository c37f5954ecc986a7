//! A channel against a queue and a server stepped one by one.

use airhop_base::{BitRate, Nanos};
use airhop_wired::{Channel, ChannelConfig};
use proptest::prelude::*;
use std::collections::VecDeque;

/// What a drop-tail queue before a server does with packets of (time, bytes): for each the moment at which it has left,
/// `None` if it was dropped.
fn by_hand(config: &ChannelConfig, packets: &[(Nanos, u32)]) -> Vec<Option<Nanos>> {
    let mut left = vec![None; packets.len()];
    let mut queue: VecDeque<usize> = VecDeque::new();
    let mut serving: Option<(usize, Nanos)> = None;
    let lasts = |n: usize| config.rate.time_for(u64::from(packets[n].1));
    let mut serve_until = |now: Nanos, queue: &mut VecDeque<usize>, serving: &mut Option<(usize, Nanos)>| {
        while let Some((n, end)) = *serving
            && end <= now
        {
            left[n] = Some(end);
            *serving = queue.pop_front().map(|next| (next, end + lasts(next)));
        }
    };
    for (n, &(now, _)) in packets.iter().enumerate() {
        serve_until(now, &mut queue, &mut serving);
        if serving.is_none() {
            serving = Some((n, now + lasts(n)));
        } else if queue.len() < config.queue_packets as usize {
            queue.push_back(n);
        }
    }
    serve_until(Nanos::MAX, &mut queue, &mut serving);
    left
}

proptest! {
    /// In order, none lost but for want of room, none held back while the link is free.
    #[test]
    fn as_a_queue_before_a_server(
        gaps_and_bytes in prop::collection::vec((0u64..3_000_000, 1u32..3_000), 0..200),
        kbps in 1_000u64..100_000,
        delay_ns in 0u64..100_000_000,
        queue_packets in 0u32..10,
    ) {
        let config = ChannelConfig {
            rate: BitRate::kbps(kbps),
            delay: Nanos::from_nanos(delay_ns),
            queue_packets,
            ecn_threshold_packets: 0,
        };
        let mut now = Nanos::ZERO;
        let packets: Vec<(Nanos, u32)> = gaps_and_bytes
            .into_iter()
            .map(|(gap, bytes)| {
                now += Nanos::from_nanos(gap);
                (now, bytes)
            })
            .collect();
        let expected = by_hand(&config, &packets);

        let mut channel = Channel::new(config);
        let mut arrived = Vec::new();
        let mut dropped = 0;
        for (n, &(now, bytes)) in packets.iter().enumerate() {
            while let Some(at) = channel.next_arrival().filter(|at| *at <= now) {
                arrived.push((channel.take_arrived(at).unwrap(), at));
            }
            dropped += u64::from(channel.send(now, n, bytes, |_| false).is_some());
        }
        while let Some(at) = channel.next_arrival() {
            arrived.push((channel.take_arrived(at).unwrap(), at));
        }

        let wanted: Vec<_> =
            expected.iter().enumerate().filter_map(|(n, left)| left.map(|left| (n, left + config.delay))).collect();
        prop_assert_eq!(&arrived, &wanted);
        let stats = channel.stats(Nanos::from_secs(1_000_000));
        prop_assert_eq!((stats.packets, stats.dropped), (wanted.len() as u64, dropped));
        prop_assert_eq!(stats.packets + stats.dropped, packets.len() as u64);
        let sent: u64 = wanted.iter().map(|(n, _)| u64::from(packets[*n].1)).sum();
        prop_assert_eq!(stats.bytes, sent);
    }
}
