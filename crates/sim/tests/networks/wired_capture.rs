//! Captures of flows between radio nodes and wired hosts.

use airhop_sim::{RunOptions, Scenario};
use etherparse::{NetSlice, SlicedPacket, TransportSlice};
use pcap_file::pcapng::blocks::enhanced_packet::EnhancedPacketOption;
use pcap_file::pcapng::{Block, PcapNgReader};
use std::fs::File;
use std::path::Path;

/// A packet with its time, direction (1 in, 2 out), addresses and payload.
type Seen = (u64, u32, [u8; 4], [u8; 4], usize);

/// What a file holds, from `skip` of each frame on; frames without a TCP packet there are left out.
fn packets(path: &Path, linktype: u32, skip: impl Fn(&[u8]) -> Option<usize>) -> Vec<Seen> {
    let mut reader = PcapNgReader::new(File::open(path).unwrap()).unwrap();
    let mut seen = Vec::new();
    while let Some(block) = reader.next_block() {
        match block.unwrap() {
            Block::EnhancedPacket(packet) => {
                let [EnhancedPacketOption::Flags(flags)] = packet.options[..] else { panic!("no flags") };
                let Some(start) = skip(&packet.data) else { continue };
                let end = packet.data.len() - if linktype == 127 { 4 } else { 0 };
                let sliced = SlicedPacket::from_ip(&packet.data[start..end]).unwrap();
                let Some(NetSlice::Ipv4(ip)) = &sliced.net else { panic!("not IPv4") };
                let header = ip.header().to_header();
                assert_eq!(header.header_checksum, header.calc_header_checksum());
                let Some(TransportSlice::Tcp(tcp)) = &sliced.transport else { continue };
                assert_eq!(tcp.checksum(), tcp.calc_checksum_ipv4(header.source, header.destination).unwrap());
                let time_ns = packet.timestamp.as_nanos() as u64;
                seen.push((time_ns, flags & 3, header.source, header.destination, tcp.payload().len()));
            }
            Block::InterfaceDescription(interface) => assert_eq!(u32::from(interface.linktype), linktype),
            other => panic!("{other:?}"),
        }
    }
    seen
}

/// Where the IPv4 packet of a data frame begins: behind radiotap, MAC header and LLC.
fn in_frame(data: &[u8]) -> Option<usize> {
    let radiotap = usize::from(u16::from_le_bytes([data[2], data[3]]));
    (data[radiotap] == 0x08).then_some(radiotap + 24 + 8)
}

#[test]
fn addresses_are_those_of_the_flow_on_the_air_and_on_the_wire() {
    let (host, node) = ([10, 0, 0, 6], [10, 0, 0, 2]);
    for directions in ["in", "out"] {
        let dir = std::env::temp_dir().join(format!("airhop-wired-{directions}-{}", std::process::id()));
        let mut scenario = Scenario::builtin("access").unwrap();
        for (key, value) in [("run.duration_s", "3"), ("topology.directions", directions), ("flows.f0.start_s", "0.1")]
        {
            scenario.set(key, value).unwrap();
        }
        let options = RunOptions { pcap_dir: Some(dir.clone()), ..RunOptions::default() };
        let result = scenario.run(1, &options).unwrap().result;
        let at_host = packets(&dir.join("node-5.pcapng"), 228, |_| Some(0));
        let at_gateway = packets(&dir.join("node-0.pcapng"), 127, in_frame);
        std::fs::remove_dir_all(dir).unwrap();

        let (src, dst) = if directions == "in" { (host, node) } else { (node, host) };
        let allowed = |p: &Seen| (p.2, p.3) == if p.4 > 0 { (src, dst) } else { (dst, src) };
        assert!(at_host.iter().chain(&at_gateway).all(allowed), "{directions}");
        assert!(at_host.is_sorted_by_key(|p| p.0));
        for (direction, from) in [(1, 0), (2, 5)] {
            let counted = result.wired.iter().find(|w| w.src == from).unwrap().packets as usize;
            let recorded = at_host.iter().filter(|p| p.1 == direction).count();
            // Up to a window is on the wire when the run ends.
            assert!(recorded > 50 && recorded <= counted && recorded + 45 > counted, "{recorded} of {counted}");
        }
        assert!(at_gateway.len() > 100);
    }
}
