//! The DCF's smaller rules, each at the moment where it makes a difference. No backoff, as in `measured`.

use super::bench::{Bench, D, MS, US, config, without_backoff};
use airhop_base::{Nanos, NodeId};
use airhop_wireless::{ErrorModel, ErrorScope, FrameKind, Reception, Upcall, WirelessConfig};

fn kinds(b: &mut Bench) -> Vec<FrameKind> {
    b.sent().iter().map(|s| s.1).collect()
}

/// When a node first sends, in nanoseconds.
fn first_of(b: &mut Bench, node: u32) -> u64 {
    b.sent().iter().find(|s| s.0 == node).unwrap().2
}

#[test]
fn frames_of_the_threshold_go_with_rts() {
    for (bytes, expected) in [
        (999, &[FrameKind::Data, FrameKind::Ack][..]),
        (1_000, &[FrameKind::Rts, FrameKind::Cts, FrameKind::Data, FrameKind::Ack]),
    ] {
        let mut c = without_backoff();
        c.mac.rts_threshold_bytes = 1_034;
        let mut b = Bench::new(c, &[0.0, 200.0]);
        b.send(0, Some(1), 1, bytes);
        b.run_until(MS(20));
        assert_eq!(kinds(&mut b), expected, "{bytes} bytes and 34 of header");
        assert_eq!(b.received(), [(1, 1)]);
        assert_eq!(b.network.stats(NodeId(0)).attempts, 1);
    }
}

/// IEEE 802.11-2016, 10.3.4.4: data frames with RTS/CTS have the long retry limit, 4, all others the short one, 7.
#[test]
fn frames_of_the_threshold_have_the_long_limit() {
    for (threshold, tries) in [(1_035, 7), (1_034, 4), (1_033, 4)] {
        let mut c = without_backoff();
        (c.errors.model, c.errors.scope, c.errors.packet) = (ErrorModel::Packet, ErrorScope::Data, 1.0);
        c.mac.rts_threshold_bytes = threshold;
        let mut b = Bench::new(c, &[0.0, 200.0]);
        b.send(0, Some(1), 1, 1_000);
        b.run_until(MS(100));
        let sent = kinds(&mut b).iter().filter(|kind| **kind == FrameKind::Data).count();
        assert_eq!(sent, tries, "threshold {threshold}");
    }
}

#[test]
fn a_frame_goes_at_once_when_the_medium_was_idle_for_difs() {
    let mut c = config("standard");
    (c.mac.cw_min, c.mac.cw_max, c.mac.backoff_includes_cw) = (1, 1, false);
    for (at_ns, expected_ns) in [(40_000, 50_000), (49_999, 50_000), (50_000, 50_000), (60_000, 60_000)] {
        let mut b = Bench::new(c.clone(), &[0.0, 200.0]);
        b.run_until(Nanos::from_nanos(at_ns));
        b.send(0, Some(1), 1, 1_000);
        b.run_until(MS(1));
        assert_eq!(first_of(&mut b, 0), expected_ns);
    }
    // ns-2 waits for DIFS from the packet on.
    let mut b = Bench::new(without_backoff(), &[0.0, 200.0]);
    b.run_until(US(60));
    b.send(0, Some(1), 1, 1_000);
    b.run_until(MS(1));
    assert_eq!(first_of(&mut b, 0), 110_000);
}

/// Node 0 broadcasts at 50 us, 848 us long. Node 2, 400 m away, finds noise, and has a packet of its own.
fn after_noise(c: WirelessConfig) -> u64 {
    let mut b = Bench::new(c, &[0.0, 5_000.0, 400.0, 600.0]);
    b.send(0, None, 1, 48);
    b.run_until(US(500));
    b.send(2, Some(3), 2, 1_000);
    b.run_until(MS(20));
    assert_eq!(b.received(), [(3, 2)]);
    first_of(&mut b, 2)
}

#[test]
fn eifs_follows_a_frame_in_error() {
    // 400 m are 1334 ns. ns-2 sets the NAV to EIFS, 364 us, and waits DIFS after it.
    assert_eq!(after_noise(without_backoff()), 50_000 + 848_000 + 1_334 + 364_000 + 50_000);
    // The standard waits EIFS in the place of DIFS.
    let mut c = without_backoff();
    c.mac.eifs_by_nav = false;
    assert_eq!(after_noise(c), 50_000 + 848_000 + 1_334 + 364_000);
}

