//! The window limit from bandwidth and round-trip time over the air: what it gains, what its time series show, and the
//! scenarios with background traffic.

use crate::over_the_air::{run, values};

#[test]
fn gains_on_a_long_chain() {
    let goodput = |transport: &str| run("chain", transport, &[("topology.hops", "8")]).0.aggregate_goodput_kbps;
    let (newreno, limited) = (goodput("newreno"), goodput("bw-rtt"));
    assert!(limited > 1.3 * newreno, "{limited} against {newreno} kbit/s");
}

#[test]
fn rounding_down_ends_at_a_window_of_one() {
    let (_, series) = run(
        "chain",
        "bw-rtt",
        &[
            ("topology.hops", "8"),
            ("transport.bwrtt_rounding", "floor"),
            ("transport.bwrtt_rtt", "minimum"),
            ("transport.bwrtt_deviation", "0"),
        ],
    );
    let limits = values(&series, "f0", "limit_segments");
    assert!(limits[limits.len() / 2..].iter().all(|limit| *limit == 1.0));
}

#[test]
fn the_series_show_bandwidth_and_limit() {
    let (result, series) = run("chain", "sack+bwrtt", &[("topology.hops", "4")]);
    let (bandwidths, limits) = (values(&series, "f0", "bandwidth_kbps"), values(&series, "f0", "limit_segments"));
    assert!(bandwidths.len() > 950 && limits.len() > 900, "one at each sample, the limit after the warm-up");
    let mean = bandwidths[100..].iter().sum::<f64>() / (bandwidths.len() - 100) as f64;
    assert!((mean / result.aggregate_goodput_kbps - 1.0).abs() < 0.25, "{mean} kbit/s");
    assert!(limits.iter().all(|limit| (1.0..20.0).contains(limit)));
    let (_, series) = run("chain", "newreno+cwl=3", &[("run.duration_s", "20")]);
    assert!(values(&series, "f0", "bandwidth_kbps").is_empty(), "nothing is estimated");
}

#[test]
fn background_traffic_crosses_a_flow_of_eight_hops() {
    for name in ["cross-background", "grid-background"] {
        for profile in ["ns2-wavelan", "ns2-wavelan-11M"] {
            let goodput = |background: &str| {
                let set =
                    [("radio.profile", profile), ("routing.protocol", "static"), ("flows.f1.transport", background)];
                let result = run(name, "bw-rtt", &set).0;
                assert_eq!((result.flows.len(), result.flows[0].hops, result.flows[1].hops), (2, 8, 8));
                assert_eq!(result.flows[1].transport, background);
                result.flows[0].goodput_kbps
            };
            let (light, heavy) = (goodput("udp-paced=20"), goodput("udp-paced=800"));
            assert!(light > 2.0 * heavy, "{name}, {profile}: {light} and {heavy} kbit/s");
        }
    }
}
