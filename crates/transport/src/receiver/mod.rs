//! The receiving endpoint.

mod handshake;
mod reassembly;
mod set_up;
mod stats;

pub(crate) use reassembly::Reassembly;
pub use stats::ReceiverStats;

use crate::ack_policy::{AckPolicy, Arrival, Order};
use crate::advertised::{Advertise, AdvertisedWindow, ContentionSample};
use crate::clocks::Clocks;
use crate::common::{ADVERTISED_WINDOW, TIMESTAMPS};
use crate::part::{Visit, number};
use crate::segment::{SackBlocks, Segment, Timestamps, timestamp_clock};
use crate::settings::Settings;
use airhop_base::Nanos;
use handshake::Handshake;

/// The parts that a receiver is made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReceiverParts {
    pub ack_policy: AckPolicy,
    pub advertised: AdvertisedWindow,
}

/// The receiving endpoint of a TCP connection, driven from outside: see the crate's documentation.
#[derive(Clone, Debug)]
pub struct Receiver {
    queue: Reassembly,
    policy: AckPolicy,
    advertised: AdvertisedWindow,
    handshake: Handshake,
    buffer_bytes: u32,
    /// The highest number that an ACK allowed the sender to reach.
    right_edge: u64,
    sack: bool,
    timestamps: bool,
    clocks: Clocks,
    /// With synchronised clocks, when the newest data segment arrived and was sent.
    newest_times: Option<Timestamps>,
    /// RFC 7323's TS.Recent and Last.ACK.sent.
    recent_clock: u32,
    last_ack_sent: u64,
    /// The first sequence number of data: 1 behind a SYN, else 0.
    data_start: u64,
    /// The first number behind the data, once a FIN told it.
    data_end: Option<u64>,
    /// Length of the longest segment so far, to number the segments.
    segment_bytes: u64,
    ack_due: bool,
    stats: ReceiverStats,
}

impl Receiver {
    /// With `sack`, ACKs tell what has arrived beyond a gap.
    pub(crate) fn new(parts: ReceiverParts, sack: bool, settings: &Settings) -> Self {
        let ReceiverParts { ack_policy: mut policy, mut advertised } = parts;
        policy.start(settings);
        advertised.start(settings);
        let handshake = Handshake::new(settings);
        let clocks = Clocks::new(settings);
        let data_start = u64::from(handshake.is_used());
        let buffer_bytes = settings.get(ADVERTISED_WINDOW);
        Self {
            queue: Reassembly::default(),
            policy,
            advertised,
            handshake,
            buffer_bytes,
            right_edge: data_start + u64::from(buffer_bytes),
            sack,
            timestamps: settings.get(TIMESTAMPS) && !clocks.take_option(),
            clocks,
            newest_times: None,
            recent_clock: 0,
            last_ack_sent: 0,
            data_start,
            data_end: None,
            segment_bytes: 1,
            ack_due: false,
            stats: ReceiverStats::default(),
        }
    }

    /// Whether [`Receiver::on_contention`] is to be told how segments travelled. Without it the network need not measure.
    #[must_use]
    pub fn wants_contention(&self) -> bool {
        self.advertised.wants_contention()
    }

    /// Tells, before [`Receiver::on_segment`], what the segment met on its way.
    pub fn on_contention(&mut self, now: Nanos, segment: &Segment, sample: ContentionSample) {
        if segment.len > 0 {
            self.advertised.on_packet(now, segment.len, sample);
        }
    }

    /// A segment arrived from the sender.
    pub fn on_segment(&mut self, now: Nanos, segment: &Segment) {
        if let Some(stamps) = segment.timestamps.filter(|_| self.timestamps) {
            // RFC 7323, section 4.3: the clock of the segment that the next ACK is for.
            if segment.seq <= self.last_ack_sent {
                self.recent_clock = stamps.value;
            }
        }
        if self.handshake.is_used() && !self.on_handshake(now, segment) {
            return;
        }
        if segment.seq_len() > 0 {
            self.on_data(now, segment);
        }
    }

