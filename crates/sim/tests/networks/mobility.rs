//! Nodes that move: routes are cut and restored, and transports live through it.

use airhop_sim::{Output, RunOptions, Scenario};

/// A chain of two hops whose middle node, the only relay, goes away and comes back.
const LEAVING: &str = r#"
    [run]
    duration_s = 80
    warmup_s = 5

    [topology]
    kind = "chain"
    hops = 2

    [mobility.waypoints]
    1 = [[20, 200, 0], [30, 200, 600], [45, 200, 600], [55, 200, 0]]
"#;

fn scenario(text: &str, settings: &[(&str, &str)]) -> Scenario {
    let mut scenario = Scenario::from_toml(text, "moving.toml").unwrap();
    for (key, value) in settings {
        scenario.set(key, value).unwrap();
    }
    scenario
}

fn run(scenario: &Scenario) -> Output {
    scenario.run(1, &RunOptions { series: true, ..RunOptions::default() }).unwrap()
}

/// Values of a time series from one moment to another.
fn values(output: &Output, subject: &str, quantity: &str, from_s: f64, to_s: f64) -> Vec<f64> {
    let s = output.series.as_ref().unwrap();
    let wanted = |i: &usize| {
        s.subject[*i] == subject && s.quantity[*i] == quantity && s.time_s[*i] > from_s && s.time_s[*i] <= to_s
    };
    (0..s.len()).filter(wanted).map(|i| s.value[i]).collect()
}

fn goodput_kbps(output: &Output, from_s: f64, to_s: f64) -> f64 {
    let all = values(output, "f0", "goodput_kbps", from_s, to_s);
    all.iter().sum::<f64>() / all.len() as f64
}

#[test]
fn a_route_is_cut_and_restored() {
    for protocol in ["aodv", "dsr", "static"] {
        for transport in ["newreno", "tcp-ap", "sack"] {
            let settings = [("routing.protocol", protocol), ("transport.name", transport), ("run.duration_s", "180")];
            let output = run(&scenario(LEAVING, &settings));
            let before = goodput_kbps(&output, 5.0, 20.0);
            // Retransmissions are backed off by up to as long as the relay was away, and more.
            // The relay leaves both ends' range at 150 m from the line, 2.5 s after it set out, and is back 2.5 s before its end.
            let away = goodput_kbps(&output, 23.5, 52.0);
            let after = goodput_kbps(&output, 130.0, 180.0);
            assert!(
                before > 300.0 && away == 0.0 && after > 0.8 * before,
                "{protocol}, {transport}: {before} {away} {after}"
            );
            assert!(output.result.flows[0].timeouts > 2, "{protocol}, {transport}: {:?}", output.result.flows[0]);
        }
    }
}

#[test]
fn positions_follow_the_way_points() {
    let output = run(&scenario(LEAVING, &[]));
    for (from_s, to_s, y_m) in [(1.0, 20.0, 0.0), (24.94, 25.04, 300.0), (30.0, 45.0, 600.0), (55.05, 80.0, 0.0)] {
        let seen = values(&output, "node 1", "y_m", from_s, to_s);
        assert!(!seen.is_empty() && seen.iter().all(|y| (y - y_m).abs() < 6.1), "{y_m}: {seen:?}");
    }
    assert!(values(&output, "node 0", "y_m", 0.0, 80.0).is_empty(), "nodes that stand still have no series of places");
}

#[test]
fn another_route_is_found_when_the_first_one_goes() {
    // Nodes 0 and 3 over 1, or over 2, which comes when 1 goes.
    let text = r#"
        [run]
        duration_s = 60
        warmup_s = 5
        [topology]
        kind = "nodes"
        positions = [[0, 0], [200, 0], [200, 900], [400, 0]]
        [mobility.waypoints]
        1 = [[20, 200, 0], [40, 200, -900]]
        2 = [[10, 200, 900], [20, 200, 50]]
        [flows.f0]
        src = 0
        dst = 3
    "#;
    for protocol in ["aodv", "dsr"] {
        let output = run(&scenario(text, &[("routing.protocol", protocol)]));
        assert!(goodput_kbps(&output, 30.0, 60.0) > 300.0, "{protocol}: {:?}", output.result.flows[0]);
    }
}

