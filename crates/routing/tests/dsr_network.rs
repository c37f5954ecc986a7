//! DSR, whole networks: discovery, caches, maintenance, salvaging, short cuts, flows.

mod common;

use airhop_base::{Nanos, NodeId};
use airhop_routing::dsr::{Header, Rules};
use airhop_routing::{Body, DropReason, DsrConfig};
use common::{Entry, Kind, Net, What, ms, n};
use proptest::prelude::*;

fn both() -> [DsrConfig; 2] {
    [DsrConfig::ns2(), DsrConfig::rfc4728()]
}

/// Packets put on the air with DSR's headers: by whom, and the header.
fn headers(net: &Net) -> Vec<(u32, Header)> {
    let header = |e: &Entry| match &e.what {
        What::Sent(p, _) => match &p.body {
            Body::Dsr(routed) => Some((e.node.0, routed.header.clone())),
            _ => None,
        },
        _ => None,
    };
    net.log.iter().filter_map(header).collect()
}

fn requests_of(net: &Net, node: u32) -> Vec<(u64, u8)> {
    let own = |e: &Entry| match &e.what {
        What::Sent(p, None) if e.node == n(node) && p.src == n(node) => match &p.body {
            Body::Dsr(routed) => Some((e.at.as_nanos() / 1_000_000, routed.header.request?.max_hops)),
            _ => None,
        },
        _ => None,
    };
    net.log.iter().filter_map(own).collect()
}

fn nodes(route: &[NodeId]) -> Vec<u32> {
    route.iter().map(|n| n.0).collect()
}

fn sizes(net: &Net, kind: Kind) -> Vec<u32> {
    let size = |e: &Entry| match &e.what {
        What::Sent(p, _) if common::kind(p) == kind => Some(p.bytes),
        _ => None,
    };
    net.log.iter().filter_map(size).collect()
}

#[test]
fn the_neighbours_are_asked_first_and_the_network_after_30_ms() {
    for config in both() {
        let mut net = Net::line(4, &config, 1);
        let id = net.send(0, 4);
        net.run_for(ms(400));
        assert_eq!(net.delivered(), [id]);
        let asked = requests_of(&net, 0);
        assert_eq!(asked.iter().map(|r| r.1).collect::<Vec<_>>(), [0, config.max_route_nodes]);
        assert!(asked[0].0 < 10 && (30..=100).contains(&asked[1].0), "{asked:?}");
        // Nobody passes on what is for the neighbours; the rest goes through the network once.
        assert_eq!(net.sent(Kind::Rreq).len(), 2 + 3);
        assert_eq!(net.sent(Kind::Rrep).iter().map(|s| s.1).collect::<Vec<_>>(), [4, 3, 2, 1]);
        assert_eq!((net.hops_to(0, 4), net.router(0).stats().discoveries), (Some(4), 1));
        // The answer made its way known to everyone it passed.
        assert_eq!((net.hops_to(1, 4), net.hops_to(3, 0), net.hops_to(4, 0)), (Some(3), Some(3), Some(4)));
    }
}

#[test]
fn sizes_are_those_of_a_trace_of_ns2() {
    // ns-2 2.35 itself, 4 hops: a request for the neighbours of 32 bytes, one through the network of 32, 48, 68, 92, and
    // an answer of 68; a packet of 1500 bytes counts an IP header more, and the header of 24 bytes that sets up the flow and 4 for it.
    let mut net = Net::line(4, &DsrConfig::ns2(), 1);
    for _ in 0..4 {
        net.send(0, 4);
    }
    net.run_for(ms(600));
    assert_eq!(sizes(&net, Kind::Rreq), [32, 32, 48, 68, 92]);
    assert_eq!(sizes(&net, Kind::Rrep), [68; 4]);
    assert_eq!(sizes(&net, Kind::Data), [[1548; 12].as_slice(), &[1520; 4]].concat());
    // RFC 4728: requests grow by an address a node, packets carry the three nodes between the ends.
    let mut net = Net::line(4, &DsrConfig::rfc4728(), 1);
    net.send(0, 4);
    net.run_for(ms(600));
    assert_eq!(sizes(&net, Kind::Rreq), [32, 32, 36, 40, 44]);
    assert_eq!(sizes(&net, Kind::Data), [1520; 4]);
    assert_eq!(DsrConfig::rfc4728().headers, Rules::Rfc4728);
}