    fn on_data(&mut self, now: Nanos, segment: &Segment) {
        if let Some(times) = self.clocks.read(segment) {
            self.newest_times = Some(Timestamps { value: timestamp_clock(now), echo: times.value });
        }
        let before = self.queue.next();
        let had_gap = self.queue.has_gap();
        self.stats.segments_received += u64::from(segment.len > 0);
        if segment.seq + u64::from(segment.len) > self.right_edge {
            // RFC 9293, section 3.10.7.4: outside of the window; an ACK tells the sender.
            self.stats.beyond_window += 1;
            self.ack_due = true;
            return;
        }
        let new = self.queue.insert(segment.seq, segment.end());
        if segment.fin {
            self.data_end = Some(segment.end() - 1);
        }
        let order = if !new {
            self.stats.duplicates += 1;
            Order::Duplicate
        } else if self.queue.next() == before {
            self.stats.out_of_order += 1;
            Order::BeyondGap
        } else if had_gap {
            Order::FillsGap
        } else {
            Order::Expected
        };
        self.segment_bytes = self.segment_bytes.max(u64::from(segment.len));
        let number = (segment.seq - self.data_start.min(segment.seq)) / self.segment_bytes + 1;
        // The end of the data is acknowledged at once: nothing follows that could release the ACK.
        let at_end = self.data_end.is_some_and(|end| self.queue.next() > end);
        self.ack_due |= self.policy.on_arrival(&Arrival { now, segment_number: number, order }) || at_end;
        if at_end {
            self.handshake.on_peer_finished(now);
        }
    }

    /// The earliest time at which [`Receiver::on_timeout`] has something to do; `None` while no timer runs.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Nanos> {
        [self.policy.deadline(), self.handshake.deadline()].into_iter().flatten().min()
    }

    /// Handles every timer that is due at `now`; harmless when none is.
    pub fn on_timeout(&mut self, now: Nanos) {
        if self.policy.deadline().is_some_and(|deadline| deadline <= now) {
            self.policy.on_timer();
            self.ack_due = true;
        }
        self.handshake.on_timeout(now);
    }

    /// The next segment to send now. To be called until it returns `None` after every input.
    pub fn poll_transmit(&mut self, now: Nanos) -> Option<Segment> {
        let own = self.handshake.take_own_segment(now);
        if own.is_none() && !self.ack_due {
            return None;
        }
        let own = own.unwrap_or(Segment { seq: self.handshake.own_next(), ..Segment::default() });
        self.ack_due = false;
        self.policy.on_ack_sent();
        self.stats.acks_sent += 1;
        let window = self.advertised.window_bytes(self.buffer_bytes);
        self.last_ack_sent = self.queue.next();
        self.right_edge = self.right_edge.max(self.queue.next() + u64::from(window));
        let segment = Segment {
            ack: Some(self.queue.next()),
            window,
            sack_permitted: own.syn && self.sack,
            sack: if self.sack { self.queue.sack_blocks() } else { SackBlocks::default() },
            timestamps: self.timestamps.then(|| Timestamps { value: timestamp_clock(now), echo: self.recent_clock }),
            ..own
        };
        Some(self.clocks.stamp(segment, self.newest_times))
    }

    /// Bytes handed to the application: in order, each once.
    #[must_use]
    pub fn delivered_bytes(&self) -> u64 {
        let reached = self.data_end.map_or(self.queue.next(), |end| self.queue.next().min(end));
        reached.saturating_sub(self.data_start)
    }

    /// True when the sender's FIN and this side's own are acknowledged; never without a handshake.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.handshake.is_closed()
    }

    /// What the parts have found, for time series: each number by its name.
    pub fn telemetry(&self, visit: &mut Visit) {
        self.policy.telemetry(visit);
        self.advertised.telemetry(visit);
    }

    /// One number of [`Receiver::telemetry`]; `None` for what there is not, or not yet.
    #[must_use]
    pub fn measured(&self, name: &str) -> Option<f64> {
        number(name, |visit| self.telemetry(visit))
    }

    /// Counts of what happened so far.
    #[must_use]
    pub fn stats(&self) -> &ReceiverStats {
        &self.stats
    }
}
