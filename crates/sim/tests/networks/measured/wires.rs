//! Wired links.

use super::{assert_is, run};

/// Two hosts at 10 Mbit/s: a datagram of 1488 bytes takes 1.1904 ms.
const WIRE: &str = "[wired.w]\nends = [\"a\", \"b\"]\nrate_kbps = 10000\ndelay_ms = 2\nqueue_packets = 2";

fn flows(count: u32) -> String {
    let flow = |i| format!("[flows.f{i}]\nsrc = \"a\"\ndst = \"b\"\nstart_s = 0.001\n");
    (0..count).map(flow).collect::<String>() + WIRE
}

#[test]
fn a_link_is_busy_while_it_sends() {
    let r = run(&flows(1), &[]);
    let [there, back] = &r.wired[..] else { panic!("{:?}", r.wired) };
    assert_eq!((there.link.as_str(), there.src, there.dst, back.src, back.dst), ("w", 3, 4, 4, 3));
    assert_eq!((there.packets, there.dropped, there.marked), (200, 0, 0));
    assert_is(there.utilisation, 200.0 * 1_190.4e-6 / 2.0);
    assert_eq!((back.packets, back.utilisation), (0, 0.0));
    assert_is(r.flows[0].delay_ms.mean, 1.1904 + 2.0);
    assert_eq!((r.flows[0].hops, r.energy_j.sender, r.mac.data_attempts), (1, 0.0, 0));
}

#[test]
fn a_link_takes_one_packet_and_its_queue_two() {
    // Five packets at once each 10 ms: two find no room.
    let r = run(&flows(5), &[]);
    assert_eq!((r.wired[0].packets, r.wired[0].dropped), (600, 400));
    assert_is(r.wired[0].utilisation, 600.0 * 1_190.4e-6 / 2.0);
    // Each waits for those before it.
    for (flow, sent) in [(0, 1.0), (1, 2.0), (2, 3.0)] {
        assert_is(r.flows[flow].delay_ms.mean, sent * 1.1904 + 2.0);
    }
    assert_eq!((r.flows[3].received_packets, r.flows[4].received_packets), (0, 0));
}

#[test]
fn a_link_marks_from_its_threshold_on() {
    // A burst of five packets of DCCP: one is being sent, two find fewer than two waiting, the last two are marked. Their
    // ACKs, on the way back, cannot be.
    let flow = "[flows.f]\nsrc = \"a\"\ndst = \"b\"\nstart_s = 0.001\n[traffic]\nkind = \"transfer\"\nbytes = 7300\n
        [wired.w]\nends = [\"a\", \"b\"]\nrate_kbps = 10000\ndelay_ms = 2\necn_threshold_packets = 2";
    let settings = [
        ("transport.name", "dccp"),
        ("transport.dccp_handshake", "off"),
        ("transport.initial_window", "5"),
        ("run.warmup_s", "0"),
    ];
    let r = run(flow, &settings);
    assert_eq!((r.wired[0].marked, r.wired[1].marked, r.flows[0].received_packets), (2, 0, 5));
    let tcp = [&settings[1..], &[("transport.name", "newreno")]].concat();
    assert_eq!(run(flow, &tcp).wired[0].marked, 0);
}