#[test]
fn difs_follows_a_frame_that_was_decoded() {
    // Node 1 decodes node 0's broadcast and has a packet for node 2.
    for by_nav in [true, false] {
        let mut c = without_backoff();
        c.mac.eifs_by_nav = by_nav;
        let mut b = Bench::new(c, &[0.0, 200.0, 400.0]);
        b.send(0, None, 1, 48);
        b.run_until(US(500));
        b.send(1, Some(2), 2, 1_000);
        b.run_until(MS(20));
        assert_eq!(first_of(&mut b, 1), 50_000 + 848_000 + D + 50_000);
    }
}

/// Node 1 receives a broadcast of 848 us from node 0, 100 m away, and meanwhile gets 1248 us of node 2, 500 m away, which node 0
/// does not sense: 25 times weaker or more, so that capture saves the first.
fn after_capture(sets_nav: bool) -> u64 {
    let mut c = without_backoff();
    c.mac.captured_frame_sets_nav = sets_nav;
    let mut b = Bench::new(c, &[0.0, 100.0, 600.0, 200.0]);
    b.send(0, None, 1, 48);
    b.send(2, None, 2, 98);
    b.run_until(US(1_000));
    b.send(1, Some(3), 3, 1_000);
    b.run_until(MS(20));
    assert!(b.received().contains(&(1, 1)) && !b.received().contains(&(1, 2)));
    first_of(&mut b, 1)
}

#[test]
fn a_frame_that_capture_ignored_reserves_the_medium_in_ns2() {
    // 500 m are 1668 ns: to the end of the ignored frame, EIFS, and DIFS.
    assert_eq!(after_capture(true), 50_000 + 1_668 + 1_248_000 + 364_000 + 50_000);
    // Else the medium counts as idle: DIFS after the packet came.
    assert_eq!(after_capture(false), 1_000_000 + 50_000);
}

#[test]
fn a_reservation_is_given_up_after_two_sifs_a_cts_a_preamble_and_two_slots() {
    // IEEE 802.11-2016, 10.3.2.4. Node 0's only RTS, to nobody, ends at node 1 after 1000 + 352 us and one propagation.
    let run = |nav_reset: bool| {
        let mut c = config("standard");
        (c.mac.cw_min, c.mac.cw_max, c.mac.backoff_includes_cw) = (1, 1, false);
        (c.mac.short_retry_limit, c.mac.nav_reset) = (1, nav_reset);
        let mut b = Bench::new(c, &[0.0, 200.0, 400.0, 100_000.0]);
        b.run_until(MS(1));
        b.send(0, Some(3), 1, 1_500);
        b.run_until(US(1_400));
        b.send(1, Some(2), 2, 1_500);
        b.run_until(MS(30));
        first_of(&mut b, 1)
    };
    let heard = 1_000_000 + 352_000 + D;
    assert_eq!(run(true), heard + 20_000 + 304_000 + 192_000 + 40_000 + 50_000);
    // Three SIFS, CTS, data (1528 bytes, 6304 us) and ACK.
    assert_eq!(run(false), heard + 30_000 + 304_000 + 6_304_000 + 304_000 + 50_000);
}

#[test]
fn stations_that_listen_promiscuously_hand_up_packets_for_others() {
    for promiscuous in [true, false] {
        let mut b = Bench::new(without_backoff(), &[0.0, 200.0, 400.0]);
        if promiscuous {
            b.network.listen_promiscuously();
        }
        b.send(1, Some(0), 7, 1_000);
        b.send(1, None, 8, 100);
        b.run_until(MS(30));
        let overheard = b.told.iter().filter_map(|(_, u)| match u {
            Upcall::Overheard { node, from, packet } => Some((node.0, from.0, packet.0)),
            _ => None,
        });
        let overheard: Vec<_> = overheard.collect();
        assert_eq!(overheard, if promiscuous { vec![(2, 1, 7)] } else { vec![] });
        assert_eq!(b.received(), [(0, 7), (0, 8), (2, 8)], "a broadcast is for everybody");
    }
}

