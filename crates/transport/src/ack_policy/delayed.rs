use super::interface::{Acknowledge, Arrival, Order};
use crate::needs::PartNeeds;
use crate::part::{Info, Part};
use crate::settings::{Settings, settings};
use airhop_base::{Allowed, Nanos, Parameter};

/// Delayed ACKs: every second segment, or when the first one has waited long enough.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Delayed {
    timer: Nanos,
    segments: u32,
    waiting: u32,
    deadline: Option<Nanos>,
}

settings! {
    DELACK_TIMER: Nanos {
        key: "delack_timer",
        unit: "s",
        default: "0.1",
        allowed: Allowed::Real { min: 0.001, max: 0.5 },
        source: "ns-2 2.35; RFC 1122 allows up to 0.5",
        about: "delack: the longest that an ACK waits",
    }
    DELACK_SEGMENTS: u32 {
        key: "delack_segments",
        unit: "segments",
        default: "2",
        allowed: Allowed::Integer { min: 1, max: 1000 },
        source: "RFC 1122, section 4.2.3.2",
        about: "delack: segments that one ACK covers",
    }
}

impl Part for Delayed {
    const INFO: Info = Info {
        form: "delack",
        about: "acknowledges every second segment, or after 100 ms",
        source: "RFC 1122, section 4.2.3.2; RFC 5681, section 4.2",
        needs: PartNeeds {
            kinds: &[],
            about: "what receivers do unless told otherwise",
            source: "RFC 1122, section 4.2.3.2",
        },
    };
    const PARAMETERS: &'static [Parameter] = PARAMETERS;

    fn start(&mut self, settings: &Settings) {
        self.timer = settings.get(DELACK_TIMER);
        self.segments = settings.get(DELACK_SEGMENTS);
    }
}

impl Acknowledge for Delayed {
    /// RFC 5681, section 4.2: out-of-order segments and those that fill a gap are acknowledged at once, so that the
    /// sender's recovery does not wait.
    fn on_arrival(&mut self, arrival: &Arrival) -> bool {
        self.waiting += 1;
        if arrival.order != Order::Expected || self.waiting >= self.segments {
            return true;
        }
        self.deadline.get_or_insert(arrival.now + self.timer);
        false
    }

    fn deadline(&self) -> Option<Nanos> {
        self.deadline
    }

    fn on_ack_sent(&mut self) {
        self.waiting = 0;
        self.deadline = None;
    }
}
