//! Captures of small scenarios, read back and held against what the run counted, and read by tshark where it is
//! installed. Reading checks every checksum and length.

use crate::captured::tshark::{AODV, ARP, DSR, TCP, TCP_DATA, UDP_DATA, check_with_tshark, tshark};
use crate::captured::{Content, Frame, Packet, Run, run};
use etherparse::TcpOptionElement;
use std::collections::{BTreeMap, BTreeSet};

/// Two hops, so that one node forwards; long enough for hundreds of frames.
const TWO_HOPS: &[(&str, &str)] = &[("topology.hops", "2"), ("routing.protocol", "static")];

fn two_hops(name: &str, settings: &[(&str, &str)]) -> Run {
    run(name, "chain", &[TWO_HOPS, settings].concat())
}

fn ip(node: u8) -> [u8; 4] {
    [10, 0, 0, node + 1]
}

fn mac(node: u8) -> [u8; 6] {
    [2, 0, 0, 0, 0, node + 1]
}

fn sent(frames: &[Frame]) -> impl Iterator<Item = &Frame> {
    frames.iter().filter(|f| f.sent)
}

fn count(run: &Run, wanted: impl Fn(&Frame) -> bool) -> u64 {
    run.nodes.iter().flatten().filter(|f| wanted(f)).count() as u64
}

/// What holds for the captures of any run.
fn check(run: &Run) {
    for frames in &run.nodes {
        assert!(frames.len() > 10, "{} frames", frames.len());
        assert!(frames.is_sorted_by_key(|f| f.time_ns), "in the order of time");
        assert!(frames.is_sorted_by_key(|f| f.tsft_us));
    }
    // Exchanges begin with an RTS in the default profile, and end with an ACK that the sender decodes.
    let began = count(run, |f| f.sent && f.content == Content::Rts);
    assert_eq!(began, run.result.mac.data_attempts);
    for (node, frames) in run.nodes.iter().enumerate() {
        for frame in frames.iter().filter(|f| !f.sent) {
            assert!(frame.power_dbm < -30 && frame.power_dbm > -70, "{} dBm", frame.power_dbm);
        }
        for frame in sent(frames) {
            assert_eq!(frame.power_dbm, 24);
            if let Content::Data { from, .. } = frame.content {
                assert_eq!(from, mac(node as u8));
            }
            let is_data = matches!(frame.content, Content::Data { .. });
            let at_data_rate = is_data && !frame.is_broadcast();
            assert_eq!(frame.rate_kbps, if at_data_rate { 2_000 } else { 1_000 });
        }
    }
    // All that is received was sent: the same bytes, by one node, before.
    let flights: BTreeSet<String> = run.nodes.iter().flat_map(|n| sent(n)).map(what).collect();
    for frame in run.nodes.iter().flatten().filter(|f| !f.sent) {
        assert!(flights.contains(&what(frame)), "{frame:?}");
    }
}

fn what(frame: &Frame) -> String {
    format!("{:?} {:?} {} {}", frame.to, frame.content, frame.retry, frame.duration_us)
}

/// Bytes of a flow's payload that arrive at a node, each once: what its application gets.
fn bytes_in_order(frames: &[Frame], to: [u8; 4], first: u32) -> u64 {
    let arrived: BTreeMap<u32, usize> = frames
        .iter()
        .filter(|f| !f.sent)
        .filter_map(|f| match f.packet()? {
            Packet::Tcp { dst, seq, len, .. } if *dst == to && *len > 0 => Some((*seq, *len)),
            _ => None,
        })
        .collect();
    let mut next = first;
    for (seq, len) in arrived {
        if seq == next {
            next += len as u32;
        }
    }
    u64::from(next - first)
}

#[test]
fn newreno_over_static_routes() {
    let run = two_hops("static", &[("transport.name", "\"newreno\"")]);
    check(&run);
    assert_eq!(bytes_in_order(&run.nodes[2], ip(2), 0), run.result.flows[0].delivered_bytes);
    assert!(run.result.flows[0].delivered_bytes > 100_000);
    // Control frames and the ACKs that end exchanges account for the air time.
    let control_s: f64 = run
        .nodes
        .iter()
        .flat_map(|n| sent(n))
        .filter(|f| !matches!(f.content, Content::Data { .. }))
        .map(|f| 192e-6 + f.bytes as f64 * 8e-6)
        .sum();
    assert!((control_s - run.result.mac.airtime_s.control).abs() < 1e-9, "{control_s}");
    // A data frame is eight bytes of LLC and SNAP longer than in the simulation, and six of ns-2's header shorter.
    let data = run.nodes[0].iter().find(|f| f.sent && f.packet().is_some()).unwrap();
    assert_eq!(data.bytes, 24 + 8 + 20 + 20 + 1_460 + 4);
    assert_eq!(data.duration_us, 10 + 304, "SIFS and an ACK follow");
}

