//! Both ends of a connection behind one interface: what goes out, what arrives, and what the network asks, for TCP, DCCP and UDP.

use crate::driver::ms;
use airhop_base::{BitRate, Nanos};
use airhop_transport::dccp::{self, Options, PacketType, SequenceNumber};
use airhop_transport::{Arrived, Connection, Datagram, Packet, PathInfo, Segment, Side, Transport};
use std::rc::Rc;

/// Segments of 1000 bytes, two of which may go at first; DCCP without a handshake.
fn connection(name: &str) -> Connection {
    let mut transport = Transport::parse(name).unwrap();
    transport.set("mss", "1000").unwrap();
    transport.set("initial_window", "2").unwrap();
    if name == "dccp" {
        transport.set("dccp_handshake", "off").unwrap();
    }
    transport.connect(PathInfo { hops: 4, link_rate: BitRate::kbps(2000) }).unwrap()
}

fn sent(connection: &mut Connection, now: Nanos, side: Side) -> Vec<Packet> {
    std::iter::from_fn(|| connection.poll_transmit(now, side)).collect()
}

fn deliver(connection: &mut Connection, now: Nanos, side: Side, packets: &[Packet]) {
    for packet in packets {
        let arrived = match packet {
            Packet::Tcp(segment) => Arrived::Tcp(segment, None),
            Packet::Dccp { packet, .. } => Arrived::Dccp { packet, is_marked: false },
            Packet::Udp(datagram) => Arrived::Udp(*datagram),
        };
        assert!(side == Side::Sender || arrived.payload_bytes() == 1_000);
        connection.on_packet(now, side, arrived);
    }
}

/// RFC 9293: 20 bytes of header. RFC 4340: 16 bytes of a Data packet; reliable data have their number of 8 bytes besides. RFC 768:
/// 8 bytes.
#[test]
fn packets_have_the_length_of_header_and_payload() {
    let tcp = Packet::Tcp(Rc::new(Segment { len: 1_000, ..Segment::default() }));
    assert_eq!(tcp.bytes(), 1_020);
    for (stream_offset, bytes) in [(None, 1_016), (Some(0), 1_024)] {
        let (seq, options) = (SequenceNumber::new(1), Options::default());
        let packet = dccp::Packet { seq, packet_type: PacketType::Data, options, stream_offset, len: 1_000 };
        assert_eq!(Packet::Dccp { packet: Rc::new(packet), ecn_capable: false }.bytes(), bytes);
    }
    assert_eq!(Packet::Udp(Datagram { bytes: 1_000, number: 0 }).bytes(), 1_008);
}

/// Two packets go out at 0 and arrive at 10 ms; what the receiver answers arrives at 20 ms.
#[test]
fn two_packets_there_and_their_acknowledgement_back() {
    for name in ["newreno", "dccp"] {
        let mut c = connection(name);
        assert!(c.is_idle() && c.interval().is_none(), "{name}");
        c.write(Nanos::ZERO, 2_000);
        assert_eq!((c.payload_bytes(), c.cwnd_segments()), (1_000, 2.0), "{name}");
        let data = sent(&mut c, Nanos::ZERO, Side::Sender);
        assert_eq!((data.len(), c.stats().segments_sent, c.delivered_bytes()), (2, 2, 0), "{name}");
        assert!(!c.is_idle() && c.next_timeout(Side::Sender).is_some(), "{name}");
        deliver(&mut c, ms(10), Side::Receiver, &data);
        assert_eq!(c.delivered_bytes(), 2_000, "{name}");
        let answers = sent(&mut c, ms(10), Side::Receiver);
        assert!(!answers.is_empty(), "{name}");
        deliver(&mut c, ms(20), Side::Sender, &answers);
        assert!(c.is_idle(), "{name}: all is acknowledged");
        assert_eq!(c.take_rtt_sample(), Some(ms(20)), "{name}");
        assert_eq!(c.take_rtt_sample(), None, "{name}: taken");
    }
}

#[test]
fn datagrams_go_out_one_for_each_write() {
    let mut c = Connection::udp(1_000, ms(10));
    assert_eq!((c.interval(), c.payload_bytes(), c.cwnd_segments()), (Some(ms(10)), 1_000, 0.0));
    assert!(sent(&mut c, Nanos::ZERO, Side::Sender).is_empty());
    for number in 0..3 {
        c.write(Nanos::ZERO, 1);
        let packets = sent(&mut c, Nanos::ZERO, Side::Sender);
        assert!(matches!(packets[..], [Packet::Udp(Datagram { bytes: 1_000, number: n })] if n == number));
        deliver(&mut c, ms(1), Side::Receiver, &packets);
        assert_eq!((c.delivered_bytes(), c.stats().segments_sent), ((number + 1) * 1_000, number + 1));
    }
    assert!(!c.is_idle(), "a sender of datagrams is not told what became of them");
    assert!(sent(&mut c, ms(1), Side::Receiver).is_empty() && c.next_timeout(Side::Sender).is_none());
    c.write(Nanos::ZERO, 1);
    c.stop(Nanos::ZERO);
    assert!(sent(&mut c, Nanos::ZERO, Side::Sender).is_empty(), "what was not sent is withdrawn");
    // An interval of zero would write without end at one time.
    assert_eq!(Connection::udp(1_000, Nanos::ZERO).interval(), Some(Nanos::from_nanos(1)));
}

/// docs/adding-a-scheme.md: TCTC's receiver asks for the contention of packets, DCCP's sender for failures of links.
#[test]
fn what_transports_ask_of_the_network() {
    for (name, contention, failures) in [("newreno", false, false), ("tctc", true, false), ("dccp", false, true)] {
        let c = connection(name);
        assert_eq!((c.wants_contention(), c.wants_link_failures()), (contention, failures), "{name}");
    }
    let udp = Connection::udp(1_000, ms(10));
    assert!(!udp.wants_contention() && !udp.wants_link_failures());
}

/// The names are those of `airhop list transports` and of its JSON.
#[test]
fn needs_have_their_names() {
    let words: Vec<_> = airhop_transport::Need::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(words, ["sender", "receiver", "nodes", "path", "clocks", "protocol", "loss"]);
}
