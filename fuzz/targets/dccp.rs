//! DCCP packets as bytes: each is refused, or read and written back the same, and then arrives at an end of a connection
//! that is under way.

#![no_main]

use airhop_base::Nanos;
use airhop_transport::Transport;
use airhop_transport::dccp::{Packet, parse_options};
use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;

#[derive(Debug, Arbitrary)]
struct Input<'a> {
    is_reliable: bool,
    packets: Vec<Arrival<'a>>,
}

#[derive(Debug, Arbitrary)]
struct Arrival<'a> {
    /// Time since the last one, in ms.
    after_ms: u16,
    to_sender: bool,
    is_marked: bool,
    /// Its number, counted from the newest that the end's peer sent, and the same of its acknowledgement; else as it is.
    near: Option<(i8, i8)>,
    link_failure: bool,
    bytes: &'a [u8],
}

fuzz_target!(|input: Input| {
    let name = if input.is_reliable { "dccp+reliable" } else { "dccp" };
    let transport = Transport::parse(name).expect("a known name");
    let (mut sender, mut receiver) = transport.dccp().expect("it is DCCP");
    let mut now = Nanos::ZERO;
    sender.write(now, 50_000);
    let (mut newest_sent, mut newest_answer) = (Default::default(), Default::default());
    for arrival in input.packets.iter().take(40) {
        // The connection itself goes on over a perfect path.
        for _ in 0..4 {
            let mut is_idle = true;
            for _ in 0..100 {
                let Some(packet) = sender.poll_transmit(now) else { break };
                newest_sent = packet.seq;
                receiver.on_packet(now, &packet, arrival.is_marked);
                is_idle = false;
            }
            for _ in 0..100 {
                let Some(packet) = receiver.poll_transmit(now) else { break };
                newest_answer = packet.seq;
                sender.on_packet(now, &packet);
                is_idle = false;
            }
            if is_idle {
                break;
            }
            now += Nanos::from_millis(1);
        }
        now += Nanos::from_millis(arrival.after_ms.into());
        for _ in 0..10 {
            sender.on_timeout(now);
            receiver.on_timeout(now);
        }
        if arrival.link_failure {
            sender.on_link_failure(now);
        }
        let Some(mut packet) = check(arrival.bytes) else { continue };
        if let Some((seq, ack)) = arrival.near {
            let (own, peers) =
                if arrival.to_sender { (newest_answer, newest_sent) } else { (newest_sent, newest_answer) };
            packet = near(packet, own.plus(seq as u64), peers.plus(ack as u64));
        }
        if arrival.to_sender {
            sender.on_packet(now, &packet);
        } else {
            receiver.on_packet(now, &packet, arrival.is_marked);
        }
    }
    assert!(sender.acked_bytes() <= 50_000);
});

/// Reads a packet, and what was read back from what is written of it.
fn check(bytes: &[u8]) -> Option<Packet> {
    let _ = parse_options(bytes);
    let packet = Packet::decode(bytes).ok()?;
    let mut written = packet.encode(1, 2);
    assert_eq!(written.len(), packet.header_bytes() as usize, "as many bytes as are counted");
    written.resize(written.len() + packet.len as usize, 0);
    assert_eq!(Packet::decode(&written).as_ref(), Ok(&packet), "a packet changes by being written");
    Some(packet)
}

/// The packet with other numbers.
fn near(
    packet: Packet,
    seq: airhop_transport::dccp::SequenceNumber,
    number: airhop_transport::dccp::SequenceNumber,
) -> Packet {
    use airhop_transport::dccp::PacketType;
    let mut packet_type = packet.packet_type;
    match &mut packet_type {
        PacketType::Request { .. } | PacketType::Data => {}
        PacketType::Response { ack, .. }
        | PacketType::Ack { ack }
        | PacketType::DataAck { ack }
        | PacketType::CloseReq { ack }
        | PacketType::Close { ack }
        | PacketType::Reset { ack, .. }
        | PacketType::Sync { ack }
        | PacketType::SyncAck { ack } => *ack = number,
    }
    Packet { seq, packet_type, ..packet }
}