#[test]
fn released_packets_leave_30_ms_apart_in_ns2() {
    let mut net = Net::line(3, &DsrConfig::ns2(), 1);
    let ids: Vec<u64> = (0..3).map(|_| net.send(0, 3)).collect();
    net.run_for(ms(400));
    assert_eq!(net.delivered(), ids);
    let left: Vec<Nanos> = net.sent(Kind::Data).iter().filter(|s| s.1 == 0).map(|s| s.0).collect();
    assert_eq!([left[1] - left[0], left[2] - left[1]], [ms(30), ms(30)]);
}

#[test]
fn the_first_three_packets_and_one_every_five_seconds_carry_the_route() {
    let mut net = Net::line(3, &DsrConfig::ns2(), 1);
    for second in 1..14 {
        net.send(0, 3);
        net.run_until(ms(second * 1000));
    }
    let mut from_source = Vec::new();
    for e in &net.log {
        if let What::Sent(p, Some(_)) = &e.what
            && (e.node, common::kind(p)) == (n(0), Kind::Data)
        {
            from_source.push(matches!(p.body, Body::Dsr(_)));
        }
    }
    // The third at 2 s, the next when more than 5 s have gone.
    let expected: Vec<bool> = (0..13).map(|s| matches!(s, 0..=2 | 8)).collect();
    assert_eq!(from_source, expected);
    assert_eq!(net.delivered().len(), 13);
    // The RFC's core has no flows.
    let mut net = Net::line(3, &DsrConfig::rfc4728(), 1);
    for _ in 0..5 {
        net.send(0, 3);
    }
    net.run_for(ms(400));
    assert!(net.log.iter().all(|e| !matches!(&e.what, What::Sent(p, _) if matches!(p.body, Body::Data(_)))));
}

#[test]
fn a_neighbours_cache_answers() {
    for config in both() {
        let config = DsrConfig { promiscuous: false, ..config };
        let mut net = Net::line(4, &config, 1);
        net.send(1, 4);
        net.run_for(ms(400));
        net.send(0, 4);
        net.run_for(ms(400));
        assert_eq!(net.delivered().len(), 2);
        assert_eq!(requests_of(&net, 0).len(), 1, "1 knows the way");
        assert_eq!(net.hops_to(0, 4), Some(4));
        // Without answers from caches the neighbours' are still asked, by the request that is for them alone.
        let mut net = Net::line(4, &DsrConfig { nonpropagating_first: false, reply_from_cache: false, ..config }, 1);
        net.send(1, 4);
        net.run_for(ms(400));
        let before = net.sent(Kind::Rreq).len();
        net.send(0, 4);
        net.run_for(ms(400));
        assert_eq!((net.delivered().len(), net.sent(Kind::Rreq).len()), (2, before + 4));
    }
}

#[test]
fn a_search_in_vain_goes_on_until_the_packet_has_waited_30_s() {
    for config in both() {
        let mut net = Net::line(1, &config, 1);
        let id = net.send(0, 9);
        net.run_until(ms(60_000));
        assert_eq!(net.dropped(), [(id, DropReason::BufferTimeout)]);
        let at = net.log.last().unwrap().at;
        assert!(at > ms(30_000) && at < ms(30_061), "{at}");
        assert_eq!(net.router(0).next_timeout(), None);
        assert_eq!((net.router(0).stats().discoveries, net.router(0).stats().discoveries_failed), (1, 1));
    }
}

#[test]
fn the_oldest_packet_makes_room() {
    let mut net = Net::line(1, &DsrConfig::ns2(), 1);
    let ids: Vec<u64> = (0..66).map(|_| net.send(0, 9)).collect();
    assert_eq!(net.dropped().iter().map(|d| d.1).collect::<Vec<_>>(), [DropReason::BufferFull; 2]);
    assert!(ids.contains(&net.dropped()[0].0));
}

