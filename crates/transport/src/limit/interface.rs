use crate::congestion::Ack;
use crate::path::PathInfo;

/// A limit on the window.
pub(crate) trait Limit {
    /// The most segments in flight over `path`; infinite for no limit.
    fn segments(&self, path: &PathInfo) -> f64;

    /// An ACK arrived, a duplicate too, before anything is made of it.
    fn observe(&mut self, ack: &Ack) {
        let _ = ack;
    }
}
