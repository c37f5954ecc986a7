use crate::ack_policy::AckPolicy;
use crate::advertised::AdvertisedWindow;
use crate::law::WindowLaw;
use crate::limit::WindowLimit;
use crate::pacing::Pacing;
use crate::recovery::LossRecovery;
use std::fmt;
use std::sync::LazyLock;

/// One settable number, switch or choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// Its name in [`crate::Transport::set`].
    pub key: &'static str,
    /// Unit of the value, empty for a plain number or a word.
    pub unit: &'static str,
    /// The value when nothing is set.
    pub default: &'static str,
    /// The values that are taken.
    pub allowed: Allowed,
    /// Where the parameter and its default come from.
    pub source: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
}

/// The values that a parameter takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Allowed {
    /// `on` or `off`.
    Switch,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A whole number in this range, ends included.
    Integer {
        /// Smallest.
        min: u64,
        /// Largest.
        max: u64,
    },
    /// A decimal number in this range, ends included.
    Real {
        /// Smallest.
        min: f64,
        /// Largest.
        max: f64,
    },
}

impl Allowed {
    /// True when `value` is written as one of the allowed values.
    #[must_use]
    pub fn accepts(&self, value: &str) -> bool {
        match *self {
            Self::Switch => value == "on" || value == "off",
            Self::OneOf(words) => words.contains(&value),
            Self::Integer { min, max } => value.parse().is_ok_and(|n: u64| (min..=max).contains(&n)),
            Self::Real { min, max } => value.parse().is_ok_and(|x: f64| (min..=max).contains(&x)),
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Switch => f.write_str("on or off"),
            Self::OneOf(words) => write!(f, "one of {}", words.join(", ")),
            Self::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Real { min, max } => write!(f, "a number from {min} to {max}"),
        }
    }
}

