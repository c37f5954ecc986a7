use crate::common::{BACKOFF, DUPTHRESH, LIMITED_TRANSMIT_BEYOND_CWL, RTO_FACTOR, RTO_FLOOR_FACTOR};
use crate::dccp::{DCCP_RELIABLE, DCCP_STATES};
use crate::error::TransportError;
use crate::needs::{Need, PartNeeds};
use crate::pacing::{AP_COV, AP_SYNC};
use crate::part::PartInfo;
use crate::settings::Settings;
use airhop_base::Parameter;

/// A part that is a parameter under a short name: `form` behind the `+` sets the parameter.
pub(super) struct Shorthand {
    pub info: PartInfo,
    pub parameter: Parameter,
    /// The value to set; `None` when the name carries it, as in `dupthresh=2`.
    pub value: Option<&'static str>,
    /// The value, of those that a name may carry, that changes nothing.
    neutral: Option<&'static str>,
}

/// Timers: factor and backoff of the retransmission timeout, duplicate-ACK threshold.
const TIMERS: &str = "timers";
/// What a window limit does not bound.
const LIMIT_SCOPE: &str = "scope of the window limit";
/// What adaptive pacing measures.
const ADAPTIVE: &str = "adaptive pacing";
/// What kind of part DCCP's are.
const DCCP: &str = "DCCP";

const IP_SYSCTL: &str = "Linux, Documentation/networking/ip-sysctl.rst";

const DUPTHRESH_N: Shorthand = Shorthand {
    info: PartInfo {
        group: TIMERS,
        form: "dupthresh=N",
        about: "duplicate ACKs that start a fast retransmit",
        source: "RFC 5681, section 3.2",
        needs: PartNeeds { kinds: &[], about: "net.ipv4.tcp_reordering", source: IP_SYSCTL },
    },
    parameter: DUPTHRESH.parameter(),
    value: None,
    neutral: None,
};

/// Those of TCP.
pub(super) const TCP_SHORTHANDS: &[Shorthand] = &[
    DUPTHRESH_N,
    Shorthand {
        info: PartInfo {
            group: TIMERS,
            form: "rto-factor=X",
            about: "multiplies the RTO",
            source: "tcp-daa, section 4",
            needs: PartNeeds {
                kinds: &[Need::Sender],
                about: "a longer retransmission timeout",
                source: "tcp-daa, section 4",
            },
        },
        parameter: RTO_FACTOR.parameter(),
        value: None,
        neutral: Some("1"),
    },
    Shorthand {
        info: PartInfo {
            group: TIMERS,
            form: "rto-floor-factor=X",
            about: "multiplies the minimum RTO instead of rto-factor",
            source: "for daa-auto",
            needs: PartNeeds {
                kinds: &[],
                about: "a higher floor of the timeout: `ip route ... rto_min`",
                source: "ip-route(8)",
            },
        },
        parameter: RTO_FLOOR_FACTOR.parameter(),
        value: None,
        neutral: Some("1"),
    },
    Shorthand {
        info: PartInfo {
            group: TIMERS,
            form: "no-backoff",
            about: "the RTO is not doubled when it expires",
            source: "the ns-2 code of tcp-ap",
            needs: PartNeeds {
                kinds: &[Need::Sender],
                about: "timeouts without backoff",
                source: "the ns-2 code of tcp-ap",
            },
        },
        parameter: BACKOFF.parameter(),
        value: Some("off"),
        neutral: None,
    },
    Shorthand {
        info: PartInfo {
            group: LIMIT_SCOPE,
            form: "lt-beyond-cwl",
            about: "limited transmit may exceed the window limit",
            source: "RFC 3042; tcp-daa, section 3.3",
            needs: PartNeeds {
                kinds: &[Need::Sender],
                about: "limited transmit beyond the window limit",
                source: "tcp-daa, section 3.3",
            },
        },
        parameter: LIMITED_TRANSMIT_BEYOND_CWL.parameter(),
        value: Some("on"),
        neutral: None,
    },
    Shorthand {
        info: PartInfo {
            group: ADAPTIVE,
            form: "sync",
            about: "for ap: one-way delays by synchronised clocks instead of round-trip times",
            source: "tcp-ap, sections 4.3 and 5.1.1",
            needs: PartNeeds {
                kinds: &[Need::Sender, Need::Receiver, Need::Clocks],
                about: "one-way delays, told back by the receiver",
                source: "tcp-ap, section 4.3",
            },
        },
        parameter: AP_SYNC.parameter(),
        value: Some("on"),
        neutral: None,
    },
    Shorthand {
        info: PartInfo {
            group: ADAPTIVE,
            form: "std",
            about: "for ap: the coefficient of variation by the standard deviation",
            source: "tcp-ap, section 4.2",
            needs: PartNeeds {
                kinds: &[Need::Sender],
                about: "another measure of variation in `ap`",
                source: "tcp-ap, section 4.2",
            },
        },
        parameter: AP_COV.parameter(),
        value: Some("std"),
        neutral: None,
    },
];

