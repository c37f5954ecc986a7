//! Advertised windows: what the receiver allows the sender to have in flight.

use crate::choice::choices;
use airhop_base::Nanos;
pub use contention::ContentionStage;

/// What the network tells a receiver of how a packet travelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContentionSample {
    /// The time that the packet spent at the heads of queues before the transmissions that were received, summed over
    /// its hops.
    pub delay: Nanos,
    /// The hops that it travelled; 0 counts as 1.
    pub hops: u32,
}

/// What contention control has found, for time series.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ContentionState {
    /// The stage that the last probe interval led to.
    pub stage: ContentionStage,
    /// The contention window, in segments.
    pub ctwnd_segments: f64,
    /// Mean contention delay per hop in the last probe interval.
    pub mcdh: Nanos,
}

/// A rule for the window that the receiver advertises.
pub(crate) trait Advertise {
    /// The window to put into the next acknowledgement, in bytes from the next one expected; never zero, and at
    /// most what is left of the `buffer_bytes`.
    fn window_bytes(&self, buffer_bytes: u32) -> u32;

    /// Whether [`Advertise::on_packet`] wants to be told of packets.
    fn wants_contention(&self) -> bool {
        false
    }

    /// A packet with `payload_bytes` of data arrived, new or not, and met this contention on its way.
    fn on_packet(&mut self, now: Nanos, payload_bytes: u32, sample: ContentionSample) {
        let _ = (now, payload_bytes, sample);
    }

    /// What it has found, once there is something.
    fn state(&self) -> Option<ContentionState> {
        None
    }
}

choices! {
    $ /// The advertised window of a recipe.
    AdvertisedWindow: "advertised window" {
        buffer::Buffer,
        contention::Contention,
    }
}

impl Default for AdvertisedWindow {
    fn default() -> Self {
        Self::Buffer(buffer::Buffer)
    }
}

impl Advertise for AdvertisedWindow {
    fn window_bytes(&self, buffer_bytes: u32) -> u32 {
        dispatch!(self, window => window.window_bytes(buffer_bytes))
    }

    fn wants_contention(&self) -> bool {
        dispatch!(self, window => window.wants_contention())
    }

    fn on_packet(&mut self, now: Nanos, payload_bytes: u32, sample: ContentionSample) {
        dispatch!(self, window => window.on_packet(now, payload_bytes, sample));
    }

    fn state(&self) -> Option<ContentionState> {
        dispatch!(self, window => window.state())
    }
}
