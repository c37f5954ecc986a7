//! Whole scenarios: determinism, known throughputs, unreachable destinations, traffic, batches.

use airhop_sim::{Control, RunOptions, RunResult, Scenario, ScenarioError, Simulation, builtin_scenarios};

fn scenario(name: &str, settings: &[(&str, &str)]) -> Scenario {
    let mut scenario = Scenario::builtin(name).unwrap();
    for (key, value) in settings {
        scenario.set(key, value).unwrap();
    }
    scenario
}

fn run(name: &str, seed: u64, settings: &[(&str, &str)]) -> RunResult {
    scenario(name, settings).run(seed, &RunOptions::default()).unwrap().result
}

fn without_wall_time(mut result: RunResult) -> RunResult {
    result.wall_s = 0.0;
    result
}

const SHORT: [(&str, &str); 2] = [("run.duration_s", "30"), ("run.warmup_s", "5")];

#[test]
fn the_same_seed_gives_the_same_bits_alone_or_beside_others() {
    for (name, _) in builtin_scenarios() {
        let s = scenario(&name, &[("run.duration_s", "8"), ("run.warmup_s", "2")]);
        let options = RunOptions { series: true, ..RunOptions::default() };
        let one = s.run(3, &options).unwrap();
        let others: Vec<_> = std::thread::scope(|scope| {
            let runs: Vec<_> = [3, 4, 3]
                .map(|seed| {
                    scope.spawn({
                        let (s, options) = (&s, &options);
                        move || {
                            let output = s.run(seed, options).unwrap();
                            (without_wall_time(output.result), output.series)
                        }
                    })
                })
                .into();
            runs.into_iter().map(|r| r.join().unwrap()).collect()
        });
        let one = (without_wall_time(one.result), one.series);
        assert_eq!(one, others[0], "{name}");
        assert_eq!(one, others[2], "{name}");
        assert_ne!(one.0.events, others[1].0.events, "{name}: another seed is another run");
    }
}

#[test]
fn measuring_changes_nothing() {
    let s = scenario("parallel", &SHORT);
    let plain = s.run(1, &RunOptions::default()).unwrap().result;
    let dir = std::env::temp_dir().join(format!("airhop-probes-{}", std::process::id()));
    let options = RunOptions { series: true, pcap_dir: Some(dir.clone()) };
    let probed = s.run(1, &options).unwrap();
    std::fs::remove_dir_all(dir).unwrap();
    assert!(!probed.series.unwrap().is_empty());
    assert_eq!(without_wall_time(plain), without_wall_time(probed.result));
}

/// Goodputs that changed are a change of the model: look for the cause before accepting a new table.
#[test]
fn goodputs_of_short_runs() {
    let mut table = String::new();
    for (name, settings) in [
        ("chain", &[("topology.hops", "1"), ("routing.protocol", "static")][..]),
        ("chain", &[("topology.hops", "4"), ("routing.protocol", "static")]),
        ("chain", &[("topology.hops", "4")]),
        ("chain", &[("topology.hops", "7"), ("transport.name", "newreno+cwl=2")]),
        ("chain", &[("topology.hops", "7"), ("transport.name", "bw-rtt")]),
        ("chain", &[("topology.hops", "7"), ("transport.name", "vegas")]),
        ("chain", &[("topology.hops", "7"), ("transport.name", "sack+delack")]),
        ("chain", &[("topology.hops", "2"), ("radio.profile", "ns2-wavelan-11M")]),
        ("chain", &[("topology.hops", "4"), ("radio.profile", "standard")]),
        ("chain", &[("topology.hops", "4"), ("transport.name", "tcp-ap")]),
        ("chain", &[("topology.hops", "7"), ("transport.name", "tcp-ap")]),
        ("chain", &[("topology.hops", "7"), ("transport.name", "tcp-ap+sync+lda")]),
        ("chain", &[("topology.hops", "4"), ("transport.name", "tcp-daa")]),
        ("chain", &[("topology.hops", "7"), ("transport.name", "tcp-daa")]),
        ("chain", &[("topology.hops", "7"), ("transport.name", "tcp-daap"), ("errors.packet", "0.02")]),
        ("cross", &[("transport.name", "tcp-ap")]),
        ("cross", &[("transport.name", "tcp-daa")]),
        ("chain", &[("topology.hops", "4"), ("transport.name", "udp-paced=300")]),
        ("chain", &[("topology.hops", "4"), ("transport.name", "dccp")]),
        ("chain", &[("topology.hops", "7"), ("transport.name", "dccp-reliable+two-state")]),
        ("chain", &[("topology.hops", "2"), ("routing.protocol", "dsr")]),
        ("chain", &[("topology.hops", "4"), ("routing.protocol", "dsr")]),
        ("chain", &[("topology.hops", "4"), ("routing.protocol", "dsr"), ("routing.dsr.preset", "rfc4728")]),
        ("chain", &[("topology.hops", "8"), ("routing.protocol", "dsr")]),
        ("grid", &[("topology.flows", "3"), ("routing.protocol", "dsr")]),
        ("random", &[("routing.protocol", "dsr")]),
        ("cross", &[]),
        ("cross-background", &[]),
        ("parallel", &[("transport.name", "cubic")]),
        ("asymmetric", &[("transport.name", "westwood")]),
        ("grid", &[("topology.flows", "6")]),
        ("grid-background", &[]),
        ("grid-tcp-ap", &[]),
        ("random", &[]),
        ("random-files", &[]),
        ("saturation", &[]),
        ("chain", &[("radio.profile", "hamadani"), ("topology.spacing_m", "90"), ("transport.name", "tctc")]),
        ("interference-4hop", &[("flows.f1.start_s", "0.0")]),
    ] {
        let all: Vec<_> = SHORT.iter().chain(settings).copied().collect();
        let r = run(name, 1, &all);
        let flows: Vec<_> = r.flows.iter().map(|f| format!("{:.1}", f.goodput_kbps)).collect();
        let settings: Vec<_> = settings.iter().map(|(k, v)| format!("{k}={v}")).collect();
        table += &format!("{name} {}: {}\n", settings.join(" "), flows.join(" "));
    }
    insta::assert_snapshot!(table);
}

