//! The integer arithmetic of the kernel's programs against the simulator's transports: same samples, same results.

mod native;

use airhop_base::{BitRate, Nanos};
use airhop_transport::{PathInfo, Segment, Sender, Transport};
use std::fmt::Write;

const MSS: u32 = 1460;

/// Numbers that look random, the same in every run (Knuth's linear congruential generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn sender(name: &str, set: &[(&str, &str)], hops: u32) -> Sender {
    let mut transport = Transport::parse(name).expect("a transport");
    for (key, value) in [("mss", "1460"), ("advertised_window", "100000000")].iter().chain(set) {
        transport.set(key, value).expect("a parameter");
    }
    let mut sender = transport.sender(PathInfo { hops, link_rate: BitRate::kbps(2000) }).expect("TCP");
    sender.write(Nanos::ZERO, 1 << 40);
    sender
}

fn acknowledge(sender: &mut Sender, now: Nanos, upto: u64) {
    sender.on_segment(now, &Segment { ack: Some(upto), window: 100_000_000, ..Segment::default() });
}

/// What the simulator's TCP-AP has found.
struct Paced {
    fhd_ns: f64,
    cov: f64,
    rate_kbps: f64,
}

/// What it finds from these round-trip times, one segment at a time.
fn simulated(set: &[(&str, &str)], hops: u32, rtts_us: &[u64]) -> Vec<Option<Paced>> {
    let mut sender = sender("tcp-ap", set, hops);
    let mut now = Nanos::ZERO;
    let mut upto = 0;
    let mut states = Vec::new();
    for rtt_us in rtts_us {
        // One segment is asked for at a time, so that its round-trip time is the one given.
        loop {
            if let Some(segment) = sender.poll_transmit(now) {
                upto = upto.max(segment.end());
                break;
            }
            now = sender.next_timeout().expect("a pacing timer").max(now);
            sender.on_timeout(now);
        }
        let arrival = now.saturating_add(Nanos::from_micros(*rtt_us));
        acknowledge(&mut sender, arrival, upto);
        now = arrival;
        let measured = |name: &str| sender.measured(name);
        let paced = |fhd_ms: f64| {
            Some(Paced { fhd_ns: fhd_ms * 1e6, cov: measured("cov")?, rate_kbps: measured("rate_kbps")? })
        };
        states.push(measured("fhd_ms").and_then(paced));
    }
    states
}

fn near(found: f64, expected: f64, relative: f64, what: &str) {
    assert!(
        (found - expected).abs() <= relative * expected.abs() + 1e-6,
        "{what}: {found}, the simulator has {expected}"
    );
}

#[test]
fn adaptive_pacing_is_the_simulators() {
    let program = native::compile("adaptive");
    let mut numbers = Numbers(1);
    for hops in [1, 2, 3, 4, 7, 12] {
        for (cov, standard) in [("mad", "0"), ("std", "1")] {
            // Round-trip times between a little below what the air alone takes and long queues, some beyond all caps.
            let rtts_us: Vec<u64> = (0..300)
                .map(|sample| match sample % 40 {
                    39 => 900_000 + numbers.below(4_000_000) * u64::from(hops),
                    _ => u64::from(hops) * (4_000 + numbers.below(60_000)),
                })
                .collect();
            let expected = simulated(&[("ap_cov", cov)], hops, &rtts_us);
            let hops_text = hops.to_string();
            let arguments = ["adaptive", "4", "700", "112", standard, &hops_text, "2000", "1460", "0"];
            let input = rtts_us.iter().map(|rtt| format!("{rtt}\n")).collect::<String>();
            let found = native::run(&program, &arguments, &input);
            assert_eq!(found.len(), expected.len());
            for (line, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let what = format!("{hops} hops, {cov}, sample {line}");
                let Some(expected) = expected else {
                    assert_eq!(found[0], 0, "{what}");
                    continue;
                };
                near(found[0] as f64, expected.fhd_ns, 1e-6, &format!("{what}: n-hop delay"));
                near(found[1] as f64 / f64::from(1 << 20), expected.cov, 1e-5, &format!("{what}: cov"));
                // The kernel's rates are whole bytes per second, rounded down.
                let (rate, whole) = (found[2] as f64, expected.rate_kbps / 0.008);
                assert!(
                    rate <= whole * 1.00001 && rate > whole * 0.99999 - 1.0,
                    "{what}: rate {rate}, not {whole} byte/s"
                );
            }
        }
    }
}

#[test]
fn before_the_first_sample_a_segment_leaves_each_50_ms() {
    let program = native::compile("first");
    let arguments = ["adaptive", "4", "700", "112", "0", "4", "2000", "1460", "0"];
    // No round-trip time, and one beyond the cap with no average yet to stand in for it.
    for line in native::run(&program, &arguments, "0\n-1\n8000000\n") {
        assert_eq!(line, [0, 0, u64::from(MSS) * 20]);
    }
}

