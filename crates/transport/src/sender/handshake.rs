use crate::common::HANDSHAKE;
use crate::settings::Settings;

/// The set-up and close of the sending side (RFC 9293, sections 3.5 and 3.6). The peer sends nothing but a SYN and a
/// FIN of its own, numbers 0 and 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handshake {
    pub(super) phase: Phase,
    /// The next number expected of the peer, to acknowledge.
    pub(super) peer_next: Option<u64>,
    pub(super) peer_fin: bool,
    pub(super) pending_ack: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// There is no handshake: data flows at once, one way.
    Unused,
    /// Nothing has been written yet.
    Closed,
    SynSent,
    Established,
}

impl Handshake {
    pub(super) fn new(settings: &Settings) -> Self {
        let phase = if settings.get(HANDSHAKE) { Phase::Closed } else { Phase::Unused };
        Self { phase, peer_next: None, peer_fin: false, pending_ack: false }
    }

    pub(super) fn is_used(&self) -> bool {
        self.phase != Phase::Unused
    }

    /// A SYN is due, once there is something to do.
    pub(super) fn wants_syn(&self, has_work: bool) -> bool {
        self.phase == Phase::Closed && has_work
    }

    /// No data may leave yet.
    pub(super) fn is_waiting(&self) -> bool {
        matches!(self.phase, Phase::Closed | Phase::SynSent)
    }

    /// What the peer's side needs has been done.
    pub(super) fn is_over(&self, fin_acked: bool) -> bool {
        !self.is_used() || fin_acked && self.peer_fin
    }

    pub(super) fn peer_next(&self) -> Option<u64> {
        self.peer_next
    }

    pub(super) fn take_pending_ack(&mut self) -> bool {
        std::mem::take(&mut self.pending_ack)
    }
}
