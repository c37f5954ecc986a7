//! What the network tells transports: marks of congested queues, and word of failed links and lost routes.

use airhop_sim::{Output, RunOptions, Scenario};

fn run(text: &str, settings: &[(&str, &str)]) -> Output {
    let mut scenario = Scenario::from_toml(text, "notices.toml").unwrap();
    for (key, value) in settings {
        scenario.set(key, value).unwrap();
    }
    scenario.run(1, &RunOptions { series: true, ..RunOptions::default() }).unwrap()
}

/// The values of a flow's time series from one moment to another.
fn values(output: &Output, quantity: &str, from_s: f64, to_s: f64) -> Vec<f64> {
    let s = output.series.as_ref().unwrap();
    let wanted = |i: &usize| {
        s.subject[*i] == "f0" && s.quantity[*i] == quantity && s.time_s[*i] > from_s && s.time_s[*i] <= to_s
    };
    (0..s.len()).filter(wanted).map(|i| s.value[i]).collect()
}

/// The state of DCCP's sender after a failure was told (see the time series `dccp_state`).
const FAILURE: f64 = 2.0;

/// A slow wired link before one hop by radio.
const BOTTLENECK: &str = r#"
    [run]
    duration_s = 30
    warmup_s = 2
    [topology]
    kind = "nodes"
    positions = [[0, 0], [200, 0]]
    [transport]
    name = "dccp"
    [wired.slow]
    ends = ["server", 0]
    rate_kbps = 300
    delay_ms = 20
    [flows.f0]
    src = "server"
    dst = 1
"#;

#[test]
fn wired_queues_mark_packets_of_those_who_allow_it() {
    let marked = |settings: &[(&str, &str)]| {
        let output = run(BOTTLENECK, settings);
        assert!(output.result.flows[0].goodput_kbps > 150.0, "{settings:?}: {:?}", output.result.flows[0]);
        output.result.wired.iter().find(|w| w.src == 2).unwrap().marked
    };
    let threshold = ("wired.slow.ecn_threshold_packets", "1");
    assert!(marked(&[threshold]) > 20);
    assert_eq!(marked(&[threshold, ("transport.dccp_ecn", "off")]), 0, "the transport does not allow it");
    assert_eq!(marked(&[]), 0, "the queue does not mark");
    assert_eq!(marked(&[threshold, ("transport.name", "newreno")]), 0, "TCP does not know of marks");
}

#[test]
fn interface_queues_mark_and_the_sender_hears_of_it() {
    let chain =
        "[topology]\nkind = \"chain\"\nhops = 3\n[run]\nduration_s = 40\nwarmup_s = 5\n[transport]\nname = \"dccp\"";
    let with = |settings: &[(&str, &str)]| run(chain, settings);
    let threshold = ("queue.ecn_threshold_packets", "2");
    let marking = with(&[threshold]);
    assert!(marking.result.mac.ecn_marked > 20, "{:?}", marking.result.mac);
    // DCCP's state for marks is Congestion.
    assert!(values(&marking, "dccp_state", 5.0, 40.0).contains(&1.0));
    let plain = with(&[]);
    assert_eq!(plain.result.mac.ecn_marked, 0);
    let unwilling = with(&[threshold, ("transport.dccp_ecn", "off")]);
    assert_eq!(unwilling.result.mac.ecn_marked, 0);
    assert_eq!(unwilling.result.flows[0].delivered_bytes, plain.result.flows[0].delivered_bytes);
}

/// A chain of two hops whose relay is away from 22.5 s to 52.5 s.
const LEAVING: &str = r#"
    [run]
    duration_s = 120
    warmup_s = 5
    [topology]
    kind = "chain"
    hops = 2
    [mobility.waypoints]
    1 = [[20, 200, 0], [30, 200, 600], [45, 200, 600], [55, 200, 0]]
    [transport]
    name = "dccp"
"#;

#[test]
fn a_sender_hears_of_a_failed_link_and_goes_on_when_it_is_back() {
    for protocol in ["static", "aodv", "dsr"] {
        let settings = [("routing.protocol", protocol), ("routing.failure_notices", "true")];
        let output = run(LEAVING, &settings);
        let away = values(&output, "dccp_state", 25.0, 52.0);
        assert!(away.iter().all(|state| *state == FAILURE), "{protocol}: {away:?}");
        let after = values(&output, "goodput_kbps", 60.0, 120.0);
        let mean_kbps = after.iter().sum::<f64>() / after.len() as f64;
        assert!(mean_kbps > 300.0, "{protocol}: {mean_kbps}");

        let deaf = run(LEAVING, &settings[..1]);
        assert!(!values(&deaf, "dccp_state", 0.0, 120.0).contains(&FAILURE), "{protocol}: nobody tells");
    }
}

#[test]
fn a_route_lost_farther_on_is_heard_of_by_its_error() {
    // The relay after the next one goes: the source's own link holds, and static routing never learns of it.
    let text = LEAVING.replace("hops = 2", "hops = 3").replace("1 = [[20, 200, 0]", "2 = [[20, 400, 0]");
    let text = text.replace("200, 600", "400, 600").replace("200, 0]]", "400, 0]]");
    for (protocol, hears) in [("aodv", true), ("dsr", true), ("static", false)] {
        let output = run(&text, &[("routing.protocol", protocol), ("routing.failure_notices", "true")]);
        let away = values(&output, "dccp_state", 25.0, 50.0);
        assert_eq!(away.contains(&FAILURE), hears, "{protocol}: {away:?}");
    }
}

#[test]
fn the_word_takes_its_way_back_to_a_wired_sender() {
    // A host behind 400 ms of wires, and a single hop from its gateway that goes away at once after 20 s.
    let text = r#"
        [run]
        duration_s = 40
        warmup_s = 2
        sample_s = 0.01
        [topology]
        kind = "chain"
        hops = 1
        flows = 0
        [mobility]
        step_s = 0.01
        [mobility.waypoints]
        1 = [[20, 200, 0], [20.01, 900, 0]]
        [routing]
        protocol = "static"
        failure_notices = true
        [transport]
        name = "dccp"
        [wired.far]
        ends = ["server", 0]
        delay_ms = 400
        [flows.f0]
        src = "server"
        dst = 1
    "#;
    let heard_s = |settings: &[(&str, &str)]| {
        let states = values(&run(text, settings), "dccp_state", 0.0, 40.0);
        states.iter().position(|state| *state == FAILURE).map(|sample| sample as f64 * 0.01)
    };
    let (far_s, near_s) = (heard_s(&[]).unwrap(), heard_s(&[("wired.far.delay_ms", "50")]).unwrap());
    // Packets come to the gateway until the end; the MAC gives one up within some 30 ms.
    assert!(far_s > 20.4 && far_s < 20.8, "{far_s}");
    assert!(near_s > 20.05 && near_s < 20.4, "{near_s}");
}
