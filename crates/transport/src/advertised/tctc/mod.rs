//! TCP contention control (tctc): the receiver limits the sender by what packets met on their way.

mod interval;
mod stage;

use crate::advertised::interface::{Advertise, ContentionSample};
use crate::common::{ADVERTISED_WINDOW, MSS};
use crate::needs::{Need, PartNeeds};
use crate::part::{Info, Part, Visit};
use crate::settings::{Settings, settings};
use airhop_base::{Allowed, Nanos, Parameter};
use interval::{Interval, Probe};
use stage::{ContentionStage, Rule};

/// The floor of the contention window in segments, so that a receiver that delays ACKs gets the second
/// segment that releases one (tctc, section IV-B).
const LEAST_SEGMENTS: f64 = 2.0;

/// The receiver's contention window `ctwnd`, set once a probe interval by throughput and contention delay.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tctc {
    rule: Rule,
    mss: f64,
    /// The window does not grow beyond the receive buffer, which limits the advertised window in any case.
    most_bytes: f64,
    interval_packets: u32,
    ctwnd_bytes: f64,
    stage: ContentionStage,
    /// The current interval; the first packet of a connection begins the first one.
    interval: Option<Interval>,
    last: Option<Probe>,
}

settings! {
    TCTC_RULE: Rule = [Rule::Listing, Rule::Text, Rule::Printed] {
        key: "tctc_rule",
        unit: "",
        default: "listing",
        allowed: Allowed::OneOf(&["listing", "text", "printed"]),
        source: "tctc, section IV-B: Algorithm 1, or the text before it",
        about: "tctc: how the window moves; listing and text set it to two segments in severe contention, printed \
                adds two as Algorithm 1 is printed",
    }
    TCTC_INTERVAL: u32 {
        key: "tctc_interval",
        unit: "packets",
        default: "10",
        allowed: Allowed::Integer { min: 1, max: 100_000 },
        source: "tctc, section IV-F",
        about: "tctc: packets of a probe interval, after each of which the window is set",
    }
}

impl Part for Tctc {
    const INFO: Info = Info {
        form: "tctc",
        about: "advertises no more than a contention window, set by throughput and contention delay per hop",
        source: "tctc, section IV",
        needs: PartNeeds {
            kinds: &[Need::Receiver, Need::Nodes],
            about: "a contention window at the receiver, from a field that every node adds to in data frames",
            source: "tctc, section IV",
        },
    };
    const PARAMETERS: &'static [Parameter] = PARAMETERS;

    fn start(&mut self, settings: &Settings) {
        let buffer_bytes = settings.get(ADVERTISED_WINDOW);
        self.rule = settings.get(TCTC_RULE);
        self.mss = f64::from(settings.get(MSS).min(buffer_bytes));
        self.most_bytes = f64::from(buffer_bytes).max(LEAST_SEGMENTS * self.mss);
        self.interval_packets = settings.get(TCTC_INTERVAL);
        self.ctwnd_bytes = LEAST_SEGMENTS * self.mss;
    }

    fn telemetry(&self, visit: &mut Visit) {
        let Some(last) = self.last else { return };
        visit("ctwnd_segments", self.ctwnd_bytes / self.mss);
        visit("tctc_stage", self.stage.number().into());
        visit("mcdh_ms", last.mean_delay.as_millis_f64());
    }
}

impl Tctc {
    fn end_interval(&mut self, probe: Probe) {
        // The first interval has no predecessor: a connection begins in Fast Probe.
        self.stage = self.last.map_or(ContentionStage::FastProbe, |last| probe.stage_after(&last));
        let next = self.rule.next_window(self.stage, self.ctwnd_bytes, self.mss);
        self.ctwnd_bytes = next.clamp(LEAST_SEGMENTS * self.mss, self.most_bytes);
        self.last = Some(probe);
    }
}

impl Advertise for Tctc {
    /// rwnd = min(available receiver buffer, ctwnd).
    ///
    /// tctc, section IV-E, equation (3).
    fn window_bytes(&self, buffer_bytes: u32) -> u32 {
        buffer_bytes.min(self.ctwnd_bytes as u32)
    }

    fn wants_contention(&self) -> bool {
        true
    }

    fn on_packet(&mut self, now: Nanos, payload_bytes: u32, sample: ContentionSample) {
        let Some(interval) = &mut self.interval else {
            self.interval = Some(Interval::beginning(now));
            return;
        };
        interval.add(payload_bytes, sample);
        if interval.packets >= self.interval_packets {
            let probe = interval.end(now);
            self.interval = Some(Interval::beginning(now));
            self.end_interval(probe);
        }
    }
}

#[cfg(test)]
mod tests;
