//! A window limit from the bandwidth that ACKs show and a round-trip time (bw-rtt, section 3). Unlike limits by hops it
//! needs nothing from the network.
//!
//! The bandwidth that ACKs show is the window in use over the current round-trip time (Little's law), so
//! that with the smoothed round-trip time the limit is the window in use again, as the estimate sees it. What moves it:
//! losses and timeouts pull it down, and ACKs that come in bunches push it up, because equation 1 takes a
//! bunch for more bandwidth than the same number evenly spaced (with two at once in each round trip, for three). A
//! window of 1 has no bunches, so that a limit of 1 confirms itself.
//!
//! Measured over DSR, chains of 4 to 16 hops, 2 and 11 Mbit/s (`docs/papers/bw-rtt.md`, `docs/transports.md`): smoothed
//! to the nearest is above NewReno on all of them and near the limit of h / 4; so is the first round-trip time with
//! each rounding, but it depends on what happened during it, such as the discovery of a route, and is never corrected.
//! The minimum round-trip time contains no queueing: the product is less than the window in use and ratchets down to 1,
//! below NewReno on the longest chains, unless rounded up. Rounding the smoothed one down sinks too, the further the
//! smaller `bwrtt_deviation` is; rounding it up comes near NewReno's own window on short chains. Beside background
//! traffic no reading is above the limit of h / 4 in every case.

mod bandwidth;
#[cfg(test)]
mod tests;

use crate::congestion::Ack;
use crate::limit::interface::Limit;
use crate::needs::{Need, PartNeeds};
use crate::part::{Info, Part, Visit};
use crate::path::PathInfo;
use crate::settings::{Settings, settings};
use airhop_base::{Allowed, Nanos, Parameter};
use bandwidth::Bandwidth;

/// Which round-trip time the bandwidth is multiplied by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum RoundTrip {
    Minimum,
    First,
    #[default]
    Smoothed,
}

/// How the product becomes whole segments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Rounding {
    Floor,
    #[default]
    Nearest,
    Ceiling,
}

/// Bandwidth times round-trip time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BwRtt {
    round_trip: RoundTrip,
    rounding: Rounding,
    /// Relative change of bandwidth or round-trip time from which the limit is recomputed.
    deviation: f64,
    /// Estimates still to be made before the limit holds.
    warmup: u32,
    bandwidth: Bandwidth,
    min_rtt: Option<Nanos>,
    first_rtt: Option<Nanos>,
    /// Bandwidth in bytes per second and round-trip time as last estimated.
    estimate: Option<(f64, Nanos)>,
    /// Those that the limit was set from.
    used: Option<(f64, Nanos)>,
    /// The limit in segments; infinite at the beginning.
    segments: f64,
    /// Payload of a full segment.
    mss: u32,
}

impl Default for BwRtt {
    fn default() -> Self {
        Self {
            round_trip: RoundTrip::default(),
            rounding: Rounding::default(),
            deviation: 0.0,
            warmup: 0,
            bandwidth: Bandwidth::default(),
            min_rtt: None,
            first_rtt: None,
            estimate: None,
            used: None,
            segments: f64::INFINITY,
            mss: 0,
        }
    }
}

const PAPER: &str = "bw-rtt, section 3";

settings! {
    BWRTT_RTT: RoundTrip = [RoundTrip::Minimum, RoundTrip::First, RoundTrip::Smoothed] {
        key: "bwrtt_rtt",
        unit: "",
        default: "smoothed",
        allowed: Allowed::OneOf(&["minimum", "first", "smoothed"]),
        source: "bw-rtt, section 3, equation (3), which leaves it open",
        about: "bwrtt: the round-trip time that the bandwidth is multiplied by",
    }
    BWRTT_ROUNDING: Rounding = [Rounding::Floor, Rounding::Nearest, Rounding::Ceiling] {
        key: "bwrtt_rounding",
        unit: "",
        default: "nearest",
        allowed: Allowed::OneOf(&["floor", "nearest", "ceiling"]),
        source: "bw-rtt, section 3, equation (3), which leaves it open",
        about: "bwrtt: how the product becomes whole segments",
    }
    BWRTT_ALPHA: f64 {
        key: "bwrtt_alpha",
        unit: "",
        default: "0.8",
        allowed: Allowed::Real { min: 0.0, max: 0.999 },
        source: "bw-rtt, section 3, equation (2), which leaves it open; the middle of what holds windows above 1",
        about: "bwrtt: weight of the past in the bandwidth; it remembers about 1 / (1 - alpha) round trips",
    }
    BWRTT_DEVIATION: f64 {
        key: "bwrtt_deviation",
        unit: "",
        default: "0.3",
        allowed: Allowed::Real { min: 0.0, max: 10.0 },
        source: "bw-rtt, section 3, which leaves it to measurement: from 0.5 on chains carry less, below 0.2 too",
        about: "bwrtt: the limit is recomputed when bandwidth or round-trip time differ by more than this part from \
                those it was set from",
    }
    BWRTT_WARMUP: u32 {
        key: "bwrtt_warmup",
        unit: "ACKs",
        default: "30",
        allowed: Allowed::Integer { min: 2, max: 1_000_000 },
        source: "bw-rtt, section 3, which leaves it open; from 10 to 100 it makes no difference",
        about: "bwrtt: the ACK from which the limit holds; the window is not limited before",
    }
}

