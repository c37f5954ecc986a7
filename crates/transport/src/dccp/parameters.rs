//! DCCP's parameters.

use crate::settings::settings;
use airhop_base::Allowed;

/// How the window follows a new base round-trip time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rescale {
    /// Times old over new: the equation of the implementation.
    OldOverNew,
    /// Times new over old: what the design says of the rate.
    NewOverOld,
}

// What DCCP reads beside `mss`, `initial_window`, `dupthresh`, `rto_min`, `rto_max` and `rto_initial` of TCP.
settings! {
    DCCP_RELIABLE: bool {
        key: "dccp_reliable",
        unit: "",
        default: "off",
        allowed: Allowed::Switch,
        source: "dccp, section 4",
        about: "dccp: every byte arrives once and in order; takes 8 bytes of each packet",
    }
    DCCP_STATES: bool = [true, false] {
        key: "dccp_states",
        unit: "",
        default: "four",
        allowed: Allowed::OneOf(&["four", "two"]),
        source: "dccp, section 4 (two: its simulations)",
        about: "dccp: Normal, Congestion, Failure and Error, or the first two: each loss is congestion, failures are not told",
    }
    DCCP_LOSS: bool = [true, false] {
        key: "dccp_loss",
        unit: "",
        default: "halve",
        allowed: Allowed::OneOf(&["halve", "keep"]),
        source: "dccp, section 4; keep: the text on its implementation names the timeout alone",
        about: "dccp: window response in Congestion to losses reported by the Ack Vector, once per window of data",
    }
    DCCP_BETA_MIN: f64 {
        key: "dccp_beta_min",
        unit: "",
        default: "0.5",
        allowed: Allowed::Real { min: 0.0, max: 1.0 },
        source: "dccp, section 4",
        about: "dccp: beta of the Error state when everything is lost; it rises to 1 with the part that arrives",
    }
    DCCP_RTT_WEIGHT: f64 {
        key: "dccp_rtt_weight",
        unit: "",
        default: "0.25",
        allowed: Allowed::Real { min: 0.0, max: 1.0 },
        source: "dccp, section 4",
        about: "dccp: weight of a new sample in the average round-trip time",
    }
    DCCP_RTT: bool = [false, true] {
        key: "dccp_rtt",
        unit: "",
        default: "average",
        allowed: Allowed::OneOf(&["average", "current"]),
        source: "dccp, section 4, where the average is called RTT; current: the other reading",
        about: "dccp: the round-trip time that the control equation divides by",
    }
    DCCP_RESCALE: Rescale = [Rescale::OldOverNew, Rescale::NewOverOld] {
        key: "dccp_rescale",
        unit: "",
        default: "old/new",
        allowed: Allowed::OneOf(&["old/new", "new/old"]),
        source: "dccp, section 4: old/new of the implementation, new/old of the Failure state's design",
        about: "dccp: factor of base round-trip times by which the window changes when a probe is answered",
    }
    DCCP_NEW_BASE: bool = [true, false] {
        key: "dccp_new_base",
        unit: "",
        default: "probe",
        allowed: Allowed::OneOf(&["probe", "data"]),
        source: "dccp, section 4; data: probes are short, and their round-trip times too",
        about: "dccp: the new base round-trip time is that of the probe, or of the first data packet after it",
    }
    DCCP_HANDSHAKE: bool {
        key: "dccp_handshake",
        unit: "",
        default: "on",
        allowed: Allowed::Switch,
        source: "RFC 4340, section 8",
        about: "dccp: Request and Response set the connection up, Close and Reset end it; off: both ends know the other",
    }
    DCCP_SEQUENCE_WINDOW: u64 {
        key: "dccp_sequence_window",
        unit: "packets",
        default: "1000",
        allowed: Allowed::Integer { min: 32, max: 1_000_000 },
        source: "RFC 4340, section 7.5.2 (100 unless agreed; five times the packets of a round trip)",
        about: "dccp: width of the window of valid sequence numbers; the congestion window stays below half of it",
    }
    DCCP_INITIAL_SEQUENCE: u64 {
        key: "dccp_initial_sequence",
        unit: "",
        default: "0",
        allowed: Allowed::Integer { min: 0, max: (1 << 48) - 1 },
        source: "RFC 4340, section 7.2",
        about: "dccp: first sequence number of both ends",
    }
    DCCP_ECN: bool {
        key: "dccp_ecn",
        unit: "",
        default: "on",
        allowed: Allowed::Switch,
        source: "RFC 4340, section 12",
        about: "dccp: packets may be marked by queues instead of dropped",
    }
}
