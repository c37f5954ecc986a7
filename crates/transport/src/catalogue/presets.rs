//! Values of several parameters at once: those of ns-2, and those of the RFCs.

use crate::settings::settings;
use airhop_base::Allowed;

/// The values that parameters take unless they are set: keys and values.
pub(super) type Preset = &'static [(&'static str, &'static str)];

/// Nothing but the defaults of the tables.
const AIRHOP: Preset = &[];

/// Where ns-2 2.35 differs from the defaults.
const NS2: Preset = &[("limited_transmit", "ns2"), ("rtt_samples", "window"), ("sack_after_timeout", "forget")];

/// Where the RFCs differ from the defaults; the `source` of each parameter names RFC and section.
const RFC: Preset = &[
    ("initial_window", "10"),
    ("repeated_timeout", "hold"),
    ("rto_min", "1"),
    ("rto_initial", "1"),
    ("handshake", "on"),
];

settings! {
    PRESET: Preset = [AIRHOP, NS2, RFC] {
        key: "preset",
        unit: "",
        default: "airhop",
        allowed: Allowed::OneOf(&["airhop", "ns2", "rfc"]),
        source: "airhop",
        about: "the parameters that are not set, where their sources differ: as each line says, as in ns-2 2.35, or as in the RFCs",
    }
}
