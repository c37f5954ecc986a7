use super::*;
use crate::path::PathInfo;
use airhop_base::{BitRate, Parameter};

fn estimate(set: &[(Parameter, &str)]) -> Estimate {
    Estimate::new(&Settings::with(set))
}

fn path(hops: u32) -> PathInfo {
    PathInfo { hops, link_rate: BitRate::kbps(2000) }
}

impl Estimate {
    fn rtt(&mut self, ms: f64, path: PathInfo) -> bool {
        let newest_rtt = Some(Nanos::from_secs_f64(ms / 1000.0));
        self.sample(&Feedback { now: Nanos::ZERO, newest_rtt, one_way: None, path }, 1460)
    }

    fn one_way(&mut self, ms: u64, path: PathInfo) -> bool {
        let one_way = Some(Nanos::from_millis(ms));
        let newest_rtt = Some(Nanos::from_millis(200));
        self.sample(&Feedback { now: Nanos::ZERO, newest_rtt, one_way, path }, 1460)
    }
}

fn assert_ms(time: Option<Nanos>, ms: f64) {
    let time = time.expect("a sample was taken").as_millis_f64();
    assert!((time - ms).abs() < 1e-4, "{time} ms, expected {ms} ms");
}

#[test]
fn the_first_sample_by_hand() {
    let mut estimate = estimate(&[]);
    assert_eq!((estimate.fhd(), estimate.interval(), estimate.cov()), (None, None, 0.0));
    // 1572 bytes take 6.288 ms, 112 bytes 0.448 ms. 80 ms over 4 hops: t_q = (20 - 6.736) / 2 = 6.632 ms;
    // FHD = 4 (6.632 + 6.288) = 51.68 ms, the same as 2 (20 + 5.84).
    assert!(estimate.rtt(80.0, path(4)));
    assert_ms(estimate.fhd(), 51.68);
    assert_eq!(estimate.cov(), 0.0);
    assert_ms(estimate.interval(), 51.68);
}

#[test]
fn two_samples_by_hand() {
    // FHD samples 51.68 and 2 (25 + 5.84) = 61.68 ms: average 0.7 * 51.68 + 0.3 * 61.68 = 54.68 ms, mean 56.68 ms.
    let mut mad = estimate(&[]);
    let mut std = estimate(&[(AP_COV.parameter(), "std")]);
    let mut of_rtt = estimate(&[(AP_COV_SAMPLES.parameter(), "rtt")]);
    for ms in [80.0, 100.0] {
        for estimate in [&mut mad, &mut std, &mut of_rtt] {
            assert!(estimate.rtt(ms, path(4)));
            assert!(estimate.fhd().is_some());
        }
    }
    for estimate in [&mad, &std, &of_rtt] {
        assert_ms(estimate.fhd(), 54.68);
    }
    assert!((mad.cov() - 5.0 / 56.68).abs() < 1e-9);
    assert_ms(mad.interval(), 54.68 * (1.0 + 2.0 * 5.0 / 56.68));
    // Sample standard deviation of two values 10 apart: sqrt(50).
    assert!((std.cov() - 50.0_f64.sqrt() / 56.68).abs() < 1e-9);
    assert_ms(std.interval(), 54.68 * (1.0 + 2.0 * 50.0_f64.sqrt() / 56.68));
    assert!((of_rtt.cov() - 10.0 / 90.0).abs() < 1e-9);
}

#[test]
fn alpha_weighs_the_past() {
    let mut estimate = estimate(&[(AP_ALPHA.parameter(), "0.2")]);
    estimate.rtt(80.0, path(4));
    estimate.rtt(100.0, path(4));
    assert_ms(estimate.fhd(), 0.2 * 51.68 + 0.8 * 61.68);
}

#[test]
fn n_hops_and_short_paths() {
    let fhd = |set: &[(Parameter, &str)], hops: u32| {
        let mut estimate = estimate(set);
        // 20 ms per hop there and back, whatever the path: t_q + t_data = 12.92 ms.
        estimate.rtt(20.0 * f64::from(hops), path(hops));
        estimate.fhd()
    };
    assert_ms(fhd(&[], 7), 4.0 * 12.92);
    assert_ms(fhd(&[], 3), 3.0 * 12.92);
    assert_ms(fhd(&[], 1), 12.92);
    assert_ms(fhd(&[(AP_SHORT_PATH.parameter(), "author")], 3), 12.92);
    assert_ms(fhd(&[(AP_SHORT_PATH.parameter(), "author")], 4), 4.0 * 12.92);
    assert_ms(fhd(&[(AP_N.parameter(), "5")], 7), 5.0 * 12.92);
    assert_ms(fhd(&[(AP_N.parameter(), "5")], 4), 4.0 * 12.92);
    // A path that the network does not know is taken as one hop.
    let mut unknown = estimate(&[]);
    unknown.rtt(20.0, path(0));
    assert_ms(unknown.fhd(), 12.92);
}

