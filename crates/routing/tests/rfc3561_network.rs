//! AODV by RFC 3561, whole networks.

mod common;

use airhop_base::Nanos;
use airhop_routing::{AodvConfig, DropReason, LocalRepair};
use common::{Kind, Net, ms};
use proptest::prelude::*;

fn rfc() -> AodvConfig {
    AodvConfig::rfc3561()
}

#[test]
fn a_line_is_discovered_and_crossed() {
    let mut net = Net::line(5, &rfc(), 1);
    let id = net.send(0, 5);
    net.run_for(ms(3000));
    assert_eq!(net.delivered(), [id]);
    assert_eq!(net.path(0, 5), [0, 1, 2, 3, 4, 5]);
    assert_eq!(net.path(5, 0), [5, 4, 3, 2, 1, 0]);
    assert_eq!(net.hops_to(2, 5), Some(3));
    let stats = *net.router(0).stats();
    assert_eq!((stats.discoveries, stats.discoveries_failed), (1, 0));
}

#[test]
fn a_grid_is_crossed_by_a_shortest_path() {
    for seed in 0..5 {
        let mut net = Net::grid(5, &rfc(), seed);
        let id = net.send(0, 24);
        net.run_for(ms(5000));
        assert_eq!(net.delivered(), [id]);
        assert_eq!(net.path(0, 24).len() as u32 - 1, net.hops_to(0, 24).unwrap());
        // The first request heard makes the route, so jitter may add a detour, but no more than that.
        assert!((8..=12).contains(&net.hops_to(0, 24).unwrap()));
    }
}

#[test]
fn section_6_4_rings_widen_and_wait() {
    // Node 9 does not exist on this line: every ring, then 1 + RREQ_RETRIES times through the network.
    let mut net = Net::line(3, &rfc(), 1);
    let id = net.send(0, 9);
    net.run_for(ms(60_000));
    let own: Vec<(u64, u8)> = net
        .sent(Kind::Rreq)
        .into_iter()
        .filter(|s| s.1 == 0)
        .map(|(at, _, ttl, _)| (at.as_nanos() / 1_000_000, ttl))
        .collect();
    // Waits: 2 x 40 ms x (ttl + 2), then 2,800 ms x 1, 2, 4 (section 6.3).
    assert_eq!(own, [(0, 1), (240, 3), (640, 5), (1200, 7), (1920, 35), (4720, 35), (10_320, 35)]);
    assert_eq!(net.dropped(), [(id, DropReason::NoRoute)]);
    assert_eq!(net.log.last().unwrap().at, ms(10_320 + 11_200));
    assert_eq!(net.router(0).stats().discoveries_failed, 1);
    assert_eq!(net.router(0).next_timeout(), None);
}

#[test]
fn section_6_4_a_search_begins_at_the_last_known_distance() {
    let mut net = Net::line(3, &rfc(), 1);
    net.send(0, 3);
    net.run_for(ms(30));
    net.run_for(ms(12_000));
    let before = net.sent(Kind::Rreq).len();
    net.send(0, 3);
    net.run_for(ms(1));
    assert_eq!(net.sent(Kind::Rreq)[before].2, 3 + 2);
}

#[test]
fn section_6_6_2_an_intermediate_node_answers() {
    let mut net = Net::new(&[(0, 1), (1, 2), (2, 3), (1, 4)], &rfc(), 1);
    net.send(0, 3);
    net.run_for(ms(2000));
    let replies_of_3 = net.router(3).stats().rrep_created;
    let id = net.send(4, 3);
    net.run_for(ms(100));
    assert!(net.delivered().contains(&id));
    assert_eq!(net.router(3).stats().rrep_created, replies_of_3);
    assert_eq!(net.router(1).stats().rrep_created, 1);
    assert_eq!(net.hops_to(4, 3), Some(3));
}

#[test]
fn section_5_1_the_d_flag_lets_only_the_destination_answer() {
    let config = AodvConfig { destination_only: true, ..rfc() };
    let mut net = Net::new(&[(0, 1), (1, 2), (2, 3), (1, 4)], &config, 1);
    net.send(0, 3);
    net.run_for(ms(2000));
    net.send(4, 3);
    net.run_for(ms(900));
    assert_eq!(net.router(1).stats().rrep_created, 0);
    assert_eq!(net.hops_to(4, 3), Some(3));
}

