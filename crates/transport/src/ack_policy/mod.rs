//! ACK policies: when the receiver answers.

mod interface;

pub(crate) use interface::{Acknowledge, Arrival, Order};

use crate::part::parts;
use airhop_base::Nanos;

parts! {
    $ /// The ACK policy of a recipe.
    AckPolicy: "ACK policy" {
        every: Every;
        delayed: Delayed;
        lda: Lda;
        tcp_daa: Daa, Daap, DaaAuto;
    }
}

impl Default for AckPolicy {
    fn default() -> Self {
        Self::Every(every::Every)
    }
}

impl AckPolicy {
    pub(crate) fn on_arrival(&mut self, arrival: &Arrival) -> bool {
        dispatch!(self, policy => policy.on_arrival(arrival))
    }

    pub(crate) fn deadline(&self) -> Option<Nanos> {
        dispatch!(self, policy => policy.deadline())
    }

    pub(crate) fn on_timer(&mut self) {
        dispatch!(self, policy => policy.on_timer());
    }

    pub(crate) fn on_ack_sent(&mut self) {
        dispatch!(self, policy => policy.on_ack_sent());
    }
}
