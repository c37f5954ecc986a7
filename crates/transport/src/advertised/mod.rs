//! Advertised windows: what the receiver allows the sender to have in flight.

use crate::choice::choices;

/// A rule for the window that the receiver advertises.
pub(crate) trait Advertise {
    /// The window to put into the next acknowledgement, in bytes from the next one expected; never zero, and at
    /// most what is left of the `buffer_bytes`.
    fn window_bytes(&self, buffer_bytes: u32) -> u32;
}

choices! {
    $ /// The advertised window of a recipe.
    AdvertisedWindow: "advertised window" {
        buffer::Buffer,
    }
}

impl Default for AdvertisedWindow {
    fn default() -> Self {
        Self::Buffer(buffer::Buffer)
    }
}

impl AdvertisedWindow {
    pub(crate) fn window_bytes(&self, buffer_bytes: u32) -> u32 {
        dispatch!(self, window => window.window_bytes(buffer_bytes))
    }
}
