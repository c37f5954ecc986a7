use super::interface::{Acknowledge, Arrival};
use crate::needs::PartNeeds;
use crate::part::{Info, Part};
use airhop_base::Nanos;

/// Every segment is acknowledged at once.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Every;

impl Part for Every {
    const INFO: Info = Info {
        form: "every",
        about: "acknowledges every segment",
        source: "RFC 9293",
        needs: PartNeeds { kinds: &[], about: "immediate ACKs: `ip route ... quickack 1`", source: "ip-route(8)" },
    };
}

impl Acknowledge for Every {
    fn on_arrival(&mut self, _arrival: &Arrival) -> bool {
        true
    }

    fn deadline(&self) -> Option<Nanos> {
        None
    }

    fn on_ack_sent(&mut self) {}
}
