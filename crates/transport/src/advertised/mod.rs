//! Advertised windows: what the receiver allows the sender to have in flight.

mod interface;

pub(crate) use interface::Advertise;
pub use interface::ContentionSample;

use crate::part::parts;
use airhop_base::Nanos;

parts! {
    $ /// The advertised window of a recipe.
    AdvertisedWindow: "advertised window" {
        buffer: Buffer;
        tctc: Tctc;
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
}
