//! The stages on hand-made sequences of intervals.

use super::*;
use crate::advertised::interface::ContentionSample;
use crate::part::number;
use ContentionStage::{FastProbe, LightContention, SevereContention, SlowProbe};
use proptest::prelude::*;

const MSS: u32 = 1460;
const HOPS: u32 = 4;

/// A connection's intervals, fed packet by packet.
struct Bench {
    part: Tctc,
    packets: u32,
    now: Nanos,
}

impl Bench {
    fn new(rule: &str, interval: u32) -> Self {
        let interval_text = interval.to_string();
        let settings = Settings::with(&[(TCTC_RULE.parameter(), rule), (TCTC_INTERVAL.parameter(), &interval_text)]);
        let mut part = Tctc::default();
        part.start(&settings);
        let mut bench = Self { part, packets: interval, now: Nanos::from_secs(1) };
        // The packet that begins the first interval belongs to none.
        bench.packet(Nanos::from_secs(9));
        bench
    }

    fn packet(&mut self, cumulative: Nanos) {
        self.part.on_packet(self.now, MSS, ContentionSample { delay: cumulative, hops: HOPS });
    }

    /// One interval of `length_ms` in which packets met `cdh_us` per hop; gives stage and window in segments.
    fn interval(&mut self, length_ms: u64, cdh_us: u64) -> (ContentionStage, f64) {
        let step = Nanos::from_millis(length_ms) / u64::from(self.packets);
        for _ in 0..self.packets {
            self.now += step;
            self.packet(Nanos::from_micros(cdh_us) * u64::from(HOPS));
        }
        let measured = |name: &str| number(name, |visit| self.part.telemetry(visit)).expect("an interval has ended");
        assert_eq!(measured("mcdh_ms"), cdh_us as f64 / 1000.0);
        assert_eq!(measured("tctc_stage"), f64::from(self.part.stage.number()));
        (self.part.stage, measured("ctwnd_segments"))
    }

    fn run(&mut self, intervals: &[(u64, u64)]) -> Vec<(ContentionStage, f64)> {
        intervals.iter().map(|&(length_ms, cdh_us)| self.interval(length_ms, cdh_us)).collect()
    }
}

/// Length of the interval in ms (shorter is more throughput), and contention delay per hop in us: into each stage from
/// each other one.
const SEQUENCE: [(u64, u64); 9] = [
    (400, 3_000), // the first: nothing to compare with
    (400, 3_000), // both the same
    (390, 2_900), // better in both
    (390, 2_950), // contention alone rises
    (420, 2_900), // both lower
    (430, 3_500), // worse in both
    (400, 3_400), // better in both again
    (390, 3_500), // throughput and contention rise
    (391, 3_501), // worse in both, ever so little
];

fn close(found: &[(ContentionStage, f64)], expected: &[(ContentionStage, f64)]) {
    assert_eq!(found.len(), expected.len());
    for (i, (f, e)) in found.iter().zip(expected).enumerate() {
        assert!(f.0 == e.0 && (f.1 - e.1).abs() < 1e-9, "interval {i}: {f:?}, expected {e:?}");
    }
}

#[test]
fn stages_by_the_listing() {
    let light = 5.0 - 1.0 / 5.0;
    let slow = light + 1.0 / light;
    let expected = [
        (FastProbe, 3.0),
        (FastProbe, 4.0),
        (FastProbe, 5.0),
        (LightContention, light),
        (SlowProbe, slow),
        (SevereContention, 2.0),
        (FastProbe, 3.0),
        (LightContention, 3.0 - 1.0 / 3.0),
        (SevereContention, 2.0),
    ];
    close(&Bench::new("listing", 10).run(&SEQUENCE), &expected);
}

#[test]
fn stages_by_the_text() {
    let expected = [
        (FastProbe, 4.0),
        (FastProbe, 8.0),
        (FastProbe, 16.0),
        (LightContention, 15.0),
        (SlowProbe, 16.0),
        (SevereContention, 2.0),
        (FastProbe, 4.0),
        (LightContention, 3.0),
        (SevereContention, 2.0),
    ];
    close(&Bench::new("text", 10).run(&SEQUENCE), &expected);
}

