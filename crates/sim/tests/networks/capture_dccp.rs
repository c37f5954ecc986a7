//! Captures of DCCP: real headers, which tshark reads without a complaint.

use crate::captured::tshark::{DCCP, DCCP_DATA, check_with_tshark, tshark};
use crate::captured::{Packet, Run, run};
use airhop_transport::dccp;

/// Two hops with losses, from a Request to a Reset.
fn transfer(name: &str, transport: &str, error: &str) -> Run {
    let settings = [
        ("topology.hops", "2"),
        ("routing.protocol", "static"),
        ("transport.name", transport),
        ("errors.packet", error),
        ("traffic.kind", "transfer"),
        ("traffic.bytes", "100000"),
        ("run.duration_s", "20"),
    ];
    run(name, "chain", &settings)
}

/// The DCCP packets that a node sent, each once, read by the decoder of the transport's own crate.
fn sent(run: &Run, node: usize) -> Vec<(dccp::Packet, u8)> {
    let frames = run.nodes[node].iter().filter(|frame| frame.sent);
    let packets = frames.filter_map(|frame| match frame.packet()? {
        Packet::Dccp { ecn, bytes, .. } => Some((dccp::Packet::decode(bytes).unwrap(), *ecn)),
        _ => None,
    });
    let mut packets: Vec<_> = packets.collect();
    // The MAC may send a packet again, right behind its last try.
    packets.dedup_by_key(|packet| packet.0.seq);
    packets
}

#[test]
fn every_packet_of_a_connection_is_there() {
    let run = transfer("dccp", "dccp", "0");
    assert_eq!(run.result.flows[0].delivered_bytes, 100_000);
    let (at_source, at_destination) = (sent(&run, 0), sent(&run, 2));
    let kinds = |packets: &[(dccp::Packet, u8)]| packets.iter().map(|p| p.0.packet_type.number()).collect::<Vec<_>>();
    let (source, destination) = (kinds(&at_source), kinds(&at_destination));
    assert_eq!((source.first(), source.last()), (Some(&0), Some(&6)), "Request to Close");
    assert_eq!((destination.first(), destination.last()), (Some(&1), Some(&7)), "Response to Reset");
    let payload: u32 = at_source.iter().map(|p| p.0.len).sum();
    assert_eq!(payload, 100_000);
    let numbers: Vec<u64> = at_source.iter().map(|p| p.0.seq.value()).collect();
    assert_eq!(numbers, (0..numbers.len() as u64).collect::<Vec<_>>());
    assert!(at_source.iter().all(|p| p.1 == 2), "ECT(0)");
    assert!(at_destination.iter().all(|p| p.1 == 0));
    let Some(Packet::Dccp { src, dst, ports, .. }) = run.nodes[0].iter().find_map(|f| f.packet()) else {
        panic!("no DCCP first")
    };
    assert_eq!((*src, *dst, *ports), ([10, 0, 0, 1], [10, 0, 0, 3], (50_000, 48_100)));
}

#[test]
fn the_bytes_on_the_air_are_those_of_the_headers() {
    let run = transfer("dccp-bytes", "dccp-reliable", "0");
    for frame in run.nodes[0].iter().filter(|frame| frame.sent) {
        if let Some(Packet::Dccp { bytes, .. }) = frame.packet() {
            let packet = dccp::Packet::decode(bytes).unwrap();
            assert_eq!(frame.bytes as u32, 24 + 8 + 20 + packet.header_bytes() + packet.len + 4);
        }
    }
    let data: Vec<_> = sent(&run, 0).into_iter().filter(|p| p.0.len > 0).collect();
    assert_eq!(data.iter().map(|p| p.0.len - 8).sum::<u32>(), 100_000, "eight bytes of each are the place in the data");
}

#[test]
fn tshark_reads_dccp() {
    for (name, transport) in [("tshark-dccp", "dccp"), ("tshark-dccp-reliable", "dccp-reliable")] {
        let run = transfer(name, transport, "0.1");
        check_with_tshark(&run, &[DCCP, DCCP_DATA]);
        let fields = ["dccp.type", "dccp.seq", "dccp.ack", "dccp.options", "dccp.ack_vector.nonce_0"];
        let Some(lines) = tshark(&run.dir.join("node-0.pcapng"), "dccp", &fields) else { return };
        let of = |kind: &str| lines.iter().find(|line| line[0] == kind).unwrap_or_else(|| panic!("type {kind}"));
        // Request, Response, Data, Ack, DataAck, Close, Reset.
        for kind in ["0", "1", "2", "3", "4", "6", "7"] {
            of(kind);
        }
        assert!(!of("3")[4].is_empty(), "{:?}", of("3"));
    }
}

#[test]
fn packets_that_a_queue_marked_say_so_from_there_on() {
    let settings = [
        ("topology.hops", "3"),
        ("transport.name", "dccp"),
        ("queue.ecn_threshold_packets", "2"),
        ("run.duration_s", "20"),
    ];
    let run = run("dccp-marked", "chain", &settings);
    // Sequence numbers by mark, in the order of the path.
    let marked: Vec<Vec<u64>> =
        (0..3).map(|node| sent(&run, node).iter().filter(|p| p.1 == 3).map(|p| p.0.seq.value()).collect()).collect();
    assert!(marked[0].len() > 5, "{marked:?}");
    assert!(run.result.mac.ecn_marked > 0);
    // A mark stays: what the first node marked and the second passed on is still marked there. ACKs have
    // numbers of their own, and no such bits.
    let passed_on: Vec<_> = sent(&run, 1).iter().map(|p| (p.0.seq.value(), p.1)).collect();
    assert!(passed_on.iter().filter(|p| p.1 > 0 && marked[0].contains(&p.0)).all(|p| p.1 == 3));
    assert!(sent(&run, 0).iter().all(|p| p.1 == 2 || p.1 == 3), "ECT(0) or CE");
}
