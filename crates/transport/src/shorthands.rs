use crate::choice::PartInfo;

/// A part that is a parameter under a short name: `form` behind the `+` sets the parameter `key`.
pub(crate) struct Shorthand {
    pub info: PartInfo,
    pub key: &'static str,
    /// The value to set; `None` when the name carries it, as in `dupthresh=2`.
    pub value: Option<&'static str>,
}

/// Timers: factor and back-off of the retransmission timeout, duplicate-ACK threshold.
const TIMERS: &str = "timers";
/// What a window limit does not bound.
const LIMIT_SCOPE: &str = "scope of the window limit";
/// What adaptive pacing measures.
const ADAPTIVE: &str = "adaptive pacing";

/// All of them.
pub(crate) const SHORTHANDS: &[Shorthand] = &[
    Shorthand {
        info: PartInfo {
            group: TIMERS,
            form: "dupthresh=N",
            about: "duplicate acknowledgements that start a fast retransmit",
            source: "RFC 5681, section 3.2",
        },
        key: "dupthresh",
        value: None,
    },
    Shorthand {
        info: PartInfo {
            group: TIMERS,
            form: "rto-factor=X",
            about: "multiplies the retransmission timeout",
            source: "tcp-daa, section 4",
        },
        key: "rto_factor",
        value: None,
    },
    Shorthand {
        info: PartInfo {
            group: TIMERS,
            form: "rto-floor-factor=X",
            about: "multiplies the least retransmission timeout in the place of rto-factor",
            source: "for daa-auto",
        },
        key: "rto_floor_factor",
        value: None,
    },
    Shorthand {
        info: PartInfo {
            group: TIMERS,
            form: "no-backoff",
            about: "the retransmission timeout is not doubled when it fires",
            source: "the ns-2 code of tcp-ap",
        },
        key: "backoff",
        value: Some("off"),
    },
    Shorthand {
        info: PartInfo {
            group: LIMIT_SCOPE,
            form: "lt-beyond-cwl",
            about: "limited transmit may exceed the window limit",
            source: "RFC 3042; tcp-daa, section 3.3",
        },
        key: "limited_transmit_beyond_cwl",
        value: Some("on"),
    },
    Shorthand {
        info: PartInfo {
            group: ADAPTIVE,
            form: "sync",
            about: "for ap: one-way delays by synchronised clocks in place of round-trip times",
            source: "tcp-ap, sections 4.3 and 5.1.1",
        },
        key: "ap_sync",
        value: Some("on"),
    },
    Shorthand {
        info: PartInfo {
            group: ADAPTIVE,
            form: "std",
            about: "for ap: the coefficient of variation by the standard deviation",
            source: "tcp-ap, section 4.2",
        },
        key: "ap_cov",
        value: Some("std"),
    },
];