#[test]
fn packets_for_an_address_that_nobody_answers_for_are_dropped() {
    let mut c = without_backoff();
    c.mac.arp = true;
    let mut b = Bench::new(c, &[0.0, 200.0]);
    for number in 1..=4 {
        b.send(0, Some(9), number, 1_000);
        b.run_until(MS(u64::from(number) * 10));
    }
    // Three requests; each packet pushes the one before out, and the fourth goes with the third.
    let dropped = b.told.iter().filter_map(|(_, u)| match u {
        Upcall::Dropped { packet, .. } => Some(packet.0),
        _ => None,
    });
    let mut dropped: Vec<_> = dropped.collect();
    dropped.sort_unstable();
    assert_eq!((dropped, b.network.stats(NodeId(0)).dropped_arp), (vec![1, 2, 3, 4], 4));
    assert_eq!(b.network.stats(NodeId(0)).broadcast_sent, 3);
}

#[test]
fn both_ends_learn_an_address_from_one_request() {
    let mut c = without_backoff();
    c.mac.arp = true;
    let mut b = Bench::new(c, &[0.0, 200.0, 400.0]);
    b.send(0, Some(1), 1, 1_000);
    b.run_until(MS(40));
    b.send(1, Some(0), 2, 1_000);
    b.run_until(MS(80));
    assert_eq!(b.received(), [(1, 1), (0, 2)]);
    assert_eq!(b.network.stats(NodeId(1)).broadcast_sent, 0);
}

#[test]
fn the_network_tells_what_it_works_on() {
    let mut b = Bench::new(without_backoff(), &[0.0, 200.0]);
    assert!(!b.network.is_serving(NodeId(0)));
    for number in 1..=3 {
        b.send(0, Some(1), number, 1_500);
    }
    assert_eq!((b.network.is_serving(NodeId(0)), b.network.queue_length(NodeId(0))), (true, 2));
    assert_eq!(b.network.config().queue.packets, 50);
    b.run_until(MS(50));
    assert_eq!((b.network.is_serving(NodeId(0)), b.network.queue_length(NodeId(0))), (false, 0));
    assert!(b.network.events() > 12, "at least the edges of twelve frames");
}

#[test]
fn an_answer_takes_its_timeout_out_of_the_event_queue() {
    let mut b = Bench::new(without_backoff(), &[0.0, 200.0]);
    b.send(0, Some(1), 1, 1_500);
    b.run_until(MS(20));
    // Those for CTS, data and ACK.
    assert_eq!(b.queue.cancelled, 3);
}

#[test]
fn control_frames_and_broadcasts_go_at_the_basic_rate() {
    let mut b = Bench::new(without_backoff(), &[0.0, 200.0]);
    b.send(0, Some(1), 1, 1_500);
    b.send(0, None, 2, 100);
    b.run_until(MS(20));
    let frames: Vec<_> = b.sent_records().iter().map(|r| (r.kind, r.bytes, r.rate_kbps, r.duration)).collect();
    // Reserved: three SIFS, CTS, data and ACK; two SIFS, data and ACK; SIFS and ACK; nothing.
    let expected = [
        (FrameKind::Rts, 20, 1_000, US(30 + 304 + 6_328 + 304)),
        (FrameKind::Cts, 14, 1_000, US(20 + 6_328 + 304)),
        (FrameKind::Data, 1_534, 2_000, US(10 + 304)),
        (FrameKind::Ack, 14, 1_000, US(0)),
        (FrameKind::Data, 134, 1_000, US(0)),
    ];
    assert_eq!(frames, expected);
}

#[test]
fn a_cts_that_comes_after_its_timeout_is_ignored() {
    // Without a margin the CTS, two propagations away, ends after its timeout.
    let mut c = without_backoff();
    c.mac.max_propagation_us = 0.0;
    let mut b = Bench::new(c, &[0.0, 200.0]);
    b.send(0, Some(1), 1, 1_500);
    b.run_until(MS(100));
    let s = *b.network.stats(NodeId(0));
    assert_eq!((s.rts_sent, s.cts_missed, s.dropped_rts_retry, s.data_sent), (7, 7, 1, 0));
    assert!(b.network.stats(NodeId(1)).cts_sent > 0);
}

