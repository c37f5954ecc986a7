use super::interface::Advertise;
use crate::needs::PartNeeds;
use crate::part::{Info, Part};

/// The whole buffer: the application reads at once, so that only out-of-order data waits, within the window.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Buffer;

impl Part for Buffer {
    const INFO: Info = Info {
        form: "buffer",
        about: "advertises the receive buffer",
        source: "RFC 9293, section 3.8.6",
        needs: PartNeeds { kinds: &[], about: "the receive buffer", source: "RFC 9293, section 3.8.6" },
    };
}

impl Advertise for Buffer {
    fn window_bytes(&self, buffer_bytes: u32) -> u32 {
        buffer_bytes
    }
}
