//! Checks whether the machine supports the kernel programs.

#![cfg_attr(not(feature = "bpf"), allow(dead_code, reason = "unused without programs"))]

use crate::{Error, Result};
use std::fs;
use std::path::Path;

/// Bits of `CapEff` (linux/capability.h).
const NET_ADMIN: u32 = 12;
const SYS_ADMIN: u32 = 21;
const PERFMON: u32 = 38;
const BPF: u32 = 39;

/// The first kernel version that passes four arguments to `cong_control`.
const NEEDED: (u32, u32) = (6, 10);
const NEEDED_NAME: &str = "6.10";

/// Returns an error if a requirement for loading programs is missing.
pub(crate) fn check() -> Result<()> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    check_capabilities(capabilities(&status))?;
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    check_release(release.trim())?;
    if Path::new("/sys/kernel/btf/vmlinux").exists() { Ok(()) } else { Err(Error::NoBtf) }
}

/// The congestion controls that the kernel lists as available.
pub(crate) fn is_registered(name: &str) -> bool {
    fs::read_to_string("/proc/sys/net/ipv4/tcp_available_congestion_control")
        .is_ok_and(|names| names.split_whitespace().any(|each| each == name))
}

fn capabilities(status: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix("CapEff:"));
    line.and_then(|hex| u64::from_str_radix(hex.trim(), 16).ok()).unwrap_or(0)
}

fn check_capabilities(effective: u64) -> Result<()> {
    let has = |capability: u32| effective >> capability & 1 == 1;
    let rules = has(SYS_ADMIN) || has(BPF) && has(PERFMON);
    if rules && has(NET_ADMIN) { Ok(()) } else { Err(Error::NotPermitted("CAP_BPF, CAP_PERFMON and CAP_NET_ADMIN")) }
}

fn check_release(release: &str) -> Result<()> {
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(|number| number.parse::<u32>().unwrap_or(0));
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if version >= NEEDED { Ok(()) } else { Err(Error::KernelTooOld { found: release.to_owned(), needed: NEEDED_NAME }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_and_the_three_capabilities_will_do() {
        assert!(check_capabilities(capabilities("Name:\tx\nCapEff:\t000001ffffffffff\n")).is_ok());
        assert!(check_capabilities(1 << NET_ADMIN | 1 << BPF | 1 << PERFMON).is_ok());
        for too_few in ["CapEff:\t0000000000000000", "CapEff:\t0000000000001000", "CapEff:\tx", ""] {
            assert!(matches!(check_capabilities(capabilities(too_few)), Err(Error::NotPermitted(_))), "{too_few}");
        }
    }

    #[test]
    fn releases_are_compared_as_numbers() {
        for enough in ["6.10.0", "6.18.44-x", "7.0-rc1", "10.1"] {
            assert!(check_release(enough).is_ok(), "{enough}");
        }
        for old in ["6.9.12", "5.19.0-50-generic", "", "next"] {
            assert!(matches!(check_release(old), Err(Error::KernelTooOld { .. })), "{old}");
        }
    }
}
