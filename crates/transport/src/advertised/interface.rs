use airhop_base::Nanos;

/// What the network tells a receiver about a packet's path through it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContentionSample {
    /// The time that the packet spent at the heads of queues before the transmissions that were received, summed over
    /// its hops.
    pub delay: Nanos,
    /// The hops that it travelled; 0 counts as 1.
    pub hops: u32,
}

/// A rule for the window that the receiver advertises.
pub(crate) trait Advertise {
    /// The window to put into the next ACK, in bytes from the next one expected; never zero, and at
    /// most what is left of the `buffer_bytes`.
    fn window_bytes(&self, buffer_bytes: u32) -> u32;

    /// Whether [`Advertise::on_packet`] must be called for packets.
    fn wants_contention(&self) -> bool {
        false
    }

    /// A packet with `payload_bytes` of data arrived, new or not, and met this contention on its way.
    fn on_packet(&mut self, now: Nanos, payload_bytes: u32, sample: ContentionSample) {
        let _ = (now, payload_bytes, sample);
    }
}
