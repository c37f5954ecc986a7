//! The DCF step by step: which frame goes when, against the times of IEEE 802.11 and ns-2's departures from it.

use super::bench::{Bench, D, MS, Probe, Sent, config, without_backoff};
use airhop_base::{Nanos, NodeId};
use airhop_wireless::{FrameKind, Upcall};

#[test]
fn one_exchange_takes_its_time_to_the_nanosecond() {
    let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 200.0]);
    b.send(0, Some(1), 7, 1500);
    b.run_until(MS(20));
    let sent = b.sent();
    let t0 = sent[0].2;
    // DIFS and a whole number of slots, 0 to 30, although the medium is long idle.
    assert_eq!((t0 - 50_000) % 20_000, 0);
    assert!((50_000..=50_000 + 30 * 20_000).contains(&t0));
    let cts = t0 + 352_000 + D + 10_000;
    let data = cts + 304_000 + D + 10_000;
    let ack = data + 6_328_000 + D + 10_000;
    assert_eq!(
        sent,
        [(0, FrameKind::Rts, t0), (1, FrameKind::Cts, cts), (0, FrameKind::Data, data), (1, FrameKind::Ack, ack)]
    );
    assert_eq!(b.told[0].0, Nanos::from_nanos(data + 6_328_000 + D), "the packet goes up with its last bit");
    let stats = b.network.stats(NodeId(0));
    assert_eq!((stats.attempts, stats.delivered, stats.cts_missed, stats.ack_missed), (1, 1, 0, 0));
    assert_eq!(stats.contention_delay, Nanos::from_nanos(ack + 304_000 + D));
    assert_eq!(stats.airtime.data, Nanos::from_micros(6_328));
}

#[test]
fn the_standard_sends_at_once_on_a_long_idle_medium_and_backs_off_after_a_success() {
    let mut b = Bench::new(config("standard"), &[0.0, 200.0]);
    b.run_until(MS(10));
    b.send(0, Some(1), 1, 1500);
    b.send(0, Some(1), 2, 1500);
    b.run_until(MS(40));
    let sent = b.sent();
    assert_eq!(sent[0], (0, FrameKind::Rts, 10_000_000));
    let ack_end = sent[3].2 + 304_000 + D;
    let slots = (sent[4].2 - ack_end - 50_000) / 20_000;
    assert_eq!((sent[4].2 - ack_end - 50_000) % 20_000, 0);
    assert!(slots <= 31 && sent[4].1 == FrameKind::Rts);
    assert_eq!(b.received(), [(1, 1), (1, 2)]);
}

#[test]
fn small_frames_go_without_rts_below_the_threshold() {
    let mut c = config("ns2-wavelan");
    c.mac.rts_threshold_bytes = 256;
    let mut b = Bench::new(c, &[0.0, 200.0]);
    b.send(0, Some(1), 1, 40);
    b.run_until(MS(10));
    let kinds: Vec<_> = b.sent().iter().map(|s| s.1).collect();
    assert_eq!(kinds, [FrameKind::Data, FrameKind::Ack]);
}

#[test]
fn broadcasts_go_once_at_the_basic_rate() {
    let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 200.0, 400.0]);
    b.send(1, None, 5, 48);
    b.run_until(MS(10));
    let sent = b.sent();
    assert_eq!(sent.len(), 1);
    assert_eq!(b.received(), [(0, 5), (2, 5)]);
    // 192 us of PLCP and 82 bytes at 1 Mbit/s.
    assert_eq!(b.told[0].0.as_nanos(), sent[0].2 + 192_000 + 82 * 8_000 + D);
}

#[test]
fn seven_rts_without_cts_and_the_packet_goes_back() {
    let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 300.0]);
    b.resume = false;
    b.send(0, Some(1), 9, 1500);
    b.send(0, Some(1), 10, 1500);
    b.run_until(MS(200));
    assert_eq!(b.sent().iter().filter(|s| s.1 == FrameKind::Rts).count(), 7);
    assert!(matches!(
        b.told[..],
        [(_, Upcall::Failed { node: NodeId(0), next_hop: NodeId(1), packet: Probe(9, None) })]
    ));
    // The station waits for the word of the layer above, which may take back what is queued.
    assert_eq!(b.network.queue_length(NodeId(0)), 1);
    assert_eq!(b.network.reclaim(NodeId(0), NodeId(1)), [Probe(10, None)]);
    b.network.resume(b.now, NodeId(0), &mut b.queue, &mut b.upcalls);
    b.run_until(MS(400));
    assert!(b.sent().is_empty());
}

