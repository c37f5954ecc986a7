//! Runs scenarios with captures, and reads the captures back: independently of the code that wrote them, through
//! `pcap-file` and `etherparse`, with every length and checksum checked on the way.

pub mod tshark;

use airhop_sim::{RunOptions, RunResult, Scenario};
use etherparse::{ArpPacket, IpNumber, NetSlice, SlicedPacket, TcpOptionElement, TcpSlice, TransportSlice};
use pcap_file::pcapng::blocks::enhanced_packet::EnhancedPacketOption;
use pcap_file::pcapng::{Block, PcapNgReader};
use std::fs::File;
use std::path::{Path, PathBuf};

/// A finished run and what its nodes captured. The folder goes with it.
pub struct Run {
    pub result: RunResult,
    pub dir: PathBuf,
    /// One list of frames a node.
    pub nodes: Vec<Vec<Frame>>,
}

impl Drop for Run {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

/// One frame of a capture.
#[derive(Clone, Debug)]
pub struct Frame {
    pub time_ns: u64,
    pub tsft_us: u64,
    pub sent: bool,
    pub rate_kbps: u64,
    /// Received power, or the power it was sent with, in dBm.
    pub power_dbm: i8,
    pub retry: bool,
    pub duration_us: u16,
    pub to: [u8; 6],
    pub content: Content,
    /// Bytes of the MAC frame, check sequence included.
    pub bytes: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    Rts,
    Cts,
    Ack,
    Data { from: [u8; 6], sequence: u16, contention_us: Option<u32>, packet: Packet },
}

#[derive(Clone, PartialEq, Debug)]
pub enum Packet {
    Arp {
        is_request: bool,
        sender: [u8; 4],
        target: [u8; 4],
    },
    Tcp {
        src: [u8; 4],
        dst: [u8; 4],
        seq: u32,
        ack: u32,
        flags: Flags,
        options: Vec<TcpOptionElement>,
        len: usize,
    },
    Udp {
        src: [u8; 4],
        dst: [u8; 4],
        ports: (u16, u16),
        payload: Vec<u8>,
        ttl: u8,
    },
    /// DSR's headers, and what they are before.
    Dsr {
        src: [u8; 4],
        dst: [u8; 4],
        headers: Vec<u8>,
        inner: Option<Box<Packet>>,
    },
    Dccp {
        src: [u8; 4],
        dst: [u8; 4],
        ports: (u16, u16),
        ecn: u8,
        bytes: Vec<u8>,
    },
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Flags {
    pub syn: bool,
    pub fin: bool,
    pub ack: bool,
}

impl Frame {
    pub fn is_broadcast(&self) -> bool {
        self.to == [0xff; 6]
    }

