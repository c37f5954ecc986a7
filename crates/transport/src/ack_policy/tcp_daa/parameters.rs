//! The parameters of DAA, most of which DAAp and the automatic choice share.

use crate::settings::settings;
use airhop_base::{Allowed, Nanos};

settings! {
    DAA_MAX: u32 {
        key: "daa_max",
        unit: "segments",
        default: "4",
        allowed: Allowed::Integer { min: 1, max: 1000 },
        source: "tcp-daa, section 3.2",
        about: "daa, daap, daa-auto: largest delaying window",
    }
    DAA_MU: f64 {
        key: "daa_mu",
        unit: "segments",
        default: "0.3",
        allowed: Allowed::Real { min: 0.001, max: 1000.0 },
        source: "tcp-daa, section 3.2, equation (3), and table 2",
        about: "daa, daap, daa-auto: growth of the delaying window per segment in order, until it first reaches daa_max",
    }
    DAA_STEP: f64 {
        key: "daa_step",
        unit: "segments",
        default: "1",
        allowed: Allowed::Real { min: 0.0, max: 1000.0 },
        source: "tcp-daa, section 3.2, equation (3)",
        about: "daa, and daa-auto among much disorder: growth of the delaying window per segment in order, after the start-up",
    }
    DAA_RESET: f64 {
        key: "daa_reset",
        unit: "segments",
        default: "2",
        allowed: Allowed::Real { min: 1.0, max: 1000.0 },
        source: "tcp-daa, section 3.2",
        about: "daa, and daa-auto among much disorder: delaying window that disorder or the timer leaves",
    }
    DAA_GROUP: bool = [true, false] {
        key: "daa_group",
        unit: "",
        default: "first",
        allowed: Allowed::OneOf(&["first", "each"]),
        source: "first: tcp-daa, section 3.3, narrates groups of 2 after a loss; each: the letter of section 3.2",
        about: "daa, daap, daa-auto: a group is as large as the delaying window at its first segment, or at each",
    }
    DAA_ALPHA: f64 {
        key: "daa_alpha",
        unit: "",
        default: "0.75",
        allowed: Allowed::Real { min: 0.0, max: 0.999 },
        source: "tcp-daa, section 3.2, equation (1), and table 2",
        about: "daa, daap, daa-auto: weight of the past in the smoothed gap between segments",
    }
    DAA_KAPPA: f64 {
        key: "daa_kappa",
        unit: "",
        default: "0.2",
        allowed: Allowed::Real { min: 0.0, max: 1000.0 },
        source: "tcp-daa, section 3.2, equation (2), and table 2",
        about: "daa, daap, daa-auto: the timer waits for 2 + kappa smoothed gaps",
    }
    DAA_INITIAL_TIMEOUT: Nanos {
        key: "daa_initial_timeout",
        unit: "s",
        default: "0.2",
        allowed: Allowed::Real { min: 0.001, max: 10.0 },
        source: "tcp-daa, table 2",
        about: "daa, daap, daa-auto: the timer before the first gap is known",
    }
    DAA_MIN_TIMEOUT: Nanos {
        key: "daa_min_timeout",
        unit: "s",
        default: "0.1",
        allowed: Allowed::Real { min: 0.0, max: 10.0 },
        source: "0 is the letter of tcp-daa, section 3.2, equation (2), which expires within bursts",
        about: "daa, daap, daa-auto: least timer once a gap is known",
    }
    DAA_GAPS: bool = [false, true] {
        key: "daa_gaps",
        unit: "",
        default: "group",
        allowed: Allowed::OneOf(&["group", "all"]),
        source: "tcp-daa, section 3.2, figure 3 (group)",
        about: "daa, daap, daa-auto: gaps that are smoothed: those within a group, or all between segments in order",
    }
}
