//! What a station counts, against exchanges worked out on paper.
//!
//! All with `ns2-wavelan` and no backoff: 192 us of PLCP before every frame; RTS 20 bytes, CTS and ACK 14 bytes at 1 Mbit/s,
//! so 352, 304 and 304 us; a data frame of 1500 bytes and 34 of header at 2 Mbit/s, 192 + 1534 * 4 = 6328 us; SIFS 10 us,
//! DIFS 50 us. Over 200 m signals travel 667 ns.

use super::bench::{Bench, D, MS, Probe, US, without_backoff};
use airhop_base::{Nanos, NodeId};
use airhop_wireless::{AirTime, Class, ErrorModel, ErrorScope, StationStats};

/// From the head of the queue to the ACK: DIFS, RTS, SIFS, CTS, SIFS, data, SIFS, ACK, and four propagations.
const EXCHANGE: Nanos = Nanos::from_nanos(1_000 * (50 + 352 + 10 + 304 + 10 + 6_328 + 10 + 304) + 4 * D);

fn stats(b: &Bench, node: u32) -> StationStats {
    *b.network.stats(NodeId(node))
}

/// Time sending, receiving and overhearing, in microseconds.
fn energy_us(b: &Bench, node: u32) -> [u64; 3] {
    let meter = b.network.energy(NodeId(node));
    [meter.tx, meter.rx, meter.overheard].map(|time| {
        assert_eq!(time.as_nanos() % 1_000, 0);
        time.as_nanos() / 1_000
    })
}

#[test]
fn energy_is_counted_by_who_sends_receives_and_overhears() {
    // 0 -> 1; node 2 decodes node 1 and only senses node 0, 400 m away.
    let mut b = Bench::new(without_backoff(), &[0.0, 200.0, 400.0]);
    b.send(0, Some(1), 1, 1500);
    b.run_until(MS(20));
    // Node 0 sends RTS and data, and receives CTS and ACK.
    assert_eq!(energy_us(&b, 0), [352 + 6_328, 304 + 304, 0]);
    // Node 1 the other way round.
    assert_eq!(energy_us(&b, 1), [304 + 304, 352 + 6_328, 0]);
    // Node 2 overhears all four: two that it decodes, two in which it finds noise.
    assert_eq!(energy_us(&b, 2), [0, 0, 352 + 304 + 6_328 + 304]);
}

#[test]
fn a_broadcast_is_received_by_everyone_who_decodes_it() {
    let mut b = Bench::new(without_backoff(), &[0.0, 200.0, 400.0]);
    b.send(0, None, 1, 48);
    b.run_until(MS(20));
    // 48 bytes and 34 of header at 1 Mbit/s: 192 + 82 * 8 us.
    assert_eq!(energy_us(&b, 0), [848, 0, 0]);
    assert_eq!(energy_us(&b, 1), [0, 848, 0]);
    assert_eq!(energy_us(&b, 2), [0, 0, 848]);
    assert_eq!((stats(&b, 0).broadcast_sent, stats(&b, 0).attempts, stats(&b, 0).data_sent), (1, 0, 0));
}

#[test]
fn a_collision_costs_its_hearer_the_air_time_of_one_frame() {
    // 0 and 2 send broadcasts at once; node 1 between them gets both with the same power, and listens to the one that ends later.
    let mut b = Bench::new(without_backoff(), &[0.0, 200.0, 400.0]);
    b.send(0, None, 1, 48);
    b.send(2, None, 2, 98);
    b.run_until(MS(20));
    // 98 bytes: 192 + 132 * 8 us.
    assert_eq!(energy_us(&b, 1), [0, 0, 1_248]);
    assert_eq!((stats(&b, 1).collisions, b.received().len()), (1, 0));
}

#[test]
fn air_time_is_booked_by_what_the_frames_carry() {
    let mut b = Bench::new(without_backoff(), &[0.0, 200.0]);
    b.send_class(0, Some(1), Probe(1, None), 1500, Class::Data);
    b.send_class(0, Some(1), Probe(2, None), 40, Class::Feedback);
    b.send_class(0, None, Probe(3, None), 48, Class::Routing);
    b.run_until(MS(50));
    let of = |data, feedback, control, routing| AirTime {
        data: US(data),
        feedback: US(feedback),
        control: US(control),
        routing: US(routing),
    };
    // 40 bytes of feedback: 192 + 74 * 4 = 488 us. Two RTS. The routing message is broadcast at 1 Mbit/s: 848 us.
    assert_eq!(stats(&b, 0).airtime, of(6_328, 488, 2 * 352, 848));
    // Two CTS and two ACK.
    assert_eq!(stats(&b, 1).airtime, of(0, 0, 4 * 304, 0));
    assert_eq!(energy_us(&b, 0)[0], 6_328 + 488 + 704 + 848, "sending costs energy for as long as it takes air time");
}

