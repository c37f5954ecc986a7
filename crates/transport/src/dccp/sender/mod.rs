//! The sending endpoint: DCCP's client.

mod connection;
mod feedback;
mod output;
mod phase;

use super::ccid::{Ccid, SenderState};
use super::feature::Negotiation;
use super::outstanding::Outstanding;
use super::packet::PacketType;
use super::parameters::{DCCP_ECN, DCCP_HANDSHAKE, DCCP_INITIAL_SEQUENCE, DCCP_RELIABLE, DCCP_SEQUENCE_WINDOW};
use super::sequence::SequenceNumber;
use super::stream::{Chunk, Stream};
use super::sync_limit::SyncLimit;
use super::window::Numbers;
use crate::common::{DUPTHRESH, MSS};
use crate::part::{Visit, number};
use crate::settings::Settings;
use crate::tcb::{Rto, SenderStats};
use airhop_base::Nanos;
use phase::Phase;

/// The sending endpoint of a DCCP connection, driven from outside: see the crate's documentation.
#[derive(Clone, Debug)]
pub struct Sender {
    mss: u32,
    threshold: u32,
    ecn: bool,
    uses_handshake: bool,

    phase: Phase,
    numbers: Numbers,
    negotiation: Negotiation,
    /// The greatest number received when the connection opened (OSR).
    opened_at: SequenceNumber,
    /// A packet of connection control or a Sync's answer that leaves next.
    control: Option<PacketType>,
    sync_limit: SyncLimit,
    /// Request, Ack of the Response or Close: when it is sent again, and after how long.
    control_timer: Option<Nanos>,
    control_interval: Nanos,
    control_due: bool,

    ccid: Ccid,
    stream: Stream,
    outstanding: Outstanding,
    lost: Vec<Chunk>,
    rto: Rto,
    /// The timeout before any round-trip time is measured.
    fresh_rto: Rto,
    /// The retransmission timer, or when the next probe is due.
    timer: Option<Nanos>,
    probe_due: bool,
    /// The timestamp of the first probe since the network fell silent.
    first_probe: Option<u32>,
    /// The newest acknowledgement's own number: older ones say nothing new of the time.
    newest_feedback: Option<SequenceNumber>,
    /// An acknowledgement of the receiver's leaves with the next data once the last one has come back.
    acknowledged_at: SequenceNumber,
    acknowledge_due: bool,
    closing: bool,
    /// The newest round-trip time and whether it was asked for.
    rtt: Option<Nanos>,
    stats: SenderStats,
}

impl Sender {
    pub(crate) fn new(settings: &Settings) -> Self {
        let first = SequenceNumber::new(settings.get(DCCP_INITIAL_SEQUENCE));
        let width = settings.get(DCCP_SEQUENCE_WINDOW);
        let uses_handshake = settings.get(DCCP_HANDSHAKE);
        let mut numbers = Numbers::new(first, width);
        if !uses_handshake {
            numbers.expect_from(first);
        }
        let rto = Rto::new(settings);
        Self {
            mss: settings.get(MSS),
            threshold: settings.get(DUPTHRESH),
            ecn: settings.get(DCCP_ECN),
            uses_handshake,
            phase: if uses_handshake { Phase::Closed } else { Phase::Open },
            numbers,
            negotiation: if uses_handshake { Negotiation::client(width) } else { Negotiation::settled(false, width) },
            opened_at: first,
            control: None,
            sync_limit: SyncLimit::default(),
            control_timer: None,
            control_interval: Nanos::ZERO,
            control_due: false,
            ccid: Ccid::new(settings, first, (width / 2) as f64),
            stream: Stream::new(settings.get(DCCP_RELIABLE)),
            outstanding: Outstanding::default(),
            lost: Vec::new(),
            rto,
            fresh_rto: rto,
            timer: None,
            probe_due: false,
            first_probe: None,
            newest_feedback: None,
            acknowledged_at: first,
            acknowledge_due: false,
            closing: false,
            rtt: None,
            stats: SenderStats::default(),
        }
    }

    /// Whether packets of this connection may be marked by queues (ECN).
    #[must_use]
    pub fn is_ecn_capable(&self) -> bool {
        self.ecn
    }

