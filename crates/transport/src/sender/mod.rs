//! The sending endpoint.

mod handshake;
mod output;
mod set_up;

use crate::clocks::Clocks;
use crate::common::{RTT_SAMPLES, TIMESTAMPS};
use crate::congestion::{Ack, CongestionControl, Control};
use crate::limit::{Limit, WindowLimit};
use crate::pacing::{Feedback, Pace, Pacing};
use crate::part::{Visit, number};
use crate::path::PathInfo;
use crate::recovery::{LossRecovery, Recover};
use crate::segment::{Segment, since_echo};
use crate::settings::Settings;
use crate::tcb::{ENDLESS, SenderStats, Tcb};
use airhop_base::Nanos;
use handshake::Handshake;

/// The parts that a sender is made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct SenderParts {
    pub recovery: LossRecovery,
    pub congestion: CongestionControl,
    pub limit: WindowLimit,
    pub pacing: Pacing,
}

/// The sending endpoint of a TCP connection, driven from outside: see the crate's documentation.
#[derive(Clone, Debug)]
pub struct Sender {
    tcb: Tcb,
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
    /// The one segment per window whose round-trip time the timeout takes: its end and when it was sent.
    timed: Option<(u64, Nanos)>,
    time_windows: bool,
    /// The newest round-trip time and whether it was asked for.
    rtt: Option<Nanos>,
    /// The pacing holds a segment back until then.
    paced_until: Option<Nanos>,
}

impl Sender {
    pub(crate) fn new(parts: SenderParts, settings: &Settings, path: PathInfo) -> Self {
        let SenderParts { mut recovery, congestion, limit, mut pacing } = parts;
        let handshake = Handshake::new(settings);
        let mut tcb = Tcb::new(congestion, limit, settings, path);
        let data_start = u64::from(handshake.is_used());
        tcb.end = data_start;
        recovery.start(settings);
        pacing.start(settings);
        let clocks = Clocks::new(settings);
        Self {
            tcb,
            recovery,
            pacing,
            handshake,
            data_start,
            closing: false,
            timestamps: settings.get(TIMESTAMPS) && !clocks.take_option(),
            clocks,
            peer_clock: 0,
            timed: None,
            time_windows: settings.get(RTT_SAMPLES),
            rtt: None,
            paced_until: None,
        }
    }

    /// The network's current view of the path.
    pub fn set_path(&mut self, path: PathInfo) {
        self.tcb.path = path;
    }

    /// The application hands over `bytes` to send. [`u64::MAX`] stands for endless data. After [`Sender::close`]
    /// nothing more is accepted.
    pub fn write(&mut self, now: Nanos, bytes: u64) {
        let _ = now;
        if !self.closing {
            self.tcb.end = self.tcb.end.saturating_add(bytes).min(ENDLESS);
        }
    }

    /// The application has no more data. With a handshake, a FIN follows the last byte.
    pub fn close(&mut self, now: Nanos) {
        let _ = now;
        self.closing = true;
        self.tcb.fin = self.handshake.is_used();
    }

    /// The application stops: what was written and never sent is withdrawn, what was sent is still delivered.
    pub fn stop(&mut self, now: Nanos) {
        self.tcb.end = self.tcb.end.min(self.tcb.max).max(self.data_start);
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
        let Some(una) = segment.ack.filter(|una| (self.tcb.una..=self.tcb.max).contains(una)) else {
            return;
        };
        self.tcb.peer_window = segment.window;
        self.recovery.on_sack(&mut self.tcb, &segment.sack);
        if una > self.tcb.una {
            self.on_new_ack(now, una, segment);
        } else if segment.is_pure_ack() && self.tcb.is_outstanding() {
            let ack = self.describe(now, 0, None);
            self.tcb.congestion.observe(&ack);
            self.tcb.limit.observe(&ack);
            self.pacing.on_ack(&self.feedback(now, None, segment));
            let fast_retransmits = self.tcb.stats.fast_retransmits;
            self.recovery.on_duplicate(&mut self.tcb, &ack);
            if self.tcb.stats.fast_retransmits > fast_retransmits {
                self.pacing.on_fast_retransmit();
            }
        }
    }

    fn on_new_ack(&mut self, now: Nanos, una: u64, segment: &Segment) {
        let data = |number: u64| number.min(self.tcb.end);
        let acked_bytes = data(una) - data(self.tcb.una).min(data(una));
        let newest_sent_at = self.tcb.advance(una).newest_sent_at;
        let newest_rtt = newest_sent_at.map(|sent_at| now.saturating_sub(sent_at));
        let rtt = match segment.timestamps.filter(|_| self.timestamps) {
            Some(stamps) => Some(since_echo(now, stamps.echo)),
            None => newest_rtt,
        };
        self.take_rtt(now, una, rtt);
        let ack = self.describe(now, acked_bytes, rtt);
        self.tcb.congestion.observe(&ack);
        self.tcb.limit.observe(&ack);
        self.pacing.on_ack(&self.feedback(now, newest_rtt, segment));
        self.recovery.on_new_ack(&mut self.tcb, &ack);
    }

