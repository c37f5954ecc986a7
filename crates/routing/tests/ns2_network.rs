//! AODV as in ns-2 2.35, whole networks.

mod common;

use airhop_base::Nanos;
use airhop_routing::{AodvConfig, DropReason, LocalRepair};
use common::{Kind, Net, What, ms};

fn ns2() -> AodvConfig {
    AodvConfig::ns2()
}

fn millis(t: Nanos) -> u64 {
    t.as_nanos() / 1_000_000
}

/// Requests of one node: when, in ms, and with which time-to-live.
fn requests_of(net: &Net, node: u32) -> Vec<(u64, u8)> {
    // A request of the node itself carries a full time-to-live; those it passes on are jittered and carry less.
    let created = net.router(node).stats().rreq_created as usize;
    let own: Vec<_> = net.log.iter().filter_map(|e| own_request(e, node)).collect();
    assert_eq!(own.len(), created);
    own
}

fn own_request(entry: &common::Entry, node: u32) -> Option<(u64, u8)> {
    use airhop_routing::{Body, aodv::Message};
    match &entry.what {
        What::Sent(p, None) if entry.node.0 == node => match &p.body {
            Body::Aodv(Message::Rreq(r)) if r.originator.0 == node => Some((millis(entry.at), p.ttl)),
            _ => None,
        },
        _ => None,
    }
}

#[test]
fn the_first_search_is_network_wide_and_packets_leave_10_ms_apart() {
    let mut net = Net::line(4, &ns2(), 1);
    let ids: Vec<u64> = (0..3).map(|_| net.send(0, 4)).collect();
    net.run_for(ms(400));
    assert_eq!(net.delivered(), ids);
    assert_eq!(requests_of(&net, 0), [(0, 30)]);
    let left: Vec<Nanos> = net.sent(Kind::Data).iter().filter(|s| s.1 == 0).map(|s| s.0).collect();
    assert_eq!([left[1] - left[0], left[2] - left[1]], [ms(10), ms(10)]);
    assert_eq!(net.sent(Kind::Data)[0].2, 30);
}

#[test]
fn a_search_in_vain_retries_on_the_half_second_grid_then_holds_for_10_s() {
    let mut net = Net::line(1, &ns2(), 1);
    let id = net.send(0, 9);
    net.run_until(ms(20_000));
    // Waits of 1.8 s x 1, 2, 3, 4, each up to the next half second.
    assert_eq!(requests_of(&net, 0), [(0, 30), (2000, 30), (6000, 30), (11_500, 30)]);
    assert_eq!(net.dropped(), [(id, DropReason::NoRoute)]);
    assert_eq!(net.log.last().unwrap().at, ms(19_000));
    assert_eq!(net.router(0).next_timeout(), None);
    net.send(0, 9);
    net.run_until(ms(29_500));
    assert_eq!(requests_of(&net, 0).len(), 5);
    assert_eq!(requests_of(&net, 0)[4], (29_000, 30));
}

#[test]
fn packets_wait_for_30_s() {
    let config = AodvConfig { max_rreq_timeout: ms(100_000), rreq_retries: 255, ..ns2() };
    let mut net = Net::line(1, &config, 1);
    let id = net.send(0, 9);
    net.run_until(ms(60_000));
    // Nothing is put in or taken out meanwhile: the packet stays, as it does in ns-2.
    assert_eq!(net.dropped(), []);
    net.send(0, 8);
    assert_eq!(net.dropped(), [(id, DropReason::BufferTimeout)]);
}

#[test]
fn a_failed_link_drops_the_packet_the_queue_and_the_route() {
    let mut net = Net::line(5, &ns2(), 1);
    net.send(0, 5);
    net.run_for(ms(1000));
    net.cut(1, 2);
    let ids: Vec<u64> = (0..5).map(|_| net.send(0, 5)).collect();
    net.run_for(ms(100));
    // Node 1 has come one hop and has four ahead: no repair.
    assert_eq!(net.dropped(), ids.iter().map(|id| (*id, DropReason::LinkFailed)).collect::<Vec<_>>());
    assert_eq!((net.hops_to(0, 5), net.hops_to(1, 5)), (None, None));
    let errors: Vec<_> = net.sent(Kind::Rerr).iter().map(|s| (s.1, s.2, s.3)).collect();
    assert_eq!(errors, [(1, 1, None)], "broadcast, and 0 has no one to tell");
    assert_eq!(net.router(1).stats().route_failures, 1);
    // The source drops its own packets too when its first link fails.
    net.join(1, 2);
    net.send(0, 5);
    net.run_for(ms(1000));
    net.cut(0, 1);
    let lost = net.send(0, 5);
    net.run_for(ms(100));
    assert_eq!(net.dropped().last(), Some(&(lost, DropReason::LinkFailed)));
}

