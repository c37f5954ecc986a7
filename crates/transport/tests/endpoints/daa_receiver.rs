//! The rules of TCP-DAA's receiver one by one (section 3.2 of the paper), and what its recipes change at the sender.

use crate::driver::{Driver, MSS, ms};
use airhop_base::Nanos;
use airhop_transport::{Receiver, Segment, Transport};

fn receiver(name: &str, set: &[(&str, &str)]) -> Receiver {
    let mut transport = Transport::parse(name).expect("a known transport");
    for (key, value) in set {
        transport.set(key, value).expect("a known parameter");
    }
    transport.receiver().expect("a TCP transport")
}

/// Segment `number`, from 0, arrives; tells the ACK that it releases, as the next segment expected.
fn arrive(receiver: &mut Receiver, now: Nanos, number: u64) -> Option<u64> {
    receiver.on_segment(now, &Segment { seq: number * MSS, len: MSS as u32, ..Segment::default() });
    acked(receiver, now)
}

fn acked(receiver: &mut Receiver, now: Nanos) -> Option<u64> {
    receiver.poll_transmit(now).and_then(|segment| segment.ack).map(|next| next / MSS)
}

/// The ACKs of the segments up to `end`, 10 ms apart, in order.
fn in_order(receiver: &mut Receiver, start: u64, end: u64) -> Vec<u64> {
    (start..end).filter_map(|number| arrive(receiver, ms(10 * number), number)).collect()
}

fn dwin(receiver: &Receiver) -> f64 {
    receiver.measured("dwin_segments").expect("an adaptive receiver")
}

#[test]
fn start_up_delays_more_and_more() {
    // dwin at the first segments of groups: 1.0, 1.3, 1.6, 1.9, 2.2, 2.8, 3.4, then 4.
    for name in ["tcp-daa", "tcp-daap", "newreno+daa"] {
        let mut tcp = receiver(name, &[]);
        assert_eq!(in_order(&mut tcp, 0, 24), [1, 2, 3, 4, 6, 8, 11, 15, 19, 23], "{name}");
    }
    let mut fast = receiver("tcp-daa", &[("daa_mu", "1"), ("daa_max", "3")]);
    assert_eq!(in_order(&mut fast, 0, 12), [1, 3, 6, 9, 12]);
}

#[test]
fn disorder_is_acknowledged_at_once_and_leaves_two_or_one() {
    for (name, left) in [("tcp-daa", 2.0), ("tcp-daap", 1.0)] {
        for (what, numbers, ack) in [("beyond a gap", &[25][..], 24), ("a duplicate", &[20][..], 24)] {
            let mut tcp = receiver(name, &[]);
            in_order(&mut tcp, 0, 24);
            assert_eq!(dwin(&tcp), 4.0);
            for number in numbers {
                assert_eq!(arrive(&mut tcp, ms(250), *number), Some(ack), "{what}, with one that waited");
            }
            assert_eq!(dwin(&tcp), left, "{name}: {what}");
            assert_eq!(tcp.next_timeout(), None);
        }
    }
}

#[test]
fn what_fills_a_gap_is_acknowledged_at_once() {
    let mut tcp = receiver("tcp-daa", &[]);
    in_order(&mut tcp, 0, 23);
    assert_eq!(arrive(&mut tcp, ms(300), 24), Some(23));
    assert_eq!(arrive(&mut tcp, ms(310), 26), Some(23));
    assert_eq!(arrive(&mut tcp, ms(320), 23), Some(25), "one of two gaps");
    assert_eq!(arrive(&mut tcp, ms(330), 25), Some(27), "the other");
    assert_eq!(dwin(&tcp), 2.0);
    assert_eq!(arrive(&mut tcp, ms(340), 27), None, "in order again");
    assert_eq!(arrive(&mut tcp, ms(350), 28), Some(29), "two, although dwin has grown meanwhile");
    assert_eq!(dwin(&tcp), 4.0);
}

#[test]
fn a_group_may_follow_dwin_at_each_of_its_segments() {
    let mut tcp = receiver("tcp-daa", &[("daa_group", "each")]);
    in_order(&mut tcp, 0, 23);
    arrive(&mut tcp, ms(300), 24);
    arrive(&mut tcp, ms(310), 23);
    let acks: Vec<u64> = (25..33).filter_map(|number| arrive(&mut tcp, ms(10 * number + 100), number)).collect();
    assert_eq!(acks, [29, 33], "dwin stays ahead of the count: groups of four at once");
}

#[test]
fn each_segment_that_waits_starts_the_timer_anew() {
    let mut tcp = receiver("tcp-daa", &[("daa_min_timeout", "0")]);
    in_order(&mut tcp, 0, 23);
    assert_eq!(arrive(&mut tcp, ms(500), 23), None);
    assert_eq!(tcp.next_timeout(), Some(ms(522)), "2.2 gaps of 10 ms; the gap in front of the group does not count");
    assert_eq!(arrive(&mut tcp, ms(518), 24), None);
    // 3/4 of 10 ms and 1/4 of 18 ms are 12 ms.
    assert_eq!(tcp.next_timeout(), Some(ms(518) + ms(12).mul_f64(2.2)));
    tcp.on_timeout(ms(545));
    assert_eq!(acked(&mut tcp, ms(545)), Some(25));
    assert_eq!((dwin(&tcp), tcp.next_timeout()), (2.0, None));
}