#[test]
fn one_way_delays_need_no_estimate_of_queueing() {
    let mut estimate = estimate(&[(AP_SYNC.parameter(), "on")]);
    estimate.one_way(70, path(7));
    assert_ms(estimate.fhd(), 40.0);
    estimate.one_way(30, path(2));
    assert_ms(estimate.fhd(), 0.7 * 40.0 + 0.3 * 30.0);
}

#[test]
fn variation_with_synchronised_clocks() {
    let cov = |samples: &str| {
        let mut estimate = estimate(&[(AP_SYNC.parameter(), "on"), (AP_COV_SAMPLES.parameter(), samples)]);
        estimate.one_way(70, path(7));
        estimate.one_way(30, path(4));
        assert_ms(estimate.fhd(), 0.7 * 40.0 + 0.3 * 30.0);
        estimate.cov()
    };
    // Both round trips took 200 ms: 2 (200 / 7 + 5.84) = 68.823 ms and 2 (200 / 4 + 5.84) = 111.68 ms.
    let (mean, half) = ((68.822_857_142_857 + 111.68) / 2.0, (111.68 - 68.822_857_142_857) / 2.0);
    assert!((cov("fhd") - half / mean).abs() < 1e-9);
    assert_eq!(cov("rtt"), 0.0);
    assert!((cov("one-way") - 5.0 / 35.0).abs() < 1e-9);
}

#[test]
fn a_path_that_changes_holds_from_the_next_sample() {
    let mut estimate = estimate(&[]);
    estimate.rtt(80.0, path(4));
    // 200 ms over 8 hops: 2 (25 + 5.84) = 61.68 ms.
    estimate.rtt(200.0, path(8));
    assert_ms(estimate.fhd(), 54.68);
    // At 11 Mbit/s s_data - s_ACK takes 1.0618 ms: 2 (25 + 1.0618) = 52.1236 ms.
    let fast = PathInfo { hops: 8, link_rate: BitRate::kbps(11_000) };
    estimate.rtt(200.0, fast);
    assert_ms(estimate.fhd(), 0.7 * 54.68 + 0.3 * 2.0 * (25.0 + 1460.0 * 8.0 / 11_000.0));
}

#[test]
fn samples_outside_of_the_range_are_ignored() {
    let mut estimate = estimate(&[]);
    // 2 (RTT / 4 + 5.84) = 500 ms at an RTT of 976.64 ms.
    assert!(!estimate.rtt(976.65, path(4)));
    assert!(estimate.rtt(976.63, path(4)));
    let before = (estimate.fhd(), estimate.cov());
    assert!(!estimate.rtt(2000.0, path(4)));
    assert_eq!((estimate.fhd(), estimate.cov()), before);
    let mut synchronised = self::estimate(&[(AP_SYNC.parameter(), "on")]);
    for ms in [0, 500] {
        synchronised.one_way(ms, path(4));
        assert_eq!(synchronised.fhd(), None);
    }
    synchronised.one_way(499, path(4));
    assert_ms(synchronised.fhd(), 499.0);
}

#[test]
fn a_queueing_delay_beyond_the_cap_gives_way_to_its_average() {
    let mut estimate = estimate(&[(AP_ALPHA.parameter(), "0")]);
    // t_q = (1200 - 6.736) / 2 > 500 ms, and there is no average yet.
    assert!(!estimate.rtt(1200.0, path(1)));
    // t_q = 46.632, then 96.632 ms: average 71.632 ms.
    assert!(estimate.rtt(100.0, path(1)));
    assert!(estimate.rtt(200.0, path(1)));
    assert_ms(estimate.fhd(), 96.632 + 6.288);
    assert!(estimate.rtt(1200.0, path(1)));
    assert_ms(estimate.fhd(), 71.632 + 6.288);
    assert!(estimate.rtt(1200.0, path(1)));
    assert_ms(estimate.fhd(), 71.632 + 6.288);
}
