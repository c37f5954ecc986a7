//! TCP-DAA through the losses of figure 4a, as section 3.3 of the paper narrates them: sender and receiver over a path
//! of five hops, on which segments 322 and 323 are lost.

use airhop_base::{BitRate, Nanos};
use airhop_transport::{PathInfo, Receiver, Segment, Sender, Transport};
use std::collections::VecDeque;

/// The number of the first segment; a group of four then begins with 320, as in the paper.
const FIRST: u64 = 1;
const MSS: u64 = 1460;
/// Between segments that left together, when they arrive; the one before needs as long again.
const GAP: Nanos = Nanos::from_millis(30);
/// From the receiver to the sender.
const ACK_DELAY: Nanos = Nanos::from_millis(40);

/// The last segment that an ACK covers.
fn covers(ack: &Segment) -> u64 {
    ack.ack.expect("an acknowledgement") / MSS + FIRST - 1
}

struct Connection {
    sender: Sender,
    receiver: Receiver,
    now: Nanos,
    /// ACKs on their way.
    acks: VecDeque<Segment>,
}

impl Connection {
    fn new(name: &str) -> Self {
        let transport = Transport::parse(name).expect("a known transport");
        let path = PathInfo { hops: 5, link_rate: BitRate::kbps(2000) };
        let mut sender = transport.sender(path).expect("a TCP transport");
        sender.write(Nanos::ZERO, u64::MAX);
        let receiver = transport.receiver().expect("a TCP transport");
        Self { sender, receiver, now: Nanos::ZERO, acks: VecDeque::new() }
    }

    /// The numbers of the segments that leave now.
    fn sent(&mut self) -> Vec<u64> {
        std::iter::from_fn(|| self.sender.poll_transmit(self.now)).map(|segment| segment.seq / MSS + FIRST).collect()
    }

    /// Segment `number` arrives after a gap; tells the ACK that it releases, by the last segment covered.
    fn arrives(&mut self, number: u64) -> Option<u64> {
        self.now += GAP;
        let segment = Segment { seq: (number - FIRST) * MSS, len: MSS as u32, ..Segment::default() };
        self.receiver.on_segment(self.now, &segment);
        self.acked()
    }

    fn acked(&mut self) -> Option<u64> {
        let ack = self.receiver.poll_transmit(self.now)?;
        assert_eq!(self.receiver.poll_transmit(self.now), None, "one acknowledgement is enough");
        self.acks.push_back(ack);
        Some(covers(&ack))
    }

    /// The receiver's timer is the next to fire; tells the ACK.
    fn receiver_times_out(&mut self) -> Option<u64> {
        let at = self.receiver.next_timeout().expect("the receiver's timer runs");
        assert!(self.sender.next_timeout() > Some(at), "the sender is the more patient");
        self.now = at;
        self.receiver.on_timeout(at);
        self.acked()
    }

    /// The next ACK, one up to `number`, reaches the sender; tells what it releases.
    fn acknowledge(&mut self, number: u64) -> Vec<u64> {
        self.now += ACK_DELAY;
        let ack = self.acks.pop_front().expect("an acknowledgement is on its way");
        assert_eq!(covers(&ack), number);
        self.sender.on_segment(self.now, &ack);
        self.sent()
    }

    fn dwin(&self) -> f64 {
        self.receiver.measured("dwin_segments").expect("an adaptive receiver")
    }

    fn cwnd(&self) -> u64 {
        self.sender.cwnd_segments() as u64
    }

    /// The next segment of `flight` arrives, or the receiver's timer fires when there is none; what an ACK
    /// releases joins the flight. Tells how many segments it covered.
    fn step(&mut self, flight: &mut VecDeque<u64>) -> Option<u64> {
        let before = self.sender.acked_bytes() / MSS;
        let ack = match flight.pop_front() {
            Some(number) => self.arrives(number)?,
            None => self.receiver_times_out()?,
        };
        flight.extend(self.acknowledge(ack));
        Some(self.sender.acked_bytes() / MSS - before)
    }

    /// Runs without a loss until segment `first` is the next to arrive; tells the segments in flight.
    fn run_to(&mut self, first: u64) -> VecDeque<u64> {
        let mut flight = VecDeque::from(self.sent());
        while flight.front() != Some(&first) {
            self.step(&mut flight);
        }
        flight
    }
}

