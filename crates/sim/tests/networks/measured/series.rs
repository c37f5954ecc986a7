//! Time series.

use super::{ONE_FLOW, assert_is, output, together};
use airhop_sim::Series;

/// The points of one quantity of one subject: time and value.
fn points(series: &Series, subject: &str, quantity: &str) -> Vec<(f64, f64)> {
    let of = |i: &usize| series.subject[*i] == subject && series.quantity[*i] == quantity;
    (0..series.len()).filter(of).map(|i| (series.time_s[i], series.value[i])).collect()
}

#[test]
fn goodput_of_each_sample() {
    // Samples each 100 ms, with ten packets each; the last one comes at the end or is left out with it.
    let series = output(ONE_FLOW, &[("run.warmup_s", "0")]).series.unwrap();
    let goodputs = points(&series, "f0", "goodput_kbps");
    assert!((29..=30).contains(&goodputs.len()));
    for (i, (time_s, kbps)) in goodputs.iter().enumerate() {
        assert_is(*time_s, 0.1 * (i + 1) as f64);
        assert_is(*kbps, 1_168.0);
    }
}

#[test]
fn packets_in_queues() {
    // Four packets at once each 40 ms, 1 ms after a multiple of 40 ms. Each takes 7.3 ms. A sample each 20 ms: 19 ms after they came
    // the first two are gone, the third is at the MAC and the fourth waits; 39 ms after, all are gone.
    let settings = [
        ("transport.name", "udp-paced=292"),
        ("run.sample_s", "0.02"),
        ("run.duration_s", "0.5"),
        ("run.warmup_s", "0"),
    ];
    let series = output(&together(4), &settings).series.unwrap();
    let (queued, buffered) =
        (points(&series, "node 0", "queue_packets"), points(&series, "network", "buffered_packets"));
    assert!(queued.len() >= 24 && queued.len() == buffered.len());
    for (i, ((_, queued), (_, buffered))) in queued.iter().zip(&buffered).enumerate() {
        let expected = if i % 2 == 0 { (1.0, 2.0) } else { (0.0, 0.0) };
        assert_eq!((*queued, *buffered), expected, "sample {i}");
    }
    assert!(points(&series, "node 1", "queue_packets").iter().all(|(_, packets)| *packets == 0.0));
}