    /// The application hands over `bytes` to send. [`u64::MAX`] stands for endless data. After [`Sender::close`]
    /// nothing more is accepted.
    pub fn write(&mut self, now: Nanos, bytes: u64) {
        let _ = now;
        if !self.closing {
            self.stream.write(bytes);
        }
    }

    /// The application has no more data. With a handshake, a Close follows the last of them.
    pub fn close(&mut self, now: Nanos) {
        let _ = now;
        self.closing = true;
    }

    /// The application stops: what was written and never sent is withdrawn; reliable DCCP still delivers what was sent.
    pub fn stop(&mut self, now: Nanos) {
        self.stream.withdraw_unsent();
        self.close(now);
    }

    /// The network tells that a link or the route to the peer has failed.
    pub fn on_link_failure(&mut self, now: Nanos) {
        let _ = now;
        if matches!(self.phase, Phase::PartOpen | Phase::Open) && self.ccid.on_link_failure() {
            self.probe_due = true;
        }
    }

    /// The earliest time at which [`Sender::on_timeout`] has something to do; `None` while no timer runs.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Nanos> {
        [self.timer, self.control_timer].into_iter().flatten().min()
    }

    /// Handles every timer that is due at `now`; harmless when none is.
    pub fn on_timeout(&mut self, now: Nanos) {
        if self.control_timer.take_if(|due| *due <= now).is_some() {
            self.control_due = true;
        }
        if self.timer.take_if(|due| *due <= now).is_some() {
            // dccp, section 4: probes every retransmission timeout until an acknowledgement comes.
            if !self.ccid.is_probing() {
                self.stats.timeouts += 1;
                self.ccid.on_timeout();
            }
            self.probe_due = true;
        }
    }

    /// Bytes of the application's data that are known to have arrived.
    #[must_use]
    pub fn acked_bytes(&self) -> u64 {
        self.stream.acked()
    }

    /// True when nothing is left to send, and the fate of all that was sent is known.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        !self.stream.has_work() && self.outstanding.in_flight() == 0
    }

    /// True when the connection was closed and has ended; with a handshake, when the peer's Reset has come. A Reset that
    /// comes before all data were sent ends the connection too.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        if self.uses_handshake { self.phase == Phase::TimeWait } else { self.closing && self.is_idle() }
    }

    /// The application's data in a full packet, in bytes.
    #[must_use]
    pub fn mss(&self) -> u32 {
        self.mss
    }

    /// Whether lost data are retransmitted.
    #[must_use]
    pub fn is_reliable(&self) -> bool {
        self.stream.is_reliable()
    }

    /// What sender and congestion control have found, for time series: each number by its name.
    pub fn telemetry(&self, visit: &mut Visit) {
        visit("cwnd_segments", self.ccid.window());
        visit("rto_ms", self.rto.current().as_millis_f64());
        self.ccid.telemetry(visit);
    }

    /// One number of [`Sender::telemetry`]; `None` for what there is not, or not yet.
    #[must_use]
    pub fn measured(&self, name: &str) -> Option<f64> {
        number(name, |visit| self.telemetry(visit))
    }

    /// The state of the congestion control.
    #[must_use]
    pub fn state(&self) -> SenderState {
        self.ccid.state()
    }

    /// Counts of what happened so far; `segments_sent` counts packets of data, `fast_retransmits` acknowledgements that
    /// showed a loss.
    #[must_use]
    pub fn stats(&self) -> &SenderStats {
        &self.stats
    }

    /// The congestion window in packets.
    #[must_use]
    pub fn cwnd_packets(&self) -> f64 {
        self.ccid.window()
    }

    /// The retransmission timeout as it would be set now.
    #[must_use]
    pub fn rto(&self) -> Nanos {
        self.rto.current()
    }

    /// Packets sent whose fate is not known.
    #[must_use]
    pub fn in_flight_packets(&self) -> u32 {
        self.outstanding.in_flight()
    }

    /// The newest round-trip time since the last call.
    pub fn take_rtt_sample(&mut self) -> Option<Nanos> {
        self.rtt.take()
    }
}
