//! Recovery by SACK blocks: RFC 6675.

use crate::driver::{Driver, MSS, ms};
use airhop_transport::Segment;

fn ten_in_flight(set: &[(&str, &str)]) -> Driver {
    let mut all = vec![("initial_window", "10"), ("limited_transmit", "off")];
    all.extend_from_slice(set);
    let mut tcp = Driver::new("sack", &all);
    assert_eq!(tcp.sent().len(), 10);
    tcp.wait(ms(100));
    tcp
}

#[test]
fn three_blocks_or_bytes_above_mean_lost() {
    let mut tcp = ten_in_flight(&[]);
    assert_eq!(tcp.ack_with_blocks(0, &[(1, 2)]), []);
    assert_eq!(tcp.ack_with_blocks(0, &[(1, 3)]), []);
    assert_eq!(tcp.ack_with_blocks(0, &[(1, 4)]), [0], "the third duplicate");
    assert_eq!((tcp.sender.cwnd_segments(), tcp.sender.ssthresh_segments()), (5.0, 5.0));
    let mut early = ten_in_flight(&[]);
    assert_eq!(early.ack_with_blocks(0, &[(7, 10)]), [0, 1, 2, 3, 4], "one duplicate with three segments is enough");
}

#[test]
fn duplicates_without_news_do_not_count() {
    let mut tcp = ten_in_flight(&[]);
    for _ in 0..5 {
        assert_eq!(tcp.ack_with_blocks(0, &[(1, 2)]), []);
    }
    assert_eq!(tcp.sender.stats().fast_retransmits, 0);
}

#[test]
fn several_holes_fill_in_one_recovery_as_the_pipe_drains() {
    let mut tcp = ten_in_flight(&[]);
    // 0, 1 and 5 are lost. With 2 to 4 arrived: 0 and 1 lost, pipe = 5..10 and the copy of 0 = 6.
    tcp.ack_with_blocks(0, &[(2, 3)]);
    tcp.ack_with_blocks(0, &[(2, 4)]);
    assert_eq!(tcp.ack_with_blocks(0, &[(2, 5)]), [0]);
    assert_eq!(tcp.ack_with_blocks(0, &[(6, 7), (2, 5)]), [], "pipe 5, window 5");
    assert_eq!(tcp.ack_with_blocks(0, &[(6, 8), (2, 5)]), [1], "pipe 4: the next hole");
    // Segment 5 has three segments above it now: lost, so that the pipe falls to 3 and two segments leave.
    assert_eq!(tcp.ack_with_blocks(0, &[(6, 9), (2, 5)]), [5, 10], "the last hole, then new data");
    assert_eq!(tcp.ack_with_blocks(0, &[(6, 10), (2, 5)]), [11]);
    assert_eq!(tcp.ack_with_blocks(1, &[(6, 10), (2, 5)]), [12], "a partial acknowledgement");
    assert_eq!(tcp.ack_with_blocks(5, &[(6, 10)]), [13]);
    assert_eq!(tcp.sender.stats().fast_retransmits, 1);
    assert_eq!(tcp.sender.cwnd_segments(), 5.0);
    assert_eq!(tcp.ack(10), [14], "recovery is over: 10 to 13 are in flight, window 5");
    assert_eq!(tcp.sender.stats().retransmissions, 3);
}

#[test]
fn the_last_segment_is_rescued_once() {
    let mut tcp = Driver::idle("sack", &[("initial_window", "10")]);
    tcp.sender.write(tcp.now, 8 * MSS);
    tcp.sent();
    tcp.wait(ms(100));
    // 0 and 7 are lost, and there is nothing new to send.
    tcp.ack_with_blocks(0, &[(1, 2)]);
    tcp.ack_with_blocks(0, &[(1, 3)]);
    assert_eq!(tcp.ack_with_blocks(0, &[(1, 4)]), [0]);
    assert_eq!(tcp.ack_with_blocks(0, &[(1, 5)]), [], "the copy of 0 and 5 to 7 fill the window of 4");
    assert_eq!(tcp.ack_with_blocks(0, &[(1, 6)]), [7], "rule 4 of NextSeg, when the pipe has room");
    assert_eq!(tcp.ack_with_blocks(0, &[(1, 7)]), [], "once only");
}

