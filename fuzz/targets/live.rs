//! IP packets of programs over a live network: read, measured, carried and captured.

#![no_main]

use airhop_base::Nanos;
use airhop_live::fuzzing::{Entering, relay};
use airhop_sim::{Plan, RunOptions, Scenario};
use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// A chain of three nodes with each kind of routing.
static PLANS: LazyLock<Vec<Plan>> = LazyLock::new(|| {
    let plan = |protocol| {
        let mut scenario = Scenario::builtin("chain")?;
        scenario.set("topology.hops", "2")?;
        scenario.set("routing.protocol", protocol)?;
        scenario.plan(1).map(|plan| plan.with_times(Nanos::ZERO, Nanos::from_secs(3_500_000)))
    };
    ["static", "aodv", "dsr"].map(|protocol| plan(protocol).expect("a scenario that can be run")).into()
});

#[derive(Debug, Arbitrary)]
struct Input<'a> {
    plan: u8,
    captures: bool,
    packets: Vec<Sent<'a>>,
}

#[derive(Debug, Arbitrary)]
struct Sent<'a> {
    after_us: u16,
    node: u8,
    /// Makes a whole header of the first bytes, with this for the version, the addresses' last bytes and the length.
    header: Option<Header>,
    /// Bytes behind those that are given.
    padding: u16,
    bytes: &'a [u8],
}

#[derive(Debug, Arbitrary)]
struct Header {
    src: u8,
    dst: u8,
    protocol: u8,
}

impl Sent<'_> {
    fn packet(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Some(Header { src, dst, protocol }) = self.header {
            let protocol = [6, 17, 1, protocol][usize::from(protocol % 4)];
            bytes.extend([0x45, 0, 0, 0, 0, 0, 0x40, 0, 64, protocol, 0, 0]);
            bytes.extend([10, 0, 0, 1 + src % 3, 10, 0, 0, 1 + dst % 3]);
        }
        bytes.extend(self.bytes);
        bytes.resize((bytes.len() + usize::from(self.padding)).min(65_535), 0);
        if self.header.is_some() {
            let total = (bytes.len() as u16).to_be_bytes();
            bytes[2..4].copy_from_slice(&total);
        }
        bytes
    }
}

fuzz_target!(|input: Input| {
    let plan = &PLANS[usize::from(input.plan) % PLANS.len()];
    let packets: Vec<_> = input.packets.iter().take(40).map(|sent| (sent, sent.packet())).collect();
    let pcap_dir = input.captures.then(|| std::env::temp_dir().join(format!("airhop-fuzz-{}", std::process::id())));
    let entering = packets.iter().map(|(sent, bytes)| Entering {
        after: Nanos::from_micros(sent.after_us.into()),
        node: sent.node.into(),
        bytes,
    });
    let (flows, jain) = relay(plan, &RunOptions { series: false, pcap_dir }, entering);
    assert!((0.0..=1.0 + 1e-9).contains(&jain), "Jain's index is {jain}");
    for flow in flows {
        assert!(flow.goodput_kbps.is_finite() && flow.rtt_ms.mean.is_finite() && flow.cwnd_mean.is_finite());
    }
});