impl Part for BwRtt {
    const INFO: Info = Info {
        form: "bwrtt",
        about: "at most the estimated bandwidth times the round-trip time, at least 1",
        source: PAPER,
        needs: PartNeeds {
            kinds: &[Need::Sender],
            about: "a limit from ACKs alone (Linux: airhop_bwrtt, `make kernel`)",
            source: "bw-rtt, section 3",
        },
    };
    const PARAMETERS: &'static [Parameter] = PARAMETERS;

    fn start(&mut self, settings: &Settings) {
        self.round_trip = settings.get(BWRTT_RTT);
        self.rounding = settings.get(BWRTT_ROUNDING);
        self.bandwidth = Bandwidth::new(settings.get(BWRTT_ALPHA));
        self.deviation = settings.get(BWRTT_DEVIATION);
        // The first ACK gives no estimate, the second the first one.
        self.warmup = settings.get(BWRTT_WARMUP).saturating_sub(2);
    }

    fn telemetry(&self, visit: &mut Visit) {
        let Some((bandwidth, _)) = self.estimate else { return };
        visit("bandwidth_kbps", bandwidth * 8.0 / 1000.0);
        if self.segments.is_finite() {
            visit("limit_segments", self.segments);
        }
    }
}

impl BwRtt {
    /// The round-trip time that counts now. One of a SYN does not: it carries no data.
    fn take_round_trip(&mut self, ack: &Ack) -> Option<Nanos> {
        if let Some(rtt) = ack.rtt.filter(|_| ack.segments > 0.0) {
            self.first_rtt.get_or_insert(rtt);
            self.min_rtt = Some(self.min_rtt.map_or(rtt, |least| least.min(rtt)));
        }
        match self.round_trip {
            RoundTrip::Minimum => self.min_rtt,
            RoundTrip::First => self.first_rtt,
            RoundTrip::Smoothed => ack.srtt,
        }
    }

    /// Bandwidth or round-trip time differ from the values in use by more than the threshold (bw-rtt, section 3).
    fn has_deviated(&self, bandwidth: f64, rtt: Nanos) -> bool {
        let apart = |now: f64, used: f64| (now - used).abs() > self.deviation * used;
        self.used.is_none_or(|(bandwidth_used, rtt_used)| {
            apart(bandwidth, bandwidth_used) || apart(rtt.as_secs_f64(), rtt_used.as_secs_f64())
        })
    }

    /// Maxcwnd = RTT BW / PacketSize. Without at least one segment nothing would move.
    ///
    /// bw-rtt, section 3, equation (3).
    fn window(&self, bandwidth: f64, rtt: Nanos) -> f64 {
        let segments = rtt.as_secs_f64() * bandwidth / f64::from(self.mss);
        let whole = match self.rounding {
            Rounding::Floor => segments.floor(),
            Rounding::Nearest => segments.round(),
            Rounding::Ceiling => segments.ceil(),
        };
        whole.max(1.0)
    }
}

impl Limit for BwRtt {
    fn segments(&self, _path: &PathInfo) -> f64 {
        self.segments
    }

    fn observe(&mut self, ack: &Ack) {
        let round_trip = self.take_round_trip(ack);
        let Some(srtt) = ack.srtt.filter(|srtt| *srtt > Nanos::ZERO) else { return };
        self.mss = ack.mss;
        let bytes = ack.segments * f64::from(ack.mss);
        let Some(bandwidth) = self.bandwidth.on_ack(ack.now, bytes, srtt) else { return };
        let Some(rtt) = round_trip else { return };
        self.estimate = Some((bandwidth, rtt));
        if self.warmup > 0 {
            self.warmup -= 1;
        } else if self.has_deviated(bandwidth, rtt) {
            self.used = self.estimate;
            self.segments = self.window(bandwidth, rtt);
        }
    }
}