#[test]
fn acknowledgements_end_exchanges() {
    let run = two_hops("exchanges", &[]);
    let mut delivered = 0;
    for frames in &run.nodes {
        for pair in frames.windows(2) {
            let unicast = pair[0].sent && matches!(pair[0].content, Content::Data { .. }) && !pair[0].is_broadcast();
            delivered += u64::from(unicast && !pair[1].sent && pair[1].content == Content::Ack);
        }
    }
    assert_eq!(delivered, run.result.mac.data_delivered);
}

#[test]
fn a_repeated_frame_keeps_its_sequence_number() {
    let run = two_hops("retries", &[("errors.model", "\"packet\""), ("errors.packet", "0.1")]);
    check(&run);
    let mut repeated = 0;
    for frames in &run.nodes {
        let data: Vec<_> = sent(frames).filter(|f| f.packet().is_some()).collect();
        for pair in data.windows(2) {
            let sequence = |f: &Frame| match f.content {
                Content::Data { sequence, .. } => sequence,
                _ => unreachable!(),
            };
            if pair[1].retry && sequence(pair[0]) == sequence(pair[1]) {
                assert_eq!(pair[0].content, pair[1].content);
                repeated += 1;
            } else {
                assert_eq!(sequence(pair[1]), (sequence(pair[0]) + 1) % 4096);
            }
        }
    }
    assert!(repeated > 20, "{repeated}");
}

#[test]
fn aodv_messages_are_in_the_format_of_rfc_3561() {
    let run = run("aodv", "chain", &[("topology.hops", "2"), ("routing.protocol", "\"aodv\"")]);
    check(&run);
    let messages = |node: usize, kind: u8| -> Vec<Vec<u8>> {
        sent(&run.nodes[node])
            .filter_map(|f| match f.packet()? {
                Packet::Udp { ports: (654, 654), payload, .. } if payload[0] == kind => Some(payload.clone()),
                _ => None,
            })
            .collect()
    };
    let request = &messages(0, 1)[0];
    assert_eq!((request.len(), request[3]), (24, 0), "no hops yet");
    assert_eq!(request[8..12], ip(2), "looks for the other end");
    assert_eq!(request[16..20], ip(0));
    assert_eq!(messages(1, 1)[0][3], 1, "one hop");
    let reply = &messages(2, 2)[0];
    assert_eq!((reply.len(), reply[3]), (20, 0));
    assert_eq!(reply[4..8], ip(2));
    assert_eq!(reply[12..16], ip(0));
    assert_eq!(messages(1, 2)[0][3], 1);
    let broadcast = run.nodes[0].iter().find(|f| f.sent && f.is_broadcast()).unwrap();
    assert_eq!(broadcast.duration_us, 0);
    assert!(matches!(broadcast.packet(), Some(Packet::Udp { dst: [255, 255, 255, 255], .. })));
}

#[test]
fn dsr_headers_are_in_the_format_of_rfc_4728() {
    let run = run("dsr", "chain", &[("topology.hops", "2"), ("routing.protocol", "\"dsr\"")]);
    check(&run);
    let headers = |node: usize| -> Vec<([u8; 4], Vec<u8>, bool)> {
        sent(&run.nodes[node])
            .filter_map(|f| match f.packet()? {
                Packet::Dsr { dst, headers, inner, .. } => Some((*dst, headers.clone(), inner.is_some())),
                _ => None,
            })
            .collect()
    };
    let source = headers(0);
    let (dst, request, has_data) = &source[0];
    assert_eq!((*dst, *has_data), ([255; 4], false));
    assert_eq!(*request, [&[59, 0, 0, 8, 1, 6, 0, 1], &ip(2)[..]].concat());
    let passed_on = &headers(1)[0];
    assert_eq!((passed_on.0, &passed_on.1[..8]), ([255; 4], &[59, 0, 0, 12, 1, 10, 0, 2][..]));
    assert_eq!(passed_on.1[8..], [ip(2), ip(1)].concat());
    let (dst, reply, _) = &headers(2)[0];
    assert_eq!((*dst, reply[4..7].to_vec()), (ip(0), vec![2, 9, 0]), "two nodes beyond the source");
    assert_eq!(reply[7..15], [ip(1), ip(2)].concat());
    // The first packets of data set up flow 1 for 60 s, over one node; the rest carry nothing.
    let data: Vec<_> = source.iter().filter(|h| h.2).collect();
    let expected = [&[48, 0x81, 0, 1, 6, 0, 0, 12, 128, 2, 0, 60, 96, 6, 0, 1], &ip(1)[..]].concat();
    assert_eq!((data.len(), &data[0].1), (3, &expected));
    assert!(sent(&run.nodes[0]).any(|f| matches!(f.packet(), Some(Packet::Tcp { .. }))));
}