#[test]
fn a_closed_window_is_no_reason_for_a_rescue() {
    let mut tcp = ten_in_flight(&[("advertised_window", "10000")]);
    tcp.window = 10_000;
    tcp.ack_with_blocks(0, &[(1, 2)]);
    tcp.ack_with_blocks(0, &[(1, 3)]);
    assert_eq!(tcp.ack_with_blocks(0, &[(1, 4)]), [0]);
    for end in 5..=10 {
        assert_eq!(tcp.ack_with_blocks(0, &[(1, end)]), [], "the receiver has no room for new data");
    }
}

#[test]
fn after_a_timeout_what_the_receiver_holds_is_passed_over() {
    let mut tcp = ten_in_flight(&[]);
    tcp.ack_with_blocks(0, &[(2, 4)]);
    assert_eq!(tcp.fire(), [0]);
    assert_eq!(tcp.ack_with_blocks(1, &[(2, 4)]), [1, 4]);
    assert_eq!(tcp.ack(4), [5, 6]);
    let mut forgetful = ten_in_flight(&[("sack_after_timeout", "forget")]);
    forgetful.ack_with_blocks(0, &[(2, 4)]);
    assert_eq!(forgetful.fire(), [0]);
    assert_eq!(forgetful.ack_with_blocks(1, &[(2, 4)]), [1, 2]);
}

#[test]
fn a_loss_after_recovery_is_a_loss_again() {
    let mut tcp = ten_in_flight(&[]);
    assert_eq!(tcp.ack_with_blocks(0, &[(7, 10)])[0], 0);
    let released = tcp.ack(10);
    assert!(!released.is_empty());
    let last = *released.last().expect("segments left");
    assert!(tcp.ack_with_blocks(10, &[(last - 2, last + 1)]).contains(&10));
    assert_eq!(tcp.sender.stats().fast_retransmits, 2);
}

#[test]
fn other_laws_combine_with_sack() {
    for name in ["cubic+sack", "sack+cubic", "sack+vegas", "westwood+sack"] {
        let mut tcp = Driver::new(name, &[("initial_window", "10")]);
        tcp.sent();
        tcp.wait(ms(100));
        assert_eq!(tcp.ack_with_blocks(0, &[(7, 10)])[0], 0, "{name}");
    }
    let mut cubic = Driver::new("sack+cubic", &[("initial_window", "10")]);
    cubic.sent();
    cubic.ack_with_blocks(0, &[(7, 10)]);
    assert_eq!(cubic.sender.ssthresh_segments(), 7.0);
}

/// RFC 6675, section 4, IsLost(): three runs of arrivals above are enough, however short they are.
#[test]
fn three_runs_of_short_segments_above_mean_lost() {
    let mut tcp = Driver::idle("sack", &[("initial_window", "10"), ("limited_transmit", "off")]);
    let mut sent = 0;
    for _ in 0..6 {
        tcp.sender.write(tcp.now, 100);
        while tcp.sender.poll_transmit(tcp.now).is_some() {
            sent += 1;
        }
    }
    assert_eq!(sent, 6);
    // One acknowledgement tells that the segments of 100 bytes from 100, 300 and 500 on have arrived: 300 bytes, far below the
    // two full segments of the other condition, and one duplicate.
    let mut ack = Segment { ack: Some(0), window: 64_000, ..Segment::default() };
    [100, 300, 500].into_iter().for_each(|start| ack.sack.push(start, start + 100));
    tcp.wait(ms(100)).sender.on_segment(ms(100), &ack);
    // Half the window in use is less than a segment, so the window becomes one: the pipe leaves no room for another in it.
    let again: Vec<_> = std::iter::from_fn(|| tcp.sender.poll_transmit(ms(100))).map(|s| (s.seq, s.len)).collect();
    assert_eq!(again, [(0, 100)]);
    assert_eq!(tcp.sender.stats().fast_retransmits, 1);
}