#[test]
fn section_6_6_3_a_gratuitous_reply_gives_the_destination_a_route() {
    for gratuitous_rrep in [false, true] {
        let mut net = Net::new(&[(0, 1), (1, 2), (2, 3), (1, 4)], &AodvConfig { gratuitous_rrep, ..rfc() }, 1);
        net.send(0, 3);
        net.run_for(ms(2000));
        let sent_before = net.sent(Kind::Rreq).len();
        net.send(4, 3);
        net.run_for(ms(100));
        assert_eq!(net.sent(Kind::Rreq).len(), sent_before + 1);
        assert_eq!(net.hops_to(3, 4), gratuitous_rrep.then_some(3));
    }
}

#[test]
fn section_6_11_an_error_goes_back_to_the_source() {
    let config = AodvConfig { local_repair: LocalRepair::Off, ..rfc() };
    let mut net = Net::line(5, &config, 1);
    net.send(0, 5);
    net.run_for(ms(2000));
    assert!(net.hops_to(0, 5).is_some());
    net.cut(3, 4);
    let lost = net.send(0, 5);
    net.run_for(ms(60));
    assert_eq!(net.dropped(), [(lost, DropReason::LinkFailed)]);
    // Unicast along the precursors, 3 to 2 to 1 to 0.
    let errors: Vec<_> = net.sent(Kind::Rerr).iter().map(|s| (s.1, s.3)).collect();
    assert_eq!(errors, [(3, Some(2)), (2, Some(1)), (1, Some(0))]);
    for node in 0..4 {
        assert_eq!(net.hops_to(node, 5), None);
    }
    assert_eq!(net.hops_to(0, 3), None, "no packet went to 3: it is not known");
    assert_eq!(net.router(3).stats().route_failures, 1);
}

#[test]
fn section_6_11_an_error_for_two_precursors_is_broadcast() {
    let config = AodvConfig { local_repair: LocalRepair::Off, ..rfc() };
    let mut net = Net::new(&[(0, 2), (1, 2), (2, 3), (3, 4)], &config, 1);
    net.send(0, 4);
    net.run_for(ms(2000));
    net.send(1, 4);
    net.run_for(ms(100));
    net.cut(3, 4);
    net.send(0, 4);
    net.run_for(ms(60));
    let errors: Vec<_> = net.sent(Kind::Rerr).iter().map(|s| (s.1, s.3)).collect();
    assert_eq!(errors, [(3, Some(2)), (2, None)]);
    assert_eq!((net.hops_to(0, 4), net.hops_to(1, 4)), (None, None));
}

#[test]
fn a_source_keeps_its_packets_and_searches_again() {
    let mut net = Net::new(&[(0, 1), (1, 3), (0, 2), (2, 4), (4, 3)], &rfc(), 1);
    net.send(0, 3);
    net.run_for(ms(2000));
    assert_eq!(net.path(0, 3), [0, 1, 3]);
    net.cut(0, 1);
    let ids: Vec<u64> = (0..10).map(|_| net.send(0, 3)).collect();
    net.run_for(ms(2000));
    assert_eq!(net.dropped(), []);
    assert_eq!(net.delivered()[1..], ids);
    assert_eq!(net.path(0, 3), [0, 2, 4, 3]);
}

#[test]
fn section_6_12_a_local_repair_is_invisible_to_the_source() {
    // 3 - 4 breaks, 3 - 6 - 4 is the way round.
    let mut net = Net::new(&[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (3, 6), (6, 4)], &rfc(), 1);
    net.send(0, 5);
    net.run_for(ms(2500));
    net.cut(3, 4);
    let ids: Vec<u64> = (0..5).map(|_| net.send(0, 5)).collect();
    let requests = net.router(0).stats().rreq_created;
    net.run_for(ms(400));
    assert_eq!(net.dropped(), []);
    let mut delivered = net.delivered()[1..].to_vec();
    delivered.sort_unstable();
    assert_eq!(delivered, ids);
    assert_eq!(net.router(0).stats().rreq_created, requests);
    let stats = *net.router(3).stats();
    assert_eq!((stats.local_repairs, stats.local_repairs_done, stats.route_failures), (1, 1, 1));
    assert_eq!(net.hops_to(3, 5), Some(3));
    // The way got longer: the source is told with the N flag and keeps its route.
    assert!(net.sent(Kind::Rerr).iter().any(|s| s.1 == 3));
    assert!(net.sent(Kind::Rerr).iter().any(|s| s.1 == 1 && s.3 == Some(0)));
    assert_eq!(net.hops_to(0, 5), Some(5));
}