#[test]
fn errors_passed_on_are_jittered_and_stop_where_nobody_uses_the_route() {
    let config = AodvConfig { local_repair: LocalRepair::Off, ..ns2() };
    let mut net = Net::line(6, &config, 1);
    net.send(0, 6);
    net.run_for(ms(1000));
    net.cut(4, 5);
    net.send(0, 6);
    net.run_for(ms(200));
    let errors = net.sent(Kind::Rerr);
    assert_eq!(errors.iter().map(|e| e.1).collect::<Vec<_>>(), [4, 3, 2, 1]);
    for pair in errors.windows(2) {
        let delay = pair[1].0 - pair[0].0 - net.air_time;
        assert!(delay < ms(10) && delay > Nanos::ZERO);
    }
}

/// The control messages of a run in the order of ns-2's trace: node, time-to-live, hop count or number of destinations, sequence
/// numbers of destination and originator.
fn control_trace(net: &Net) -> Vec<(u32, Kind, u8, u32, u32, u32)> {
    use airhop_routing::{Body, aodv::Message};
    let line = |e: &common::Entry| {
        let What::Sent(p, _) = &e.what else { return None };
        let (hops, dst_seq, src_seq) = match &p.body {
            Body::Aodv(Message::Rreq(r)) => (u32::from(r.hop_count), r.dst_seq.unwrap_or(0), r.originator_seq),
            Body::Aodv(Message::Rrep(r)) => (u32::from(r.hop_count), r.dst_seq, 0),
            Body::Aodv(Message::Rerr(r)) => (r.unreachable.len() as u32, r.unreachable[0].1, 0),
            Body::Data(_) | Body::Dsr(_) => return None,
        };
        Some((e.node.0, common::kind(p), p.ttl, hops, dst_seq, src_seq))
    };
    net.log.iter().filter_map(line).collect()
}

#[test]
fn a_break_near_the_source_reads_as_in_a_trace_of_ns2() {
    // ns-2 2.35 itself: 4 hops, a packet a second from 98 s on, node 2 out of range from 99.95 s to 100.2 s.
    let mut net = Net::line(4, &ns2(), 1);
    for second in 98..112 {
        net.run_until(ms(second * 1000));
        net.send(0, 4);
        if second == 99 {
            net.run_until(ms(99_950));
            net.cut(1, 2);
            net.cut(2, 3);
        } else if second == 100 {
            net.run_until(ms(100_200));
            net.join(1, 2);
            net.join(2, 3);
        }
    }
    use Kind::{Rerr, Rrep, Rreq};
    assert_eq!(
        control_trace(&net),
        [
            (0, Rreq, 30, 1, 0, 4),
            (1, Rreq, 29, 2, 0, 4),
            (2, Rreq, 28, 3, 0, 4),
            (3, Rreq, 27, 4, 0, 4),
            (4, Rrep, 30, 1, 4, 0),
            (3, Rrep, 29, 2, 4, 0),
            (2, Rrep, 28, 3, 4, 0),
            (1, Rrep, 27, 4, 4, 0),
            (1, Rerr, 1, 1, 5, 0),
            (0, Rreq, 6, 1, 5, 6),
            (1, Rreq, 5, 2, 5, 6),
            (2, Rreq, 4, 3, 5, 6),
            (3, Rreq, 3, 4, 5, 6),
            (4, Rrep, 30, 1, 6, 0),
            (3, Rrep, 29, 2, 6, 0),
            (2, Rrep, 28, 3, 6, 0),
            (1, Rrep, 27, 4, 6, 0),
        ]
    );
    assert_eq!(net.dropped(), [(2, DropReason::LinkFailed)]);
}

/// Breaks link 4 - 5 of a 7-hop line for one packet at `start` and mends it when node 4 has noticed, 28 ms later.
fn hiccup(config: &AodvConfig, start: u64) -> (Net, u64) {
    let mut net = Net::line(7, config, 1);
    net.run_until(ms(start - 2000));
    net.send(0, 7);
    net.run_until(ms(start));
    assert_eq!(net.path(0, 7).len(), 8);
    net.cut(4, 5);
    let id = net.send(0, 7);
    net.run_for(ms(4 * 2 + 20));
    net.join(4, 5);
    (net, id)
}