/// The form that makes DCCP reliable.
pub(super) const RELIABLE: &str = "reliable";

/// Those of DCCP alone.
pub(super) const DCCP_SHORTHANDS: &[Shorthand] = &[
    Shorthand {
        info: PartInfo {
            group: DCCP,
            form: RELIABLE,
            about: "for dccp: retransmission and in-order delivery",
            source: "dccp, section 4",
            needs: PartNeeds {
                kinds: &[Need::Sender, Need::Receiver],
                about: "retransmission over DCCP",
                source: "dccp, section 4",
            },
        },
        parameter: DCCP_RELIABLE.parameter(),
        value: Some("on"),
        neutral: None,
    },
    Shorthand {
        info: PartInfo {
            group: DCCP,
            form: "two-state",
            about: "for dccp: only the states Normal and Congestion, as the paper simulated",
            source: "dccp, section 4",
            needs: PartNeeds {
                kinds: &[Need::Sender],
                about: "fewer states of DCCP's sender",
                source: "dccp, section 4",
            },
        },
        parameter: DCCP_STATES.parameter(),
        value: Some("two"),
        neutral: None,
    },
];

/// Those that TCP and DCCP share.
pub(super) const SHARED_SHORTHANDS: &[Shorthand] = &[DUPTHRESH_N];

/// A shorthand as a name has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Applied {
    /// The key of its parameter: each parameter is a separate kind.
    pub key: &'static str,
    pub form: &'static str,
    pub needs: PartNeeds,
}

/// Sets the parameter behind a shorthand; `None` when `word` is none of them.
///
/// # Errors
/// With what is allowed instead, when a value is missing, superfluous or not allowed.
pub(super) fn apply(word: &str, shorthands: &[Shorthand], settings: &mut Settings) -> Option<Result<Applied, String>> {
    let (key, value) = split(word);
    let shorthand = shorthands.iter().find(|shorthand| split(shorthand.info.form).0 == key)?;
    let value = match (shorthand.value, value) {
        (Some(fixed), None) => fixed,
        (None, Some(given)) => given,
        _ => return Some(Err(shorthand.info.form.to_owned())),
    };
    let needs = if shorthand.neutral == Some(value) {
        PartNeeds { kinds: &[], about: "as ever", source: "RFC 6298" }
    } else {
        shorthand.info.needs
    };
    let applied = Applied { key: shorthand.parameter.key, form: shorthand.info.form, needs };
    Some(match settings.set(&shorthand.parameter, value) {
        Ok(()) => Ok(applied),
        Err(TransportError::BadValue { allowed, .. }) => Err(allowed),
        Err(other) => Err(other.to_string()),
    })
}

/// A word as its key and, behind a `=`, its value.
pub(super) fn split(word: &str) -> (&str, Option<&str>) {
    match word.split_once('=') {
        Some((key, value)) => (key, Some(value)),
        None => (word, None),
    }
}