/// Algorithm 1 as printed adds in Severe Contention what the text takes away.
#[test]
fn the_misprint_adds_two_segments() {
    let found = Bench::new("printed", 10).run(&[(400, 3_000), (500, 4_000), (500, 3_000)]);
    close(&found, &[(FastProbe, 3.0), (SevereContention, 5.0), (FastProbe, 6.0)]);
}

#[test]
fn the_window_stays_between_two_segments_and_the_buffer() {
    for rule in ["listing", "text"] {
        let mut bench = Bench::new(rule, 2);
        for _ in 0..60 {
            bench.interval(100, 1_000);
        }
        assert_eq!(bench.part.window_bytes(65_536), 65_536, "{rule}: the buffer is all there is");
        // Light contention, over and over.
        for i in 0..4_000 {
            bench.interval(100, 1_001 + i);
        }
        assert_eq!(bench.part.window_bytes(65_536), 2 * MSS, "{rule}");
        assert_eq!(bench.part.window_bytes(1_000), 1_000, "{rule}: a smaller buffer bounds it");
    }
}

#[test]
fn the_window_is_set_once_an_interval() {
    let mut bench = Bench::new("listing", 10);
    assert_eq!(number("tctc_stage", |visit| bench.part.telemetry(visit)), None);
    for i in 1..=30 {
        bench.now += Nanos::from_millis(10);
        bench.packet(Nanos::from_millis(4));
        let expected = 2 + i / 10;
        assert_eq!(bench.part.window_bytes(65_536), expected * MSS, "after {i} packets");
    }
}

/// Equation 1 weighs the data by the lengths of the intervals: half the data in half the time is the same throughput.
#[test]
fn throughput_is_data_over_time() {
    let mut bench = Bench::new("listing", 2);
    bench.interval(100, 1_000);
    for _ in 0..2 {
        bench.now += Nanos::from_millis(25);
        let sample = ContentionSample { delay: Nanos::from_millis(4), hops: HOPS };
        bench.part.on_packet(bench.now, MSS / 2, sample);
    }
    assert_eq!(bench.part.stage, FastProbe);
    for _ in 0..2 {
        bench.now += Nanos::from_millis(25);
        let sample = ContentionSample { delay: Nanos::from_millis(4), hops: HOPS };
        bench.part.on_packet(bench.now, MSS / 2 - 1, sample);
    }
    assert_eq!(bench.part.stage, SlowProbe);
}

/// The delay is per hop: a longer path with the same delay at each hop is no more contention.
#[test]
fn contention_does_not_depend_on_the_hops() {
    let mut bench = Bench::new("listing", 1);
    for hops in [3, 6, 12] {
        bench.now += Nanos::from_millis(20);
        let delay = Nanos::from_micros(1_500) * u64::from(hops);
        bench.part.on_packet(bench.now, MSS, ContentionSample { delay, hops });
        assert_eq!(number("mcdh_ms", |visit| bench.part.telemetry(visit)), Some(1.5));
        assert_eq!(bench.part.stage, FastProbe);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever arrives, at any time: the window lies between two segments and the buffer, and stays within what is
    /// left of it.
    #[test]
    fn no_sequence_leads_out_of_the_bounds(
        rule in prop::sample::select(vec!["listing", "text", "printed"]),
        interval in 1..20u32,
        packets in prop::collection::vec((0..200_000u64, 0..2_000_000u64, 0..30u32, 1..=MSS), 0..400),
    ) {
        let mut bench = Bench::new(rule, interval);
        for (gap_us, delay_us, hops, bytes) in packets {
            bench.now += Nanos::from_micros(gap_us);
            let sample = ContentionSample { delay: Nanos::from_micros(delay_us), hops };
            bench.part.on_packet(bench.now, bytes, sample);
            let window = bench.part.window_bytes(65_536);
            prop_assert!((2 * MSS..=65_536).contains(&window), "{window}");
            prop_assert_eq!(bench.part.window_bytes(MSS), MSS);
        }
    }
}