    pub fn packet(&self) -> Option<&Packet> {
        match &self.content {
            Content::Data { packet, .. } => Some(packet),
            _ => None,
        }
    }
}

/// Runs a scenario, changed by settings, and reads its captures.
pub fn run(name: &str, scenario: &str, settings: &[(&str, &str)]) -> Run {
    let dir = std::env::temp_dir().join(format!("airhop-captures-{name}-{}", std::process::id()));
    let mut scenario = Scenario::builtin(scenario).unwrap();
    for (key, value) in [("run.duration_s", "3"), ("run.warmup_s", "0")].iter().chain(settings) {
        scenario.set(key, value).unwrap();
    }
    let options = RunOptions { pcap_dir: Some(dir.clone()), ..RunOptions::default() };
    let result = scenario.run(1, &options).unwrap().result;
    let count = scenario.layout(1).unwrap().nodes.len();
    let nodes = (0..count).map(|node| read(&dir.join(format!("node-{node}.pcapng")))).collect();
    assert_eq!(std::fs::read_dir(&dir).unwrap().count(), count, "one file a node");
    Run { result, dir, nodes }
}

fn read(path: &Path) -> Vec<Frame> {
    let mut reader = PcapNgReader::new(File::open(path).unwrap()).unwrap();
    let mut frames = Vec::new();
    while let Some(block) = reader.next_block() {
        match block.unwrap() {
            Block::EnhancedPacket(packet) => {
                assert_eq!(packet.original_len as usize, packet.data.len());
                let [EnhancedPacketOption::Flags(flags)] = packet.options[..] else { panic!("no flags") };
                let sent = match flags & 3 {
                    1 => false,
                    2 => true,
                    other => panic!("direction {other}"),
                };
                frames.push(frame(packet.timestamp.as_nanos() as u64, sent, &packet.data));
            }
            Block::InterfaceDescription(interface) => assert_eq!(u32::from(interface.linktype), 127),
            other => panic!("{other:?}"),
        }
    }
    frames
}

fn frame(time_ns: u64, sent: bool, bytes: &[u8]) -> Frame {
    let length = usize::from(u16_le(bytes, 2));
    let (radiotap, mac) = bytes.split_at(length);
    assert_eq!((radiotap[0], u16_le(radiotap, 4) & 0x0f), (0, 0x0f), "time, flags, rate and channel are there");
    assert_eq!(radiotap[16] & 0x10, 0x10, "the check sequence is there");
    let (body, check) = mac.split_at(mac.len() - 4);
    assert_eq!(crc_32(body).to_le_bytes(), check);
    let content = match body[0] {
        0xb4 => Content::Rts,
        0xc4 => Content::Cts,
        0xd4 => Content::Ack,
        0x08 | 0x88 => {
            let (header, rest) = body.split_at(24);
            assert_eq!(u16_le(header, 22) & 0x0f, 0, "nothing is fragmented");
            assert_eq!(body[1] & 0x80 != 0, body[0] == 0x88);
            let (contention_us, rest) = if body[0] == 0x88 { options(rest) } else { (None, rest) };
            let sequence = u16_le(header, 22) >> 4;
            Content::Data { from: address(header, 10), sequence, contention_us, packet: packet(rest) }
        }
        other => panic!("frame control {other:#x}"),
    };
    match content {
        Content::Rts => assert_eq!(body.len(), 16),
        Content::Cts | Content::Ack => assert_eq!(body.len(), 10),
        Content::Data { .. } => {}
    }
    Frame {
        time_ns,
        tsft_us: u64::from_le_bytes(radiotap[8..16].try_into().unwrap()),
        sent,
        rate_kbps: u64::from(radiotap[17]) * 500,
        power_dbm: radiotap[22] as i8,
        retry: body[1] & 0x08 != 0,
        duration_us: u16_le(body, 2),
        to: address(body, 4),
        content,
        bytes: mac.len(),
    }
}

/// The options of a header, of which there is one: the contention delay.
fn options(bytes: &[u8]) -> (Option<u32>, &[u8]) {
    let (options, rest) = bytes.split_at(usize::from(bytes[0]) - 24);
    let [_, 1, 5, a, b, c] = *options else { panic!("{options:?}") };
    (Some(u32::from_le_bytes([a, b, c, 0])), rest)
}

fn packet(llc: &[u8]) -> Packet {
    assert_eq!(llc[..6], [0xaa, 0xaa, 3, 0, 0, 0]);
    let (ethertype, bytes) = (&llc[6..8], &llc[8..]);
    if ethertype == [8, 6] {
        let arp = ArpPacket::from_slice(bytes).unwrap().try_eth_ipv4().unwrap();
        let is_request = arp.operation.0 == 1;
        return Packet::Arp { is_request, sender: arp.sender_ipv4, target: arp.target_ipv4 };
    }
    assert_eq!(ethertype, [8, 0]);
    let sliced = SlicedPacket::from_ip(bytes).unwrap();
    let Some(NetSlice::Ipv4(ip)) = &sliced.net else { panic!("not IPv4") };
    let ip = ip.header().to_header();
    assert_eq!(usize::from(ip.total_len), bytes.len());
    assert_eq!(ip.header_checksum, ip.calc_header_checksum());
    let (src, dst) = (ip.source, ip.destination);
    if ip.protocol == IpNumber(48) {
        return dsr(src, dst, &bytes[20..]);
    }
    if ip.protocol == IpNumber::DCCP {
        let bytes = bytes[20..].to_vec();
        let pseudo = [&src[..], &dst, &[0, 33], &(bytes.len() as u16).to_be_bytes()].concat();
        assert_eq!(remainder(&[pseudo, bytes.clone()].concat()), 0, "the checksum");
        let ports = (u16::from_be_bytes([bytes[0], bytes[1]]), u16::from_be_bytes([bytes[2], bytes[3]]));
        return Packet::Dccp { src, dst, ports, ecn: ip.ecn.value(), bytes };
    }
    match &sliced.transport {
        Some(TransportSlice::Tcp(segment)) => tcp(src, dst, segment),
        Some(TransportSlice::Udp(udp)) => {
            let header = udp.to_header();
            assert_eq!(header.checksum, header.calc_checksum_ipv4_raw(src, dst, udp.payload()).unwrap());
            let ports = (udp.source_port(), udp.destination_port());
            Packet::Udp { src, dst, ports, payload: udp.payload().to_vec(), ttl: ip.time_to_live }
        }
        other => panic!("{other:?}"),
    }
}

fn tcp(src: [u8; 4], dst: [u8; 4], tcp: &TcpSlice) -> Packet {
    assert_eq!(tcp.checksum(), tcp.calc_checksum_ipv4(src, dst).unwrap());
    Packet::Tcp {
        src,
        dst,
        seq: tcp.sequence_number(),
        ack: tcp.acknowledgment_number(),
        flags: Flags { syn: tcp.syn(), fin: tcp.fin(), ack: tcp.ack() },
        options: tcp.options_iterator().collect::<Result<_, _>>().unwrap(),
        len: tcp.payload().len(),
    }
}

/// RFC 4728, sections 6 and 7.1: a header of the flow, one with options, or both.
fn dsr(src: [u8; 4], dst: [u8; 4], bytes: &[u8]) -> Packet {
    let (mut next, mut at) = (48, 0);
    while next == 48 {
        next = bytes[at];
        let of_flow = bytes[at + 1] & 0x80 != 0;
        let options = usize::from(u16::from_be_bytes([bytes[at + 2], bytes[at + 3]]));
        assert!(of_flow || options % 4 == 0 && options > 0);
        at += if of_flow { 4 } else { 4 + options };
    }
    let (headers, rest) = (bytes[..at].to_vec(), &bytes[at..]);
    let inner = match next {
        6 => Some(Box::new(tcp(src, dst, &TcpSlice::from_slice(rest).unwrap()))),
        59 if rest.is_empty() => None,
        other => panic!("protocol {other}, {} bytes", rest.len()),
    };
    Packet::Dsr { src, dst, headers, inner }
}

/// The sum of 16-bit words modulo 65535, where 65535 and 0 are one: 0 for anything with a right Internet checksum.
fn remainder(bytes: &[u8]) -> u32 {
    bytes.chunks(2).map(|word| u32::from(word[0]) << 8 | word.get(1).copied().map_or(0, u32::from)).sum::<u32>()
        % 65_535
}

fn u16_le(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn address(bytes: &[u8], at: usize) -> [u8; 6] {
    bytes[at..at + 6].try_into().unwrap()
}

/// CRC-32 bit by bit, as IEEE 802.3 defines it.
fn crc_32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    !crc
}
