use super::interface::Recover;
use crate::congestion::Ack;
use crate::needs::PartNeeds;
use crate::part::{Info, Part};
use crate::segment::SackBlocks;
use crate::settings::{Settings, settings};
use crate::tcb::{Sent, Tcb, Transmit};
use airhop_base::{Allowed, Nanos, Parameter};

/// Recovery by a scoreboard of what the receiver holds (RFC 6675). The scoreboard is the `sacked` and `lost` of the
/// segments in flight.
///
/// The scoreboard outlives a timeout (RFC 6675, section 5.1): segments that the receiver holds are skipped when
/// everything is sent again. ns-2's Sack1 forgets it and sends them too, which is an option.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sack {
    /// RFC 6675's RecoveryPoint; `None` outside of recovery.
    until: Option<u64>,
    /// HighRxt: the number after the highest one retransmitted in this recovery.
    retransmitted: u64,
    /// RescueRxt.
    rescued: Option<u64>,
    /// The last ACK's blocks told of a segment that was not known to have arrived.
    news: bool,
    /// A timeout makes the sender forget, and not listen to blocks until what was in flight is acknowledged.
    forget: bool,
    deaf_until: Option<u64>,
}

settings! {
    SACK_AFTER_TIMEOUT: bool = [false, true] {
        key: "sack_after_timeout",
        unit: "",
        default: "keep",
        allowed: Allowed::OneOf(&["keep", "forget"]),
        source: "RFC 6675, section 5.1 (keep); ns-2 2.35 (forget)",
        about: "sack: after a timeout, segments that the receiver holds are passed over, or sent again",
    }
}

impl Part for Sack {
    const INFO: Info = Info {
        form: "sack",
        about: "recovery from what selective ACKs show",
        source: "RFC 6675, RFC 2018",
        needs: PartNeeds {
            kinds: &[],
            about: "on in every system: net.ipv4.tcp_sack",
            source: "Linux, Documentation/networking/ip-sysctl.rst",
        },
    };
    const PARAMETERS: &'static [Parameter] = PARAMETERS;

    fn start(&mut self, settings: &Settings) {
        self.forget = settings.get(SACK_AFTER_TIMEOUT);
    }
}

impl Sack {
    /// RFC 6675, section 5, step 4: enters loss recovery with a retransmission of the oldest segment.
    fn enter(&mut self, tcb: &mut Tcb, now: Nanos) {
        self.until = Some(tcb.max);
        self.retransmitted = tcb.una;
        self.rescued = None;
        tcb.fast_retransmit(now);
    }

    /// RFC 6675, section 4, SetPipe(): bytes that are thought to be in the network.
    fn pipe_bytes(&self, tcb: &Tcb) -> u64 {
        let copies = |sent: &Sent| u64::from(!sent.lost) + u64::from(sent.end() <= self.retransmitted);
        tcb.flight.iter().filter(|sent| !sent.sacked).map(|sent| sent.span() * copies(sent)).sum()
    }

    /// RFC 6675, section 4, NextSeg().
    fn next_segment(&self, tcb: &Tcb) -> Option<Transmit> {
        let highest_sacked = tcb.flight.iter().rev().find(|sent| sent.sacked).map_or(0, |sent| sent.seq);
        let mut holes =
            tcb.flight.starting_at(self.retransmitted).filter(|sent| !sent.sacked && sent.seq < highest_sacked);
        let hole = holes.next();
        // Rule 1: a hole that is lost. All holes below a lost one are lost too, so that the first one decides.
        if let Some(hole) = hole.filter(|hole| hole.lost) {
            return Some(Transmit::Again(hole.seq));
        }
        // Rule 2: new data.
        if tcb.new_len().is_some() && tcb.fits_peer_window() {
            return Some(Transmit::New);
        }
        // Rule 3: a hole, lost or not.
        if let Some(hole) = hole {
            return Some(Transmit::Again(hole.seq));
        }
        // Rule 4: the last segment in flight, once, in case that it is the one lost. Deliberately narrower than the RFC:
        // only at the end of the data, since a sender that merely waits for the receiver's window would send a segment
        // twice in each recovery, and not a segment that this recovery has already sent again.
        if tcb.new_len().is_some() || self.rescued.is_some_and(|rescued| tcb.una <= rescued) {
            return None;
        }
        let last = tcb.flight.iter().rev().find(|sent| !sent.sacked)?;
        (last.seq >= self.retransmitted).then_some(Transmit::Again(last.seq))
    }
}

