//! TCP contention control on the simulated network: what the MAC measures, what the receiver makes of it.

use airhop_sim::{Output, RunOptions, Scenario};

fn run(settings: &[(&str, &str)]) -> Output {
    let mut scenario = Scenario::builtin("chain").unwrap();
    let common =
        [("topology.hops", "4"), ("run.duration_s", "40"), ("run.warmup_s", "5"), ("routing.protocol", "static")];
    for (key, value) in common.iter().chain(settings) {
        scenario.set(key, value).unwrap();
    }
    scenario.run(1, &RunOptions { series: true, ..RunOptions::default() }).unwrap()
}

fn values(output: &Output, subject: &str, quantity: &str) -> Vec<f64> {
    let series = output.series.as_ref().unwrap();
    (0..series.len())
        .filter(|&i| series.subject[i] == subject && series.quantity[i] == quantity)
        .map(|i| series.value[i])
        .collect()
}

#[test]
fn the_receiver_goes_through_all_stages_and_bounds_the_flight() {
    for rule in ["listing", "text"] {
        let output = run(&[("transport.name", "tctc"), ("transport.tctc_rule", rule)]);
        let stages = values(&output, "f0", "tctc_stage");
        for stage in [0.0, 1.0, 2.0, 3.0] {
            assert!(stages.contains(&stage), "{rule}: never in stage {stage}");
        }
        let ctwnd = values(&output, "f0", "ctwnd_segments");
        assert!(ctwnd.iter().all(|w| *w >= 2.0), "{rule}");
        let most = ctwnd.iter().copied().fold(0.0, f64::max);
        let buffered = values(&output, "network", "buffered_packets");
        // Each segment of the window, and as many ACKs, may be waiting somewhere.
        assert!(buffered.iter().all(|b| *b <= 2.0 * most + 1.0), "{rule}");
    }
}

/// A window of one segment over one hop meets nobody. A segment comes to the MAC 25 us (the link delay) after the
/// ACK that released it, while the MAC still acknowledges that one; then come DIFS, the backoff, RTS and CTS,
/// each with its SIFS. The backoff is 15 slots on average where it is redrawn, and what is left of the one after the
/// last success where that is not over: a third of the window of 32.
#[test]
fn the_delay_per_hop_of_a_lonely_packet_by_hand() {
    let settings = [
        ("transport.name", "tctc"),
        ("transport.advertised_window", "1460"),
        ("transport.tctc_interval", "1000"),
        ("topology.hops", "1"),
    ];
    let mcdh_ms = *values(&run(&settings), "f0", "mcdh_ms").last().unwrap();
    let acknowledging_us = 10.0 + 304.0 - 25.0;
    let with_slots = |slots: f64| (acknowledging_us + 50.0 + slots * 20.0 + 352.0 + 10.0 + 304.0 + 10.0) / 1000.0;
    assert!((with_slots(32.0 / 3.0)..with_slots(15.0)).contains(&mcdh_ms), "{mcdh_ms} ms");
}

/// A flow that asks does not change what the frames of others carry: beside it they have the bytes they had.
#[test]
fn only_the_flow_that_asks_pays() {
    let airtime = |name: &str| {
        let output = run(&[("transport.name", name), ("topology.hops", "1"), ("transport.advertised_window", "2920")]);
        let result = output.result;
        result.mac.airtime_s.data / f64::from(u32::try_from(result.flows[0].delivered_bytes / 1460).unwrap())
    };
    let (with, without) = (airtime("newreno+tctc"), airtime("newreno"));
    assert!((with / without - 6_352.0 / 6_328.0).abs() < 2e-3, "{with} {without}");
}
