use super::super::WindowLimit;
use super::*;
use crate::part::number;
use airhop_base::BitRate;
use proptest::prelude::*;

const MSS: u32 = 1000;
const PATH: PathInfo = PathInfo { hops: 7, link_rate: BitRate::kbps(2000) };

fn limit(set: &[(Parameter, &str)]) -> BwRtt {
    let set = [&[(BWRTT_WARMUP.parameter(), "2"), (BWRTT_ALPHA.parameter(), "0")], set].concat();
    let mut limit = BwRtt::default();
    limit.start(&Settings::with(&set));
    limit
}

fn bandwidth_kbps(limit: &BwRtt) -> Option<f64> {
    number("bandwidth_kbps", |visit| limit.telemetry(visit))
}

fn ack(at_ms: u64, segments: f64, rtt_ms: u64, srtt_ms: u64) -> Ack {
    Ack {
        now: Nanos::from_millis(at_ms),
        segments,
        una: 0,
        nxt: 0,
        mss: MSS,
        rtt: Some(Nanos::from_millis(rtt_ms)).filter(|rtt| *rtt > Nanos::ZERO),
        srtt: Some(Nanos::from_millis(srtt_ms)).filter(|srtt| *srtt > Nanos::ZERO),
    }
}

#[test]
fn the_limit_holds_from_the_second_acknowledgement_or_later() {
    let mut early = limit(&[]);
    early.observe(&ack(100, 1.0, 100, 100));
    assert_eq!((early.segments(&PATH), early.estimate), (f64::INFINITY, None));
    // (10,000 * 0.1 + 3000) / (0.1 + 0.1) = 20,000 bytes/s, in 100 ms two segments.
    early.observe(&ack(200, 3.0, 100, 100));
    assert_eq!(early.segments(&PATH), 2.0);
    assert_eq!(early.estimate, Some((20_000.0, Nanos::from_millis(100))));
    assert_eq!(bandwidth_kbps(&early), Some(160.0));
    assert_eq!(number("limit_segments", |visit| early.telemetry(visit)), Some(2.0));

    let mut late = limit(&[(BWRTT_WARMUP.parameter(), "4")]);
    for at in [100, 200, 300] {
        late.observe(&ack(at, 1.0, 100, 100));
        assert_eq!(late.segments(&PATH), f64::INFINITY, "not from the one at {at} ms");
    }
    assert_eq!(bandwidth_kbps(&late), Some(80.0), "it measures already");
    late.observe(&ack(400, 1.0, 100, 100));
    assert_eq!(late.segments(&PATH), 1.0);
}

#[test]
fn equation_3_for_each_round_trip_time_and_rounding() {
    // The round-trip times are 100, 60 and 160 ms, smoothed 125 ms; the bandwidth is 20,000 bytes/s throughout.
    let product = |round_trip: &str, rounding: &str| {
        let mut limit = limit(&[
            (BWRTT_RTT.parameter(), round_trip),
            (BWRTT_ROUNDING.parameter(), rounding),
            (BWRTT_DEVIATION.parameter(), "0"),
        ]);
        for (at, rtt) in [(100, 100), (150, 60), (200, 160)] {
            limit.observe(&ack(at, if at == 100 { 2.5 } else { 1.0 }, rtt, 125));
        }
        limit.segments(&PATH)
    };
    let of = |round_trip: &str| ["floor", "nearest", "ceiling"].map(|rounding| product(round_trip, rounding));
    assert_eq!(of("minimum"), [1.0, 1.0, 2.0], "1.2 segments");
    assert_eq!(of("first"), [2.0, 2.0, 2.0], "2 segments");
    assert_eq!(of("smoothed"), [2.0, 3.0, 3.0], "2.5 segments");
}

#[test]
fn a_small_deviation_leaves_the_limit() {
    let mut limit = limit(&[(BWRTT_DEVIATION.parameter(), "0.2")]);
    limit.observe(&ack(100, 2.4, 100, 100));
    // 24,000 bytes/s stay 24,000: (2400 + 2400) / 0.2.
    limit.observe(&ack(200, 2.4, 100, 100));
    assert_eq!(limit.segments(&PATH), 2.0);
    // (2400 + 3100) / 0.2 = 27,500 would be 3 segments, but is 15 % more.
    limit.observe(&ack(300, 3.1, 100, 100));
    assert_eq!(bandwidth_kbps(&limit), Some(220.0));
    assert_eq!(limit.segments(&PATH), 2.0);
    // (2750 + 3050) / 0.2 = 29,000 is 21 % more than the 24,000 in use.
    limit.observe(&ack(400, 3.05, 100, 100));
    assert_eq!(limit.segments(&PATH), 3.0);
    // 29,000 * 130 ms = 3.77; only the round-trip time has changed, by 30 %.
    limit.observe(&ack(400, 0.0, 0, 130));
    assert_eq!(limit.segments(&PATH), 4.0);
}

#[test]
fn round_trips_that_carry_no_data_do_not_count() {
    let mut limit = limit(&[(BWRTT_RTT.parameter(), "first")]);
    // A SYN's ACK: 20 ms, no data; then duplicates and an ambiguous one.
    limit.observe(&ack(20, 0.0, 20, 20));
    limit.observe(&ack(30, 0.0, 0, 20));
    limit.observe(&ack(50, 1.0, 0, 20));
    assert_eq!(limit.estimate, None, "no round-trip time yet");
    limit.observe(&ack(150, 1.0, 100, 30));
    assert_eq!(limit.estimate.map(|(_, rtt)| rtt), Some(Nanos::from_millis(100)));
}

#[test]
fn a_round_trip_of_no_time_is_ignored() {
    let mut limit = limit(&[]);
    limit.observe(&ack(100, 1.0, 0, 0));
    limit.observe(&ack(100, 1.0, 0, 0));
    assert_eq!((limit.segments(&PATH), limit.estimate), (f64::INFINITY, None));
}

#[test]
fn its_form_names_it() {
    assert!(matches!(WindowLimit::from_word("bwrtt"), Some(WindowLimit::BwRtt(_))));
    assert!(WindowLimit::from_word("bwrtt=3").is_none());
}

fn arbitrary_ack() -> impl Strategy<Value = (u64, f64, u64, u64)> {
    (0u64..5_000, prop_oneof![Just(0.0), Just(1.0), 0.0..50.0], 0u64..3_000, 0u64..3_000)
}

proptest! {
    #[test]
    fn it_is_never_below_one_segment_and_always_whole(
        acks in prop::collection::vec(arbitrary_ack(), 1..60),
        round_trip in prop::sample::select(vec!["minimum", "first", "smoothed"]),
        rounding in prop::sample::select(vec!["floor", "nearest", "ceiling"]),
        alpha in 0.0..0.999f64,
        deviation in 0.0..10.0f64,
    ) {
        let (alpha, deviation) = (alpha.to_string(), deviation.to_string());
        let mut limit = limit(&[
            (BWRTT_RTT.parameter(), round_trip),
            (BWRTT_ROUNDING.parameter(), rounding),
            (BWRTT_ALPHA.parameter(), &alpha),
            (BWRTT_DEVIATION.parameter(), &deviation),
        ]);
        let mut now_ms = 0;
        for (later_ms, segments, rtt_ms, srtt_ms) in acks {
            now_ms += later_ms;
            limit.observe(&ack(now_ms, segments, rtt_ms, srtt_ms));
            let segments = limit.segments(&PATH);
            prop_assert!(segments >= 1.0 && (segments.is_infinite() || segments.fract() == 0.0), "{segments}");
        }
    }
}
