use super::{Acknowledge, Arrival};
use crate::choice::{Choice, Info};
use airhop_base::Nanos;

/// Every segment is acknowledged at once.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Every;

impl Choice for Every {
    const INFO: Info = Info { form: "every", about: "acknowledges every segment", source: "RFC 9293" };
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
