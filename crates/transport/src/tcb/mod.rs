//! The transmission control block of a sender (RFC 9293, section 3.3.1): what the loss recoveries work on.

mod flight;
mod rto;
mod stats;

pub(crate) use flight::Sent;
pub(crate) use rto::Rto;
pub use stats::SenderStats;

use crate::common::{
    ADVERTISED_WINDOW, AVOID_MULTIPLE_FAST_RETRANSMITS, DUPTHRESH, INITIAL_WINDOW, LIMITED_TRANSMIT,
    LIMITED_TRANSMIT_BEYOND_CWL, LimitedTransmit, MSS, REPEATED_TIMEOUT,
};
use crate::congestion::{Ack, CongestionControl, Control, Loss, Window};
use crate::limit::{Limit, WindowLimit};
use crate::path::PathInfo;
use crate::settings::Settings;
use airhop_base::Nanos;
use flight::{Covered, Flight};

/// The most bytes a connection carries; what is written beyond is the same as endless.
pub(crate) const ENDLESS: u64 = u64::MAX / 2;

/// New segments beyond the window that limited transmit allows (RFC 3042).
const LIMITED_TRANSMIT_SEGMENTS: u32 = 2;

/// A segment that may leave now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Transmit {
    /// The segment in flight that starts here, again.
    Again(u64),
    /// The next segment that was never sent.
    New,
}

/// The sending side of a TCP connection: sequence numbers, segments in flight, window and retransmission timer.
#[derive(Clone, Debug)]
pub(crate) struct Tcb {
    // Constants of the connection.
    pub mss: u32,
    pub dupthresh: u32,
    pub limited_transmit: LimitedTransmit,
    pub avoid_multiple_fast_retransmits: bool,
    pub hold_ssthresh: bool,
    pub limit: WindowLimit,
    /// Limited transmit may exceed the limit.
    pub beyond_limit: bool,
    pub path: PathInfo,

    // RFC 9293's SND.UNA and SND.NXT; `max` is the highest number sent, ahead of `nxt` after a timeout.
    pub una: u64,
    pub nxt: u64,
    pub max: u64,
    /// The number after the last byte that the application handed over.
    pub end: u64,
    /// The last number to send is a FIN behind the data.
    pub fin: bool,
    pub flight: Flight,

    pub congestion: CongestionControl,
    pub window: Window,
    /// Segments that have left the network as duplicate ACKs tell, which inflate the window in fast
    /// recovery (RFC 5681, section 3.2, step 4).
    pub inflation: f64,
    /// The window that the receiver advertises, in bytes.
    pub peer_window: u32,

    pub dupacks: u32,
    /// The highest number sent when a loss was last noticed (RFC 6582's "recover").
    pub recover: Option<u64>,
    /// A retransmission ordered by the loss recovery, which leaves whatever the window says.
    pub resend: Option<u64>,
    /// Segments that may still leave before the next ACK.
    pub burst: u32,

    pub rto: Rto,
    pub timer: Option<Nanos>,
    pub stats: SenderStats,
}

impl Tcb {
    pub(crate) fn new(
        mut congestion: CongestionControl,
        mut limit: WindowLimit,
        settings: &Settings,
        path: PathInfo,
    ) -> Self {
        let peer_window = settings.get(ADVERTISED_WINDOW);
        let mss = settings.get(MSS).min(peer_window);
        congestion.start(settings);
        limit.start(settings);
        Self {
            mss,
            dupthresh: settings.get(DUPTHRESH),
            limited_transmit: settings.get(LIMITED_TRANSMIT),
            avoid_multiple_fast_retransmits: settings.get(AVOID_MULTIPLE_FAST_RETRANSMITS),
            hold_ssthresh: settings.get(REPEATED_TIMEOUT),
            limit,
            beyond_limit: settings.get(LIMITED_TRANSMIT_BEYOND_CWL),
            path,
            una: 0,
            nxt: 0,
            max: 0,
            end: 0,
            fin: false,
            flight: Flight::default(),
            congestion,
            window: Window {
                cwnd: f64::from(settings.get(INITIAL_WINDOW)),
                ssthresh: (f64::from(peer_window) / f64::from(mss)).floor().max(2.0),
            },
            inflation: 0.0,
            peer_window,
            dupacks: 0,
            recover: None,
            resend: None,
            burst: u32::MAX,
            rto: Rto::new(settings),
            timer: None,
            stats: SenderStats::default(),
        }
    }

