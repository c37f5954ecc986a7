use crate::{Error, Result};
use std::str::FromStr;

/// A transport that the kernel can run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// TCP-AP: a NewReno window, paced by the n-hop propagation delay.
    AdaptivePacing,
    /// NewReno with a window of at most a quarter of the hops.
    QuarterHops,
    /// NewReno with a window of at most the bandwidth times the round-trip time.
    BandwidthRtt,
}

impl Scheme {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::AdaptivePacing, Self::QuarterHops, Self::BandwidthRtt];

    /// The kernel's name of it, as in `net.ipv4.tcp_congestion_control`.
    pub fn kernel_name(self) -> &'static str {
        match self {
            Self::AdaptivePacing => "airhop_ap",
            Self::QuarterHops => "airhop_cwl",
            Self::BandwidthRtt => "airhop_bwrtt",
        }
    }

    /// The short name of the command line.
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

    /// Takes either name.
    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|scheme| name == scheme.kernel_name() || name == scheme.short_name()).ok_or_else(
            || {
                let names: Vec<_> = Self::ALL.iter().map(|scheme| scheme.short_name()).collect();
                Error::UnknownScheme { found: name.to_owned(), allowed: names.join(", ") }
            },
        )
    }
}

/// Where a scheme stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// The kernel does not have it.
    Absent,
    /// Sockets and namespaces can choose it.
    Loaded,
    /// Unloaded: nobody can choose it any more, but a socket or a namespace's default still holds it.
    Held,
}

/// How the spread of delays is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spread {
    /// Mean absolute deviation, as in the ns-2 code of TCP-AP and by default in the simulator.
    #[default]
    MeanAbsolute,
    /// Sample standard deviation, as in the paper.
    Standard,
}

/// What TCP-AP is loaded with; the other schemes have nothing to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Hops after which the next segment can follow without a collision, 1 to 255 (tcp-ap, section 4.3: 4).
    pub reuse_hops: u32,
    /// Weight of the past in the average of the n-hop propagation delay, in 1/1000, at most 999 (tcp-ap, section 4.5: 0.7).
    pub alpha_permille: u32,
    /// Headers of a segment and of an ACK on the air, TCP's without options, in bytes, at most 10,000 (ns-2 code of tcp-ap: 112).
    pub overhead_bytes: u32,
    /// What the coefficient of variation is taken by.
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
