//! Packets lost, by cause, and packets marked.

use super::{ONE_FLOW, assert_is, run, together};
use airhop_sim::Drops;

#[test]
fn none_without_a_cause() {
    let r = run(ONE_FLOW, &[]);
    assert_eq!((r.mac.drops, r.mac.ecn_marked, r.route_failures), (Drops::default(), 0, 0));
}

#[test]
fn data_frames_without_an_ack() {
    // No data frame survives, RTS and CTS do: four attempts a packet, in less than 40 ms.
    let settings = [
        ("transport.name", "udp-paced=292"),
        ("errors.model", "packet"),
        ("errors.packet", "1"),
        ("errors.scope", "data"),
    ];
    let r = run(ONE_FLOW, &settings);
    // 50 packets in 2 s. Static routing has no other way for a packet that the MAC gives back, and drops it as well.
    assert_eq!(r.mac.drops, Drops { retry: 50, queue: 0, no_route: 50, error: 200 });
    assert_eq!((r.mac.data_attempts, r.mac.data_delivered), (200, 0));
    assert_eq!((r.mac.attempts_per_delivery, r.mac.contention_delay_ms), (0.0, 0.0));
    assert_eq!((r.flows[0].received_packets, r.flows[0].goodput_kbps), (0, 0.0));
}

#[test]
fn rts_without_a_cts() {
    // Node 1 leaves at once; the routes stay. Seven RTS per packet, in 5 ms. Node 2 stays within reach of node 0 for a second flow,
    // whose packets come when the last RTS's reservation of 6.9 ms is over.
    let flows = "[flows.f0]\nsrc = 0\ndst = 1\nstart_s = 0.001\n[flows.f1]\nsrc = 0\ndst = 2\nstart_s = 0.021
        [mobility.waypoints]\n1 = [[0.0005, 100000, 0]]";
    let settings = [
        ("transport.name", "udp-paced=292"),
        ("topology.positions", "[[0, 0], [200, 0], [0, 200]]"),
        ("mobility.step_s", "0.001"),
    ];
    let r = run(flows, &settings);
    assert_eq!(r.mac.drops, Drops { retry: 50, queue: 0, no_route: 50, error: 0 });
    // Of f0 seven attempts a packet and nothing delivered, of f1 one and one.
    assert_eq!((r.mac.data_attempts, r.mac.data_delivered), (50 * 7 + 50, 50));
    assert_is(r.mac.attempts_per_delivery, 8.0);
}

#[test]
fn a_queue_without_room() {
    // Four packets at once each 40 ms: one is at the MAC, one in the queue, two are dropped.
    let r = run(&together(4), &[("transport.name", "udp-paced=292"), ("queue.packets", "1")]);
    assert_eq!(r.mac.drops, Drops { retry: 0, queue: 100, no_route: 0, error: 0 });
    assert_eq!([0, 1, 2, 3].map(|i: usize| r.flows[i].received_packets), [50, 50, 0, 0]);
}

#[test]
fn packets_pushed_out_while_an_address_is_resolved() {
    // Two packets at once: the second pushes the first out while the answer is under way, once in the run.
    let r = run(&together(2), &[("transport.name", "udp-paced=584"), ("mac.arp", "true"), ("run.warmup_s", "0")]);
    assert_eq!(r.mac.drops, Drops { retry: 0, queue: 1, no_route: 0, error: 0 });
    // Each asks. A request of 28 bytes and 34 of header is broadcast at 1 Mbit/s, the reply goes at 2 Mbit/s.
    assert_is(r.mac.airtime_s.routing, (2.0 * (192.0 + 62.0 * 8.0) + 192.0 + 62.0 * 4.0) * 1e-6);
}

#[test]
fn no_route() {
    let positions = ("topology.positions", "[[0, 0], [200, 0], [5000, 0], [5200, 0]]");
    let r = run("[flows.f0]\nsrc = 0\ndst = 2\nstart_s = 0.001", &[positions]);
    assert_eq!(r.mac.drops, Drops { retry: 0, queue: 0, no_route: 200, error: 0 });
    assert_eq!(r.flows[0].hops, 0);
}

#[test]
fn packets_marked() {
    // A burst of five packets: one is at the MAC, the next two find fewer than two in the queue, the last two are marked.
    let flow = "[flows.f0]\nsrc = 0\ndst = 1\nstart_s = 0.001\n[traffic]\nkind = \"transfer\"\nbytes = 7300";
    let settings = [
        ("transport.name", "dccp"),
        ("transport.dccp_handshake", "off"),
        ("transport.initial_window", "5"),
        ("queue.ecn_threshold_packets", "2"),
        ("run.warmup_s", "0"),
        // Both ends have something to send: without backoff they would collide again and again.
        ("mac.cw_min", "31"),
        ("mac.cw_max", "1023"),
    ];
    let r = run(flow, &settings);
    assert_eq!((r.mac.ecn_marked, r.flows[0].received_packets), (2, 5));
    // TCP here does not know of ECN.
    let tcp = [&settings[2..], &[("transport.name", "newreno")]].concat();
    assert_eq!(run(flow, &tcp).mac.ecn_marked, 0);
}

#[test]
fn failures_of_routes() {
    // Node 1 leaves at 2 s. The source's route fails once; then there is none.
    let flow =
        "[flows.f0]\nsrc = 0\ndst = 1\nstart_s = 0.001\n[mobility.waypoints]\n1 = [[2, 200, 0], [2.001, 100000, 0]]";
    let settings = [
        ("routing.protocol", "aodv"),
        ("mobility.step_s", "0.001"),
        ("topology.positions", "[[0, 0], [200, 0], [0, 200]]"),
    ];
    assert_eq!(run(flow, &settings).route_failures, 1);
    // What happened before the warm-up ended does not count.
    let later = [&settings[..], &[("run.warmup_s", "2.5")]].concat();
    assert_eq!(run(flow, &later).route_failures, 0);
}