#[test]
fn section_6_12_a_repair_in_vain_ends_in_an_error() {
    let mut net = Net::line(5, &rfc(), 1);
    net.send(0, 5);
    net.run_for(ms(2500));
    net.cut(3, 4);
    let lost = net.send(0, 5);
    let start = net.now;
    net.run_for(ms(1500));
    // max(2, 3 / 2) + LOCAL_ADD_TTL.
    let repair = net.sent(Kind::Rreq).into_iter().find(|s| s.1 == 3 && s.0 > start).unwrap();
    assert_eq!(repair.2, 2 + 2);
    assert_eq!(net.dropped(), [(lost, DropReason::NoRoute)]);
    let errors: Vec<_> = net.sent(Kind::Rerr).into_iter().filter(|s| s.0 > start).collect();
    // At once for neighbour 4 itself, which 2 has never used; after the wait for the destination.
    assert_eq!(errors.iter().map(|s| s.1).collect::<Vec<_>>(), [3, 3, 2, 1]);
    let wait = Nanos::from_millis(2 * 40 * (4 + 2));
    assert!(errors[1].0 >= start + wait && errors[1].0 <= repair.0 + wait);
    assert_eq!(net.hops_to(0, 5), None);
}

#[test]
fn packets_beyond_the_buffer_push_out_the_oldest() {
    let mut net = Net::line(2, &AodvConfig { buffer_packets: 4, ..rfc() }, 1);
    let ids: Vec<u64> = (0..6).map(|_| net.send(0, 2)).collect();
    net.run_for(ms(2000));
    assert_eq!(net.dropped(), [(ids[0], DropReason::BufferFull), (ids[1], DropReason::BufferFull)]);
    assert_eq!(net.delivered(), ids[2..]);
}

#[test]
fn section_6_3_requests_are_limited() {
    let mut net = Net::line(1, &rfc(), 1);
    for dst in 100..130 {
        net.send(0, dst);
    }
    net.run_for(ms(60_000));
    let times: Vec<Nanos> = net.sent(Kind::Rreq).into_iter().filter(|s| s.1 == 0).map(|s| s.0).collect();
    // The transmitter spreads what is created at one instant over 10 x 2 ms.
    assert!(times.windows(11).all(|w| w[10] - w[0] >= ms(980)), "more than 10 in a second");
    assert_eq!(net.router(0).stats().discoveries, 30);
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let run = |seed| {
        let mut net = Net::grid(4, &rfc(), seed);
        net.broadcast_loss = 0.2;
        for k in 0..20 {
            net.send(k % 16, (k * 7 + 3) % 16);
            net.run_for(ms(50));
        }
        format!("{:?}", net.log)
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever links come and go, next hops never lead in a circle.
    #[test]
    fn no_routing_loops(
        seed in 0u64..1_000_000,
        loss in prop::sample::select(vec![0.0, 0.3]),
        steps in prop::collection::vec((0u8..6, 0u32..12, 0u32..12, prop_oneof![3 => 1u64..60, 1 => 500u64..4000]), 40..160),
        repair in prop::sample::select(vec![LocalRepair::Off, LocalRepair::Rfc3561]),
    ) {
        let mut net = Net::new(
            &[(0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (6, 7), (8, 9), (9, 10), (10, 11),
              (0, 4), (4, 8), (1, 5), (5, 9), (2, 6), (6, 10), (3, 7), (7, 11)],
            &AodvConfig { local_repair: repair, ..rfc() },
            seed,
        );
        net.broadcast_loss = loss;
        for (what, a, b, wait) in steps {
            match what {
                0 => net.cut(a, b),
                1 if a != b => net.join(a, b),
                _ if a != b => { net.send(a, b); net.send(a, b); }
                _ => {}
            }
            // Look often: a loop may live for a moment only.
            for _ in 0..8 {
                net.run_for(Nanos::from_micros(wait * 125));
                for dst in 0..12 {
                    for src in 0..12 {
                        net.path(src, dst);
                    }
                }
            }
        }
        let ended = net.log.iter().filter(|e| matches!(&e.what, common::What::Delivered(p) if !p.is_control())).count();
        let mut ids = net.delivered();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), ended, "a packet arrived twice");
    }
}