#[test]
fn an_error_takes_the_route_from_all_who_see_it() {
    for config in both() {
        let mut net = Net::line(5, &DsrConfig { salvage: false, ..config.clone() }, 1);
        net.send(0, 5);
        net.run_for(ms(1000));
        net.cut(3, 4);
        let lost = net.send(0, 5);
        net.run_for(ms(60));
        assert_eq!(net.dropped(), [(lost, DropReason::LinkFailed)]);
        let errors: Vec<_> = net.sent(Kind::Rerr).iter().map(|s| (s.1, s.3.unwrap())).collect();
        assert_eq!(errors, [(3, 2), (2, 1), (1, 0)], "back along the route");
        for node in 1..4 {
            assert_eq!(net.hops_to(node, 5), None, "node {node}");
        }
        assert_eq!(net.router(3).stats().route_failures, 1);
        // The next request carries the error on, also to a node that was not on the way of it.
        net.send(0, 5);
        net.run_for(ms(300));
        let spread = headers(&net).into_iter().filter(|(_, h)| h.request.is_some() && !h.errors.is_empty()).count();
        assert!(spread >= 4, "{spread}");
    }
}

#[test]
fn a_node_with_another_route_salvages() {
    // 0 - 1 - 2 - 3 and 1 - 4 - 5 - 3.
    let links = [(0, 1), (1, 2), (2, 3), (1, 4), (4, 5), (5, 3)];
    for config in both() {
        let mut net = Net::new(&links, &config, 1);
        net.send(1, 5);
        net.send(4, 3);
        net.run_for(ms(500));
        net.send(0, 3);
        net.run_for(ms(500));
        assert_eq!(net.hops_to(0, 3), Some(3));
        net.cut(1, 2);
        let id = net.send(0, 3);
        net.run_for(ms(500));
        assert!(net.delivered().contains(&id));
        let salvaged: Vec<_> = headers(&net).into_iter().filter(|(_, h)| h.salvaged > 0).collect();
        assert_eq!(nodes(&salvaged[0].1.route), [1, 4, 5, 3]);
        assert_eq!(salvaged.len(), 3);
        // The source was told all the same, and knows better now.
        net.run_for(ms(2000));
        let before = headers(&net).len();
        let next = net.send(0, 3);
        net.run_for(ms(500));
        assert!(net.delivered().contains(&next));
        assert!(headers(&net)[before..].iter().all(|(_, h)| h.salvaged == 0));
    }
}

#[test]
fn ns2_keeps_the_packet_and_asks_its_neighbours_where_the_rfc_drops_it() {
    for (config, arrives) in [(DsrConfig::ns2(), true), (DsrConfig::rfc4728(), false)] {
        // Node 4 has a way to the end but node 1 does not know of it.
        let links = [(0, 1), (1, 2), (2, 3), (1, 4), (4, 5), (5, 3)];
        let mut net = Net::new(&links, &DsrConfig { promiscuous: false, ..config }, 1);
        net.send(4, 3);
        net.run_for(ms(500));
        net.send(0, 2);
        net.run_for(ms(500));
        net.cut(1, 2);
        let id = net.send(0, 2);
        net.run_for(ms(1000));
        if arrives {
            // Its neighbours know no way to 2, and after 2 s it gives up.
            assert_eq!(requests_of(&net, 1).len(), 1);
            net.run_for(ms(1500));
            assert_eq!(net.dropped(), [(id, DropReason::NoRoute)]);
            assert_eq!(requests_of(&net, 1).len(), 1);
        } else {
            assert_eq!((net.dropped(), requests_of(&net, 1).len()), (vec![(id, DropReason::NoRoute)], 0));
        }
    }
}

#[test]
fn the_queue_for_a_dead_link_is_rescued_too() {
    let mut net = Net::line(3, &DsrConfig::ns2(), 1);
    net.send(0, 3);
    net.run_for(ms(500));
    net.cut(1, 2);
    let ids: Vec<u64> = (0..5).map(|_| net.send(0, 3)).collect();
    net.run_for(ms(40));
    net.join(1, 2);
    net.run_for(ms(3000));
    let mut delivered = net.delivered();
    delivered.sort_unstable();
    assert_eq!(delivered[1..], ids, "1 kept them until 2 answered");
    assert_eq!(net.dropped(), []);
}