/// One hop of saturated UDP by hand: data, RTS, CTS, ACK, three SIFS, DIFS and 15 slots of 20 us on average, and four
/// times the propagation over 200 m.
#[test]
fn one_hop_of_udp_by_hand() {
    let r = run(
        "chain",
        1,
        &[
            ("topology.hops", "1"),
            ("routing.protocol", "static"),
            ("transport.name", "udp-paced=3000"),
            ("run.duration_s", "130"),
        ],
    );
    let data_us = 192.0 + (1460.0 + 28.0 + 34.0) * 8.0 / 2.0;
    let cycle_us = data_us + 352.0 + 304.0 + 304.0 + 30.0 + 50.0 + 15.0 * 20.0 + 4.0 * 0.667;
    let expected_kbps = 1460.0 * 8.0 / cycle_us * 1000.0;
    let ratio = r.aggregate_goodput_kbps / expected_kbps;
    assert!((ratio - 1.0).abs() < 0.002, "{} against {expected_kbps}", r.aggregate_goodput_kbps);
}

#[test]
fn an_unreachable_destination_is_a_result_not_an_error() {
    let text = "
        [topology]
        kind = \"nodes\"
        positions = [[0, 0], [200, 0], [5000, 0], [5200, 0]]
        [flows.far]
        src = 0
        dst = 3
        [flows.near]
        src = 0
        dst = 1
    ";
    for protocol in ["aodv", "dsr", "static"] {
        let mut s = Scenario::from_toml(text, "islands.toml").unwrap();
        s.set("run.duration_s", "30").unwrap();
        s.set("run.warmup_s", "5").unwrap();
        s.set("routing.protocol", protocol).unwrap();
        let r = s.run(1, &RunOptions::default()).unwrap().result;
        assert_eq!((r.flows[0].goodput_kbps, r.flows[0].hops), (0.0, 0));
        assert!(r.flows[0].reason.as_deref().unwrap().contains("no path from node 0 to node 3"), "{protocol}");
        assert!(r.flows[1].goodput_kbps > 500.0 && r.flows[1].reason.is_none());
    }
}

#[test]
fn a_route_too_long_for_dsr_is_named_and_can_be_allowed() {
    let long = [&SHORT[..], &[("topology.hops", "16"), ("routing.protocol", "dsr")]].concat();
    let reason = run("chain", 1, &long).flows[0].reason.clone().unwrap();
    assert_eq!(reason, "its shortest path has 16 hops, and routes have 15 at most (routing.dsr.max_route_nodes)");
    let allowed = [&long[..], &[("routing.dsr.max_route_nodes", "17")]].concat();
    let flow = &run("chain", 1, &allowed).flows[0];
    assert!(flow.goodput_kbps > 40.0 && flow.reason.is_none(), "{}", flow.goodput_kbps);
}

#[test]
fn a_lonely_node_is_a_mistake_unless_chance_put_it_there() {
    let apart = "topology = { kind = 'nodes', positions = [[0, 0], [300, 0]] }\nflows.f0 = { src = 0, dst = 1 }";
    let apart = Scenario::from_toml(apart, "apart.toml").unwrap();
    let error = apart.run(1, &RunOptions::default()).unwrap_err().to_string();
    assert!(error.contains("node 0 at (0, 0) m is out of range of every other node"), "{error}");
    assert!(error.contains("the nearest is 300.0 m away") && error.ends_with("up to 250.0 m"), "{error}");
    let sparse = [("topology.nodes", "5"), ("topology.width_m", "100000"), ("topology.flows", "1")];
    let r = run("random", 1, &[&SHORT[..], &sparse[..]].concat());
    assert!(r.flows[0].reason.is_some());
}

