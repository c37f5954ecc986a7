use super::address::{BROADCAST_MAC, BSSID, mac};
use super::arp;
use super::facts::FlowFacts;
use super::fcs::fcs;
use super::ipv4;
use crate::payload::Framed;
use airhop_base::{Nanos, NodeId};
use airhop_wireless::{ContentionDelay, FrameKind, TapRecord};

/// First byte of frame control: subtype, type and version 0 (IEEE 802.11-2016, section 9.2.4.1.3).
const DATA: u8 = 0x08;
const RTS: u8 = 0xb4;
const CTS: u8 = 0xc4;
const ACK: u8 = 0xd4;
/// A data frame whose header has options: subtype 1000 (tctc, section IV-D).
const DATA_WITH_OPTIONS: u8 = 0x88;
/// Second byte of frame control: the retry bit, and the last one. To DS and From DS are 0 in an independent BSS.
const RETRY: u8 = 0x08;
const ORDER: u8 = 0x80;

/// Bytes of a data frame's header up to its sequence control.
const DATA_HEADER_BYTES: u8 = 24;
/// The contention delay field among the options of a header (tctc, figures 6 and 7, which leave the numbers open): its
/// type, and its length with type and length.
const CONTENTION_OPTION: u8 = 1;
const CONTENTION_OPTION_LENGTH: u8 = ContentionDelay::OPTION_BYTES as u8 - 1;

/// Largest value of a duration field that is a duration (section 9.2.4.2).
const MOST_DURATION_US: u64 = 32_767;

/// LLC of an unnumbered information frame between SNAP service access points, with SNAP's organisation code for
/// EtherTypes (RFC 1042).
const LLC_SNAP: [u8; 6] = [0xaa, 0xaa, 0x03, 0, 0, 0];
const ETHERTYPE_IPV4: [u8; 2] = [0x08, 0x00];
const ETHERTYPE_ARP: [u8; 2] = [0x08, 0x06];

/// Writes a whole MAC frame with its check sequence. `flows` describes each flow.
pub(super) fn write_frame(out: &mut Vec<u8>, record: &TapRecord<Framed>, flows: &[FlowFacts]) {
    let start = out.len();
    let contention = record.packet.as_ref().and_then(Framed::contention);
    let (control, has_transmitter) = match record.kind {
        FrameKind::Data if contention.is_some() => (DATA_WITH_OPTIONS, true),
        FrameKind::Data => (DATA, true),
        FrameKind::Rts => (RTS, true),
        FrameKind::Cts => (CTS, false),
        FrameKind::Ack => (ACK, false),
    };
    let flags = if record.retry { RETRY } else { 0 } | if contention.is_some() { ORDER } else { 0 };
    out.extend_from_slice(&[control, flags]);
    out.extend_from_slice(&duration_us(record.duration).to_le_bytes());
    out.extend_from_slice(&record.to.map_or(BROADCAST_MAC, mac));
    if has_transmitter {
        out.extend_from_slice(&mac(record.from));
    }
    if record.kind == FrameKind::Data {
        out.extend_from_slice(&BSSID);
        // Twelve bits of sequence number above four of fragment number.
        out.extend_from_slice(&(record.sequence << 4).to_le_bytes());
        if let Some(delay) = contention {
            write_options(out, delay);
        }
        write_body(out, record, flows);
    }
    let check = fcs(&out[start..]);
    out.extend_from_slice(&check.to_le_bytes());
}

/// The header's length and its one option. An analyser finds subtype 1000, today that of QoS data, with the order bit: it
/// reads these six bytes as QoS and HT control, and decodes the rest correctly.
fn write_options(out: &mut Vec<u8>, delay: ContentionDelay) {
    let header_bytes = DATA_HEADER_BYTES + ContentionDelay::OPTION_BYTES as u8;
    out.extend_from_slice(&[header_bytes, CONTENTION_OPTION, CONTENTION_OPTION_LENGTH]);
    out.extend_from_slice(&delay.as_micros().to_le_bytes()[..3]);
}