#[test]
fn a_retry_comes_after_the_timeout_and_the_backoff() {
    // With no slot of backoff each retry comes after exactly the timeout and DIFS.
    let mut b = Bench::new(without_backoff(), &[0.0, 300.0]);
    b.send(0, Some(1), 9, 1500);
    b.run_until(MS(200));
    let times: Vec<_> = b.sent().iter().map(|s| s.2).collect();
    let gaps: Vec<_> = times.windows(2).map(|w| w[1] - w[0]).collect();
    // RTS, SIFS, CTS, twice the propagation margin, DIFS.
    assert_eq!(gaps, [352_000 + 10_000 + 304_000 + 4_000 + 50_000; 6]);
}

/// IEEE 802.11-2016, 10.3.3: CW goes through 2^n - 1 up to its limit. In ns-2 a backoff is drawn from 0 to CW - 1.
#[test]
fn the_window_doubles_up_to_its_limit() {
    for (cw_max, windows) in [(1023, [31, 63, 127, 255, 511, 1023, 1023]), (255, [31, 63, 127, 255, 255, 255, 255])] {
        // The longest backoff before each of the seven RTS, under 400 seeds.
        let mut longest = [0; 7];
        for seed in 0..400 {
            let mut c = config("ns2-wavelan");
            c.mac.cw_max = cw_max;
            let mut b = Bench::seeded(c, &[0.0, 300.0], seed);
            b.send(0, Some(1), 9, 1500);
            b.run_until(MS(500));
            let mut idle_from = 50_000;
            for (longest, (_, _, time)) in longest.iter_mut().zip(b.sent()) {
                assert_eq!((time - idle_from) % 20_000, 0, "whole slots");
                *longest = (*longest).max((time - idle_from) / 20_000);
                // RTS, SIFS, CTS, twice the propagation margin, DIFS.
                idle_from = time + 720_000;
            }
        }
        for (retry, (longest, window)) in longest.into_iter().zip(windows).enumerate() {
            // Uniform from 0 to CW - 1: that 400 draws all stay in the lower 95 % has the probability 0.95^400 = 1e-9.
            assert!(longest < window, "RTS {retry} waited {longest} slots, CW is {window}");
            assert!(longest as f64 >= 0.95 * (window - 1) as f64, "RTS {retry}: at most {longest} slots of {window}");
        }
    }
}

#[test]
fn the_window_is_small_again_after_a_success_and_after_a_packet_given_up() {
    // Node 1 is there, node 2 is out of range: seven RTS in vain bring the window to 1023 slots.
    let after = |first: u32| {
        let longest = (0..200).map(|seed| {
            let mut b = Bench::seeded(config("ns2-wavelan"), &[0.0, 200.0, 5000.0], seed);
            b.send(0, Some(first), 1, 1500);
            b.run_until(MS(400));
            b.sent();
            b.send(0, Some(1), 2, 1500);
            b.run_until(MS(500));
            (b.sent()[0].2 - 400_050_000) / 20_000
        });
        longest.max().unwrap()
    };
    assert!((25..31).contains(&after(1)) && (25..31).contains(&after(2)));
}

/// `ns2-wavelan` without backoff, with a carrier sensed no farther than it is decoded, so that nothing but the NAV tells a
/// station of a sender two hops away.
fn deaf_beyond_one_hop() -> airhop_wireless::WirelessConfig {
    let mut c = without_backoff();
    c.radio.sense_threshold_w = c.radio.decode_threshold_w;
    c
}

#[test]
fn who_hears_a_cts_keeps_silent_for_the_whole_exchange() {
    // 2 hears node 1's CTS and nothing of node 0: only its NAV keeps it from sending into the data.
    let mut b = Bench::new(deaf_beyond_one_hop(), &[0.0, 200.0, 400.0, 600.0]);
    b.send(0, Some(1), 1, 1500);
    b.run_until(Nanos::from_millis(2));
    b.send(2, Some(3), 2, 1500);
    b.run_until(MS(40));
    let sent = b.sent();
    // RTS at 50 us. The CTS reserves SIFS, data, SIFS and ACK from its end on; the ACK, which node 2 hears, ends two propagations
    // later than that: 50 + 352 + 10 + 304 + 10 + 6328 + 10 + 304 us and four propagations. DIFS later node 2 begins.
    let ack_end = 50_000 + 352_000 + 10_000 + 304_000 + 10_000 + 6_328_000 + 10_000 + 304_000 + 4 * D;
    assert_eq!(sent.iter().find(|s| s.0 == 2), Some(&(2, FrameKind::Rts, ack_end + 50_000)));
    assert_eq!(b.received(), [(1, 1), (3, 2)]);
    assert_eq!(b.network.stats(NodeId(1)).collisions, 0);
}

