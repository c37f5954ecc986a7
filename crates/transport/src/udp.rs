use airhop_base::Nanos;

/// Bytes of a UDP header (RFC 768).
pub const UDP_HEADER_BYTES: u32 = 8;

/// A datagram. Its payload is virtual: only its length is carried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Datagram {
    /// Payload in bytes.
    pub bytes: u32,
    /// Its number in the flow, from 0.
    pub number: u64,
}

/// A source of datagrams at even intervals, and the bytes of them that arrive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Udp {
    pub datagram_bytes: u32,
    pub interval: Nanos,
    /// Datagrams written so far, and sent so far.
    written: u64,
    pub sent: u64,
    pub delivered_bytes: u64,
}

impl Udp {
    pub(crate) fn new(datagram_bytes: u32, interval: Nanos) -> Self {
        let interval = interval.max(Nanos::from_nanos(1));
        Self { datagram_bytes, interval, written: 0, sent: 0, delivered_bytes: 0 }
    }

    /// One more datagram is to be sent.
    pub(crate) fn write(&mut self) {
        self.written += 1;
    }

    /// The application stops: what was not sent is withdrawn.
    pub(crate) fn stop(&mut self) {
        self.written = self.sent;
    }

    pub(crate) fn poll_transmit(&mut self) -> Option<Datagram> {
        if self.sent == self.written {
            return None;
        }
        let number = self.sent;
        self.sent += 1;
        Some(Datagram { bytes: self.datagram_bytes, number })
    }
}
