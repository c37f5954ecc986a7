//! Measures one direction of a TCP connection from its observed segments: data received in order, retransmissions, and
//! round-trip times. The state of the sender itself is not visible.

use crate::ip::Segment;
use airhop_base::Nanos;

/// A retransmission after this time without a segment or an ACK counts as a timeout: Linux's minimum RTO (RFC 6298
/// requires 1 s).
const LEAST_TIMEOUT: Nanos = Nanos::from_millis(200);

/// One direction of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TcpMeter {
    /// Sequence number after the last byte sent.
    sent: u32,
    /// The next byte expected by the receiver, from its last ACK.
    expected: u32,
    /// The same, from the last ACK that reached the sender.
    acknowledged: u32,
    /// Sequence number of the FIN, once it was sent.
    end: Option<u32>,
    /// The segment whose round-trip time is being measured: sequence number after its last byte, and time sent.
    timed: Option<(u32, Nanos)>,
    last_heard: Nanos,
    pub retransmissions: u64,
    pub timeouts: u64,
}

/// Whether `a` is after `b` in sequence number arithmetic.
fn after(a: u32, b: u32) -> bool {
    a.wrapping_sub(b) as i32 > 0
}

impl TcpMeter {
    /// Starts with the first observed segment.
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
            // A new connection between the same endpoints.
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
            // Karn's algorithm: it is ambiguous which copy is acknowledged.
            self.timed = None;
        }
        self.last_heard = now;
    }

    /// The receiver sent an ACK. Returns the number of newly acknowledged bytes.
    pub fn receiver_expects(&mut self, ack: u32) -> u64 {
        // A FIN takes a sequence number but is not data.
        let ack = self.end.filter(|end| after(ack, *end)).unwrap_or(ack);
        if !after(ack, self.expected) || after(ack, self.sent) {
            return 0;
        }
        let bytes = ack.wrapping_sub(self.expected);
        self.expected = ack;
        bytes.into()
    }

    /// An ACK reached the sender. Returns a round-trip time if the ACK completes one.
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

    /// Bytes in flight from the point of view of the sender.
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
        assert_eq!(m.sender_hears(ms(80), FIRST.wrapping_add(300)), None, "it is ambiguous which copy");
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