#[test]
fn options_count_on_the_air() {
    let program = native::compile("options");
    // As in the simulator with 124 bytes of overhead: the timestamps option.
    let rtts_us = [80_000, 100_000, 60_000];
    let expected = simulated(&[("ap_overhead", "124")], 4, &rtts_us);
    let input = rtts_us.map(|rtt| format!("{rtt}\n")).concat();
    let found = native::run(&program, &["adaptive", "4", "700", "112", "0", "4", "2000", "1460", "12"], &input);
    for (found, expected) in found.iter().zip(expected) {
        near(found[0] as f64, expected.expect("a sample").fhd_ns, 1e-6, "n-hop delay");
    }
}

/// Bandwidth in kbit/s and limit in segments, 0 for none, that the simulator's limit finds from ACKs of random sizes at
/// random distances, and the same ACKs as the filter reads them.
fn limited(seed: u64) -> (Vec<Option<(f64, f64)>>, String) {
    let mut numbers = Numbers(seed);
    let mut sender = sender("newreno+bwrtt", &[("initial_window", "16"), ("advertised_window", "65536")], 4);
    let (mut now, mut una, mut upto) = (Nanos::ZERO, 0, 0);
    let (mut states, mut input) = (Vec::new(), String::new());
    for _ in 0..400 {
        while let Some(segment) = sender.poll_transmit(now) {
            upto = upto.max(segment.end());
        }
        now = now.saturating_add(Nanos::from_micros(numbers.below(40_000)));
        // One ACK in six repeats the last one.
        let segments = if numbers.below(6) == 0 { 0 } else { 1 + numbers.below(2) };
        let next = (una + segments * u64::from(MSS)).min(upto);
        acknowledge(&mut sender, now, next);
        let srtt = sender.srtt().map_or(0, |srtt| srtt.as_nanos() / 1000);
        writeln!(input, "{} {} {srtt}", now.as_nanos() / 1000, next - una).expect("a string grows");
        una = next;
        let limit = sender.measured("limit_segments").unwrap_or(0.0);
        states.push(sender.measured("bandwidth_kbps").map(|bandwidth_kbps| (bandwidth_kbps, limit)));
    }
    (states, input)
}

#[test]
fn the_limit_from_bandwidth_and_rtt_is_the_simulators() {
    let program = native::compile("bandwidth-rtt");
    for seed in 1..=8 {
        let (expected, input) = limited(seed);
        let found = native::run(&program, &["bandwidth-rtt", "1460"], &input);
        assert_eq!(found.len(), expected.len());
        let mut compared = 0;
        for (line, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let Some((bandwidth_kbps, limit)) = *expected else { continue };
            let what = format!("seed {seed}, ACK {line}");
            near(found[0] as f64 / 1024.0 * 0.008, bandwidth_kbps, 1e-3, &format!("{what}: bandwidth"));
            assert_eq!(found[1] as f64, limit, "{what}: limit in segments");
            compared += 1;
        }
        assert!(compared > 300, "the simulator has estimates");
    }
}

#[test]
fn limits_by_hops_are_the_simulators() {
    let program = native::compile("hops");
    let hops: Vec<u32> = (0..200).chain([1_000_000, u32::MAX - 1]).collect();
    let input = hops.iter().map(|hops| format!("{hops}\n")).collect::<String>();
    for (hops, found) in hops.iter().zip(native::run(&program, &["hops"], &input)) {
        let quarter = (f64::from(*hops) / 4.0).round().max(1.0);
        let fifth = (f64::from(*hops) * 2.0 / 5.0).floor().max(1.0);
        assert_eq!(found.iter().map(|limit| *limit as f64).collect::<Vec<_>>(), [quarter, fifth], "{hops} hops");
    }
}

#[test]
fn the_square_root_is_exact() {
    let program = native::compile("sqrt");
    let mut numbers = Numbers(3);
    let mut values: Vec<u64> =
        (0..300).chain((1..64).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1])).collect();
    values.extend([u64::MAX, u64::MAX - 1]);
    for _ in 0..2000 {
        let root = numbers.below(1 << 31) * 2 + numbers.below(2);
        values.extend([root * root, (root * root).saturating_sub(1), root * root + root]);
    }
    let input = values.iter().map(|value| format!("{value}\n")).collect::<String>();
    for (value, found) in values.iter().zip(native::run(&program, &["sqrt"], &input)) {
        assert_eq!(found, [value.isqrt()], "root of {value}");
    }
}