/// The parameters of TCP itself, that no single part owns.
const COMMON: &[Parameter] = &[
    Parameter {
        key: "mss",
        unit: "bytes",
        default: "1460",
        allowed: Allowed::Integer { min: 1, max: 65_495 },
        source: "RFC 9293, section 3.7.1",
        about: "payload of a full segment; never more than the advertised window",
    },
    Parameter {
        key: "initial_window",
        unit: "segments",
        default: "2",
        allowed: Allowed::Integer { min: 1, max: 1000 },
        source: "ns-2 2.35 (2); RFC 6928 (10)",
        about: "congestion window at the start; 1 after a lost SYN",
    },
    Parameter {
        key: "advertised_window",
        unit: "bytes",
        default: "65536",
        allowed: Allowed::Integer { min: 1, max: u32::MAX as u64 },
        source: "RFC 9293, section 3.8.6",
        about: "the receiver's buffer, advertised without scaling; also the first slow-start threshold",
    },
    Parameter {
        key: "limited_transmit_beyond_cwl",
        unit: "",
        default: "off",
        allowed: Allowed::Switch,
        source: "off: ns-2 2.35 (window_); on: RFC 3042, and what tcp-daa narrates of figure 4a",
        about: "limited transmit may exceed the recipe's window limit, as it may the congestion window",
    },
    Parameter {
        key: "dupthresh",
        unit: "ACKs",
        default: "3",
        allowed: Allowed::Integer { min: 1, max: 100 },
        source: "RFC 5681, section 3.2; tcp-daa sets 2",
        about: "duplicate acknowledgements that start a fast retransmit",
    },
    Parameter {
        key: "limited_transmit",
        unit: "",
        default: "on",
        allowed: Allowed::OneOf(&["on", "off", "ns2"]),
        source: "RFC 3042 (on); ns-2 2.35 (ns2)",
        about: "a segment for each of the first two duplicate acknowledgements: a new one, or as in ns-2 also the next one \
                again after a timeout",
    },
    Parameter {
        key: "careful",
        unit: "",
        default: "on",
        allowed: Allowed::Switch,
        source: "RFC 6582, section 3.2, step 2 (ns-2: bugFix_)",
        about: "no second fast retransmit for losses of a window that was already reduced",
    },
    Parameter {
        key: "partial_ack_timer",
        unit: "",
        default: "impatient",
        allowed: Allowed::OneOf(&["impatient", "slow-but-steady"]),
        source: "RFC 6582, section 4",
        about: "NewReno restarts the retransmission timer on the first partial acknowledgement only, or on each",
    },
    Parameter {
        key: "repeated_timeout",
        unit: "",
        default: "reduce",
        allowed: Allowed::OneOf(&["reduce", "hold"]),
        source: "ns-2 2.35 (reduce); RFC 5681, section 3.1 (hold)",
        about: "slow-start threshold when a segment times out again: taken anew from the window of one, or held",
    },
    Parameter {
        key: "rto_min",
        unit: "s",
        default: "0.2",
        allowed: Allowed::Real { min: 0.001, max: 60.0 },
        source: "ns-2 2.35 and Linux (0.2); ns-2 until 2004 and RFC 6298, rule 2.4 (1)",
        about: "smallest retransmission timeout",
    },
    Parameter {
        key: "rto_max",
        unit: "s",
        default: "60",
        allowed: Allowed::Real { min: 60.0, max: 3600.0 },
        source: "RFC 6298, rule 2.5",
        about: "largest retransmission timeout, back-off included",
    },
    Parameter {
        key: "rto_initial",
        unit: "s",
        default: "3",
        allowed: Allowed::Real { min: 0.001, max: 60.0 },
        source: "ns-2 2.35 (3); RFC 6298, rule 2.1 (1)",
        about: "retransmission timeout before the first round-trip time is known",
    },
    Parameter {
        key: "rto_factor",
        unit: "",
        default: "1",
        allowed: Allowed::Real { min: 0.1, max: 100.0 },
        source: "tcp-daa, section 4 (5; DAAp 2)",
        about: "multiplies the retransmission timeout once a round-trip time is known",
    },
    Parameter {
        key: "rto_floor_factor",
        unit: "",
        default: "0",
        allowed: Allowed::Real { min: 0.0, max: 100.0 },
        source: "daa-auto sets 2",
        about: "multiplies rto_min in the place of rto_factor, which then multiplies what was measured alone; 0: rto_factor holds for both",
    },
    Parameter {
        key: "backoff",
        unit: "",
        default: "on",
        allowed: Allowed::Switch,
        source: "RFC 6298, rule 5.5; the ns-2 code of tcp-ap has none",
        about: "doubles the retransmission timeout each time it fires",
    },
    Parameter {
        key: "rtt_samples",
        unit: "",
        default: "ack",
        allowed: Allowed::OneOf(&["ack", "window"]),
        source: "RFC 6298, section 3; ns-2 2.35 (window)",
        about: "the retransmission timeout takes a round-trip time from every acknowledgement, or one a window",
    },
    Parameter {
        key: "timestamps",
        unit: "",
        default: "off",
        allowed: Allowed::Switch,
        source: "RFC 7323, section 3",
        about: "the timestamps option, 12 bytes in each segment; round-trip times then come from it",
    },
    Parameter {
        key: "handshake",
        unit: "",
        default: "off",
        allowed: Allowed::Switch,
        source: "RFC 9293, sections 3.5 and 3.6; ns-2's one-way agents have none",
        about: "sets the connection up with SYN and closes it with FIN",
    },
];

static ALL: LazyLock<Vec<Parameter>> = LazyLock::new(|| {
    let parts = [
        LossRecovery::PARAMETERS,
        WindowLaw::PARAMETERS,
        WindowLimit::PARAMETERS,
        Pacing::PARAMETERS,
        AckPolicy::PARAMETERS,
        AdvertisedWindow::PARAMETERS,
    ];
    let of_parts = parts.iter().flat_map(|choices| choices.iter()).flat_map(|own| own.iter());
    COMMON.iter().chain(of_parts).chain(crate::dccp::PARAMETERS).copied().collect()
});

/// Every parameter of [`crate::Transport::set`]: TCP's own, those of the parts, then DCCP's.
#[must_use]
pub fn parameters() -> &'static [Parameter] {
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_are_unique_and_defaults_allowed() {
        let mut seen = HashSet::new();
        for parameter in parameters() {
            assert!(seen.insert(parameter.key), "{} stands twice", parameter.key);
            assert!(parameter.allowed.accepts(parameter.default), "{}", parameter.key);
            assert!(!parameter.source.is_empty() && !parameter.about.is_empty(), "{}", parameter.key);
        }
    }

    #[test]
    fn refuses_what_is_no_value() {
        let real = Allowed::Real { min: 0.0, max: 1.0 };
        assert!(real.accepts("0.5") && real.accepts("1"));
        assert!(!real.accepts("nan") && !real.accepts("1.1") && !real.accepts("inf") && !real.accepts(""));
        assert!(!Allowed::Integer { min: 1, max: 9 }.accepts("-1"));
        assert!(!Allowed::Switch.accepts("ON"));
    }
}
