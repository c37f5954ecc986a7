//! Ten thousand random DCCP connections: whatever the links do, reliable DCCP delivers every byte once and in order,
//! unreliable DCCP no packet twice, and each connection ends.

use crate::dccp_lossy_links::{Case, Link, run};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell;

const CONNECTIONS: u32 = 10_000;

fn link() -> impl Strategy<Value = Link> {
    (0.0..0.3, 0.0..0.3, 0.0..0.3, 0.0..0.3, 0u64..300, 1u64..200).prop_map(
        |(drop, duplicate, reorder, mark, held_ms, delay_ms)| Link {
            drop,
            duplicate,
            reorder,
            mark,
            held_ms,
            delay_ms,
        },
    )
}

fn settings() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let word = |words: &[&'static str]| prop::sample::select(words.to_vec()).prop_map(str::to_owned);
    let all = vec![
        ("dccp_handshake", word(&["on", "on", "off"])),
        ("dccp_states", word(&["four", "two"])),
        ("dccp_loss", word(&["halve", "keep"])),
        ("dccp_beta_min", word(&["0", "0.5", "1"])),
        ("dccp_rtt", word(&["average", "current"])),
        ("dccp_rescale", word(&["old/new", "new/old"])),
        ("dccp_new_base", word(&["probe", "data"])),
        ("dccp_sequence_window", word(&["32", "100", "1000"])),
        ("dccp_initial_sequence", word(&["0", "1", "281474976710655", "281474976710600"])),
        ("dupthresh", word(&["1", "3", "20"])),
        ("initial_window", word(&["1", "2", "10", "1000"])),
        ("mss", word(&["100", "536", "1460"])),
        ("rto_min", word(&["0.2", "1"])),
    ];
    let (keys, values): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    values.prop_map(move |values| keys.iter().copied().zip(values).collect())
}

fn case() -> impl Strategy<Value = Case> {
    let size = prop_oneof![0u64..3, 1u64..20_000, 1u64..100_000];
    let failures = prop::collection::vec(0u64..5_000, 0..3);
    let outage = prop_oneof![Just((0, 0)), (0u64..3_000, 0u64..20_000).prop_map(|(from, long)| (from, from + long))];
    (
        prop::sample::select(vec!["dccp", "dccp-reliable"]),
        settings(),
        (link(), link()),
        prop::collection::vec(size, 1..4),
        failures,
        outage,
        any::<u64>(),
    )
        .prop_map(|(transport, set, (data, acks), writes, failures_ms, outage_ms, seed)| Case {
            transport,
            set,
            data,
            acks,
            writes,
            failures_ms,
            outage_ms,
            seed,
        })
}

#[test]
fn reliable_delivers_all_in_order_unreliable_nothing_twice_and_each_connection_ends() {
    let config = Config { cases: CONNECTIONS, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let (timeouts, losses, duplicates) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let outcome = runner.run(&case(), |case| {
        let ended = run(&case).map_err(TestCaseError::fail)?;
        timeouts.set(timeouts.get() + ended.sender.stats().timeouts);
        losses.set(losses.get() + ended.sender.stats().fast_retransmits);
        duplicates.set(duplicates.get() + ended.receiver.stats().duplicates);
        Ok(())
    });
    // A failure carries the smallest case that fails, its seed included.
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
    let counts = [timeouts.get(), losses.get(), duplicates.get()];
    assert!(counts.iter().all(|count| *count > u64::from(CONNECTIONS)), "the links were too kind: {counts:?}");
}

#[test]
fn perfect_links_lose_and_repeat_nothing() {
    for transport in ["dccp", "dccp-reliable"] {
        let outcome = run(&Case::perfect(transport, 300_000)).unwrap_or_else(|why| panic!("{transport}: {why}"));
        assert_eq!(outcome.receiver.delivered_bytes(), 300_000);
        let stats = outcome.sender.stats();
        assert_eq!((stats.retransmissions, stats.timeouts, stats.segments_sent), (0, 0, 300_000_u64.div_ceil(1460)));
        assert_eq!(outcome.receiver.stats().duplicates, 0);
    }
}
