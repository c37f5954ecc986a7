use crate::common::{HANDSHAKE, RTO_INITIAL, RTO_MAX};
use crate::segment::Segment;
use crate::settings::Settings;
use airhop_base::Nanos;

/// Number of this side's SYN; its FIN is the next.
pub(super) const OWN_SYN: u64 = 0;
/// Number of this side's FIN.
pub(super) const OWN_FIN: u64 = 1;

/// The set-up and close of the receiving side (RFC 9293, sections 3.5 and 3.6): it answers a SYN with its own and, when
/// all data has arrived, a FIN with its own, each sent again until it is acknowledged. It has no data, so the timeout
/// doubles from its initial value and no round-trip time is measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handshake {
    pub(super) phase: Phase,
    initial_timeout: Nanos,
    max_timeout: Nanos,
    timeout: Nanos,
    deadline: Option<Nanos>,
    pub(super) segment_due: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// There is no handshake.
    Unused,
    Listen,
    SynReceived,
    Established,
    /// The peer has finished, and so has this side.
    LastAck,
    Closed,
}

impl Handshake {
    pub(super) fn new(settings: &Settings) -> Self {
        let initial_timeout = settings.get(RTO_INITIAL);
        Self {
            phase: if settings.get(HANDSHAKE) { Phase::Listen } else { Phase::Unused },
            initial_timeout,
            max_timeout: settings.get(RTO_MAX),
            timeout: initial_timeout,
            deadline: None,
            segment_due: false,
        }
    }

    pub(super) fn is_used(&self) -> bool {
        self.phase != Phase::Unused
    }

    pub(super) fn is_closed(&self) -> bool {
        self.phase == Phase::Closed
    }

    pub(super) fn deadline(&self) -> Option<Nanos> {
        self.deadline
    }

    /// The number that a segment without SYN and FIN carries.
    pub(super) fn own_next(&self) -> u64 {
        match self.phase {
            Phase::Unused | Phase::Listen | Phase::SynReceived => OWN_SYN,
            Phase::Established => OWN_FIN,
            Phase::LastAck | Phase::Closed => OWN_FIN + 1,
        }
    }

    pub(super) fn on_timeout(&mut self, now: Nanos) {
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            self.timeout = (self.timeout * 2).min(self.max_timeout);
            self.deadline = None;
            self.segment_due = true;
        }
    }

    /// The peer's FIN and everything before it has arrived.
    pub(super) fn on_peer_finished(&mut self, now: Nanos) {
        let _ = now;
        if self.phase == Phase::Established {
            self.enter(Phase::LastAck);
        }
    }

    pub(super) fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.timeout = self.initial_timeout;
        self.deadline = None;
        self.segment_due = matches!(phase, Phase::SynReceived | Phase::LastAck);
    }

    /// The SYN or FIN that is to be sent, again or for the first time; its timer starts.
    pub(super) fn take_own_segment(&mut self, now: Nanos) -> Option<Segment> {
        if !std::mem::take(&mut self.segment_due) {
            return None;
        }
        let segment = match self.phase {
            Phase::SynReceived => Segment { seq: OWN_SYN, syn: true, ..Segment::default() },
            Phase::LastAck => Segment { seq: OWN_FIN, fin: true, ..Segment::default() },
            _ => return None,
        };
        self.deadline = Some(now.saturating_add(self.timeout));
        Some(segment)
    }
}
