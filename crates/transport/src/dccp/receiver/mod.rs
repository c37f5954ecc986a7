//! The receiving endpoint: DCCP's server.

mod connection;
mod phase;

use super::arrivals::Arrivals;
use super::clock::timestamp;
use super::feature::Negotiation;
use super::packet::{Options, Packet, PacketType, TimestampEcho};
use super::parameters::{DCCP_HANDSHAKE, DCCP_INITIAL_SEQUENCE, DCCP_RELIABLE, DCCP_SEQUENCE_WINDOW};
use super::sequence::SequenceNumber;
use super::sync_limit::SyncLimit;
use super::window::Numbers;
use crate::receiver::{Reassembly, ReceiverStats};
use crate::settings::Settings;
use airhop_base::Nanos;
use phase::Phase;

/// The receiving endpoint of a DCCP connection, driven from outside: see the crate's documentation.
#[derive(Clone, Debug)]
pub struct Receiver {
    phase: Phase,
    first: SequenceNumber,
    width: u64,
    numbers: Numbers,
    negotiation: Negotiation,
    /// The greatest number received when the connection opened (OSR).
    opened_at: SequenceNumber,
    arrivals: Arrivals,
    /// A packet of connection control or a Sync's answer that leaves next.
    control: Option<PacketType>,
    sync_limit: SyncLimit,
    ack_due: bool,
    /// The timestamp to echo, and when it came.
    echo: Option<(u32, Nanos)>,
    delivery: Delivery,
    stats: ReceiverStats,
}

/// What the application gets.
#[derive(Clone, Debug)]
enum Delivery {
    /// Each packet as it arrives.
    AsItArrives { bytes: u64 },
    /// Every byte in order.
    InOrder(Box<Reassembly>),
}

impl Receiver {
    pub(crate) fn new(settings: &Settings) -> Self {
        let first = SequenceNumber::new(settings.get(DCCP_INITIAL_SEQUENCE));
        let width = settings.get(DCCP_SEQUENCE_WINDOW);
        let uses_handshake = settings.get(DCCP_HANDSHAKE);
        let is_reliable = settings.get(DCCP_RELIABLE);
        let mut numbers = Numbers::new(first, width);
        if !uses_handshake {
            numbers.expect_from(first);
        }
        Self {
            phase: if uses_handshake { Phase::Listen } else { Phase::Open },
            first,
            width,
            numbers,
            negotiation: if uses_handshake { Negotiation::server(width) } else { Negotiation::settled(true, width) },
            opened_at: first,
            arrivals: Arrivals::new(first, width),
            control: None,
            sync_limit: SyncLimit::default(),
            ack_due: false,
            echo: None,
            delivery: if is_reliable { Delivery::InOrder(Box::default()) } else { Delivery::AsItArrives { bytes: 0 } },
            stats: ReceiverStats::default(),
        }
    }

    /// Data arrived in a packet that is new or not.
    fn on_data(&mut self, packet: &Packet, is_new: bool) {
        self.ack_due = true;
        if packet.len == 0 {
            return;
        }
        self.stats.segments_received += 1;
        let is_useful = match (&mut self.delivery, packet.stream_offset) {
            (Delivery::AsItArrives { bytes }, _) => {
                *bytes += if is_new { u64::from(packet.len) } else { 0 };
                is_new
            }
            (Delivery::InOrder(queue), Some(offset)) => {
                let before = queue.next();
                let is_useful = queue.insert(offset, offset.saturating_add(packet.len.into()));
                self.stats.out_of_order += u64::from(is_useful && queue.next() == before);
                is_useful
            }
            // Data without its place cannot be put anywhere.
            (Delivery::InOrder(_), None) => false,
        };
        self.stats.duplicates += u64::from(!is_useful);
    }

    /// The earliest time at which [`Receiver::on_timeout`] has something to do: never, since every packet of data is
    /// acknowledged at once, and a server never retransmits on its own initiative.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Nanos> {
        None
    }

    /// Handles every timer that is due at `now`: there is none.
    pub fn on_timeout(&mut self, now: Nanos) {
        let _ = now;
    }

    /// The next packet to send now. To be called until it returns `None` after every input.
    pub fn poll_transmit(&mut self, now: Nanos) -> Option<Packet> {
        let packet_type = match self.control.take() {
            Some(control) => control,
            None if std::mem::take(&mut self.ack_due) => PacketType::Ack { ack: self.arrivals.newest() },
            None => return None,
        };
        let seq = self.numbers.take_next();
        let echo = self.echo.take().map(|(echo, at)| TimestampEcho { echo, elapsed: elapsed(at, now) });
        let mut options = Options { timestamp_echo: echo, ..Options::default() };
        match packet_type {
            PacketType::Ack { .. } => {
                options.ack_vector = self.arrivals.vector(seq);
                self.stats.acks_sent += 1;
            }
            PacketType::Reset { .. } => options.timestamp_echo = None,
            _ => {}
        }
        if !matches!(packet_type, PacketType::Reset { .. }) {
            options.features = self.negotiation.options();
        }
        Some(Packet { seq, packet_type, options, stream_offset: None, len: 0 })
    }

    /// Bytes handed to the application: of reliable DCCP in order, each once; otherwise those of each packet once, in the
    /// order of arrival.
    #[must_use]
    pub fn delivered_bytes(&self) -> u64 {
        match &self.delivery {
            Delivery::AsItArrives { bytes } => *bytes,
            Delivery::InOrder(queue) => queue.next(),
        }
    }

    /// True when the sender's Close has been answered; never without a handshake.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.phase == Phase::Closed
    }

    /// Counts of what happened so far.
    #[must_use]
    pub fn stats(&self) -> &ReceiverStats {
        &self.stats
    }
}

/// The time for which a timestamp was held, in its ticks.
fn elapsed(since: Nanos, now: Nanos) -> u32 {
    timestamp(now).wrapping_sub(timestamp(since))
}
