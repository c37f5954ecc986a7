use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::time::Duration;

/// State of a connection whose sender uses a scheme.
#[derive(Clone, PartialEq, Debug)]
pub struct Connection {
    /// The kernel's number of the network namespace, as in `/proc/PID/ns/net`.
    pub netns: u32,
    /// Local address and port.
    pub source: SocketAddr,
    /// Remote address and port.
    pub destination: SocketAddr,
    /// Congestion window in segments.
    pub cwnd: u32,
    /// Slow-start threshold in segments; `None` before the first loss.
    pub ssthresh: Option<u32>,
    /// Smoothed round-trip time.
    pub srtt: Duration,
    /// Payload of a full segment in bytes.
    pub mss: u32,
    /// Hops and link rate in kbit/s of the path, if it is known.
    pub path: Option<(u32, u32)>,
    /// State of TCP-AP.
    pub pacing: Option<Pacing>,
    /// Window limit in segments, if the scheme has one and it is in effect.
    pub limit: Option<u32>,
    /// Bandwidth in kbit/s of payload, if the scheme estimates it from ACKs.
    pub bandwidth_kbps: Option<f64>,
}

/// State of TCP-AP on a known path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pacing {
    /// Current rate in kbit/s of payload.
    pub rate_kbps: f64,
    /// Smoothed n-hop propagation delay; `None` before the first sample.
    pub fhd: Option<Duration>,
    /// Coefficient of variation of the last 50 samples.
    pub cov: f64,
    /// Number of samples in it, at most 50.
    pub samples: u32,
}

/// The threshold before any loss (`TCP_INFINITE_SSTHRESH`).
const NO_THRESHOLD: u32 = 0x7fff_ffff;

impl Connection {
    /// Parses a line of a program's listing; `None` if it is invalid.
    #[cfg_attr(not(feature = "bpf"), allow(dead_code, reason = "only the programs write listings"))]
    pub(crate) fn from_line(line: &str) -> Option<Self> {
        let fields = Fields(line.split_whitespace().filter_map(|field| field.split_once('=')).collect());
        let hops: u32 = fields.number("hops")?;
        let ssthresh = fields.number("ssthresh")?;
        Some(Self {
            netns: fields.number("netns")?,
            source: fields.address("source", "source_port")?,
            destination: fields.address("destination", "destination_port")?,
            cwnd: fields.number("cwnd")?,
            ssthresh: Some(ssthresh).filter(|segments| *segments != NO_THRESHOLD),
            srtt: Duration::from_micros(fields.number("srtt_us")?),
            mss: fields.number("mss")?,
            path: if hops > 0 { Some((hops, fields.number("rate_kbps")?)) } else { None },
            pacing: fields.pacing(),
            limit: fields.number("limit").filter(|segments| *segments > 0),
            bandwidth_kbps: fields.number::<u64>("bandwidth_q10").map(|bandwidth| bandwidth as f64 / 1024.0 * 0.008),
        })
    }
}

struct Fields<'a>(HashMap<&'a str, &'a str>);

impl Fields<'_> {
    fn number<T: FromStr>(&self, key: &str) -> Option<T> {
        self.0.get(key)?.parse().ok()
    }

    /// The kernel writes every address as a full IPv6 address.
    fn address(&self, address: &str, port: &str) -> Option<SocketAddr> {
        let address: IpAddr = self.number::<Ipv6Addr>(address)?.to_canonical();
        Some(SocketAddr::new(address, self.number(port)?))
    }

    fn pacing(&self) -> Option<Pacing> {
        if self.number::<u32>("paced")? == 0 {
            return None;
        }
        let fhd_ns = self.number("fhd_ns")?;
        Some(Pacing {
            rate_kbps: self.number::<u64>("pacing_rate")? as f64 * 0.008,
            fhd: Some(Duration::from_nanos(fhd_ns)).filter(|fhd| !fhd.is_zero()),
            cov: f64::from(self.number::<u32>("cov")?) / f64::from(1 << 20),
            samples: self.number("samples")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMON: &str = "netns=4026531840 source=0000:0000:0000:0000:0000:ffff:0a00:0001 source_port=40000 \
        destination=0000:0000:0000:0000:0000:ffff:0a00:0007 destination_port=5201 cwnd=10 ssthresh=2147483647 srtt_us=81000 \
        mss=1448";

    #[test]
    fn a_paced_connection() {
        let line =
            format!("{COMMON} hops=4 rate_kbps=2000 paced=1 pacing_rate=25000 fhd_ns=51680000 cov=104857 samples=50");
        let connection = Connection::from_line(&line).expect("a line of the listing");
        assert_eq!(connection.source.to_string(), "10.0.0.1:40000");
        assert_eq!(connection.destination.to_string(), "10.0.0.7:5201");
        assert_eq!((connection.netns, connection.cwnd, connection.ssthresh), (4_026_531_840, 10, None));
        assert_eq!((connection.srtt, connection.path), (Duration::from_millis(81), Some((4, 2000))));
        let pacing = connection.pacing.expect("paced");
        assert_eq!((pacing.rate_kbps, pacing.fhd, pacing.samples), (200.0, Some(Duration::from_micros(51_680)), 50));
        assert!((pacing.cov - 0.1).abs() < 1e-5, "{}", pacing.cov);
        assert_eq!((connection.limit, connection.bandwidth_kbps), (None, None));
    }

    #[test]
    fn a_connection_without_a_path_is_not_paced() {
        let line =
            format!("{COMMON} hops=0 rate_kbps=0 paced=0 pacing_rate=18446744073709551615 fhd_ns=0 cov=0 samples=0");
        let connection = Connection::from_line(&line).expect("a line of the listing");
        assert_eq!((connection.path, connection.pacing), (None, None));
    }

    #[test]
    fn a_limited_connection() {
        let line = format!("{COMMON} hops=0 rate_kbps=0 limit=2 bandwidth_q10=25600000");
        let connection = Connection::from_line(&line).expect("a line of the listing");
        assert_eq!((connection.limit, connection.bandwidth_kbps), (Some(2), Some(200.0)));
    }

    #[test]
    fn other_text_is_no_connection() {
        for line in ["", "cwnd=3", "netns=x cwnd=2", &COMMON.replace("0a00:0001", "nowhere")] {
            assert_eq!(Connection::from_line(line), None, "{line}");
        }
    }
}