#[test]
fn who_hears_an_rts_keeps_silent_until_the_ack_is_over() {
    // 1 hears node 2's RTS and data and nothing of node 3: its NAV must reach to the end of the ACK.
    let mut b = Bench::new(deaf_beyond_one_hop(), &[0.0, 200.0, 400.0, 600.0]);
    b.send(2, Some(3), 1, 1500);
    b.run_until(Nanos::from_millis(2));
    b.send(1, Some(0), 2, 1500);
    b.run_until(MS(40));
    let sent = b.sent();
    // The data frame ends at node 1 one propagation later than at node 2, and reserves SIFS and ACK.
    let data = sent.iter().find(|s| s.1 == FrameKind::Data).unwrap().2;
    assert_eq!(data, 50_000 + 352_000 + D + 10_000 + 304_000 + D + 10_000);
    let nav = data + 6_328_000 + D + 10_000 + 304_000;
    assert_eq!(sent.iter().find(|s| s.0 == 1), Some(&(1, FrameKind::Rts, nav + 50_000)));
    assert_eq!(b.received(), [(3, 1), (0, 2)]);
}

#[test]
fn a_hidden_terminal_destroys_the_frame_and_eifs_follows() {
    // 0 and 3 do not sense each other (600 m); 1 hears both, 2 decodes 1 and 3.
    let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 200.0, 400.0, 600.0]);
    let mut collisions = 0;
    for i in 0..200 {
        b.send(0, Some(1), i, 1500);
        b.send(3, Some(2), 1000 + i, 1500);
        b.run_until(MS(u64::from(i + 1) * 40));
        collisions = (0..4).map(|n| b.network.stats(NodeId(n)).collisions).sum::<u64>();
    }
    assert!(collisions > 20, "{collisions}");
    let delivered = b.received().len();
    assert!(delivered > 380, "retries bring nearly all through: {delivered}");
}

#[test]
fn a_frame_that_cannot_be_decoded_still_silences_for_eifs() {
    // 2 senses 0 (400 m) but cannot decode it: after the RTS it waits EIFS by its NAV, then DIFS.
    let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 5000.0, 400.0, 600.0]);
    b.send(0, Some(1), 1, 1500);
    b.run_until(Nanos::from_nanos(700_000));
    let rts = b.sent()[0].2;
    b.send(2, Some(3), 2, 1500);
    b.run_until(MS(3));
    let sent = b.sent();
    let own = sent.iter().find(|s| s.0 == 2).unwrap().2;
    let heard_end = rts + 352_000 + 2 * D;
    assert!(own > heard_end + 364_000 + 50_000 - 2, "{own} {heard_end}");
    let rest = own - (heard_end + 364_000 + 50_000);
    assert!(rest.is_multiple_of(20_000) || (rest + 1).is_multiple_of(20_000), "{rest}");
}

#[test]
fn a_repeated_data_frame_is_acknowledged_and_not_delivered_twice() {
    // Every third frame fails at the receivers: ACKs too, so that data that arrived is sent again.
    let mut c = config("ns2-wavelan");
    c.errors.model = airhop_wireless::ErrorModel::Packet;
    c.errors.packet = 0.33;
    c.mac.short_retry_limit = 100;
    c.mac.long_retry_limit = 100;
    let mut b = Bench::new(c, &[0.0, 200.0]);
    for i in 0..300 {
        b.send(0, Some(1), i, 500);
        b.run_until(MS(u64::from(i + 1) * 200));
    }
    assert_eq!(b.received(), (0..300).map(|i| (1, i)).collect::<Vec<_>>());
    assert!(b.network.stats(NodeId(1)).duplicates > 50);
}

