//! TCP-AP's adaptive pacing: one segment per 1 / R, with R from the delay over n hops and the contention.

mod estimate;
mod history;
mod timer;

use super::{Feedback, Pace, PacingState};
use crate::choice::{Choice, Info};
use crate::parameters::{Allowed, Parameter};
use crate::settings::Settings;
use airhop_base::Nanos;
use estimate::Estimate;
use timer::{PacingTimer, Rearm};

const PAPER: &str = "tcp-ap, section 4";
const CODE: &str = "the ns-2 code of tcp-ap";

/// Segments leave at the rate that the n-hop propagation delay and the variation of the delays allow.
#[derive(Clone, Debug)]
pub(crate) struct Adaptive {
    estimate: Estimate,
    timer: PacingTimer,
    payload_bytes: u32,
}

impl Default for Adaptive {
    fn default() -> Self {
        Self { estimate: Estimate::default(), timer: PacingTimer::new(Rearm::OnExpiry, Nanos::ZERO), payload_bytes: 0 }
    }
}

impl Choice for Adaptive {
    const INFO: Info = Info {
        form: "ap",
        about: "segments leave at the rate that the 4-hop propagation delay and the variation of delays allow",
        source: PAPER,
    };
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            key: "ap_n",
            unit: "hops",
            default: "4",
            allowed: Allowed::Integer { min: 1, max: 255 },
            source: "tcp-ap, section 4.3, for ranges of 250 m and 550 m",
            about: "ap: hops after which the next segment can follow without a collision",
        },
        Parameter {
            key: "ap_alpha",
            unit: "",
            default: "0.7",
            allowed: Allowed::Real { min: 0.0, max: 0.999 },
            source: "tcp-ap, section 4.5",
            about: "ap: weight of the past in the average of the n-hop propagation delay",
        },
        Parameter {
            key: "ap_history",
            unit: "samples",
            default: "50",
            allowed: Allowed::Integer { min: 2, max: 10_000 },
            source: "tcp-ap, section 4.5",
            about: "ap: samples whose coefficient of variation is taken",
        },
        Parameter {
            key: "ap_cov",
            unit: "",
            default: "mad",
            allowed: Allowed::OneOf(&["mad", "std"]),
            source: "the ns-2 code of tcp-ap (mad); tcp-ap, section 4.2 (std)",
            about: "ap: the coefficient of variation by mean absolute or by standard deviation",
        },
        Parameter {
            key: "ap_cov_samples",
            unit: "",
            default: "fhd",
            allowed: Allowed::OneOf(&["fhd", "rtt", "one-way"]),
            source: "the ns-2 code of tcp-ap (fhd); tcp-ap, section 4.2 (rtt)",
            about: "ap: the coefficient of variation is of n-hop delays from round-trip times, of these themselves, or with sync \
                    of one-way delays",
        },
        Parameter {
            key: "ap_overhead",
            unit: "bytes",
            default: "112",
            allowed: Allowed::Integer { min: 0, max: 10_000 },
            source: CODE,
            about: "ap: headers of a data segment and of an acknowledgement on the air",
        },
        Parameter {
            key: "ap_queueing_max",
            unit: "s",
            default: "0.5",
            allowed: Allowed::Real { min: 0.0, max: 3600.0 },
            source: CODE,
            about: "ap: a queueing delay per hop above this gives way to its running average",
        },
        Parameter {
            key: "ap_queueing_gamma",
            unit: "",
            default: "0.5",
            allowed: Allowed::Real { min: 0.0, max: 0.999 },
            source: CODE,
            about: "ap: weight of the past in the running average of the queueing delay",
        },
        Parameter {
            key: "ap_fhd_max",
            unit: "s",
            default: "0.5",
            allowed: Allowed::Real { min: 0.001, max: 3600.0 },
            source: CODE,
            about: "ap: n-hop propagation delays from this on are ignored, as those of 0 and less are",
        },
        Parameter {
            key: "ap_initial_interval",
            unit: "s",
            default: "0.05",
            allowed: Allowed::Real { min: 0.0, max: 60.0 },
            source: CODE,
            about: "ap: time between two segments before the first sample",
        },
        Parameter {
            key: "ap_timer",
            unit: "",
            default: "free",
            allowed: Allowed::OneOf(&["free", "rearm"]),
            source: CODE,
            about: "ap: the pacing timer takes a new rate when it next fires, or is moved by it at once",
        },
        Parameter {
            key: "ap_short_path",
            unit: "",
            default: "paper",
            allowed: Allowed::OneOf(&["paper", "author"]),
            source: "tcp-ap, section 4.3 (paper); its ns-2 code (author)",
            about: "ap: on paths of fewer than n hops the delay over all of them, or over one",
        },
        Parameter {
            key: "ap_sync",
            unit: "",
            default: "off",
            allowed: Allowed::Switch,
            source: "tcp-ap, sections 4.3 and 5.1.1",
            about: "ap: synchronised clocks, which tell the one-way delay of each data segment",
        },
        Parameter {
            key: "ap_sync_bytes",
            unit: "",
            default: "off",
            allowed: Allowed::Switch,
            source: "off: global knowledge in tcp-ap, section 5.1.1; ns-2 carries times in every packet for nothing",
            about: "ap: the times of synchronised clocks take the 12 bytes of the timestamps option",
        },
    ];

    fn start(&mut self, settings: &Settings) {
        self.estimate = Estimate::new(settings);
        let rearm = if settings.word("ap_timer") == "rearm" { Rearm::OnNewRate } else { Rearm::OnExpiry };
        self.timer = PacingTimer::new(rearm, settings.seconds("ap_initial_interval"));
        self.payload_bytes = settings.integer("mss").min(settings.integer("advertised_window"));
    }
}

impl Pace for Adaptive {
    fn next_release(&mut self, now: Nanos) -> Nanos {
        self.timer.release(now)
    }

    fn nothing_waits(&mut self) {
        self.timer.nothing_waits();
    }

    fn on_released(&mut self, now: Nanos) {
        self.timer.on_released(now);
    }

    fn on_sent(&mut self, _now: Nanos, _payload_bytes: u32) {
        self.timer.on_sent();
    }

    fn on_ack(&mut self, feedback: &Feedback) {
        self.timer.on_ack(feedback.now);
        if self.estimate.sample(feedback, self.payload_bytes)
            && let Some(interval) = self.estimate.interval()
        {
            self.timer.set_interval(feedback.now, interval);
        }
    }

    fn on_fast_retransmit(&mut self) {
        self.timer.on_fast_retransmit();
    }

    fn on_timeout(&mut self) {
        self.timer.on_timeout();
    }

    fn state(&self) -> Option<PacingState> {
        let (fhd, interval) = (self.estimate.fhd()?, self.estimate.interval()?);
        let rate_kbps = f64::from(self.payload_bytes) * 8.0 / 1000.0 / interval.as_secs_f64().max(1e-9);
        Some(PacingState { rate_kbps, fhd, cov: self.estimate.cov() })
    }
}