    /// The most segments that limit and receiver allow in flight.
    fn cap_segments(&self) -> f64 {
        (f64::from(self.peer_window) / f64::from(self.mss)).min(self.limit.segments(&self.path))
    }

    /// The window in use, which a loss reduces: congestion window, limits, or the data in flight when that is less
    /// than they allow. Segments that limited transmit and inflation let out do not count (RFC 5681, section 3.2).
    pub(crate) fn window_in_use(&self) -> f64 {
        let window = self.window.cwnd.min(self.cap_segments());
        let flight = (self.max - self.una) as f64 / f64::from(self.mss);
        if flight + 1.0 > window { window } else { flight.max(1.0) }
    }

    /// Bytes that may be in flight: whole segments of the window, within what the receiver advertises.
    fn allowed_bytes(&self, extra_segments: u32) -> u64 {
        let limit = self.limit.segments(&self.path) + if self.beyond_limit { f64::from(extra_segments) } else { 0.0 };
        let segments = (self.window.cwnd + self.inflation).floor() + f64::from(extra_segments);
        let limited = segments.min(limit).floor();
        ((limited * f64::from(self.mss)) as u64).min(u64::from(self.peer_window))
    }

    /// The window without inflation, in bytes of whole segments.
    pub(crate) fn window_bytes(&self) -> u64 {
        (self.window.cwnd.min(self.cap_segments()).floor() * f64::from(self.mss)) as u64
    }

    /// Something sent is not acknowledged.
    pub(crate) fn is_outstanding(&self) -> bool {
        self.max > self.una
    }

    /// The next segment in sequence when the window allows it: after a timeout the segments sent before, again, past
    /// those that a SACK block covers; then new ones.
    pub(crate) fn next_in_window(&mut self) -> Option<Transmit> {
        if self.burst == 0 {
            return None;
        }
        let mut sacked_bytes = 0;
        if self.nxt < self.max {
            sacked_bytes =
                self.flight.iter().take_while(|s| s.seq < self.nxt).filter(|s| s.sacked).map(Sent::span).sum();
            while let Some(sent) = self.flight.starting_at(self.nxt).next().filter(|sent| sent.sacked) {
                sacked_bytes += sent.span();
                self.nxt = sent.end();
            }
        }
        if let Some(sent) = self.flight.starting_at(self.nxt).next() {
            let extra = if self.limited_transmit == LimitedTransmit::NewOrAgain { self.extra_segments() } else { 0 };
            let outstanding = sent.end() - self.una - sacked_bytes;
            return (outstanding <= self.allowed_bytes(extra)).then_some(Transmit::Again(sent.seq));
        }
        let outstanding = self.nxt + self.new_len()? - self.una - sacked_bytes;
        (outstanding <= self.allowed_bytes(self.extra_segments()) && self.fits_peer_window()).then_some(Transmit::New)
    }

    /// Segments beyond the window that limited transmit allows: one for each of the first duplicate ACKs.
    fn extra_segments(&self) -> u32 {
        let counts = self.limited_transmit != LimitedTransmit::Off && self.dupacks < self.dupthresh;
        if counts { self.dupacks.min(LIMITED_TRANSMIT_SEGMENTS) } else { 0 }
    }

    /// Sequence numbers of the next new segment; `None` when there is nothing new to send.
    pub(crate) fn new_len(&self) -> Option<u64> {
        let data = self.end.saturating_sub(self.max);
        if data > 0 { Some(data.min(u64::from(self.mss))) } else { (self.fin && self.max == self.end).then_some(1) }
    }

    /// A new segment stays within the window that the receiver advertised; a FIN takes no room in its buffer.
    pub(crate) fn fits_peer_window(&self) -> bool {
        let data = self.end.saturating_sub(self.max).min(u64::from(self.mss));
        self.max + data <= self.una + u64::from(self.peer_window)
    }