#[test]
fn a_full_queue_drops_the_newcomer() {
    let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 200.0]);
    for i in 0..60 {
        b.send(0, Some(1), i, 1500);
    }
    // One with the MAC, fifty waiting, nine lost.
    let dropped: Vec<_> = b.told.iter().filter(|(_, u)| matches!(u, Upcall::Dropped { .. })).collect();
    assert_eq!(dropped.len(), 9);
    assert_eq!(b.network.stats(NodeId(0)).dropped_queue, 9);
    b.run_until(Nanos::from_secs(2));
    assert_eq!(b.received().len(), 51);
}

#[test]
fn addresses_are_resolved_first_where_asked_for() {
    let mut c = config("ns2-wavelan");
    c.mac.arp = true;
    let mut b = Bench::new(c, &[0.0, 200.0]);
    b.send(0, Some(1), 1, 1500);
    b.send(0, Some(1), 2, 1500);
    b.run_until(MS(60));
    // The second packet pushed the first one out while the answer was on its way.
    assert_eq!(b.received(), [(1, 2)]);
    assert_eq!(b.network.stats(NodeId(0)).dropped_arp, 1);
    b.send(1, Some(0), 3, 1500);
    b.run_until(MS(90));
    assert_eq!(b.received(), [(1, 2), (0, 3)]);
}

#[test]
fn an_unused_reservation_is_given_up_by_the_standard() {
    // 0 sends an RTS to a node that is not there; 1 overhears it and has a packet of its own.
    let first_rts_of_1 = |nav_reset: bool| {
        let mut c = config("standard");
        c.mac.nav_reset = nav_reset;
        let mut b = Bench::new(c, &[0.0, 200.0, 400.0, 100_000.0]);
        b.run_until(MS(1));
        b.send(0, Some(3), 1, 1500);
        b.run_until(Nanos::from_micros(1_400));
        b.send(1, Some(2), 2, 1500);
        b.run_until(MS(30));
        b.sent().iter().find(|s| s.0 == 1).unwrap().2
    };
    let (with, without) = (first_rts_of_1(true), first_rts_of_1(false));
    assert!(with < 3_500_000, "{with}");
    assert!(without > 8_000_000, "{without}");
}

#[test]
fn the_same_seed_gives_the_same_frames() {
    let run = || {
        let mut b = Bench::new(config("ns2-wavelan"), &[0.0, 200.0, 400.0, 600.0, 800.0]);
        for i in 0..50 {
            b.send(i % 5, Some((i % 5 + 1) % 5), i, 1000);
        }
        b.run_until(Nanos::from_secs(3));
        b.sent()
    };
    assert_eq!(run(), run());
}

/// What node 1 sends and when, if node 0 sends as well, at `rival_at`.
fn broadcasts(turnaround_us: f64, rival_at: Option<u64>) -> Vec<Sent> {
    let mut c = config("standard");
    c.mac.turnaround_us = turnaround_us;
    let mut b = Bench::new(c, &[0.0, 200.0]);
    b.run_until(MS(1));
    for i in 0..10 {
        b.send(1, None, i, 100);
    }
    if let Some(at) = rival_at {
        b.run_until(Nanos::from_nanos(at));
        b.send(0, None, 99, 100);
    }
    b.run_until(MS(100));
    b.sent().into_iter().filter(|s| s.0 == 1).collect()
}

#[test]
fn a_frame_that_arrives_within_the_turnaround_does_not_stop_the_sending() {
    // 100 bytes of payload and 28 of header at 1 Mbit/s, behind 192 us of PLCP.
    const FRAME: u64 = 192_000 + 128 * 8_000;
    let alone = broadcasts(5.0, None);
    // One of ten backoffs is longer than a slot, so that the medium is idle for DIFS before the rival sends at once.
    let gaps = alone.windows(2).map(|w| (w[1].2, w[1].2 - w[0].2 - FRAME));
    let (at, _) = gaps.clone().find(|(_, gap)| *gap > 80_000).unwrap();
    // The rival's frame arrives 3 us before node 1's backoff ends.
    let rival_at = Some(at - 3_000 - D);
    assert!(broadcasts(5.0, rival_at).iter().any(|s| s.2 == at), "the station sends into the rival's frame");
    assert!(broadcasts(0.0, rival_at).iter().all(|s| s.2 != at), "it notices the rival in time");
    let early = Some(at - 6_000 - D);
    assert!(broadcasts(5.0, early).iter().all(|s| s.2 != at), "6 us are enough to stop");
    let just_in_time = Some(at - 5_000 - D);
    assert!(broadcasts(5.0, just_in_time).iter().all(|s| s.2 != at), "and so are 5 us");
}
