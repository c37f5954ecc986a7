//! Wired links and gateways: flows that begin or end on wired hosts, with every routing protocol.

use airhop_sim::{RunOptions, RunResult, Scenario};

/// Two gateways at the ends of a chain of four hops; a server behind a router, on the way to both.
const MESH: &str = r#"
    [run]
    duration_s = 20
    warmup_s = 2

    [topology]
    kind = "nodes"
    positions = [[0, 0], [200, 0], [400, 0], [600, 0], [800, 0]]

    [wired.access]
    ends = ["server", "router"]
    delay_ms = 5

    [wired.west]
    ends = ["router", 0]
    rate_kbps = 10000
    delay_ms = 20

    [wired.east]
    ends = ["router", 4]
    delay_ms = 1
"#;

fn mesh(flows: &str, settings: &[(&str, &str)]) -> Scenario {
    let mut scenario = Scenario::from_toml(&format!("{MESH}\n{flows}"), "mesh.toml").unwrap();
    for (key, value) in settings {
        scenario.set(key, value).unwrap();
    }
    scenario
}

fn run(scenario: &Scenario) -> RunResult {
    scenario.run(1, &RunOptions::default()).unwrap().result
}

fn carried(r: &RunResult, link: &str, from: u32) -> u64 {
    r.wired.iter().find(|w| w.link == link && w.src == from).unwrap().packets
}

#[test]
fn flows_begin_and_end_on_wired_hosts_under_every_protocol() {
    for protocol in ["static", "aodv", "dsr"] {
        for (src, dst) in [("\"server\"", "1"), ("1", "\"server\""), ("0", "\"server\""), ("\"server\"", "4")] {
            let flow =
                format!("[flows.f]\nsrc = {src}\ndst = {dst}\n[flows.f.traffic]\nkind = \"transfer\"\nbytes = 50000");
            let r = run(&mesh(&flow, &[("run.warmup_s", "0"), ("routing.protocol", protocol)]));
            assert_eq!(r.flows[0].delivered_bytes, 50_000, "{protocol}: {src} to {dst}");
        }
    }
}

#[test]
fn the_gateway_is_the_one_with_the_fewest_hops_in_all() {
    for (node, link, hops) in [(1, "west", 3), (3, "east", 3), (0, "west", 2)] {
        let r = run(&mesh(&format!("[flows.f]\nsrc = \"server\"\ndst = {node}"), &[]));
        assert_eq!(r.flows[0].hops, hops, "to node {node}");
        let other = if link == "west" { "east" } else { "west" };
        // Hosts are numbered by name behind the nodes: 5 is the router, 6 the server.
        assert!(carried(&r, link, 5) > 100 && carried(&r, other, 5) == 0, "to node {node}: {:?}", r.wired);
        // But for those on the way when the measuring begins or ends.
        assert!(carried(&r, "access", 6).abs_diff(carried(&r, link, 5)) < 50);
    }
}

#[test]
fn round_trips_take_the_delay_of_the_wires() {
    // Nothing waits: one segment of 1500 bytes at a time over 5 and 20 ms at 100 and 10 Mbit/s, and back as 40 bytes.
    let wired_ms = 50.0 + 1540.0 * 8.0 / 100_000.0 + 1540.0 * 8.0 / 10_000.0;
    let settings = [("transport.name", "newreno+cwl=1"), ("routing.protocol", "static")];
    let r = run(&mesh("[flows.f]\nsrc = \"server\"\ndst = 0", &settings));
    assert!((r.flows[0].rtt_ms.mean - wired_ms).abs() < 0.01, "{:?}", r.flows[0].rtt_ms);
    assert_eq!(r.mac.data_attempts, 0, "no radio between server and gateway");

    // A hop by radio on top: data in 6.3 ms, an ACK in 0.5, with RTS, CTS, ACK and spaces twice.
    let r = run(&mesh("[flows.f]\nsrc = \"server\"\ndst = 1", &settings));
    let radio_ms = r.flows[0].rtt_ms.mean - wired_ms;
    assert!(radio_ms > 8.8 && radio_ms < 10.5, "{radio_ms}");
}