    /// Takes `transmit` as sent now; tells the segment.
    pub(crate) fn mark_sent(&mut self, now: Nanos, transmit: Transmit) -> Option<Sent> {
        let was_outstanding = self.is_outstanding();
        let sent = match transmit {
            Transmit::Again(seq) => {
                let sent = self.flight.at_mut(seq)?;
                sent.transmissions += 1;
                sent.sent_at = now;
                let sent = *sent;
                self.stats.retransmissions += 1;
                sent
            }
            Transmit::New => {
                let len = self.new_len()?;
                let fin = self.max == self.end;
                let sent = Sent {
                    seq: self.max,
                    len: if fin { 0 } else { len as u32 },
                    syn: false,
                    fin,
                    sent_at: now,
                    transmissions: 1,
                    timed_out: false,
                    sacked: false,
                    lost: false,
                };
                self.flight.push(sent);
                self.max = sent.end();
                sent
            }
        };
        if sent.seq == self.nxt {
            self.nxt = sent.end();
        }
        self.stats.segments_sent += 1;
        self.stats.bytes_sent += u64::from(sent.len);
        if self.timer.is_none() || !was_outstanding {
            self.restart_timer(now);
        }
        Some(sent)
    }

    /// Moves on to a new cumulative ACK.
    pub(crate) fn advance(&mut self, una: u64) -> Covered {
        self.una = una;
        self.nxt = self.nxt.max(una);
        if self.resend.is_some_and(|seq| seq < una) {
            self.resend = None;
        }
        self.flight.acknowledge(una)
    }

    /// RFC 6298, rules 5.1 to 5.3: the timer runs while something is outstanding.
    pub(crate) fn restart_timer(&mut self, now: Nanos) {
        self.timer = self.is_outstanding().then(|| now.saturating_add(self.rto.current()));
    }

    /// Lets the congestion control grow the window, but not beyond its limit and the receiver's, where it could not be used.
    pub(crate) fn grow(&mut self, ack: &Ack) {
        let highest = self.cap_segments().max(self.window.cwnd);
        self.congestion.on_ack(&mut self.window, ack);
        self.window.cwnd = self.window.cwnd.min(highest);
    }

    /// True when duplicate ACKs, or the congestion control's own clock on the first of them, tell a loss that no earlier
    /// reduction of the window covers.
    pub(crate) fn is_loss(&self, now: Nanos) -> bool {
        let overdue = || self.flight.oldest().is_some_and(|sent| self.congestion.is_overdue(now, sent.sent_at));
        (self.dupacks == self.dupthresh || self.dupacks < self.dupthresh && overdue()) && self.may_reduce()
    }

    /// RFC 6582, section 3.2, step 2: not before everything is acknowledged that was in flight at the last loss.
    pub(crate) fn may_reduce(&self) -> bool {
        !self.avoid_multiple_fast_retransmits || self.recover.is_none_or(|recover| self.una > recover)
    }

    /// A fast retransmit: reduces the window, orders the oldest segment again and restarts the timer.
    pub(crate) fn fast_retransmit(&mut self, now: Nanos) {
        let loss = self.loss(now);
        self.congestion.on_loss(&mut self.window, &loss);
        self.recover = Some(self.max);
        self.resend = Some(self.una);
        self.restart_timer(now);
        self.stats.fast_retransmits += 1;
    }

    /// A retransmission timeout: RFC 5681, section 3.1, and RFC 6298, rules 5.4 to 5.6. Everything not acknowledged is
    /// sent again, in slow start.
    pub(crate) fn timeout(&mut self, now: Nanos) {
        let loss = self.loss(now);
        let repeated = self.flight.oldest().is_some_and(|sent| sent.timed_out);
        let ssthresh = self.window.ssthresh;
        self.congestion.on_timeout(&mut self.window, &loss);
        if repeated && self.hold_ssthresh {
            self.window.ssthresh = ssthresh;
        }
        if let Some(oldest) = self.flight.oldest_mut() {
            oldest.timed_out = true;
        }
        self.inflation = 0.0;
        self.dupacks = 0;
        self.burst = u32::MAX;
        self.resend = None;
        self.recover = Some(self.max);
        self.nxt = self.una;
        self.rto.back_off();
        self.restart_timer(now);
        self.stats.timeouts += 1;
    }

    fn loss(&self, now: Nanos) -> Loss {
        let (sent_at, transmissions) = self.flight.oldest().map_or((now, 0), |sent| (sent.sent_at, sent.transmissions));
        Loss { now, window: self.window_in_use(), sent_at, transmissions }
    }
}