#[test]
fn the_timer_has_an_initial_value_and_a_floor() {
    let mut tcp = receiver("tcp-daa", &[("daa_mu", "1")]);
    assert_eq!(in_order(&mut tcp, 0, 1), [1]);
    assert_eq!(arrive(&mut tcp, ms(20), 1), None);
    assert_eq!(tcp.next_timeout(), Some(ms(220)), "no gap is known");
    assert_eq!(arrive(&mut tcp, ms(30), 2), Some(3));
    assert_eq!(arrive(&mut tcp, ms(40), 3), None);
    assert_eq!(tcp.next_timeout(), Some(ms(140)), "22 ms are less than the floor");
}

#[test]
fn a_timer_that_the_sender_waits_for_does_not_grow_by_itself() {
    let mut tcp = receiver("tcp-daa", &[("daa_gaps", "all"), ("daa_min_timeout", "0"), ("daa_mu", "1")]);
    let mut now = ms(0);
    for number in 0..40 {
        now += ms(20);
        if arrive(&mut tcp, now, number).is_none() {
            let deadline = tcp.next_timeout().expect("the timer runs");
            assert!(deadline <= now + ms(200), "segment {number}");
            now = deadline;
            tcp.on_timeout(now);
            assert_eq!(acked(&mut tcp, now), Some(number + 1));
        }
    }
}

#[test]
fn senders_retransmit_on_the_second_duplicate() {
    for name in ["tcp-daa", "tcp-daap"] {
        let mut tcp = Driver::new(name, &[]);
        let next = tcp.grow_to(4);
        assert_eq!(tcp.sender.in_flight(), 4 * MSS, "{name}: the window ends at four");
        assert_eq!(tcp.duplicate(), [next + 4], "{name}: limited transmit, beyond the window");
        assert_eq!(tcp.duplicate(), [next], "{name}");
        assert_eq!(tcp.sender.cwnd_segments(), 2.0);
    }
    let mut hard = Driver::new("tcp-daa", &[("limited_transmit_beyond_cwl", "off")]);
    hard.grow_to(4);
    assert!(hard.duplicate().is_empty(), "within the window");
}

#[test]
fn senders_are_patient() {
    for (name, factor) in [("newreno", 1), ("tcp-daa", 5), ("tcp-daap", 2)] {
        let mut tcp = Driver::new(name, &[("rto_min", "1")]);
        tcp.grow_to(4);
        assert_eq!(tcp.sender.rto(), Nanos::from_secs(factor), "{name}");
    }
}

#[test]
fn the_receiver_brings_its_sender_to_any_recipe_unless_the_name_says_otherwise() {
    let rto_s = |name: &str| {
        let mut tcp = Driver::new(name, &[("rto_min", "1")]);
        tcp.grow_to(4);
        (tcp.sender.rto().as_secs_f64(), tcp.sender.in_flight() / MSS)
    };
    for name in ["sack+daa", "reno+daa", "newreno+daa", "tcp-daap+daa"] {
        assert_eq!(rto_s(name), (5.0, 4), "{name}");
    }
    assert_eq!(rto_s("sack+daap"), (2.0, 4));
    assert_eq!(rto_s("sack+rto-factor=3+daa"), (3.0, 4));
    assert_eq!(rto_s("tcp-daa+every"), (1.0, 4), "nothing comes along with a receiver that is not there");
    let mut plain = Driver::new("newreno+daa+dupthresh=3+rto-factor=1+cwl=none", &[]);
    let next = plain.grow_to(8);
    assert_eq!(plain.sender.in_flight(), 8 * MSS, "no limit");
    plain.duplicate();
    plain.duplicate();
    assert_eq!(plain.duplicate(), [next]);
}

#[test]
fn the_adaptive_receiver_moves_to_daa_when_much_is_out_of_order_and_back() {
    let mut tcp = receiver("tcp-daa-auto", &[]);
    let is_daap = |tcp: &Receiver| tcp.measured("daap_active") == Some(1.0);
    in_order(&mut tcp, 0, 99);
    assert!(is_daap(&tcp), "it begins as DAAp");
    // Of each ten segments two change places: one arrives beyond a gap, and one fills it.
    for ten in 10..20 {
        let base = 10 * ten - 1;
        for number in [0, 1, 2, 3, 4, 5, 6, 8, 7, 9] {
            arrive(&mut tcp, ms(10 * base), base + number);
        }
    }
    arrive(&mut tcp, ms(3000), 199);
    assert!(!is_daap(&tcp), "20 of 100 were disturbed");
    arrive(&mut tcp, ms(3010), 201);
    assert_eq!(dwin(&tcp), 2.0, "as DAA");
    arrive(&mut tcp, ms(3020), 200);
    in_order(&mut tcp, 202, 400);
    assert!(is_daap(&tcp), "a window without disorder");
    arrive(&mut tcp, ms(5000), 401);
    assert_eq!(dwin(&tcp), 1.0, "as DAAp");
}
