//! The parameters of TCP that no single part owns; DCCP reads some of them too.

use crate::settings::settings;
use airhop_base::{Allowed, Nanos};

/// What a duplicate ACK below the threshold allows the sender to send.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LimitedTransmit {
    /// Nothing.
    Off,
    /// New data only (RFC 3042).
    New,
    /// Whatever is next: after a timeout also a segment that was sent before, as in ns-2.
    NewOrAgain,
}

settings! {
    MSS: u32 {
        key: "mss",
        unit: "bytes",
        default: "1460",
        allowed: Allowed::Integer { min: 1, max: 65_495 },
        source: "RFC 9293, section 3.7.1",
        about: "payload of a full segment; never more than the advertised window",
    }
    INITIAL_WINDOW: u32 {
        key: "initial_window",
        unit: "segments",
        default: "2",
        allowed: Allowed::Integer { min: 1, max: 1000 },
        source: "ns-2 2.35 (2); RFC 6928 (10)",
        about: "congestion window at the start; 1 after a lost SYN",
    }
    ADVERTISED_WINDOW: u32 {
        key: "advertised_window",
        unit: "bytes",
        default: "65536",
        allowed: Allowed::Integer { min: 1, max: u32::MAX as u64 },
        source: "RFC 9293, section 3.8.6",
        about: "the receiver's buffer, advertised without scaling; also the first slow-start threshold",
    }
    LIMITED_TRANSMIT_BEYOND_CWL: bool {
        key: "limited_transmit_beyond_cwl",
        unit: "",
        default: "off",
        allowed: Allowed::Switch,
        source: "off: ns-2 2.35 (window_); on: RFC 3042, and what tcp-daa narrates of figure 4a",
        about: "limited transmit may exceed the recipe's window limit, as it may the congestion window",
    }
    DUPTHRESH: u32 {
        key: "dupthresh",
        unit: "ACKs",
        default: "3",
        allowed: Allowed::Integer { min: 1, max: 100 },
        source: "RFC 5681, section 3.2; tcp-daa sets 2",
        about: "duplicate ACKs that start a fast retransmit",
    }
    LIMITED_TRANSMIT: LimitedTransmit = [LimitedTransmit::New, LimitedTransmit::Off, LimitedTransmit::NewOrAgain] {
        key: "limited_transmit",
        unit: "",
        default: "on",
        allowed: Allowed::OneOf(&["on", "off", "ns2"]),
        source: "RFC 3042 (on); ns-2 2.35 (ns2)",
        about: "a segment for each of the first two duplicate ACKs: a new one, or as in ns-2 also the next one \
                again after a timeout",
    }
    AVOID_MULTIPLE_FAST_RETRANSMITS: bool {
        key: "avoid_multiple_fast_retransmits",
        unit: "",
        default: "on",
        allowed: Allowed::Switch,
        source: "RFC 6582, section 3.2, step 2 (ns-2: bugFix_)",
        about: "no second fast retransmit for losses of a window that was already reduced",
    }
    PARTIAL_ACK_TIMER: bool = [false, true] {
        key: "partial_ack_timer",
        unit: "",
        default: "impatient",
        allowed: Allowed::OneOf(&["impatient", "slow-but-steady"]),
        source: "RFC 6582, section 4",
        about: "NewReno restarts the retransmission timer on the first partial ACK only, or on each",
    }
    REPEATED_TIMEOUT: bool = [false, true] {
        key: "repeated_timeout",
        unit: "",
        default: "reduce",
        allowed: Allowed::OneOf(&["reduce", "hold"]),
        source: "ns-2 2.35 (reduce); RFC 5681, section 3.1 (hold)",
        about: "slow-start threshold when a segment times out again: set again from the window of one segment, or held",
    }
    RTO_MIN: Nanos {
        key: "rto_min",
        unit: "s",
        default: "0.2",
        allowed: Allowed::Real { min: 0.001, max: 60.0 },
        source: "ns-2 2.35 and Linux (0.2); ns-2 until 2004 and RFC 6298, rule 2.4 (1)",
        about: "minimum RTO",
    }
    RTO_MAX: Nanos {
        key: "rto_max",
        unit: "s",
        default: "60",
        allowed: Allowed::Real { min: 60.0, max: 3600.0 },
        source: "RFC 6298, rule 2.5",
        about: "maximum RTO, backoff included",
    }
    RTO_INITIAL: Nanos {
        key: "rto_initial",
        unit: "s",
        default: "3",
        allowed: Allowed::Real { min: 0.001, max: 60.0 },
        source: "ns-2 2.35 (3); RFC 6298, rule 2.1 (1)",
        about: "RTO before the first round-trip time is known",
    }
    RTO_FACTOR: f64 {
        key: "rto_factor",
        unit: "",
        default: "1",
        allowed: Allowed::Real { min: 0.1, max: 100.0 },
        source: "tcp-daa, section 4 (5; DAAp 2)",
        about: "multiplies the RTO once a round-trip time is known",
    }
    RTO_FLOOR_FACTOR: f64 {
        key: "rto_floor_factor",
        unit: "",
        default: "0",
        allowed: Allowed::Real { min: 0.0, max: 100.0 },
        source: "daa-auto sets 2",
        about: "multiplies rto_min instead of rto_factor, which then multiplies the measured RTO alone; 0: rto_factor multiplies both",
    }
    BACKOFF: bool {
        key: "backoff",
        unit: "",
        default: "on",
        allowed: Allowed::Switch,
        source: "RFC 6298, rule 5.5; the ns-2 code of tcp-ap has none",
        about: "doubles the RTO each time it expires",
    }
    RTT_SAMPLES: bool = [false, true] {
        key: "rtt_samples",
        unit: "",
        default: "ack",
        allowed: Allowed::OneOf(&["ack", "window"]),
        source: "RFC 6298, section 3; ns-2 2.35 (window)",
        about: "the RTO takes a round-trip time from every ACK, or one per window",
    }
    TIMESTAMPS: bool {
        key: "timestamps",
        unit: "",
        default: "off",
        allowed: Allowed::Switch,
        source: "RFC 7323, section 3",
        about: "the timestamps option, 12 bytes in each segment; round-trip times then come from it",
    }
    HANDSHAKE: bool {
        key: "handshake",
        unit: "",
        default: "off",
        allowed: Allowed::Switch,
        source: "RFC 9293, sections 3.5 and 3.6; ns-2's one-way agents have none",
        about: "sets the connection up with SYN and closes it with FIN",
    }
}
