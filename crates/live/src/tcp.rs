//! What a TCP connection's segments tell of it on their way past, for one direction of its data: what the receiver has
//! in order, what was sent again, and how long the way there and back took. The sender's own books stay closed to it.

use crate::ip::Segment;
use airhop_base::Nanos;

/// A retransmission after such a time without a segment or an acknowledgement counts as a time-out: the least that Linux
/// waits (RFC 6298 asks for 1 s).
const LEAST_TIMEOUT: Nanos = Nanos::from_millis(200);

/// One direction of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TcpMeter {
    /// Behind the last byte that was sent.
    sent: u32,
    /// The next byte that the receiver expects, when it last said so.
    expected: u32,
    /// The same as the sender knows it.
    acknowledged: u32,
    /// The number of the byte that stands for the end of the stream, once it was sent.
    end: Option<u32>,
    /// The segment whose round trip is being measured: behind its last byte, and when it was sent.
    timed: Option<(u32, Nanos)>,
    last_heard: Nanos,
    pub retransmissions: u64,
    pub timeouts: u64,
}

/// Whether `a` comes after `b` in the circle of sequence numbers.
fn after(a: u32, b: u32) -> bool {
    a.wrapping_sub(b) as i32 > 0
}

impl TcpMeter {
    /// Begins with the first segment that came by.
    pub fn new(segment: &Segment, now: Nanos) -> Self {
        let first = segment.seq.wrapping_add(u32::from(segment.syn));
        Self {
            sent: first,
            expected: first,
            acknowledged: first,
            end: None,
            timed: None,
            last_heard: now,
            retransmissions: 0,
            timeouts: 0,
        }
    }

    /// The sender sent a segment.
    pub fn sent(&mut self, now: Nanos, segment: &Segment) {
        if segment.syn {
            // A new connection between the same ends.
            let counts = (self.retransmissions, self.timeouts);
            *self = Self::new(segment, now);
            (self.retransmissions, self.timeouts) = counts;
            return;
        }
        let behind = segment.seq.wrapping_add(segment.len);
        if segment.fin {
            self.end = Some(behind);
        }
        if segment.len == 0 {
            return;
        }
        if after(behind, self.sent) {
            self.sent = behind;
            if self.timed.is_none() {
                self.timed = Some((behind, now));
            }
        } else {
            self.retransmissions += 1;
            let is_first_lost = !after(segment.seq, self.acknowledged);
            if is_first_lost && now.saturating_sub(self.last_heard) >= LEAST_TIMEOUT {
                self.timeouts += 1;
            }
            // Karn's rule: whose copy is acknowledged is not to be told.
            self.timed = None;
        }
        self.last_heard = now;
    }

    /// The receiver sent an acknowledgement. Gives the bytes that it has in order since the last.
    pub fn receiver_expects(&mut self, ack: u32) -> u64 {
        // The end of the stream takes a number but is no data.
        let ack = self.end.filter(|end| after(ack, *end)).unwrap_or(ack);
        if !after(ack, self.expected) || after(ack, self.sent) {
            return 0;
        }
        let bytes = ack.wrapping_sub(self.expected);
        self.expected = ack;
        bytes.into()
    }

    /// An acknowledgement reached the sender. Gives the round-trip time that it ends.
    pub fn sender_hears(&mut self, now: Nanos, ack: u32) -> Option<Nanos> {
        self.last_heard = now;
        if after(ack, self.acknowledged) {
            self.acknowledged = ack;
        }
        let (behind, since) = self.timed.filter(|(behind, _)| !after(*behind, ack))?;
        debug_assert!(!after(behind, ack));
        self.timed = None;
        Some(now.saturating_sub(since))
    }

    /// Bytes sent and not acknowledged, as the sender knows it.
    pub fn in_flight(&self) -> u32 {
        let flight = self.sent.wrapping_sub(self.acknowledged);
        if flight as i32 > 0 { flight } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: u32 = u32::MAX - 100;

    fn data(at: u32, len: u32) -> Segment {
        Segment { seq: FIRST.wrapping_add(at), ack: None, syn: false, fin: false, rst: false, len }
    }

    fn ms(ms: u64) -> Nanos {
        Nanos::from_millis(ms)
    }

    fn begun() -> TcpMeter {
        let syn = Segment { syn: true, ..data(u32::MAX, 0) };
        let mut meter = TcpMeter::new(&syn, ms(0));
        meter.sent(ms(0), &syn);
        meter
    }

    #[test]
    fn bytes_in_order_are_those_that_the_receiver_acknowledges_once() {
        let mut m = begun();
        m.sent(ms(1), &data(0, 100));
        m.sent(ms(2), &data(100, 100));
        assert_eq!(m.in_flight(), 200);
        assert_eq!(m.receiver_expects(FIRST.wrapping_add(100)), 100);
        assert_eq!(m.receiver_expects(FIRST.wrapping_add(100)), 0, "a duplicate");
        assert_eq!(m.receiver_expects(FIRST.wrapping_add(201)), 0, "nothing that was never sent");
        m.sent(ms(3), &Segment { fin: true, ..data(200, 0) });
        assert_eq!(m.receiver_expects(FIRST.wrapping_add(201)), 100, "the end is no byte");
        assert_eq!(m.receiver_expects(FIRST.wrapping_add(201)), 0);
    }

    #[test]
    fn round_trips_are_those_of_segments_sent_once() {
        let mut m = begun();
        m.sent(ms(1), &data(0, 100));
        m.sent(ms(2), &data(100, 100));
        assert_eq!(m.sender_hears(ms(40), FIRST.wrapping_add(50)), None);
        assert_eq!(m.sender_hears(ms(41), FIRST.wrapping_add(200)), Some(ms(40)), "of the first");
        assert_eq!((m.sender_hears(ms(42), FIRST.wrapping_add(200)), m.in_flight()), (None, 0));
        m.sent(ms(50), &data(200, 100));
        m.sent(ms(60), &data(200, 100));
        assert_eq!(m.sender_hears(ms(80), FIRST.wrapping_add(300)), None, "which copy is not to be told");
        assert_eq!((m.retransmissions, m.timeouts), (1, 0));
    }

    #[test]
    fn a_retransmission_after_silence_is_a_time_out() {
        let mut m = begun();
        m.sent(ms(1), &data(0, 100));
        m.sent(ms(2), &data(100, 100));
        m.sent(ms(201), &data(0, 100));
        assert_eq!(m.timeouts, 0);
        m.sent(ms(401), &data(0, 100));
        m.sent(ms(601), &data(100, 100));
        assert_eq!((m.retransmissions, m.timeouts), (3, 1), "the second lost segment is none");
        let syn = Segment { syn: true, ..data(5_000, 0) };
        m.sent(ms(700), &syn);
        m.sent(ms(701), &data(5_001, 10));
        assert_eq!(m.receiver_expects(FIRST.wrapping_add(5_011)), 10, "a new connection of the same ends");
        assert_eq!(m.timeouts, 1);
    }
}
