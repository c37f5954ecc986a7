use crate::{Error, Result};
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// A prefix of destination addresses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Prefix {
    /// The address; all bits after the prefix are zero.
    pub address: IpAddr,
    /// Length of the prefix in bits, at most 32 or 128.
    pub bits: u8,
}

impl Prefix {
    fn all_bits(address: IpAddr) -> u8 {
        if address.is_ipv4() { 32 } else { 128 }
    }

    /// Whether it contains a single host.
    pub fn is_host(&self) -> bool {
        self.bits == Self::all_bits(self.address)
    }
}

impl FromStr for Prefix {
    type Err = Error;

    /// Parses an address, or an address with `/` and the length of the prefix.
    fn from_str(text: &str) -> Result<Self> {
        let wrong = || Error::OutOfRange {
            what: "destination",
            found: text.to_owned(),
            allowed: "an IPv4 or IPv6 address, optionally with /BITS; all bits after these must be zero",
        };
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let bits = bits.unwrap_or(Self::all_bits(address));
        if bits > Self::all_bits(address) {
            return Err(wrong());
        }
        let shift = 128 - u32::from(mapped_bits(address, bits));
        let value = mapped(address).to_bits();
        if shift > 0 && value.checked_shl(128 - shift).unwrap_or(0) != 0 {
            return Err(wrong());
        }
        Ok(Self { address, bits })
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_host() { write!(f, "{}", self.address) } else { write!(f, "{}/{}", self.address, self.bits) }
    }
}

/// A path to a destination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    /// The destination.
    pub destination: Prefix,
    /// The source, if the path is limited to one: several namespaces of a host may use different paths to the same destination.
    pub source: Option<IpAddr>,
    /// Radio hops, 1 to 255.
    pub hops: u32,
    /// Bit rate of the radio links in kbit/s, 1 to 1,000,000,000.
    pub rate_kbps: u32,
}

/// Bytes of a key of the kernel's map: prefix length, destination, source.
const KEY_BYTES: usize = 36;

impl Path {
    pub(crate) fn check(&self) -> Result<()> {
        if !(1..=255).contains(&self.hops) {
            let found = self.hops.to_string();
            return Err(Error::OutOfRange { what: "hops", found, allowed: "1 to 255" });
        }
        if !(1..=1_000_000_000).contains(&self.rate_kbps) {
            let found = format!("{} kbit/s", self.rate_kbps);
            return Err(Error::OutOfRange { what: "rate", found, allowed: "1 kbit/s to 1 Tbit/s" });
        }
        Ok(())
    }

    /// The key in the layout of `struct path_key` in `bpf/paths.h`.
    pub(crate) fn key(destination: Prefix, source: Option<IpAddr>) -> Result<[u8; KEY_BYTES]> {
        let mut bits = u32::from(mapped_bits(destination.address, destination.bits));
        let mut key = [0; KEY_BYTES];
        key[4..20].copy_from_slice(&mapped(destination.address).octets());
        if let Some(source) = source {
            if !destination.is_host() || source.is_ipv4() != destination.address.is_ipv4() {
                return Err(Error::OutOfRange {
                    what: "source",
                    found: source.to_string(),
                    allowed: "an address of the same family as the destination, which must be a single host",
                });
            }
            bits = 256;
            key[20..].copy_from_slice(&mapped(source).octets());
        }
        key[..4].copy_from_slice(&bits.to_ne_bytes());
        Ok(key)
    }

    /// The value in the layout of `struct path` in `bpf/paths.h`.
    pub(crate) fn value(&self) -> [u8; 8] {
        let mut value = [0; 8];
        value[..4].copy_from_slice(&self.hops.to_ne_bytes());
        value[4..].copy_from_slice(&self.rate_kbps.to_ne_bytes());
        value
    }

    /// Inverse of [`Self::key`] and [`Self::value`]; `None` for bytes that these do not produce.
    #[cfg_attr(not(feature = "bpf"), allow(dead_code, reason = "only the kernel's map contains bytes"))]
    pub(crate) fn from_bytes(key: &[u8], value: &[u8]) -> Option<Self> {
        let number = |bytes: &[u8]| bytes.try_into().ok().map(u32::from_ne_bytes);
        let address =
            |bytes: &[u8]| <[u8; 16]>::try_from(bytes).ok().map(|octets| Ipv6Addr::from(octets).to_canonical());
        let bits = number(key.get(..4)?)?;
        let address_of = address(key.get(4..20)?)?;
        let source = if bits > 128 { Some(address(key.get(20..36)?)?) } else { None };
        let bits = bits.min(128);
        // A prefix shorter than that of mapped addresses is an IPv6 prefix, even if all of its bits are zero.
        let (address, bits) = match address_of {
            IpAddr::V4(address) if bits < 96 => (IpAddr::V6(address.to_ipv6_mapped()), bits),
            IpAddr::V4(_) => (address_of, bits - 96),
            IpAddr::V6(_) => (address_of, bits),
        };
        let destination = Prefix { address, bits: u8::try_from(bits).ok()? };
        Some(Self { destination, source, hops: number(value.get(..4)?)?, rate_kbps: number(value.get(4..8)?)? })
    }
}

/// Converts an address to IPv6; IPv4 addresses are mapped.
fn mapped(address: IpAddr) -> Ipv6Addr {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped(),
        IpAddr::V6(address) => address,
    }
}

fn mapped_bits(address: IpAddr, bits: u8) -> u8 {
    if address.is_ipv4() { bits + 96 } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefix(text: &str) -> Prefix {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn prefixes_are_read_and_written() {
        for text in ["10.0.0.7", "10.0.0.0/24", "0.0.0.0/0", "fd00::1", "fd00::/16", "::/0"] {
            assert_eq!(prefix(text).to_string(), text);
        }
        assert_eq!(prefix("10.0.0.7/32"), prefix("10.0.0.7"));
        for text in ["", "10.0.0", "10.0.0.0/33", "10.0.0.1/24", "fd00::1/129", "fd00::1/64", "10.0.0.0/x", "host"] {
            let error = text.parse::<Prefix>().expect_err(text).to_string();
            assert!(error.contains("destination"), "{error}");
        }
    }

    #[test]
    fn a_path_survives_the_kernels_map() {
        for (destination, source) in [
            ("10.0.0.7", None),
            ("10.0.0.7", Some("10.0.0.1")),
            ("10.1.0.0/16", None),
            ("0.0.0.0/0", None),
            ("fd00::7", Some("fd00::1")),
            ("fd00::/16", None),
            ("::/0", None),
        ] {
            let source = source.map(|source| source.parse().expect("an address"));
            let path = Path { destination: prefix(destination), source, hops: 7, rate_kbps: 2000 };
            let key = Path::key(path.destination, path.source).expect("a key");
            assert_eq!(Path::from_bytes(&key, &path.value()), Some(path), "{destination}");
        }
    }

    #[test]
    fn a_source_needs_one_destination_of_its_kind() {
        let source = Some("10.0.0.1".parse().expect("an address"));
        assert!(Path::key(prefix("10.0.0.0/24"), source).is_err());
        assert!(Path::key(prefix("fd00::1"), source).is_err());
    }

    #[test]
    fn hops_and_rates_have_bounds() {
        let path = Path { destination: prefix("10.0.0.7"), source: None, hops: 4, rate_kbps: 2000 };
        assert!(path.check().is_ok());
        for wrong in [Path { hops: 0, ..path }, Path { hops: 256, ..path }, Path { rate_kbps: 0, ..path }] {
            assert!(matches!(wrong.check(), Err(Error::OutOfRange { .. })), "{wrong:?}");
        }
    }
}