#[test]
fn figure_4a() {
    let mut tcp = Connection::new("tcp-daa");
    assert_eq!(tcp.run_to(320), [320, 321, 322, 323], "the sender transmits four segments");
    assert_eq!((tcp.dwin(), tcp.cwnd()), (4.0, 4));

    // 322 and 323 are dropped: the receiver times out and acknowledges two segments instead of four.
    assert_eq!(tcp.arrives(320), None);
    assert_eq!(tcp.arrives(321), None);
    let waited_from = tcp.now;
    assert_eq!(tcp.receiver_times_out(), Some(321));
    assert_eq!(tcp.now - waited_from, Nanos::from_millis(100), "2.2 gaps of 30 ms are less than the floor");
    assert_eq!(tcp.dwin(), 2.0);

    // Two segments were acknowledged, and two new ones leave; both arrive out of order.
    assert_eq!(tcp.acknowledge(321), [324, 325]);
    assert_eq!(tcp.arrives(324), Some(321), "the first duplicate");
    assert_eq!(tcp.arrives(325), Some(321), "the second duplicate");
    assert_eq!(tcp.dwin(), 2.0);

    assert_eq!(tcp.acknowledge(321), [326], "the first duplicate lets out a new segment, beyond the window of four");
    assert_eq!(tcp.acknowledge(321), [322], "the second is a fast retransmit");
    assert_eq!(tcp.cwnd(), 2, "and halves the window");
    assert_eq!(tcp.arrives(326), Some(321), "the third duplicate");
    assert_eq!(tcp.acknowledge(321), [], "which does nothing");

    assert_eq!(tcp.arrives(322), Some(322), "part of the gap is filled");
    assert_eq!(tcp.acknowledge(322), [323], "the missing segment is sent again");
    assert_eq!(tcp.arrives(323), Some(326), "all of the gap is filled");
    assert_eq!(tcp.dwin(), 2.0);
    assert_eq!(tcp.acknowledge(326), [327, 328], "fast recovery is over");

    assert_eq!(tcp.arrives(327), None);
    assert_eq!(tcp.arrives(328), Some(328), "one acknowledgement for both, since dwin was 2");
    assert_eq!(tcp.dwin(), 4.0, "dwin grows with each of them");
    assert_eq!((tcp.sender.stats().timeouts, tcp.sender.stats().retransmissions), (0, 2));

    // From here on the ACKs cover more and more, to four again.
    let mut flight = VecDeque::from(tcp.acknowledge(328));
    let covered: Vec<u64> = std::iter::from_fn(|| Some(tcp.step(&mut flight))).flatten().take(8).collect();
    assert_eq!(covered, [2, 2, 3, 2, 4, 4, 4, 4], "the first 2 and the 3 by the timer: twice, as in the figure");
    assert_eq!((tcp.dwin(), tcp.cwnd()), (4.0, 4));
    assert_eq!(tcp.sender.stats().retransmissions, 2);
}

#[test]
fn daap_acknowledges_each_segment_after_the_same_losses() {
    let mut tcp = Connection::new("tcp-daap");
    assert_eq!(tcp.run_to(320), [320, 321, 322, 323]);
    assert_eq!(tcp.arrives(320), None);
    assert_eq!(tcp.arrives(321), None);
    assert_eq!(tcp.receiver_times_out(), Some(321));
    assert_eq!(tcp.dwin(), 1.0);
    for (number, ack) in [(324, 321), (325, 321), (322, 322), (323, 325)] {
        assert_eq!(tcp.arrives(number), Some(ack));
        assert_eq!(tcp.dwin(), 1.0);
    }
    // 0.26 more with each segment in order: after four of them two are acknowledged together, then three, then four.
    let acks: Vec<u64> = (326..=343).filter_map(|number| tcp.arrives(number)).collect();
    assert_eq!(acks, [326, 327, 328, 329, 331, 333, 336, 339, 343]);
}

#[test]
fn one_lost_segment_costs_one_retransmission_and_no_timeout() {
    for name in ["tcp-daa", "tcp-daap", "tcp-daa+sack", "vegas+daa", "tcp-daa+cwl=3"] {
        let mut tcp = Connection::new(name);
        let mut flight = tcp.run_to(100);
        let lost = flight.pop_front();
        for _ in 0..100 {
            tcp.step(&mut flight);
        }
        let stats = tcp.sender.stats();
        assert_eq!((stats.timeouts, stats.retransmissions), (0, 1), "{name} lost segment {lost:?}");
    }
}
