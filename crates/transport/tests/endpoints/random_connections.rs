//! Ten thousand random connections: whatever the links do, every byte arrives once and in order, and each
//! connection ends.

use crate::lossy_links::{Case, Link, run};
use airhop_transport::{parts, transports};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell;

const CONNECTIONS: u32 = 10_000;

fn link() -> impl Strategy<Value = Link> {
    (0.0..0.3, 0.0..0.3, 0.0..0.3, 0u64..300, 1u64..200)
        .prop_map(|(drop, duplicate, reorder, held_ms, delay_ms)| Link { drop, duplicate, reorder, held_ms, delay_ms })
}

/// The base names of all TCP transports.
fn bases() -> Vec<&'static str> {
    transports()
        .iter()
        .map(|line| line.name)
        .filter(|name| !name.starts_with("udp") && !name.starts_with("dccp"))
        .collect()
}

/// A base, and of each kind of part none or one.
fn transport() -> impl Strategy<Value = String> {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for part in parts().iter().filter(|part| part.group != "DCCP") {
        let word = part.form.replace("=N", "=3").replace("=X", "=2").replace("=KBPS", "=800");
        match groups.iter_mut().find(|(group, _)| *group == part.group) {
            Some((_, words)) => words.push(word),
            None => groups.push((part.group, vec![word])),
        }
    }
    let choices: Vec<_> =
        groups.into_iter().map(|(_, words)| prop::option::weighted(0.3, prop::sample::select(words))).collect();
    (prop::sample::select(bases()), choices).prop_map(|(base, parts)| {
        parts.into_iter().flatten().fold(base.to_owned(), |name, part| format!("{name}+{part}"))
    })
}

fn settings() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let switch = || prop::sample::select(vec!["on", "off"]).prop_map(str::to_owned);
    let word = |words: &[&'static str]| prop::sample::select(words.to_vec()).prop_map(str::to_owned);
    let all = vec![
        ("handshake", switch().boxed()),
        ("timestamps", switch().boxed()),
        ("limited_transmit", word(&["on", "off", "ns2"]).boxed()),
        ("avoid_multiple_fast_retransmits", switch().boxed()),
        ("lda_restart", switch().boxed()),
        ("lda_immediate", switch().boxed()),
        ("daa_group", word(&["first", "each"]).boxed()),
        ("daa_gaps", word(&["group", "all"]).boxed()),
        ("daa_min_timeout", word(&["0", "0.1"]).boxed()),
        ("daa_auto_window", word(&["1", "10", "100"]).boxed()),
        ("daa_max", word(&["1", "4", "40"]).boxed()),
        ("limited_transmit_beyond_cwl", switch().boxed()),
        ("partial_ack_timer", word(&["impatient", "slow-but-steady"]).boxed()),
        ("repeated_timeout", word(&["reduce", "hold"]).boxed()),
        ("rtt_samples", word(&["ack", "window"]).boxed()),
        ("sack_after_timeout", word(&["keep", "forget"]).boxed()),
        ("ap_cov", word(&["mad", "std"]).boxed()),
        ("ap_cov_samples", word(&["fhd", "rtt", "one-way"]).boxed()),
        ("ap_timer", word(&["free", "rearm"]).boxed()),
        ("ap_sync_bytes", switch().boxed()),
        ("bwrtt_rtt", word(&["minimum", "first", "smoothed"]).boxed()),
        ("bwrtt_rounding", word(&["floor", "nearest", "ceiling"]).boxed()),
        ("bwrtt_warmup", word(&["2", "30"]).boxed()),
        ("rto_min", word(&["0.2", "1"]).boxed()),
        ("initial_window", word(&["1", "2", "10"]).boxed()),
        ("mss", word(&["100", "536", "1460"]).boxed()),
        ("advertised_window", word(&["1", "500", "1460", "4000", "29200", "65536"]).boxed()),
    ];
    let (keys, values): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    // A window of one byte takes one round trip a byte: a few of them are enough.
    values.prop_map(move |values| keys.iter().copied().zip(values).collect())
}

fn case() -> impl Strategy<Value = Case> {
    let size = prop_oneof![0u64..3, 1u64..20_000, 1u64..100_000];
    (transport(), settings(), link(), link(), prop::collection::vec(size, 1..4), 1u32..20, any::<u64>()).prop_map(
        |(transport, set, data, acks, mut writes, hops, seed)| {
            let tiny = set.iter().any(|(key, value)| *key == "advertised_window" && value.len() < 4);
            if tiny {
                writes.iter_mut().for_each(|bytes| *bytes %= 60);
            }
            Case { transport, set, data, acks, writes, hops, seed }
        },
    )
}

#[test]
fn every_byte_arrives_once_in_order_and_each_connection_ends() {
    let config = Config { cases: CONNECTIONS, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let (timeouts, fast_retransmits, duplicates) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let outcome = runner.run(&case(), |case| {
        let ended = run(&case).map_err(TestCaseError::fail)?;
        timeouts.set(timeouts.get() + ended.sender.stats().timeouts);
        fast_retransmits.set(fast_retransmits.get() + ended.sender.stats().fast_retransmits);
        duplicates.set(duplicates.get() + ended.receiver.stats().duplicates);
        Ok(())
    });
    // A failure carries the smallest case that fails, its seed included.
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
    let counts = [timeouts.get(), fast_retransmits.get(), duplicates.get()];
    assert!(counts.iter().all(|count| *count > u64::from(CONNECTIONS)), "the links were too kind: {counts:?}");
}

#[test]
fn perfect_links_need_no_retransmission() {
    for base in bases() {
        for ack_policy in ["every", "delack", "lda", "daa", "daap", "daa-auto"] {
            let case = Case {
                transport: format!("{base}+{ack_policy}"),
                set: Vec::new(),
                data: Link::PERFECT,
                acks: Link::PERFECT,
                writes: vec![300_000],
                hops: 4,
                seed: 1,
            };
            let outcome = run(&case).unwrap_or_else(|why| panic!("{}: {why}", case.transport));
            assert_eq!(outcome.sender.stats().retransmissions, 0, "{}", case.transport);
            assert_eq!(outcome.receiver.stats().duplicates, 0, "{}", case.transport);
        }
    }
}