#[test]
fn ns2_local_repair_refuses_good_replies() {
    let (mut net, id) = hiccup(&ns2(), 100_000);
    net.run_until(ms(103_500));
    // 3 and 5 answer from their tables at the old number, 5 with the same hop count, 3 with more: all in vain.
    assert_eq!((net.router(3).stats().rrep_created, net.router(5).stats().rrep_created), (2, 2));
    let stats = *net.router(4).stats();
    assert_eq!((stats.local_repairs, stats.local_repairs_done, stats.route_failures), (1, 0, 1));
    assert_eq!(net.hops_to(4, 7), None);
    // The source knows of nothing and goes on sending into the hole.
    assert_eq!(net.hops_to(0, 7), Some(7));
    let other = net.send(0, 7);
    net.run_until(ms(111_499));
    assert_eq!((net.delivered().len(), net.dropped().len()), (1, 0));
    // Waits of 1.8 s x 1, 2, 3 from 100.028 s on, each up to the next half second. By the fourth request the table of 5
    // has expired, so that 7 itself is asked and answers with a new number: the stall of eleven seconds ends.
    net.run_until(ms(112_000));
    let times: Vec<u64> = requests_of(&net, 4).iter().map(|r| r.0).collect();
    assert_eq!(times, [100_028, 102_000, 106_000, 111_500]);
    assert_eq!(net.delivered()[1..], [id, other]);
    assert_eq!(net.router(4).stats().local_repairs_done, 1);
}

#[test]
fn the_rfcs_repair_mends_the_same_hiccup_at_once() {
    for config in [AodvConfig { local_repair: LocalRepair::Rfc3561, ..ns2() }, AodvConfig::rfc3561()] {
        let (mut net, id) = hiccup(&config, 100_000);
        net.run_for(ms(150));
        assert!(net.delivered().contains(&id));
        assert_eq!(net.router(4).stats().local_repairs_done, 1);
        assert_eq!(net.hops_to(0, 7), Some(7));
    }
}

#[test]
fn the_repair_timer_fires_at_twice_its_time_and_tells_nobody() {
    let (mut net, id) = hiccup(&ns2(), 3000);
    // The wait of the request at 3.028 s ends at 4.828 s; that instant is taken for a delay.
    let fires = ms(3028 + 4828);
    let mut wakes = Vec::new();
    while net.now + ms(1) < fires {
        net.run_for(ms(1));
        wakes.extend(net.router(4).next_timeout());
    }
    assert_eq!(wakes.last(), Some(&fires));
    net.run_until(fires);
    assert_eq!(net.sent(Kind::Rerr), []);
    // Only now that the hop count is gone, the next reply at the old number is good enough: it comes with the request
    // at 5 + 3.6 s, on the grid.
    assert_eq!(net.delivered().len(), 1);
    net.run_until(ms(9050));
    assert_eq!(requests_of(&net, 4).last(), Some(&(9000, 30)));
    assert_eq!(net.delivered().last(), Some(&id));
}

#[test]
fn routes_expire_on_the_grid() {
    let mut net = Net::line(2, &ns2(), 1);
    net.run_until(ms(300));
    net.send(0, 2);
    net.run_until(ms(400));
    let used = net.sent(Kind::Data)[0].0;
    assert!(used > ms(300) && used < ms(400));
    // 10 s after its last use, at the next half second.
    net.run_until(ms(10_499));
    assert_eq!(net.hops_to(0, 2), Some(2));
    net.run_until(ms(10_500));
    assert_eq!(net.hops_to(0, 2), None);
    for node in 0..3 {
        // Reverse routes live no longer, and then nothing keeps a node awake.
        assert_eq!(net.router(node).next_timeout(), None);
    }
}

#[test]
fn packet_sizes_are_those_of_each_text() {
    for (config, sizes) in [(ns2(), [48, 44, 32]), (AodvConfig::rfc3561(), [52, 48, 40])] {
        let config = AodvConfig { local_repair: LocalRepair::Off, ..config };
        let mut net = Net::line(3, &config, 1);
        net.send(0, 3);
        net.run_for(ms(1000));
        net.cut(2, 3);
        net.send(0, 3);
        net.run_for(ms(100));
        for (wanted, size) in [Kind::Rreq, Kind::Rrep, Kind::Rerr].into_iter().zip(sizes) {
            let found = net.log.iter().find_map(|e| match &e.what {
                What::Sent(p, _) if common::kind(p) == wanted => Some(p.bytes),
                _ => None,
            });
            // RFC: the neighbour's own entry has no precursors, so one destination is reported.
            assert_eq!(found, Some(size), "{wanted:?}");
        }
    }
}