/// RFC 6675, section 4, IsLost(): a segment is lost when three runs of segments above it have arrived, or more than
/// two full segments' bytes; three stands for the duplicate-ACK threshold.
fn mark_lost(tcb: &mut Tcb) {
    let (threshold, mss) = (tcb.dupthresh, u64::from(tcb.mss));
    let (mut runs, mut bytes, mut in_run) = (0, 0, false);
    for sent in tcb.flight.iter_mut().rev() {
        if sent.sacked {
            runs += u32::from(!in_run);
            bytes += sent.span();
        } else {
            sent.lost = runs >= threshold || bytes > u64::from(threshold - 1) * mss;
        }
        in_run = sent.sacked;
    }
}

impl Recover for Sack {
    fn on_sack(&mut self, tcb: &mut Tcb, blocks: &SackBlocks) {
        self.news = false;
        self.deaf_until.take_if(|until| tcb.una >= *until);
        if self.deaf_until.is_some() {
            return;
        }
        for (start, end) in blocks.iter() {
            for sent in tcb.flight.starting_at_mut(start).take_while(|sent| sent.end() <= end) {
                if sent.seq >= start && !sent.sacked {
                    sent.sacked = true;
                    self.news = true;
                }
            }
        }
        if self.news {
            mark_lost(tcb);
        }
    }

    fn on_new_ack(&mut self, tcb: &mut Tcb, ack: &Ack) {
        match self.until {
            Some(until) if tcb.una >= until => {
                self.until = None;
                // A new loss is told by new blocks only, so that none can be of the window just recovered.
                tcb.recover = None;
                tcb.dupacks = 0;
            }
            Some(_) => self.retransmitted = self.retransmitted.max(tcb.una),
            None => {
                tcb.dupacks = 0;
                tcb.grow(ack);
            }
        }
        tcb.restart_timer(ack.now);
    }

    /// RFC 6675, section 5: only an ACK that tells of a new segment counts.
    fn on_duplicate(&mut self, tcb: &mut Tcb, ack: &Ack) {
        if self.until.is_some() || !self.news {
            return;
        }
        tcb.dupacks += 1;
        let oldest_lost = tcb.flight.oldest().is_some_and(|sent| sent.lost) && tcb.may_reduce();
        if oldest_lost || tcb.is_loss(ack.now) {
            self.enter(tcb, ack.now);
        }
    }

    fn on_timeout(&mut self, tcb: &mut Tcb, _now: Nanos) {
        self.until = None;
        if self.forget {
            self.deaf_until = Some(tcb.max);
            for sent in tcb.flight.iter_mut() {
                sent.sacked = false;
                sent.lost = false;
            }
        }
    }

    fn next(&mut self, tcb: &mut Tcb) -> Option<Transmit> {
        if self.until.is_none() {
            return tcb.next_in_window();
        }
        let room = tcb.window_bytes() >= self.pipe_bytes(tcb) + u64::from(tcb.mss);
        if room { self.next_segment(tcb) } else { None }
    }

    fn on_sent(&mut self, tcb: &mut Tcb, transmit: Transmit) {
        let (Some(until), Transmit::Again(seq)) = (self.until, transmit) else {
            return;
        };
        let Some(sent) = tcb.flight.starting_at(seq).next() else {
            return;
        };
        let is_hole = seq == tcb.una || tcb.flight.starting_at(seq).any(|above| above.sacked);
        if is_hole {
            self.retransmitted = self.retransmitted.max(sent.end());
        } else {
            self.rescued = Some(until);
        }
    }

    fn wants_sack(&self) -> bool {
        true
    }
}