#[test]
fn flows_between_hosts_use_no_radio() {
    let r = run(&mesh("[flows.f]\nsrc = \"server\"\ndst = \"router\"\n[transport]\nname = \"udp-paced=50000\"", &[]));
    assert!((r.flows[0].goodput_kbps - 50_000.0).abs() < 50.0, "{}", r.flows[0].goodput_kbps);
    assert_eq!((r.flows[0].hops, r.mac.data_attempts, r.energy_j.sender), (1, 0, 0.0));
    let link = r.wired.iter().find(|w| w.link == "access" && w.src == 6).unwrap();
    // 1488 bytes for 1460 of payload.
    assert!((link.utilisation - 0.5 * 1488.0 / 1460.0).abs() < 0.001, "{link:?}");
}

#[test]
fn a_full_queue_drops() {
    let flow = "[flows.f]\nsrc = \"server\"\ndst = 0\n[transport]\nname = \"udp-paced=20000\"";
    let r = run(&mesh(flow, &[]));
    let link = r.wired.iter().find(|w| w.link == "west" && w.src == 5).unwrap();
    assert!((link.utilisation - 1.0).abs() < 1e-6 && link.dropped > 5_000, "{link:?}");
    assert!((r.flows[0].goodput_kbps - 10_000.0 * 1460.0 / 1488.0).abs() < 10.0, "{}", r.flows[0].goodput_kbps);
    // The whole queue of 50 packets lies before each packet, and the one that is being sent.
    let queue_ms = 50.5 * 1488.0 * 8.0 / 10_000.0;
    assert!((r.flows[0].delay_ms.mean - queue_ms - 26.3).abs() < 1.0, "{:?}", r.flows[0].delay_ms);
}

#[test]
fn many_schemes_run_across_a_gateway() {
    for transport in
        ["tcp-ap", "tctc", "tcp-daa", "vegas", "bw-rtt", "newreno+cwl=h/4", "udp-paced=100", "dccp", "dccp-reliable"]
    {
        for flow in ["src = \"server\"\ndst = 2", "src = 2\ndst = \"server\""] {
            let r = run(&mesh(&format!("[flows.f]\n{flow}"), &[("transport.name", transport)]));
            assert!(r.flows[0].goodput_kbps > 50.0, "{transport}, {flow}: {:?}", r.flows[0]);
        }
    }
}

#[test]
fn a_node_out_of_every_gateways_reach_is_a_result() {
    let positions = "[[0, 0], [200, 0], [5000, 0], [5200, 0], [400, 0]]";
    for protocol in ["static", "aodv", "dsr"] {
        let settings = [("topology.positions", positions), ("routing.protocol", protocol)];
        let r = run(&mesh("[flows.f]\nsrc = \"server\"\ndst = 3", &settings));
        assert_eq!((r.flows[0].goodput_kbps, r.flows[0].hops), (0.0, 0));
        assert!(r.flows[0].reason.as_deref().unwrap().contains("no path"), "{:?}", r.flows[0].reason);
    }
}

