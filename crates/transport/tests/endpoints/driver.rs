//! A sender driven by hand, one ACK at a time, in segments of 1000 bytes.

use airhop_base::{BitRate, Nanos};
use airhop_transport::{PathInfo, Segment, Sender, Transport};

/// Payload of a full segment.
pub const MSS: u64 = 1000;
/// The window that the ACKs advertise, in bytes.
pub const WINDOW: u32 = 64_000;

pub const fn ms(ms: u64) -> Nanos {
    Nanos::from_millis(ms)
}

/// The sender, the time and the highest ACK.
pub struct Driver {
    pub sender: Sender,
    pub now: Nanos,
    pub window: u32,
    acked: u64,
}

impl Driver {
    /// A sender with endless data at time zero.
    pub fn new(name: &str, set: &[(&str, &str)]) -> Self {
        let mut driver = Self::idle(name, set);
        driver.sender.write(Nanos::ZERO, u64::MAX);
        driver
    }

    /// A sender without data at time zero.
    pub fn idle(name: &str, set: &[(&str, &str)]) -> Self {
        let mut transport = Transport::parse(name).expect("a known transport");
        transport.set("mss", "1000").expect("a known parameter");
        transport.set("advertised_window", &WINDOW.to_string()).expect("a known parameter");
        for (key, value) in set {
            transport.set(key, value).expect("a known parameter");
        }
        let path = PathInfo { hops: 7, link_rate: BitRate::kbps(2000) };
        let sender = transport.sender(path).expect("a TCP transport");
        Self { sender, now: Nanos::ZERO, window: WINDOW, acked: 0 }
    }

    /// The segments that leave now, as their places in the data.
    pub fn sent(&mut self) -> Vec<u64> {
        std::iter::from_fn(|| self.sender.poll_transmit(self.now)).map(|segment| segment.seq / MSS).collect()
    }

    pub fn wait(&mut self, time: Nanos) -> &mut Self {
        self.now += time;
        self
    }

    /// An ACK of everything before segment `next`; tells what it releases.
    pub fn ack(&mut self, next: u64) -> Vec<u64> {
        self.ack_with_blocks(next, &[])
    }

    /// The same with SACK blocks, given as ranges of segments, the end not included.
    pub fn ack_with_blocks(&mut self, next: u64, blocks: &[(u64, u64)]) -> Vec<u64> {
        self.acked = next;
        let mut segment = Segment { ack: Some(next * MSS), window: self.window, ..Segment::default() };
        for (start, end) in blocks {
            segment.sack.push(start * MSS, end * MSS);
        }
        self.sender.on_segment(self.now, &segment);
        self.sent()
    }

    /// A duplicate of the last ACK.
    pub fn duplicate(&mut self) -> Vec<u64> {
        self.ack(self.acked)
    }

    /// Waits for the next timer and lets it fire.
    pub fn fire(&mut self) -> Vec<u64> {
        self.now = self.sender.next_timeout().expect("a timer runs");
        self.sender.on_timeout(self.now);
        self.sent()
    }

    /// Sends and acknowledges without loss, 100 ms per round trip, one ACK per segment, until the window has at
    /// least `segments`; then everything sent is acknowledged but the `segments` in flight. Tells the oldest of them.
    pub fn grow_to(&mut self, segments: u64) -> u64 {
        let mut flight = self.sent().len() as u64;
        let mut next = 0;
        while self.sender.cwnd_segments() < segments as f64 {
            self.wait(ms(100));
            for _ in 0..flight {
                next += 1;
                self.ack(next);
                if self.sender.cwnd_segments() >= segments as f64 {
                    break;
                }
            }
            flight = self.sender.in_flight() / MSS;
        }
        next
    }
}
