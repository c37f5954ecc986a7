use airhop_base::Nanos;

/// The congestion window and the slow-start threshold, in segments.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Window {
    pub cwnd: f64,
    pub ssthresh: f64,
}

impl Window {
    /// Slow start, the same for every TCP below the slow-start threshold: one segment for each ACK that covers one
    /// (RFC 5681, section 3.1, equation 2).
    pub(crate) fn slow_start(&mut self, ack: &Ack) {
        self.cwnd += ack.segments.min(1.0);
    }

    pub(crate) fn in_slow_start(&self) -> bool {
        self.cwnd < self.ssthresh
    }
}

/// An ACK as a congestion control sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Ack {
    /// When it arrived.
    pub now: Nanos,
    /// What it newly acknowledges, in segments; zero for a duplicate.
    pub segments: f64,
    /// The next byte that the receiver expects.
    pub una: u64,
    /// The next byte to send, before this ACK releases anything.
    pub nxt: u64,
    /// Payload of a full segment, in bytes.
    pub mss: u32,
    /// The round-trip time that this ACK shows, when it shows one.
    pub rtt: Option<Nanos>,
    /// The smoothed round-trip time, this sample included.
    pub srtt: Option<Nanos>,
}

/// A loss as a congestion control sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Loss {
    /// When it was noticed.
    pub now: Nanos,
    /// The window that was in use, in segments: the least of the congestion window, its limits and the data in flight.
    pub window: f64,
    /// When the lost segment was last sent.
    pub sent_at: Nanos,
    /// How many times the lost segment has been sent.
    pub transmissions: u32,
}

/// A rule for the congestion window.
pub(crate) trait Control {
    /// New data is acknowledged outside of fast recovery: the window may grow.
    fn on_ack(&mut self, window: &mut Window, ack: &Ack);

    /// Every ACK, duplicates and those in fast recovery too, for estimates; before `on_ack`.
    fn observe(&mut self, ack: &Ack) {
        let _ = ack;
    }

    /// A loss seen by duplicate ACKs: sets the threshold, and the window that holds after recovery.
    fn on_loss(&mut self, window: &mut Window, loss: &Loss);

    /// A retransmission timeout: sets threshold and window.
    fn on_timeout(&mut self, window: &mut Window, loss: &Loss);

    /// True when a segment last sent at `sent_at` is overdue by the control's own clock, so that one duplicate
    /// ACK is enough to send it again.
    fn is_overdue(&self, now: Nanos, sent_at: Nanos) -> bool {
        let _ = (now, sent_at);
        false
    }
}

/// The smallest slow-start threshold after a loss, in segments (RFC 5681, equation 4).
pub(crate) const MIN_SSTHRESH: f64 = 2.0;
