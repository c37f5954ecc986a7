//! TCP-AP over the air: what it gains on a chain, how two flows share, and what the time series show of it.

use crate::over_the_air::{run, values};

#[test]
fn gains_on_a_long_chain() {
    let goodput = |transport: &str| run("chain", transport, &[]).0.aggregate_goodput_kbps;
    let (newreno, paced) = (goodput("newreno"), goodput("tcp-ap"));
    assert!(paced > 1.5 * newreno, "{paced} against {newreno} kbit/s");
}

#[test]
fn two_chains_share() {
    let (result, _) = run("cross", "tcp-ap", &[("run.duration_s", "300")]);
    assert!(result.jain > 0.97, "{}", result.jain);
}

#[test]
fn the_series_show_the_estimates() {
    let (result, series) = run("chain", "tcp-ap", &[("topology.hops", "4")]);
    let of = |quantity| values(&series, "f0", quantity);
    let (rates, fhds, covs) = (of("rate_kbps"), of("fhd_ms"), of("cov"));
    assert!(rates.len() > 950 && rates.len() == fhds.len() && rates.len() == covs.len(), "one at each sample");
    for ((rate, fhd), cov) in rates.iter().zip(&fhds).zip(&covs) {
        // 1460 bytes are 11,680 bits.
        let expected = 11_680.0 / (fhd * (1.0 + 2.0 * cov));
        assert!((rate / expected - 1.0).abs() < 1e-3, "{rate} kbit/s, expected {expected}");
        assert!((0.0..1.0).contains(cov), "{cov}");
    }
    let mean = rates.iter().sum::<f64>() / rates.len() as f64;
    assert!((mean / result.aggregate_goodput_kbps - 1.0).abs() < 0.1, "rate {mean}");
    assert_eq!(of("rtt_cov").len(), of("rtt_ms").len() - 1);
}

#[test]
fn the_variation_of_round_trips_is_shown_for_every_tcp() {
    let set = [("traffic.kind", "cbr"), ("traffic.rate_kbps", "100"), ("topology.hops", "4")];
    let (_, series) = run("chain", "newreno", &set);
    let covs = values(&series, "f0", "rtt_cov");
    assert!(covs.len() > 500 && covs.iter().all(|cov| (0.0..0.5).contains(cov)), "alone on its chain it varies little");
    assert!(values(&series, "f0", "rate_kbps").is_empty(), "nothing is estimated");
}

#[test]
fn synchronised_clocks_count_only_the_way_of_the_data() {
    // The receiver waits 400 ms for a fourth segment, which the window does not allow: a round-trip time contains the
    // wait, a one-way delay does not.
    let fhd = |transport: &str| {
        let window = ("transport.advertised_window", "4500");
        let set = [("topology.hops", "4"), ("transport.lda_timer", "0.4"), ("transport.rto_min", "2"), window];
        let (_, series) = run("chain", transport, &set);
        let fhds = values(&series, "f0", "fhd_ms");
        fhds.iter().sum::<f64>() / fhds.len() as f64
    };
    let (round_trip, one_way) = (fhd("tcp-ap+lda"), fhd("tcp-ap+lda+sync"));
    assert!(one_way < 60.0, "{one_way} ms");
    assert!(round_trip > 2.0 * one_way, "{round_trip} against {one_way} ms");
}
