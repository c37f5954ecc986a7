//! Which ACKs a receiver's device withholds, step by step.

mod native;

use std::path::PathBuf;
use std::sync::OnceLock;

const MS: u64 = 1_000_000;

/// What becomes of the ACKs among these events, every second segment of 1000 bytes being acknowledged.
fn withheld(events: &[(char, u64, u32)]) -> Vec<u64> {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| native::compile("thinning"));
    let input: String = events.iter().map(|(kind, ms, value)| format!("{kind} {} {value}\n", ms * MS)).collect();
    native::run(program, &["thinning", "2", "1000"], &input).concat()
}

#[test]
fn every_second_segment_is_acknowledged() {
    let acks: Vec<_> = (0..9).map(|n| ('a', 10 * u64::from(n), 5000 + 1000 * n)).collect();
    assert_eq!(withheld(&acks), [0, 1, 0, 1, 0, 1, 0, 1, 0], "the first one always leaves");
}

#[test]
fn an_ack_of_two_segments_leaves() {
    assert_eq!(
        withheld(&[('a', 0, 1000), ('a', 10, 3000), ('a', 20, 5000), ('a', 30, 5500), ('a', 40, 7000)]),
        [0, 0, 0, 1, 0]
    );
}

#[test]
fn duplicates_always_leave_and_a_recovery_is_let_alone() {
    let mut acks = vec![('a', 0, 1000), ('a', 1, 2000), ('a', 2, 2000), ('a', 3, 2000), ('a', 4, 2000)];
    acks.extend((0..12).map(|n| ('a', 5 + u64::from(n), 3000 + 1000 * n)));
    let becomes = withheld(&acks);
    assert_eq!(becomes[..5], [0, 1, 0, 0, 0]);
    assert_eq!(becomes[5..], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0], "ten leave, then every second again");
}

#[test]
fn the_last_of_what_the_sender_has_is_acknowledged() {
    let acks = [('a', 0, 1000), ('d', 1, 0), ('a', 1, 2000), ('d', 2, 0), ('a', 2, 3000), ('d', 3, 1), ('a', 3, 4000)];
    assert_eq!(withheld(&acks), [0, 1, 0, 0]);
}

#[test]
fn what_leaves_with_data_or_blocks_counts() {
    assert_eq!(withheld(&[('a', 0, 1000), ('s', 5, 2000), ('a', 6, 3000), ('s', 7, 3000), ('a', 8, 4000)]), [0, 1, 1]);
}

#[test]
fn nothing_is_withheld_for_long_while_acks_are_made() {
    assert_eq!(withheld(&[('a', 0, 1000), ('a', 90, 1500), ('a', 101, 1600)]), [0, 1, 0]);
}

#[test]
fn a_sender_that_waited_for_an_ack_gets_a_hundred() {
    // A window of one segment: the sender waits for each ACK until its timer fires.
    let mut events = vec![('a', 0, 1000), ('d', 10, 0), ('a', 10, 2000), ('d', 300, 0)];
    events.extend((0..110).map(|n| ('a', 300 + 10 * u64::from(n), 3000 + 1000 * n)));
    let becomes = withheld(&events);
    assert_eq!(becomes[..2], [0, 1]);
    assert!(becomes[2..102].iter().all(|withheld| *withheld == 0), "{becomes:?}");
    assert!(becomes[102..].contains(&1), "then it is tried again");
}

#[test]
fn sequence_numbers_wrap() {
    let from = u32::MAX - 1500;
    let acks: Vec<_> = (0..6).map(|n| ('a', u64::from(n), from.wrapping_add(1000 * n))).collect();
    assert_eq!(withheld(&acks), [0, 1, 0, 1, 0, 1]);
}