#[test]
fn sack_blocks_and_timestamps_are_there() {
    let settings = [
        ("transport.name", "\"sack\""),
        ("transport.timestamps", "\"on\""),
        ("errors.model", "\"packet\""),
        ("errors.packet", "0.1"),
        ("mac.long_retry_limit", "1"),
        ("run.duration_s", "5"),
    ];
    let run = two_hops("sack", &settings);
    check(&run);
    assert_eq!(bytes_in_order(&run.nodes[2], ip(2), 0), run.result.flows[0].delivered_bytes);
    let mut blocks = 0;
    for frame in run.nodes.iter().flatten() {
        let Some(Packet::Tcp { options, ack, .. }) = frame.packet() else { continue };
        assert!(options.iter().any(|o| matches!(o, TcpOptionElement::Timestamp(..))));
        for option in options {
            if let TcpOptionElement::SelectiveAcknowledgement((start, end), _) = option {
                assert!(start > ack && end > start);
                blocks += 1;
            }
        }
    }
    assert!(blocks > 10, "{blocks}");
}

#[test]
fn connections_open_and_close() {
    let settings = [
        ("transport.handshake", "\"on\""),
        ("transport.mss", "1000"),
        ("traffic.kind", "\"transfer\""),
        ("traffic.bytes", "20500"),
    ];
    let run = two_hops("handshake", &settings);
    check(&run);
    assert_eq!(bytes_in_order(&run.nodes[2], ip(2), 1), 20_500);
    let tcp = |node: usize| sent(&run.nodes[node]).filter_map(Frame::packet);
    let first_flags = |node: usize| {
        tcp(node).find_map(|p| match p {
            Packet::Tcp { flags, options, .. } => Some((*flags, options.clone())),
            _ => None,
        })
    };
    let (syn, options) = first_flags(0).unwrap();
    assert!(syn.syn && !syn.ack);
    assert!(options.contains(&TcpOptionElement::MaximumSegmentSize(1_000)));
    let (syn_ack, _) = first_flags(2).unwrap();
    assert!(syn_ack.syn && syn_ack.ack);
    for node in [0, 2] {
        assert!(tcp(node).any(|p| matches!(p, Packet::Tcp { flags, .. } if flags.fin)));
    }
}

#[test]
fn datagrams_arrive_as_counted() {
    let run = two_hops("udp", &[("transport.name", "\"udp-paced=200\"")]);
    check(&run);
    let sizes: u64 = run.nodes[2]
        .iter()
        .filter(|f| !f.sent && f.to == mac(2) && !f.retry)
        .filter_map(|f| match f.packet()? {
            Packet::Udp { src, dst, ports, payload, ttl } => {
                assert_eq!((*src, *dst, *ports, *ttl), (ip(0), ip(2), (50_000, 48_100), 31));
                Some(payload.len() as u64)
            }
            _ => None,
        })
        .sum();
    assert_eq!(sizes, run.result.flows[0].delivered_bytes);
}

#[test]
fn address_resolution_asks_and_answers() {
    let run = two_hops("arp", &[("mac.arp", "true")]);
    check(&run);
    let first = run.nodes[0].iter().find(|f| f.sent).unwrap();
    assert!(first.is_broadcast());
    assert_eq!(first.packet(), Some(&Packet::Arp { is_request: true, sender: ip(0), target: ip(1) }));
    let answer = Packet::Arp { is_request: false, sender: ip(1), target: ip(0) };
    assert!(sent(&run.nodes[1]).any(|f| f.to == mac(0) && f.packet() == Some(&answer)));
}