#[test]
fn queueing_delay_ends_and_contention_delay_begins_at_the_head_of_the_queue() {
    let mut b = Bench::new(without_backoff(), &[0.0, 200.0]);
    b.run_until(MS(3));
    for number in 1..=3 {
        b.send(0, Some(1), number, 1500);
    }
    b.run_until(MS(50));
    let s = stats(&b, 0);
    // The first is at the head at once, the second after one exchange, the third after two.
    assert_eq!((s.queue_delay, s.queued_packets), (EXCHANGE * 3, 3));
    // Each takes one exchange from there.
    assert_eq!((s.contention_delay, s.delivered, s.attempts), (EXCHANGE * 3, 3, 3));
    let s = stats(&b, 1);
    assert_eq!((s.queued_packets, s.contention_delay, s.delivered), (0, Nanos::ZERO, 0));
}

#[test]
fn contention_delay_contains_the_attempts_in_vain() {
    // The first exchange is spoilt by node 3, whose broadcast node 1 gets with the RTS of node 0 and neither sender senses.
    let mut c = without_backoff();
    c.radio.sense_threshold_w = c.radio.decode_threshold_w;
    let mut b = Bench::new(c, &[0.0, 200.0, 5000.0, 400.0]);
    b.send(3, None, 9, 10);
    b.send(0, Some(1), 1, 1500);
    b.run_until(MS(50));
    let s = stats(&b, 0);
    assert_eq!((s.attempts, s.cts_missed, s.delivered), (2, 1, 1));
    // The broadcast of 44 bytes takes 192 + 44 * 8 = 544 us, longer than the RTS. No CTS comes within RTS, SIFS, CTS and 4 us of
    // margin; the second exchange is as any.
    assert_eq!(s.contention_delay, US(50 + 352 + 10 + 304 + 4) + EXCHANGE);
}

#[test]
fn attempts_and_drops_at_the_retry_limit_are_counted_by_what_was_not_answered() {
    // No data frame survives; RTS and CTS do. Frames above the RTS threshold have four tries.
    let mut c = without_backoff();
    (c.errors.model, c.errors.scope, c.errors.packet) = (ErrorModel::Packet, ErrorScope::Data, 1.0);
    let mut b = Bench::new(c.clone(), &[0.0, 200.0]);
    b.send(0, Some(1), 1, 1500);
    b.run_until(MS(100));
    let s = stats(&b, 0);
    assert_eq!((s.attempts, s.rts_sent, s.data_sent, s.ack_missed, s.cts_missed), (4, 4, 4, 4, 0));
    assert_eq!((s.dropped_data_retry, s.dropped_rts_retry, s.delivered), (1, 0, 0));
    assert_eq!(stats(&b, 1).errors, 4);
    assert_eq!((stats(&b, 1).cts_sent, stats(&b, 1).ack_sent), (4, 0));

    // Without RTS the short limit of seven holds, and each data frame is an attempt.
    c.mac.rts_threshold_bytes = 3_000;
    let mut b = Bench::new(c.clone(), &[0.0, 200.0]);
    b.send(0, Some(1), 1, 1500);
    b.run_until(MS(100));
    let s = stats(&b, 0);
    assert_eq!((s.attempts, s.rts_sent, s.data_sent, s.ack_missed), (7, 0, 7, 7));
    assert_eq!((s.dropped_data_retry, s.dropped_rts_retry), (1, 0));
    assert_eq!(stats(&b, 1).errors, 7);

    // Nobody hears the RTS: seven of them.
    let mut b = Bench::new(without_backoff(), &[0.0, 5_000.0]);
    b.send(0, Some(1), 1, 1500);
    b.run_until(MS(100));
    let s = stats(&b, 0);
    assert_eq!((s.attempts, s.rts_sent, s.data_sent, s.cts_missed), (7, 7, 0, 7));
    assert_eq!((s.dropped_data_retry, s.dropped_rts_retry), (0, 1));
}

#[test]
fn a_queue_marks_from_its_threshold_on_what_can_be_marked() {
    let mut c = without_backoff();
    c.queue.ecn_threshold_packets = 2;
    let mut b = Bench::new(c, &[0.0, 200.0]);
    // The first is at the MAC at once; 2 and 3 find fewer than two in the queue; of 4 to 8 the even ones can be marked.
    for number in 1..=8 {
        b.send(0, Some(1), number, 1500);
    }
    assert_eq!(stats(&b, 0).marked, 3);
}