    /// Takes a measured round-trip time for the timeout, from every ACK or one per window.
    fn take_rtt(&mut self, now: Nanos, una: u64, rtt: Option<Nanos>) {
        if let Some(rtt) = rtt {
            self.rtt = Some(rtt);
            self.tcb.stats.rtt_samples += 1;
        }
        let sample = if self.time_windows {
            self.timed.take_if(|(end, _)| una >= *end).map(|(_, sent_at)| now.saturating_sub(sent_at))
        } else {
            rtt
        };
        if let Some(sample) = sample {
            self.tcb.rto.sample(sample);
        }
    }

    fn feedback(&self, now: Nanos, newest_rtt: Option<Nanos>, segment: &Segment) -> Feedback {
        Feedback { now, newest_rtt, one_way: self.clocks.one_way(segment), path: self.tcb.path }
    }

    fn describe(&self, now: Nanos, acked_bytes: u64, rtt: Option<Nanos>) -> Ack {
        Ack {
            now,
            segments: acked_bytes as f64 / f64::from(self.tcb.mss),
            una: self.tcb.una,
            nxt: self.tcb.nxt,
            mss: self.tcb.mss,
            rtt,
            srtt: self.tcb.rto.srtt(),
        }
    }

    /// The earliest time at which [`Sender::on_timeout`] has something to do; `None` while no timer runs.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Nanos> {
        [self.tcb.timer, self.paced_until].into_iter().flatten().min()
    }

    /// Handles every timer that is due at `now`; harmless when none is.
    pub fn on_timeout(&mut self, now: Nanos) {
        self.paced_until.take_if(|until| *until <= now);
        if self.tcb.timer.is_some_and(|timer| timer <= now) {
            let before = self.tcb.window;
            self.tcb.timeout(now);
            self.recovery.on_timeout(&mut self.tcb, now);
            self.pacing.on_timeout();
            self.timed = None;
            if self.handshake.is_waiting() {
                // RFC 5681, section 3.1: a lost SYN limits the initial window to one segment, and tells nothing of
                // the threshold.
                self.tcb.window.ssthresh = before.ssthresh;
                self.tcb.recover = None;
            }
        }
    }

    /// Bytes of the application's data that are acknowledged.
    #[must_use]
    pub fn acked_bytes(&self) -> u64 {
        self.tcb.una.clamp(self.data_start, self.tcb.end) - self.data_start
    }

    /// True when everything that was written is acknowledged.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.acked_bytes() == self.tcb.end - self.data_start
    }

    /// True when the connection was closed and has ended: everything is acknowledged and, with a handshake, both
    /// sides' FINs are.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closing && self.is_idle() && self.handshake.is_over(self.tcb.una > self.tcb.end)
    }

    /// The payload of a full segment, in bytes.
    #[must_use]
    pub fn mss(&self) -> u32 {
        self.tcb.mss
    }

    /// What sender and parts have found, for time series: each number by its name.
    pub fn telemetry(&self, visit: &mut Visit) {
        visit("cwnd_segments", self.tcb.window.cwnd);
        visit("ssthresh_segments", self.tcb.window.ssthresh);
        visit("rto_ms", self.tcb.rto.current().as_millis_f64());
        self.pacing.telemetry(visit);
        self.tcb.limit.telemetry(visit);
        self.tcb.congestion.telemetry(visit);
        self.recovery.telemetry(visit);
    }

    /// One number of [`Sender::telemetry`]; `None` for what there is not, or not yet.
    #[must_use]
    pub fn measured(&self, name: &str) -> Option<f64> {
        number(name, |visit| self.telemetry(visit))
    }

    /// Counts of what happened so far.
    #[must_use]
    pub fn stats(&self) -> &SenderStats {
        &self.tcb.stats
    }

    /// The congestion window in bytes, without the inflation of fast recovery.
    #[must_use]
    pub fn cwnd_bytes(&self) -> f64 {
        self.tcb.window.cwnd * f64::from(self.tcb.mss)
    }

    /// The congestion window in segments, without the inflation of fast recovery.
    #[must_use]
    pub fn cwnd_segments(&self) -> f64 {
        self.tcb.window.cwnd
    }

    /// The slow-start threshold in segments.
    #[must_use]
    pub fn ssthresh_segments(&self) -> f64 {
        self.tcb.window.ssthresh
    }

    /// The smoothed round-trip time; `None` before the first sample.
    #[must_use]
    pub fn srtt(&self) -> Option<Nanos> {
        self.tcb.rto.srtt()
    }

    /// The retransmission timeout as it would be set now, backoff included.
    #[must_use]
    pub fn rto(&self) -> Nanos {
        self.tcb.rto.current()
    }

    /// Sequence numbers sent and not cumulatively acknowledged, in bytes.
    #[must_use]
    pub fn in_flight(&self) -> u64 {
        self.tcb.max - self.tcb.una
    }

    /// The newest round-trip time since the last call.
    pub fn take_rtt_sample(&mut self) -> Option<Nanos> {
        self.rtt.take()
    }
}