#[test]
fn tshark_reads_tcp_and_aodv() {
    let run = run("tshark-aodv", "cross", &[("topology.hops", "4"), ("routing.protocol", "\"aodv\"")]);
    check_with_tshark(&run, &[TCP, TCP_DATA, AODV]);
}

#[test]
fn tshark_reads_dsr() {
    let rfc = [DSR, "radiotap:wlan_radio:wlan:llc:ip:dsr:tcp", "radiotap:wlan_radio:wlan:llc:ip:dsr:tcp:data"];
    // A header of the flow before one with the route, and packets with none.
    let flows = ["radiotap:wlan_radio:wlan:llc:ip:dsr:dsr:tcp", "radiotap:wlan_radio:wlan:llc:ip:dsr:dsr:tcp:data"];
    let ns2 = [&rfc[..], &flows, &[TCP, TCP_DATA]].concat();
    // Requests, replies, errors, routes; for flows their timeout.
    for (preset, stacks, options) in [("ns2", &ns2[..], &[1, 2, 3, 96, 128][..]), ("rfc4728", &rfc, &[1, 2, 3, 96])] {
        // Frames that are lost and given up at once, so that there are errors.
        let settings = [
            ("topology.hops", "3"),
            ("routing.protocol", "\"dsr\""),
            ("routing.dsr.preset", preset),
            ("errors.packet", "0.05"),
            ("mac.long_retry_limit", "1"),
            ("run.duration_s", "10"),
        ];
        let run = run(&format!("tshark-dsr-{preset}"), "chain", &settings);
        check_with_tshark(&run, stacks);
        let mut seen = BTreeSet::new();
        for node in 0..run.nodes.len() {
            let path = run.dir.join(format!("node-{node}.pcapng"));
            let Some(lines) = tshark(&path, "dsr", &["dsr.option.type"]) else { return };
            seen.extend(lines.iter().flat_map(|l| l[0].split(',')).filter_map(|t| t.parse::<u8>().ok()));
        }
        // 224 fills up to whole words.
        seen.remove(&224);
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), options, "{preset}");
    }
}

#[test]
fn tshark_reads_udp_and_arp() {
    let settings = [("transport.name", "\"udp-paced=100\""), ("mac.arp", "true"), ("radio.profile", "\"standard\"")];
    check_with_tshark(&two_hops("tshark-udp", &settings), &[UDP_DATA, ARP]);
}

#[test]
fn tshark_reads_options_and_connections() {
    let settings = [
        ("transport.name", "\"sack\""),
        ("transport.timestamps", "\"on\""),
        ("transport.handshake", "\"on\""),
        ("errors.model", "\"packet\""),
        ("errors.packet", "0.3"),
        ("traffic.kind", "\"transfer\""),
        ("traffic.bytes", "60000"),
        ("run.duration_s", "10"),
    ];
    let run = two_hops("tshark-options", &settings);
    check_with_tshark(&run, &[TCP, TCP_DATA]);
    let path = run.dir.join("node-0.pcapng");
    if let Some(conversation) = tshark(&path, "tcp.flags.syn == 1 || tcp.flags.fin == 1", &["tcp.flags.str"]) {
        assert!(conversation.len() >= 4, "{conversation:?}");
    }
}

#[test]
fn contention_delays_are_an_option_of_the_header() {
    let run = two_hops("contention", &[("transport.name", "\"tctc\""), ("topology.hops", "3")]);
    let option = |f: &Frame| match &f.content {
        Content::Data { contention_us, packet: Packet::Tcp { len, .. }, .. } => Some((*contention_us, *len > 0)),
        _ => None,
    };
    let mut last_hop_us = Vec::new();
    for frames in &run.nodes {
        for frame in frames {
            let Some((contention_us, is_data)) = option(frame) else { continue };
            assert_eq!(contention_us.is_some(), is_data, "acknowledgements have none: nobody asks");
            let plain = 24 + 8 + 20 + 20 + 4 + if is_data { 1_460 } else { 0 };
            assert_eq!(frame.bytes, plain + if is_data { 6 } else { 0 });
            if let (Some(us), true, true) = (contention_us, frame.to == mac(3), !frame.sent) {
                last_hop_us.push(us);
            }
        }
    }
    // Three times RTS, CTS, and what lies between, at the very least.
    assert!(last_hop_us.len() > 50 && last_hop_us.iter().all(|us| *us > 3 * 686), "{last_hop_us:?}");
    check_with_tshark(&run, &[TCP, TCP_DATA]);
}
