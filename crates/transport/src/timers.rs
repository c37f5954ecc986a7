use crate::choice::PartInfo;

/// A part that is a parameter under a short name: `form` behind the `+` sets the parameter `key`.
pub(crate) struct TimerPart {
    pub info: PartInfo,
    pub key: &'static str,
    /// The value to set; `None` when the name carries it, as in `dupthresh=2`.
    pub value: Option<&'static str>,
}

const GROUP: &str = "timers";

/// The timer parts: factor and back-off of the retransmission timeout, duplicate-ACK threshold.
pub(crate) const TIMER_PARTS: &[TimerPart] = &[
    TimerPart {
        info: PartInfo {
            group: GROUP,
            form: "dupthresh=N",
            about: "duplicate acknowledgements that start a fast retransmit",
            source: "RFC 5681, section 3.2",
        },
        key: "dupthresh",
        value: None,
    },
    TimerPart {
        info: PartInfo {
            group: GROUP,
            form: "rto-factor=X",
            about: "multiplies the retransmission timeout",
            source: "tcp-daa, section 4",
        },
        key: "rto_factor",
        value: None,
    },
    TimerPart {
        info: PartInfo {
            group: GROUP,
            form: "no-backoff",
            about: "the retransmission timeout is not doubled when it fires",
            source: "the ns-2 code of tcp-ap",
        },
        key: "backoff",
        value: Some("off"),
    },
];