/// Two-ray ground at 914 MHz: 0.28183815 W * (1.5 m)^4 / d^4 >= 3.652e-10 W up to (1.42681 / 3.652e-10)^(1/4) = 250.01 m.
/// Free space at 2.412 GHz: 3.233e-5 W * (0.124292 m / (4 pi d))^2 >= 3.162e-13 W up to 0.0098908 * sqrt(3.233e-5 /
/// 3.162e-13) = 100.01 m.
#[test]
fn the_largest_spacing_that_works_is_named() {
    let with = |kind: &str, profile: &str, spacing: &str| {
        let gap = if matches!(kind, "parallel" | "asymmetric") { "gap_m = 5000" } else { "" };
        let wired = if kind == "access" { "[wired.w]\nends = [\"host\", 0]" } else { "" };
        let text = format!(
            "[topology]\nkind = \"{kind}\"\nhops = 2\nspacing_m = {spacing}\n{gap}\n[radio]\nprofile = \"{profile}\"\n{wired}"
        );
        let plan = Scenario::from_toml(&text, "spaced.toml").unwrap().plan(1).unwrap();
        Simulation::new(&plan, 1, &RunOptions::default()).map(|_| ()).map_err(|e| e.to_string())
    };
    for kind in ["chain", "cross", "parallel", "asymmetric", "grid", "access"] {
        for (profile, largest, next) in [("ns2-wavelan", "250", "250.1"), ("hamadani", "100", "100.1")] {
            for spacing in [next, "400"] {
                assert_eq!(
                    with(kind, profile, spacing).unwrap_err(),
                    format!(
                        "topology.spacing_m = {spacing}: neighbours are out of each other's range; the largest spacing \
                         that works is {largest} m"
                    ),
                    "{kind}"
                );
            }
            assert_eq!(with(kind, profile, largest), Ok(()), "{kind} {profile}");
        }
    }
}

/// Whatever the radio, the spacing that is named works and the next decimetre does not.
#[test]
fn the_spacing_named_is_the_boundary() {
    for (key, value) in [("tx_power_w", "1e-9"), ("tx_power_w", "0.7"), ("frequency_mhz", "5000"), ("rx_gain", "3.3")] {
        for profile in ["ns2-wavelan", "standard", "standard-11M", "hamadani"] {
            let at = |spacing: &str| {
                let key = format!("radio.{key}");
                let settings = [("topology.spacing_m", spacing), ("radio.profile", profile), (key.as_str(), value)];
                let s = scenario("chain", &[&SHORT[..], &settings[..]].concat());
                Simulation::new(&s.plan(1).unwrap(), 1, &RunOptions::default()).map(|_| ()).map_err(|e| e.to_string())
            };
            let error = at("1000000").unwrap_err();
            let named = error.split("works is ").nth(1).and_then(|rest| rest.strip_suffix(" m"));
            let Some(named) = named else {
                assert!(error.ends_with("no spacing works with this radio"), "{error}");
                assert!(at("0.1").is_err());
                continue;
            };
            let next = format!("{:.1}", named.parse::<f64>().unwrap() + 0.1);
            assert_eq!(at(named), Ok(()), "{profile} {key} {value}");
            assert!(at(&next).unwrap_err().ends_with(&format!("works is {named} m")), "{profile} {key} {value}");
        }
    }
    let dead = scenario("chain", &[("radio.tx_power_w", "1e-30")]).run(1, &RunOptions::default()).unwrap_err();
    assert!(dead.to_string().ends_with("no spacing works with this radio"), "{dead}");
}

#[test]
fn flows_start_and_stop_when_told() {
    let s = scenario(
        "parallel",
        &[
            ("run.duration_s", "60"),
            ("run.warmup_s", "0"),
            ("flows.f1.start_s", "20"),
            ("flows.f0.stop_s", "40"),
            ("flows.f0.transport", "newreno+cwl=2"),
            ("transport.name", "newreno+cwl=4"),
        ],
    );
    let output = s.run(1, &RunOptions { series: true, ..RunOptions::default() }).unwrap();
    let flows = &output.result.flows;
    assert_eq!((flows[0].transport.as_str(), flows[1].transport.as_str()), ("newreno+cwl=2", "newreno+cwl=4"));
    let series = output.series.unwrap();
    let goodput = |flow: &str, from: f64, to: f64| -> f64 {
        let points = (0..series.len()).filter(|&i| {
            series.subject[i] == flow
                && series.quantity[i] == "goodput_kbps"
                && series.time_s[i] > from
                && series.time_s[i] <= to
        });
        points.map(|i| series.value[i]).sum()
    };
    assert!(goodput("f0", 0.0, 20.0) > 0.0 && goodput("f1", 20.0, 60.0) > 0.0);
    assert_eq!(goodput("f1", 0.0, 20.0), 0.0);
    // What is in flight at the stop still arrives.
    assert_eq!(goodput("f0", 45.0, 60.0), 0.0);
}

