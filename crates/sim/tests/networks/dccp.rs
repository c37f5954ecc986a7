//! DCCP over the simulated network.

use airhop_sim::{FlowResult, RunOptions, RunResult, Scenario, Series};

fn run(settings: &[(&str, &str)]) -> (RunResult, Series) {
    let mut scenario = Scenario::builtin("chain").unwrap();
    for (key, value) in
        [("run.duration_s", "30"), ("run.warmup_s", "0"), ("topology.hops", "4"), ("routing.protocol", "static")]
            .iter()
            .chain(settings)
    {
        scenario.set(key, value).unwrap();
    }
    let output = scenario.run(1, &RunOptions { series: true, ..RunOptions::default() }).unwrap();
    (output.result, output.series.unwrap())
}

fn flow(settings: &[(&str, &str)]) -> FlowResult {
    run(settings).0.flows.remove(0)
}

fn values<'a>(series: &'a Series, quantity: &'a str) -> impl Iterator<Item = f64> + 'a {
    series.quantity.iter().zip(&series.value).filter(move |(q, _)| **q == quantity).map(|(_, value)| *value)
}

const TRANSFER: [(&str, &str); 2] = [("traffic.kind", "transfer"), ("traffic.bytes", "300000")];
const LOSSY: (&str, &str) = ("errors.packet", "0.1");

#[test]
fn a_transfer_over_a_lossy_path_is_whole_if_reliable_and_told_apart_if_not() {
    let reliable = flow(&[&TRANSFER[..], &[("transport.name", "dccp-reliable"), LOSSY]].concat());
    assert_eq!(reliable.delivered_bytes, 300_000);
    assert!(reliable.throughput_kbps >= reliable.goodput_kbps);
    let unreliable =
        flow(&[&TRANSFER[..], &[("transport.name", "dccp"), ("mac.short_retry_limit", "2"), LOSSY]].concat());
    assert!(unreliable.delivered_bytes < 300_000, "something was lost");
    assert_eq!((unreliable.retransmissions, unreliable.throughput_kbps), (0, unreliable.goodput_kbps));
    assert_eq!(unreliable.received_packets, unreliable.delivered_bytes.div_ceil(1460));
    // The transfer was over long before the run.
    assert!(unreliable.active_goodput_kbps.unwrap() > 1.2 * unreliable.goodput_kbps);
}

#[test]
fn files_follow_one_another_though_some_of_their_packets_are_lost() {
    let files = [("traffic.kind", "files"), ("traffic.pause_s", "0.2"), ("transport.name", "dccp"), LOSSY];
    let flow = flow(&[&files[..], &[("mac.short_retry_limit", "2")]].concat());
    assert!(flow.delivered_bytes > 100_000, "{}", flow.delivered_bytes);
    assert!(flow.active_goodput_kbps.unwrap() > flow.goodput_kbps);
}

#[test]
fn constant_rates_are_carried() {
    let cbr = [("traffic.kind", "cbr"), ("traffic.rate_kbps", "50"), ("traffic.packet_bytes", "1000")];
    let flow = flow(&[&cbr[..], &[("transport.name", "dccp")]].concat());
    assert!((flow.goodput_kbps - 50.0).abs() < 1.0, "{}", flow.goodput_kbps);
}

#[test]
fn series_show_the_congestion_control() {
    let (_, series) = run(&[("transport.name", "dccp"), LOSSY, ("mac.short_retry_limit", "2")]);
    assert!(values(&series, "cwnd_segments").all(|packets| packets >= 1.0));
    let states: Vec<f64> = values(&series, "dccp_state").collect();
    assert!(states.contains(&0.0) && states.contains(&3.0), "Normal and, without marks, Error: {states:?}");
    let base: Vec<f64> = values(&series, "base_rtt_ms").collect();
    let average: Vec<f64> = values(&series, "average_rtt_ms").collect();
    assert!(!base.is_empty() && base.iter().zip(&average).all(|(base, average)| base <= average));
    assert!(values(&series, "error_rate").any(|rate| rate > 0.0));
    let (_, two) = run(&[("transport.name", "dccp+two-state"), LOSSY, ("mac.short_retry_limit", "2")]);
    assert!(
        values(&two, "dccp_state").all(|state| state < 2.0) && values(&two, "dccp_state").any(|state| state == 1.0)
    );
}

#[test]
fn tcp_and_dccp_share_a_run_and_queues_stay_short() {
    let both = [("topology.flows", "2"), ("transport.name", "dccp"), ("flows.f1.transport", "newreno")];
    let (result, _) = run(&both);
    assert!(result.flows.iter().all(|flow| flow.goodput_kbps > 1.0), "{:?}", result.flows);
    let alone = |name: &str| flow(&[("transport.name", name), ("topology.hops", "1")]);
    let (dccp, newreno) = (alone("dccp"), alone("newreno"));
    assert!(dccp.goodput_kbps > 0.95 * newreno.goodput_kbps && dccp.rtt_ms.mean < 0.2 * newreno.rtt_ms.mean);
}
