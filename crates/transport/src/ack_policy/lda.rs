use super::interface::{Acknowledge, Arrival, Order};
use crate::needs::{Need, PartNeeds};
use crate::part::{Info, Part};
use crate::settings::{Settings, settings};
use airhop_base::{Allowed, Nanos, Parameter};

/// Segment numbers beyond which an ACK covers 2, 3 and 4 segments.
const THRESHOLDS: [u64; 3] = [2, 5, 9];

/// Large delayed ACKs: more segments per ACK as the connection goes on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lda {
    timer: Nanos,
    restart: bool,
    immediate: bool,
    waiting: u64,
    deadline: Option<Nanos>,
}

settings! {
    LDA_TIMER: Nanos {
        key: "lda_timer",
        unit: "s",
        default: "0.1",
        allowed: Allowed::Real { min: 0.001, max: 10.0 },
        source: "Altman & Jimenez, PWC 2003",
        about: "lda: the longest that an ACK waits",
    }
    LDA_RESTART: bool {
        key: "lda_restart",
        unit: "",
        default: "off",
        allowed: Allowed::Switch,
        source: "off as for delayed ACKs in ns-2 2.35, on which LDA was built",
        about: "lda: each segment that waits restarts the timer",
    }
    LDA_IMMEDIATE: bool {
        key: "lda_immediate",
        unit: "",
        default: "on",
        allowed: Allowed::Switch,
        source: "RFC 5681, section 4.2 (on); Altman & Jimenez (off)",
        about: "lda: acknowledges at once what is out of order or fills a gap",
    }
}

impl Part for Lda {
    const INFO: Info = Info {
        form: "lda",
        about: "one ACK for 1 to 4 segments, rising with the sequence number, or after 100 ms",
        source: "Altman & Jimenez, PWC 2003",
        needs: PartNeeds {
            kinds: &[Need::Receiver],
            about: "ACKs of up to 4 segments",
            source: "Altman & Jimenez, PWC 2003",
        },
    };
    const PARAMETERS: &'static [Parameter] = PARAMETERS;

    fn start(&mut self, settings: &Settings) {
        self.timer = settings.get(LDA_TIMER);
        self.restart = settings.get(LDA_RESTART);
        self.immediate = settings.get(LDA_IMMEDIATE);
    }
}

/// The segments that one ACK covers: d = 1, 2, 3, 4 as the number of the arriving segment passes
/// 2, 5 and 9 (Altman & Jimenez 2003, dynamic delayed ACK).
fn segments_per_ack(segment_number: u64) -> u64 {
    1 + THRESHOLDS.iter().filter(|threshold| segment_number > **threshold).count() as u64
}

impl Acknowledge for Lda {
    fn on_arrival(&mut self, arrival: &Arrival) -> bool {
        self.waiting += 1;
        let at_once = self.immediate && arrival.order != Order::Expected;
        if at_once || self.waiting >= segments_per_ack(arrival.segment_number) {
            return true;
        }
        if self.restart || self.deadline.is_none() {
            self.deadline = Some(arrival.now + self.timer);
        }
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

#[cfg(test)]
mod tests {
    use super::segments_per_ack;

    #[test]
    fn thresholds() {
        let covered: Vec<u64> = (1..=12).map(segments_per_ack).collect();
        assert_eq!(covered, [1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4]);
    }
}
