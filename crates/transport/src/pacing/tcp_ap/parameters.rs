//! TCP-AP's parameters.

use crate::settings::settings;
use airhop_base::{Allowed, Nanos};

const CODE: &str = "the ns-2 code of tcp-ap";

/// The deviation of the history that the coefficient of variation is taken by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Deviation {
    /// Mean absolute deviation.
    #[default]
    MeanAbsolute,
    /// Sample standard deviation.
    Standard,
}

/// What the coefficient of variation is taken of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum CovInput {
    /// N-hop propagation delays as the round-trip times give them.
    #[default]
    NHopDelay,
    RoundTrip,
    /// N-hop propagation delays by synchronised clocks, where there are such.
    OneWay,
}

/// When the pacing timer's expiry is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum TimerMode {
    /// Only when it fires: it runs freely.
    #[default]
    OnExpiry,
    /// Also by each new rate, to one interval after the last expiry.
    OnNewRate,
}

settings! {
    AP_N: u32 {
        key: "ap_n",
        unit: "hops",
        default: "4",
        allowed: Allowed::Integer { min: 1, max: 255 },
        source: "tcp-ap, section 4.3, for ranges of 250 m and 550 m",
        about: "ap: hops after which the next segment can follow without a collision",
    }
    AP_ALPHA: f64 {
        key: "ap_alpha",
        unit: "",
        default: "0.7",
        allowed: Allowed::Real { min: 0.0, max: 0.999 },
        source: "tcp-ap, section 4.5",
        about: "ap: weight of the past in the average of the n-hop propagation delay",
    }
    AP_HISTORY: u32 {
        key: "ap_history",
        unit: "samples",
        default: "50",
        allowed: Allowed::Integer { min: 2, max: 10_000 },
        source: "tcp-ap, section 4.5",
        about: "ap: samples whose coefficient of variation is taken",
    }
    AP_COV: Deviation = [Deviation::MeanAbsolute, Deviation::Standard] {
        key: "ap_cov",
        unit: "",
        default: "mad",
        allowed: Allowed::OneOf(&["mad", "std"]),
        source: "the ns-2 code of tcp-ap (mad); tcp-ap, section 4.2 (std)",
        about: "ap: the coefficient of variation by mean absolute or by standard deviation",
    }
    AP_COV_SAMPLES: CovInput = [CovInput::NHopDelay, CovInput::RoundTrip, CovInput::OneWay] {
        key: "ap_cov_samples",
        unit: "",
        default: "fhd",
        allowed: Allowed::OneOf(&["fhd", "rtt", "one-way"]),
        source: "the ns-2 code of tcp-ap (fhd); tcp-ap, section 4.2 (rtt)",
        about: "ap: the coefficient of variation is of n-hop delays from round-trip times, of these themselves, or with sync \
                of one-way delays",
    }
    AP_OVERHEAD: u32 {
        key: "ap_overhead",
        unit: "bytes",
        default: "112",
        allowed: Allowed::Integer { min: 0, max: 10_000 },
        source: CODE,
        about: "ap: headers of a data segment and of an ACK on the air",
    }
    AP_QUEUEING_MAX: f64 {
        key: "ap_queueing_max",
        unit: "s",
        default: "0.5",
        allowed: Allowed::Real { min: 0.0, max: 3600.0 },
        source: CODE,
        about: "ap: a queueing delay per hop above this gives way to its running average",
    }
    AP_QUEUEING_GAMMA: f64 {
        key: "ap_queueing_gamma",
        unit: "",
        default: "0.5",
        allowed: Allowed::Real { min: 0.0, max: 0.999 },
        source: CODE,
        about: "ap: weight of the past in the running average of the queueing delay",
    }
    AP_FHD_MAX: f64 {
        key: "ap_fhd_max",
        unit: "s",
        default: "0.5",
        allowed: Allowed::Real { min: 0.001, max: 3600.0 },
        source: CODE,
        about: "ap: n-hop propagation delays from this on are ignored, as those of 0 and less are",
    }
    AP_INITIAL_INTERVAL: Nanos {
        key: "ap_initial_interval",
        unit: "s",
        default: "0.05",
        allowed: Allowed::Real { min: 0.0, max: 60.0 },
        source: CODE,
        about: "ap: time between two segments before the first sample",
    }
    AP_TIMER: TimerMode = [TimerMode::OnExpiry, TimerMode::OnNewRate] {
        key: "ap_timer",
        unit: "",
        default: "free",
        allowed: Allowed::OneOf(&["free", "rearm"]),
        source: CODE,
        about: "ap: the pacing timer takes a new rate when it next fires, or is moved by it at once",
    }
    AP_SHORT_PATH: bool = [false, true] {
        key: "ap_short_path",
        unit: "",
        default: "paper",
        allowed: Allowed::OneOf(&["paper", "author"]),
        source: "tcp-ap, section 4.3 (paper); its ns-2 code (author)",
        about: "ap: on paths of fewer than n hops the delay over all of them, or over one",
    }
    AP_SYNC: bool {
        key: "ap_sync",
        unit: "",
        default: "off",
        allowed: Allowed::Switch,
        source: "tcp-ap, sections 4.3 and 5.1.1",
        about: "ap: synchronised clocks, which tell the one-way delay of each data segment",
    }
    AP_SYNC_BYTES: bool {
        key: "ap_sync_bytes",
        unit: "",
        default: "off",
        allowed: Allowed::Switch,
        source: "off: global knowledge in tcp-ap, section 5.1.1; ns-2 carries times in every packet for nothing",
        about: "ap: the times of synchronised clocks take the 12 bytes of the timestamps option",
    }
}
