//! The sending endpoint.

mod core;
mod flight;
mod handshake;
mod output;
mod rto;
mod stats;

pub(crate) use self::core::{Core, Transmit};
pub(crate) use flight::Sent;
pub(crate) use rto::Rto;
pub use stats::SenderStats;

use crate::clocks::Clocks;
use crate::law::{Ack, Law};
use crate::limit::{Limit, LimitState};
use crate::pacing::{Feedback, Pace, Pacing, PacingState};
use crate::path::PathInfo;
use crate::recipes::Recipe;
use crate::recovery::{LossRecovery, Recover};
use crate::segment::Segment;
use crate::settings::Settings;
use airhop_base::Nanos;
use handshake::Handshake;

/// The most bytes a connection carries; what is written beyond is the same as endless.
pub(crate) const ENDLESS: u64 = u64::MAX / 2;

/// The sending endpoint of a TCP connection, driven from outside: see the crate's documentation.
#[derive(Clone, Debug)]
pub struct Sender {
    core: Core,
    recovery: LossRecovery,
    pacing: Pacing,
    handshake: Handshake,
    /// The first sequence number of data: 1 behind a SYN, else 0.
    data_start: u64,
    closing: bool,
    timestamps: bool,
    clocks: Clocks,
    /// The peer's clock as it last showed it, to echo.
    peer_clock: u32,
    /// The one segment a window whose round-trip time the timeout takes: its end and when it was sent.
    timed: Option<(u64, Nanos)>,
    time_windows: bool,
    /// The newest round-trip time and whether it was asked for.
    rtt: Option<Nanos>,
    /// A segment waits for the pacing until then.
    paced_until: Option<Nanos>,
}

impl Sender {
    pub(crate) fn new(recipe: &Recipe, settings: &Settings, path: PathInfo) -> Self {
        let handshake = Handshake::new(settings);
        let mut core = Core::new(recipe, settings, path);
        let data_start = u64::from(handshake.is_used());
        core.end = data_start;
        let mut recovery = recipe.recovery.clone();
        recovery.start(settings);
        let mut pacing = recipe.pacing.clone();
        pacing.start(settings);
        let clocks = Clocks::new(settings);
        Self {
            core,
            recovery,
            pacing,
            handshake,
            data_start,
            closing: false,
            timestamps: settings.switch("timestamps") && !clocks.take_option(),
            clocks,
            peer_clock: 0,
            timed: None,
            time_windows: settings.word("rtt_samples") == "window",
            rtt: None,
            paced_until: None,
        }
    }

    /// The network's news of the path.
    pub fn set_path(&mut self, path: PathInfo) {
        self.core.path = path;
    }

    /// The application hands over `bytes` to send. [`u64::MAX`] stands for endless data. After [`Sender::close`]
    /// nothing more is taken.
    pub fn write(&mut self, now: Nanos, bytes: u64) {
        let _ = now;
        if !self.closing {
            self.core.end = self.core.end.saturating_add(bytes).min(ENDLESS);
        }
    }

    /// The application has no more data. With a handshake, a FIN follows the last byte.
    pub fn close(&mut self, now: Nanos) {
        let _ = now;
        self.closing = true;
        self.core.fin = self.handshake.is_used();
    }

    /// The application stops: what was written and never sent is withdrawn, what was sent is still made to arrive.
    pub fn stop(&mut self, now: Nanos) {
        self.core.end = self.core.end.min(self.core.max).max(self.data_start);
        self.close(now);
    }

    /// A segment arrived from the receiver.
    pub fn on_segment(&mut self, now: Nanos, segment: &Segment) {
        if let Some(stamps) = segment.timestamps.filter(|_| self.timestamps) {
            self.peer_clock = stamps.value;
        }
        if self.handshake.is_used() && !self.on_handshake(now, segment) {
            return;
        }
        let Some(una) = segment.ack.filter(|una| (self.core.una..=self.core.max).contains(una)) else {
            return;
        };
        self.core.peer_window = segment.window;
        self.recovery.on_sack(&mut self.core, &segment.sack);
        if una > self.core.una {
            self.on_new_ack(now, una, segment);
        } else if segment.is_pure_ack() && self.core.is_outstanding() {
            let ack = self.describe(now, 0, None);
            self.core.law.observe(&ack);
            self.core.limit.observe(&ack);
            self.pacing.on_ack(&self.feedback(now, None, segment));
            let fast_retransmits = self.core.stats.fast_retransmits;
            self.recovery.on_duplicate(&mut self.core, &ack);
            if self.core.stats.fast_retransmits > fast_retransmits {
                self.pacing.on_fast_retransmit();
            }
        }
    }

    fn on_new_ack(&mut self, now: Nanos, una: u64, segment: &Segment) {
        let data = |number: u64| number.min(self.core.end);
        let acked_bytes = data(una) - data(self.core.una).min(data(una));
        let newest_sent_at = self.core.advance(una).newest_sent_at;
        let newest_rtt = newest_sent_at.map(|sent_at| now.saturating_sub(sent_at));
        let rtt = match segment.timestamps.filter(|_| self.timestamps) {
            Some(stamps) => Some(since_echo(now, stamps.echo)),
            None => newest_rtt,
        };
        self.take_rtt(now, una, rtt);
        let ack = self.describe(now, acked_bytes, rtt);
        self.core.law.observe(&ack);
        self.core.limit.observe(&ack);
        self.pacing.on_ack(&self.feedback(now, newest_rtt, segment));
        self.recovery.on_new_ack(&mut self.core, &ack);
    }