#[test]
fn mistakes_are_named() {
    for (text, expected) in [
        (
            "[flows.f]\nsrc = \"sever\"\ndst = 1",
            "flows.f.src = \"sever\": must be a node from 0 to 4, or a wired host: router, server",
        ),
        ("[flows.f]\nsrc = 5\ndst = 1", "flows.f.src = 5: must be a node from 0 to 4, or a wired host: router, server"),
        ("[flows.f]\nsrc = 1.5\ndst = 1", "flows.f.src = 1.5: must be a node's number, or the name of a wired host"),
        (
            "[flows.f]\nsrc = \"server\"",
            "flows.f has no dst; expected a node from 0 to 4, or a wired host: router, server",
        ),
        ("[wired.west2]\nrate_kbps = 3", "wired.west2 has no ends; expected two ends [a, b]"),
        ("[wired.w]\nends = [\"a\", \"a\"]", "wired.w.ends = [\"a\", \"a\"]: must be two different ends"),
        (
            "[wired.w]\nends = [\"a\", 7]",
            "wired.w.ends = 7: must be a node from 0 to 4, or a wired host: a, router, server",
        ),
        ("[wired.w]\nends = [\"a\"]", "wired.w.ends = [\"a\"]: must be two ends [a, b], each a node's number or"),
        ("[wired.w]\nends = [\"7\", 0]", "wired.w.ends = [\"7\", 0]: must be two ends"),
        ("[wired.w]\nends = [\"a\", 0]\nrate_kbps = 0", "wired.w.rate_kbps = 0: must be a number from 0.001"),
        (
            "[wired.w]\nends = [\"a\", 0]\ndelay_s = 3",
            "unknown key of wired link w `delay_s`; did you mean `delay_ms`?",
        ),
        ("[wired]\nw = 3", "wired.w = 3: must be a table: [wired.w]"),
        (
            "[wired.w]\nends = [\"a\", \"b\"]\n[flows.f]\nsrc = \"a\"\ndst = 0",
            "flow f: there is no wired path from host a to a gateway",
        ),
        (
            "[wired.w]\nends = [\"a\", \"b\"]\n[flows.f]\nsrc = \"a\"\ndst = \"server\"",
            "flow f: there is no wired path from host a to host server",
        ),
    ] {
        let parsed = Scenario::from_toml(&format!("{MESH}\n{text}"), "mesh.toml");
        let error = parsed.and_then(|s| s.plan(1).map(|_| ())).unwrap_err().to_string();
        assert!(error.contains(expected), "{text:?}\n  gave: {error}\n  want: {expected}");
    }
    let access = Scenario::from_toml("[topology]\nkind = \"access\"", "access.toml").unwrap();
    let error = access.plan(1).unwrap_err().to_string();
    assert!(error.contains("needs a wired host: add [wired.NAME] with ends = [\"host\", 0]"), "{error}");
}

#[test]
fn a_shown_scenario_reads_back() {
    let scenario = mesh("[flows.f]\nsrc = \"server\"\ndst = 1", &[("wired.west.delay_ms", "30")]);
    let text = scenario.to_toml().unwrap();
    let again = Scenario::from_toml(&text, "shown.toml").unwrap();
    assert_eq!((again.to_toml().unwrap(), again.layout(1).unwrap()), (text.clone(), scenario.layout(1).unwrap()));
    assert!(text.contains("# f: host server to node 1, newreno"), "{text}");
    let layout = again.layout(1).unwrap();
    assert_eq!(
        layout.hosts.iter().map(|h| (h.name.as_str(), h.node)).collect::<Vec<_>>(),
        [("router", 5), ("server", 6)]
    );
    assert_eq!((layout.wired[2].ends, layout.wired[2].delay_ms), ([5, 0], 30.0));
}

#[test]
fn access_goes_in_and_out() {
    let ends = |directions: &str| -> Vec<(u32, u32)> {
        let mut s = Scenario::builtin("access").unwrap();
        s.set("topology.directions", directions).unwrap();
        s.layout(1).unwrap().flows.iter().map(|f| (f.src, f.dst)).collect()
    };
    assert_eq!(ends("in-in"), [(5, 1), (5, 4)]);
    assert_eq!(ends("out-in"), [(1, 5), (5, 4)]);
    assert_eq!(ends("out"), [(1, 5)]);

    // The round trip over the idle network that the paper speaks of: 110 or 60 ms.
    for (delay_ms, rtt_ms) in [("50", 110.0), ("25", 60.0)] {
        let mut s = Scenario::builtin("access").unwrap();
        for (key, value) in [
            ("topology.directions", "in"),
            ("transport.name", "newreno+cwl=1"),
            ("wired.backbone.delay_ms", delay_ms),
            ("run.duration_s", "20"),
        ] {
            s.set(key, value).unwrap();
        }
        let measured = run(&s).flows[0].rtt_ms.mean;
        assert!((measured - rtt_ms).abs() < 2.0, "{measured} against {rtt_ms}");
    }
}

#[test]
fn a_thousand_wired_links_are_allowed_and_no_more() {
    let with = |count: u32| {
        let links: String = (0..count).map(|i| format!("[wired.w{i}]\nends = [\"h{i}\", 0]\n")).collect();
        Scenario::from_toml(&format!("[topology]\nhops = 1\n{links}"), "many.toml").unwrap().plan(1).map(|_| ())
    };
    assert_eq!(with(1_000).map_err(|e| e.to_string()), Ok(()));
    assert_eq!(with(1_001).unwrap_err().to_string(), "at most 1000 wired links are allowed");
}