#[test]
fn traffic_of_every_kind() {
    let base = [&SHORT[..], &[("topology.hops", "2")]].concat();
    let with = |more: &[(&str, &str)]| run("chain", 1, &[&base[..], more].concat()).flows.remove(0);
    let cbr = with(&[("traffic.kind", "cbr"), ("traffic.rate_kbps", "100")]);
    assert!((cbr.goodput_kbps - 100.0).abs() < 1.0, "{}", cbr.goodput_kbps);
    let udp = with(&[("transport.name", "udp"), ("traffic.kind", "cbr"), ("traffic.rate_kbps", "50")]);
    assert!((udp.goodput_kbps - 50.0).abs() < 1.0, "{}", udp.goodput_kbps);
    let files = with(&[("traffic.kind", "files"), ("traffic.pause_s", "0.2")]);
    assert!(files.goodput_kbps > 30.0 && files.goodput_kbps < 600.0, "{}", files.goodput_kbps);
    let active_kbps = files.active_goodput_kbps.unwrap();
    assert!(active_kbps > 1.1 * files.goodput_kbps && active_kbps < 800.0, "{active_kbps}");
    assert_eq!(with(&[]).active_goodput_kbps, None);
    let transfer = with(&[("traffic.kind", "transfer"), ("traffic.bytes", "100000"), ("run.warmup_s", "0")]);
    assert_eq!(transfer.delivered_bytes, 100_000);
    let handshake = with(&[
        ("traffic.kind", "transfer"),
        ("traffic.bytes", "100000"),
        ("run.warmup_s", "0"),
        ("transport.handshake", "on"),
    ]);
    assert_eq!(handshake.delivered_bytes, 100_000);
}

#[test]
fn a_run_by_packets_has_its_batches() {
    let r = run("chain", 1, &[("topology.hops", "2"), ("run.packets", "1100"), ("run.batches", "11")]);
    assert_eq!(r.batches.len(), 10);
    assert_eq!(r.flows[0].delivered_bytes, 1000 * 1460);
    let mean = r.batches.iter().map(|b| b.aggregate_goodput_kbps).sum::<f64>() / 10.0;
    assert!((mean / r.aggregate_goodput_kbps - 1.0).abs() < 0.01);
    assert_eq!(r.batches[0].end_s, r.batches[1].start_s);
}

#[test]
fn a_cancelled_run_ends() {
    let control = Control::default();
    control.cancel();
    let error = scenario("chain", &[("run.duration_s", "100000")]).run_under(1, &RunOptions::default(), &control);
    assert_eq!(error.unwrap_err(), ScenarioError::new("the run was cancelled"));
}

#[test]
fn errors_cost_goodput_and_energy_adds_up() {
    let clean = run("chain", 1, &[&SHORT[..], &[("topology.hops", "3")]].concat());
    let lossy = run("chain", 1, &[&SHORT[..], &[("topology.hops", "3"), ("errors.packet", "0.05")]].concat());
    assert_eq!(clean.mac.drops.error, 0);
    assert!(lossy.mac.drops.error > 100 && lossy.aggregate_goodput_kbps < clean.aggregate_goodput_kbps);
    let air = clean.mac.airtime_s;
    let sent_j = (air.data + air.tcp_ack + air.control + air.routing) * 0.660;
    assert!(clean.energy_j.total > sent_j && clean.energy_j.sender < clean.energy_j.total);
    // Nothing can use more than all nodes receiving or sending all the time.
    assert!(clean.energy_j.total < 4.0 * 25.0 * 0.660);
}

#[test]
fn local_repair_makes_the_cliff() {
    // From 7 hops on ns-2's faulty repair stalls TCP; the RFC's does not.
    let goodput = |repair: &str| -> f64 {
        let settings =
            [("run.duration_s", "120"), ("transport.name", "newreno+cwl=20"), ("routing.aodv.local_repair", repair)];
        (1..=3).map(|seed| run("chain", seed, &settings).aggregate_goodput_kbps).sum::<f64>() / 3.0
    };
    let (ns2, rfc) = (goodput("ns2"), goodput("rfc3561"));
    assert!(ns2 < 140.0 && rfc > 1.3 * ns2, "ns2 {ns2}, rfc {rfc}");
}
