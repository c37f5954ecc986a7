use crate::{Error, Result};
use std::str::FromStr;

/// A transport for the kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// TCP-AP: NewReno window, segments paced by the n-hop propagation delay.
    AdaptivePacing,
    /// NewReno with a window of at most a quarter of the hops.
    QuarterHops,
    /// NewReno with a window of at most the bandwidth times the round-trip time.
    BandwidthRtt,
}

impl Scheme {
    /// All schemes.
    pub const ALL: [Self; 3] = [Self::AdaptivePacing, Self::QuarterHops, Self::BandwidthRtt];

    /// Its name in the kernel, as in `net.ipv4.tcp_congestion_control`.
    pub fn kernel_name(self) -> &'static str {
        match self {
            Self::AdaptivePacing => "airhop_ap",
            Self::QuarterHops => "airhop_cwl",
            Self::BandwidthRtt => "airhop_bwrtt",
        }
    }

    /// Its short name on the command line.
    pub fn short_name(self) -> &'static str {
        match self {
            Self::AdaptivePacing => "tcp-ap",
            Self::QuarterHops => "cwl",
            Self::BandwidthRtt => "bwrtt",
        }
    }
}

impl FromStr for Scheme {
    type Err = Error;

    /// Parses either name.
    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|scheme| name == scheme.kernel_name() || name == scheme.short_name()).ok_or_else(
            || {
                let names: Vec<_> = Self::ALL.iter().map(|scheme| scheme.short_name()).collect();
                Error::UnknownScheme { found: name.to_owned(), allowed: names.join(", ") }
            },
        )
    }
}

/// State of a scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Not in the kernel.
    Absent,
    /// Available to sockets and namespaces.
    Loaded,
    /// Unloaded and no longer available, but still used by a socket or as a namespace's default.
    Held,
}

/// Measure of the deviation of delays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spread {
    /// Mean absolute deviation, as in the ns-2 code of TCP-AP and by default in the simulator.
    #[default]
    MeanAbsolute,
    /// Sample standard deviation, as in the paper.
    Standard,
}

/// Settings of TCP-AP; the other schemes have none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Spatial reuse distance in hops: a segment that far ahead does not collide with the next one; 1 to 255 (tcp-ap, section 4.3: 4).
    pub reuse_hops: u32,
    /// Weight of the past in the average of the n-hop propagation delay, in 1/1000, at most 999 (tcp-ap, section 4.5: 0.7).
    pub alpha_permille: u32,
    /// Headers of a segment and of an ACK on the air, without TCP options, in bytes, at most 10,000 (ns-2 code of tcp-ap: 112).
    pub overhead_bytes: u32,
    /// Deviation used in the coefficient of variation.
    pub spread: Spread,
}

impl Default for Settings {
    fn default() -> Self {
        Self { reuse_hops: 4, alpha_permille: 700, overhead_bytes: 112, spread: Spread::default() }
    }
}

impl Settings {
    pub(crate) fn check(&self) -> Result<()> {
        let out_of_range =
            |what, found: u32, allowed| Err(Error::OutOfRange { what, found: found.to_string(), allowed });
        if !(1..=255).contains(&self.reuse_hops) {
            return out_of_range("n", self.reuse_hops, "1 to 255 hops");
        }
        if self.alpha_permille > 999 {
            return out_of_range("alpha", self.alpha_permille, "0 to 999 thousandths");
        }
        if self.overhead_bytes > 10_000 {
            return out_of_range("overhead", self.overhead_bytes, "0 to 10,000 bytes");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheme_goes_by_either_name() {
        for scheme in Scheme::ALL {
            assert_eq!(scheme.kernel_name().parse::<Scheme>().ok(), Some(scheme));
            assert_eq!(scheme.short_name().parse::<Scheme>().ok(), Some(scheme));
            assert!(scheme.kernel_name().len() < 16, "the kernel has 16 bytes for a name");
        }
        let error = "vegas".parse::<Scheme>().expect_err("no such scheme").to_string();
        assert!(error.contains("vegas") && error.contains("tcp-ap, cwl, bwrtt"), "{error}");
    }

    #[test]
    fn settings_outside_of_their_range_are_refused() {
        assert!(Settings::default().check().is_ok());
        for settings in [
            Settings { reuse_hops: 0, ..Settings::default() },
            Settings { alpha_permille: 1000, ..Settings::default() },
            Settings { overhead_bytes: 10_001, ..Settings::default() },
        ] {
            assert!(matches!(settings.check(), Err(Error::OutOfRange { .. })), "{settings:?}");
        }
    }
}