    /// Takes a measured round-trip time for the timeout, from every acknowledgement or one a window.
    fn take_rtt(&mut self, now: Nanos, una: u64, rtt: Option<Nanos>) {
        if let Some(rtt) = rtt {
            self.rtt = Some(rtt);
            self.core.stats.rtt_samples += 1;
        }
        let sample = if self.time_windows {
            self.timed.take_if(|(end, _)| una >= *end).map(|(_, sent_at)| now.saturating_sub(sent_at))
        } else {
            rtt
        };
        if let Some(sample) = sample {
            self.core.rto.sample(sample);
        }
    }

    fn feedback(&self, now: Nanos, newest_rtt: Option<Nanos>, segment: &Segment) -> Feedback {
        Feedback { now, newest_rtt, one_way: self.clocks.one_way(segment), path: self.core.path }
    }

    fn describe(&self, now: Nanos, acked_bytes: u64, rtt: Option<Nanos>) -> Ack {
        Ack {
            now,
            segments: acked_bytes as f64 / f64::from(self.core.mss),
            una: self.core.una,
            nxt: self.core.nxt,
            mss: self.core.mss,
            rtt,
            srtt: self.core.rto.srtt(),
        }
    }

    /// The earliest time at which [`Sender::on_timeout`] has something to do; `None` while no timer runs.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Nanos> {
        [self.core.timer, self.paced_until].into_iter().flatten().min()
    }

    /// Handles every timer that is due at `now`; harmless when none is.
    pub fn on_timeout(&mut self, now: Nanos) {
        self.paced_until.take_if(|until| *until <= now);
        if self.core.timer.is_some_and(|timer| timer <= now) {
            let before = self.core.window;
            self.core.timeout(now);
            self.recovery.on_timeout(&mut self.core, now);
            self.pacing.on_timeout();
            self.timed = None;
            if self.handshake.is_waiting() {
                // RFC 5681, section 3.1: a lost SYN limits the initial window to one segment, and tells nothing of
                // the threshold.
                self.core.window.ssthresh = before.ssthresh;
                self.core.recover = None;
            }
        }
    }

    /// Bytes of the application's data that are acknowledged.
    #[must_use]
    pub fn acked_bytes(&self) -> u64 {
        self.core.una.clamp(self.data_start, self.core.end) - self.data_start
    }

    /// True when everything that was written is acknowledged.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.acked_bytes() == self.core.end - self.data_start
    }

    /// True when the connection was closed and has ended: everything is acknowledged and, with a handshake, both
    /// sides' FINs are.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closing && self.is_idle() && self.handshake.is_over(self.core.una > self.core.end)
    }

    /// The payload of a full segment, in bytes.
    #[must_use]
    pub fn mss(&self) -> u32 {
        self.core.mss
    }

    /// What the pacing has found of the path; `None` before its first sample, and without a pacing that measures.
    #[must_use]
    pub fn pacing_state(&self) -> Option<PacingState> {
        self.pacing.state()
    }

    /// What the window limit has found of the path; `None` before its first estimate, and with a limit that does not
    /// measure.
    #[must_use]
    pub fn limit_state(&self) -> Option<LimitState> {
        self.core.limit.state()
    }

    /// Counts of what happened so far.
    #[must_use]
    pub fn stats(&self) -> &SenderStats {
        &self.core.stats
    }

    /// The congestion window in bytes, without the inflation of fast recovery.
    #[must_use]
    pub fn cwnd_bytes(&self) -> f64 {
        self.core.window.cwnd * f64::from(self.core.mss)
    }

    /// The congestion window in segments, without the inflation of fast recovery.
    #[must_use]
    pub fn cwnd_segments(&self) -> f64 {
        self.core.window.cwnd
    }

    /// The slow-start threshold in segments.
    #[must_use]
    pub fn ssthresh_segments(&self) -> f64 {
        self.core.window.ssthresh
    }

    /// The smoothed round-trip time; `None` before the first sample.
    #[must_use]
    pub fn srtt(&self) -> Option<Nanos> {
        self.core.rto.srtt()
    }

    /// The retransmission timeout as it would be set now, back-off included.
    #[must_use]
    pub fn rto(&self) -> Nanos {
        self.core.rto.current()
    }

    /// Sequence numbers sent and not cumulatively acknowledged, in bytes.
    #[must_use]
    pub fn in_flight(&self) -> u64 {
        self.core.max - self.core.una
    }

    /// The newest round-trip time since the last call.
    pub fn take_rtt_sample(&mut self) -> Option<Nanos> {
        self.rtt.take()
    }
}

/// The clock of the timestamps option: microseconds modulo 2^32.
pub(crate) fn timestamp_clock(now: Nanos) -> u32 {
    (now.as_nanos() / 1000) as u32
}

/// The time since the clock showed `echo` (RFC 7323, section 4.1).
fn since_echo(now: Nanos, echo: u32) -> Nanos {
    Nanos::from_micros(u64::from(timestamp_clock(now).wrapping_sub(echo)))
}