#[test]
fn the_same_seed_gives_the_same_bits() {
    let once = || {
        let mut output = run(&scenario(LEAVING, &[("run.duration_s", "60")]));
        output.result.wall_s = 0.0;
        (output.result, output.series)
    };
    assert_eq!(once(), once());
}

#[test]
fn nodes_that_arrive_where_they_are_change_nothing() {
    let plain = Scenario::builtin("chain").unwrap();
    let mut still = plain.clone();
    still.set("mobility.waypoints.2", "[[5, 400, 0], [9, 400, 0]]").unwrap();
    let result = |s: &Scenario| {
        let mut s = s.clone();
        s.set("run.duration_s", "20").unwrap();
        s.set("run.warmup_s", "2").unwrap();
        let mut result = s.run(1, &RunOptions::default()).unwrap().result;
        result.wall_s = 0.0;
        result
    };
    assert_eq!(result(&plain), result(&still));
}

#[test]
fn a_gateway_may_move() {
    let mut s = Scenario::builtin("access").unwrap();
    for (key, value) in [
        ("topology.directions", "in"),
        ("routing.protocol", "aodv"),
        ("run.duration_s", "30"),
        ("mobility.waypoints.0", "[[10, 0, 0], [12, 0, 800]]"),
    ] {
        s.set(key, value).unwrap();
    }
    let output = run(&s);
    assert!(goodput_kbps(&output, 2.0, 10.0) > 300.0);
    assert_eq!(goodput_kbps(&output, 13.0, 30.0), 0.0);
}

#[test]
fn mistakes_are_named() {
    for (key, value, expected) in [
        ("mobility.waypoints.9", "[[1, 0, 0]]", "mobility.waypoints.9: there is no radio node 9; they go from 0 to 7"),
        ("mobility.waypoints.two", "[[1, 0, 0]]", "mobility.waypoints.two: a node's number must follow"),
        (
            "mobility.waypoints.2",
            "[[1, 0]]",
            "mobility.waypoints.2 = [[1, 0]]: must be a list of way-points [time_s, x_m, y_m]",
        ),
        ("mobility.waypoints.2", "[[3, 0, 0], [3, 1, 1]]", "each later than the one before"),
        ("mobility.waypoints.2", "[[-1, 0, 0]]", "with times of 0 or more"),
        ("mobility.waypoints.2", "[[1, nan, 0]]", "must be a list of way-points"),
        ("mobility.waypoints", "3", "mobility.waypoints"),
        ("mobility.step_s", "0", "mobility.step_s = 0: must be a number from 0.001"),
        ("mobility.stepp_s", "1", "did you mean `mobility.step_s`?"),
    ] {
        let mut s = Scenario::builtin("chain").unwrap();
        let error = s.set(key, value).and_then(|()| s.plan(1).map(|_| ())).unwrap_err().to_string();
        assert!(error.contains(expected), "{key} = {value}\n  gave: {error}\n  want: {expected}");
    }
}

#[test]
fn a_shown_scenario_reads_back() {
    let shown = scenario(LEAVING, &[("mobility.waypoints.0", "[[0, -10, 0]]"), ("mobility.step_s", "0.5")]);
    let text = shown.to_toml().unwrap();
    let again = Scenario::from_toml(&text, "shown.toml").unwrap();
    assert_eq!((again.to_toml().unwrap(), again.layout(1).unwrap()), (text, shown.layout(1).unwrap()));
    let layout = shown.layout(1).unwrap();
    assert_eq!(layout.nodes[0], [-10.0, 0.0], "a way-point at time 0 goes before the topology");
    assert_eq!((layout.moves[1].node, layout.moves[1].points.len()), (1, 5));
}