/// IEEE 802.11-2016, 10.3.4.3: a packet that comes while the station is about to answer waits for DIFS after the answer.
#[test]
fn a_packet_that_comes_before_an_answer_contends_after_it() {
    let rts = FrameKind::Rts;
    // A unicast packet with RTS, a unicast packet without, a broadcast of the RTS threshold's length.
    for (to, bytes, kind) in [(Some(2), 1_000, rts), (Some(2), 500, FrameKind::Data), (None, 1_000, FrameKind::Data)] {
        let mut c = without_backoff();
        c.mac.rts_threshold_bytes = 1_034;
        let mut b = Bench::new(c, &[0.0, 200.0, 400.0]);
        b.send(0, Some(1), 1, 500);
        // Node 0's frame of 534 bytes takes 192 + 534 * 4 = 2328 us from 50 us on. Node 1 has its packet within the SIFS after it.
        let heard = 2_378_000 + D;
        b.run_until(Nanos::from_nanos(heard + 5_000));
        b.send(1, to, 2, bytes);
        b.run_until(MS(20));
        let by_1: Vec<_> = b.sent().iter().filter(|s| s.0 == 1).map(|s| (s.1, s.2)).take(2).collect();
        let ack = heard + 10_000;
        assert_eq!(by_1, [(FrameKind::Ack, ack), (kind, ack + 304_000 + 50_000)], "{bytes} bytes to {to:?}");
    }
}

#[test]
fn a_station_that_finds_the_medium_busy_after_the_cts_begins_again_with_the_rts() {
    // Nodes 0 and 2 send at the same time. Node 1 hears node 0's RTS. Its CTS is 30 * log10(500 / 200) = 11.9 dB stronger at node
    // 0 than node 2's broadcast of 192 + 1028 * 8 = 8416 us, which takes 1668 ns to get there and is still on the air.
    let mut c = config("standard");
    (c.mac.cw_min, c.mac.cw_max, c.mac.backoff_includes_cw) = (1, 1, false);
    assert_eq!(c.radio.reception, Reception::Sinr);
    // -97 dBm: node 2 is sensed at node 0 with -95 dBm, and not at node 1, 700 m away, with -99.4 dBm.
    c.radio.sense_threshold_w = 2e-13;
    let mut b = Bench::new(c, &[0.0, 200.0, -500.0]);
    b.send(0, Some(1), 1, 1_500);
    b.send(2, None, 2, 1_000);
    b.run_until(MS(30));
    let frames: Vec<_> = b.sent().iter().filter(|s| s.0 != 2).map(|s| (s.1, s.2)).take(4).collect();
    let cts = 50_000 + 352_000 + D + 10_000;
    let again = 50_000 + 8_416_000 + 1_668 + 50_000;
    let expected = [
        (FrameKind::Rts, 50_000),
        (FrameKind::Cts, cts),
        (FrameKind::Rts, again),
        (FrameKind::Cts, again + cts - 50_000),
    ];
    assert_eq!(frames, expected);
    assert!(b.received().contains(&(1, 1)));
}

/// IEEE 802.11-2016, 10.3.2.4: only a NAV that comes from an RTS may be reset when nothing follows the RTS.
#[test]
fn a_reservation_by_a_cts_outlasts_a_shorter_one_by_an_rts() {
    let mut c = config("standard");
    (c.mac.cw_min, c.mac.cw_max, c.mac.backoff_includes_cw, c.mac.short_retry_limit) = (1, 1, false, 1);
    // Node 2 hears node 1's CTS to node 0, which it does not hear itself. Node 3's RTS to nobody reserves less.
    let mut b = Bench::new(c, &[0.0, 200.0, 400.0, 600.0, 100_000.0]);
    b.send(0, Some(1), 1, 1_500);
    b.run_until(MS(1));
    b.send(3, Some(4), 2, 100);
    b.run_until(US(1_400));
    b.send(2, Some(3), 3, 100);
    b.run_until(MS(30));
    // RTS, CTS, data (1528 bytes, 6304 us) and node 1's ACK, with three SIFS and four propagations, the last to node 2; then DIFS.
    let ack_ends = 50_000 + 352_000 + 304_000 + 6_304_000 + 304_000 + 30_000 + 4 * D;
    assert_eq!(first_of(&mut b, 2), ack_ends + 50_000);
}