#[test]
fn who_overhears_a_packet_that_it_is_to_get_later_tells_of_the_short_cut() {
    let config = DsrConfig { nonpropagating_first: false, ..DsrConfig::rfc4728() };
    let mut net = Net::line(4, &config, 1);
    net.send(0, 4);
    net.run_for(ms(1500));
    net.join(0, 2);
    net.send(0, 4);
    net.run_for(ms(200));
    assert_eq!(net.router(2).stats().rrep_created, 1);
    assert_eq!(net.hops_to(0, 4), Some(4), "the last packet's");
    net.send(0, 4);
    net.run_for(ms(200));
    let last = headers(&net).into_iter().rfind(|(node, h)| *node == 0 && h.reply.is_none()).unwrap();
    assert_eq!(nodes(&last.1.route), [0, 2, 3, 4]);
    assert_eq!(net.hops_to(0, 4), Some(3));
}

#[test]
fn overheard_packets_teach_the_way_on() {
    // 5 hears 1 and 2 and has never asked.
    let links = [(0, 1), (1, 2), (2, 3), (5, 1), (5, 2)];
    for (promiscuous, expected) in [(true, 0), (false, 1)] {
        let config = DsrConfig { promiscuous, nonpropagating_first: true, ..DsrConfig::rfc4728() };
        let mut net = Net::new(&links, &config, 1);
        net.send(0, 3);
        net.run_for(ms(500));
        let before = requests_of(&net, 5).len();
        net.send(5, 3);
        net.run_for(ms(500));
        assert_eq!(requests_of(&net, 5).len() - before, expected);
        assert_eq!(net.delivered().len(), 2);
    }
}

#[test]
fn routes_longer_than_allowed_are_not_found() {
    let config = DsrConfig { max_route_nodes: 5, ..DsrConfig::ns2() };
    for (hops, expected) in [(4, 1), (5, 0)] {
        let mut net = Net::line(hops, &config, 1);
        net.send(0, hops);
        net.run_for(ms(1000));
        assert_eq!(net.delivered().len(), expected, "{hops} hops");
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let run = |seed| {
        let mut net = Net::grid(4, &DsrConfig::ns2(), seed);
        net.broadcast_loss = 0.1;
        for i in 0..40 {
            net.send(i % 16, (i * 7 + 3) % 16);
            net.run_for(ms(50));
        }
        format!("{:?}", net.log)
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// In networks whose links come and go, no packet on the air carries a route with a node twice, no packet arrives twice
    /// where flows are not used, and every packet ends.
    #[test]
    fn routes_have_no_loops(
        changes in prop::collection::vec((0u32..12, 0u32..12, any::<bool>()), 0..20),
        flows in prop::collection::vec((0u32..12, 0u32..12), 1..30),
        ns2 in any::<bool>(),
        seed in 0u64..1000,
    ) {
        let config = if ns2 { DsrConfig::ns2() } else { DsrConfig::rfc4728() };
        let mut links: Vec<_> = (0..11).map(|i| (i, i + 1)).collect();
        links.extend([(0, 3), (2, 6), (5, 9), (8, 11)]);
        let mut net = Net::new(&links, &config, seed);
        net.broadcast_loss = 0.1;
        let mut changes = changes.into_iter();
        let mut sent = 0;
        for (from, to) in flows {
            if from != to {
                sent += 1;
                net.send(from, to);
            }
            match changes.next() {
                Some((a, b, true)) if a != b => net.join(a, b),
                Some((a, b, _)) => net.cut(a, b),
                None => {}
            }
            net.run_for(ms(30));
        }
        net.run_for(ms(70_000));
        for (node, header) in headers(&net) {
            for route in [Some(&header.route), header.reply.as_ref()].into_iter().flatten() {
                let mut sorted = route.to_vec();
                sorted.sort_unstable();
                sorted.dedup();
                prop_assert_eq!(sorted.len(), route.len(), "node {} sent {:?}", node, route);
            }
        }
        let mut ended: Vec<u64> = net.delivered();
        ended.extend(net.dropped().iter().map(|d| d.0));
        ended.sort_unstable();
        ended.dedup();
        prop_assert_eq!(ended.len(), sent);
        for node in 0..12 {
            prop_assert_eq!(net.router(node).next_timeout(), None);
        }
    }
}