/// A frame without a packet is one of address resolution: a broadcast question or a unicast answer.
fn write_body(out: &mut Vec<u8>, record: &TapRecord<Framed>, flows: &[FlowFacts]) {
    out.extend_from_slice(&LLC_SNAP);
    if let Some(packet) = &record.packet {
        out.extend_from_slice(&ETHERTYPE_IPV4);
        ipv4::write_packet(out, &packet.0, flows);
    } else {
        out.extend_from_slice(&ETHERTYPE_ARP);
        out.extend_from_slice(&match (record.arp_target, record.to) {
            (Some(target), _) => arp::request(record.from, target),
            (None, to) => arp::reply(record.from, to.unwrap_or(NodeId(0))),
        });
    }
}

/// A duration field: microseconds, fractions rounded up (section 9.2.5.1).
fn duration_us(duration: Nanos) -> u16 {
    duration.as_nanos().div_ceil(1_000).min(MOST_DURATION_US) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use airhop_wireless::TapDirection;

    fn record(kind: FrameKind, to: Option<NodeId>) -> TapRecord<Framed> {
        TapRecord {
            time: Nanos::ZERO,
            node: NodeId(0),
            direction: TapDirection::Sent,
            kind,
            from: NodeId(0),
            to,
            duration: Nanos::from_nanos(1_000_001),
            sequence: 0x1abc,
            retry: false,
            bytes: 0,
            rate_kbps: 1_000,
            power_w: 1.0,
            packet: None,
            arp_target: None,
        }
    }

    /// The frame without its check sequence, which must be right.
    fn frame(record: &TapRecord<Framed>) -> Vec<u8> {
        let mut out = vec![0x55; 3];
        write_frame(&mut out, record, &[]);
        let bytes = out.split_off(3);
        let (body, check) = bytes.split_at(bytes.len() - 4);
        assert_eq!(fcs(body).to_le_bytes(), check);
        body.to_vec()
    }

    #[test]
    fn control_frames() {
        let to = Some(NodeId(1));
        let rts = [0xb4, 0, 0xe9, 0x03, 2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1];
        assert_eq!(frame(&record(FrameKind::Rts, to)), rts);
        assert_eq!(frame(&record(FrameKind::Cts, to)), [0xc4, 0, 0xe9, 0x03, 2, 0, 0, 0, 0, 2]);
        let ack = TapRecord { duration: Nanos::ZERO, ..record(FrameKind::Ack, to) };
        assert_eq!(frame(&ack), [0xd4, 0, 0, 0, 2, 0, 0, 0, 0, 2]);
    }

    #[test]
    fn address_resolution() {
        let question = frame(&TapRecord { arp_target: Some(NodeId(1)), ..record(FrameKind::Data, None) });
        assert_eq!(question[..4], [0x08, 0, 0xe9, 0x03]);
        assert_eq!(question[4..10], [0xff; 6]);
        assert_eq!(question[16..22], BSSID);
        assert_eq!(question[22..24], [0xc0, 0xab], "sequence number 0xabc, fragment 0");
        assert_eq!(question[24..32], [0xaa, 0xaa, 3, 0, 0, 0, 8, 6]);
        assert_eq!((question.len(), question[39]), (60, 1));
        let answer = frame(&TapRecord { retry: true, ..record(FrameKind::Data, Some(NodeId(2))) });
        assert_eq!((answer[1], answer[39]), (0x08, 2));
        assert_eq!(answer[56..], [10, 0, 0, 3]);
    }

    #[test]
    fn durations_are_rounded_up_and_cut() {
        assert_eq!(duration_us(Nanos::from_micros(5)), 5);
        assert_eq!(duration_us(Nanos::from_nanos(5_001)), 6);
        assert_eq!(duration_us(Nanos::from_secs(1)), 32_767);
    }
}
