//! The state of a station, and what each part of the MAC asks of it.

use crate::carried::{Carried, Content};
use crate::config::WirelessConfig;
use crate::frame::Outgoing;
use crate::mac::arp::ArpTable;
use crate::mac::backoff::Backoff;
use crate::mac::context::Air;
use crate::phy::energy::EnergyMeter;
use crate::phy::errors::Errors;
use crate::phy::receiver::Receiver;
use crate::queue::Queue;
use crate::stats::StationStats;
use airhop_base::{Nanos, NodeId, Purpose, Stream};

/// What a station is in the middle of on the sending side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exchange {
    Idle,
    /// Sent an RTS, waits for the CTS.
    Rts,
    /// Sent a CTS, waits for the data.
    Cts,
    /// Sent data (waits for the ACK) or a broadcast.
    Data,
    /// Sending an ACK.
    Ack,
}

/// What happens when the step timer expires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// SIFS is over: send the answer, or the data that a CTS allowed.
    Sifs,
    /// The transmission is over, or the answer to it did not come.
    Timeout,
}

/// A CTS or ACK that waits for its SIFS, or is on the air.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Response {
    Cts { to: NodeId, duration: Nanos },
    Ack { to: NodeId },
}

/// The packet that the MAC is working on.
#[derive(Clone, Debug)]
pub(crate) struct Current<P> {
    pub outgoing: Outgoing<Content<P>>,
    pub sequence: u16,
    pub airtime: Nanos,
    pub retry: bool,
    /// When it reached the MAC.
    pub since: Nanos,
    /// The same, moved back by the time that packets given up before it left to it.
    pub contends_since: Nanos,
}

impl<P: Carried> Current<P> {
    /// What a frame sent at `now` carries: the packet, with the contention delay up to now added to its field if it has
    /// one. The packet itself keeps the field as it came, for the next attempt or for the layer above.
    ///
    /// tctc, section IV-C: the measurement of contention delay.
    pub fn carried(&self, now: Nanos) -> Content<P> {
        let mut content = self.outgoing.packet.clone();
        if let Some(field) = content.contention_mut() {
            field.add(now - self.contends_since);
        }
        content
    }
}

/// One station: its view of the medium, its place in an exchange, its queue and its counters.
///
/// Declared in C order: the fields that every passing frame touches come first and share two cache lines.
#[derive(Clone, Debug)]
#[repr(C)]
pub(crate) struct Station<P> {
    pub node: NodeId,
    pub receiver: Receiver,
    pub exchange: Exchange,
    /// Whether carrier and own exchange left the medium idle when last looked at; the NAV is apart.
    pub idle: bool,
    pub nav: Nanos,
    pub own_tx_end: Nanos,
    /// The backoff ends within the turnaround time: the station sends, whatever arrives meanwhile.
    pub committed: bool,
    /// The interframe space before the next countdown: DIFS, or EIFS after a frame in error.
    pub ifs: Nanos,
    /// When the medium was last found to become idle (carrier, own exchange and NAV).
    pub idle_since: Nanos,
    pub backoff: Backoff,
    /// When the next step of the exchange is due, [`Nanos::MAX`] for never.
    pub step_at: Nanos,
    pub step: Step,
    /// When to look whether an RTS's reservation is being used, [`Nanos::MAX`] for never.
    pub nav_check_at: Nanos,
    /// An arrival since this moment is a use of it.
    pub nav_check_from: Nanos,
    pub last_arrival: Nanos,
    /// Earliest timer event in the queue of the caller for this station.
    pub armed: Nanos,
    pub cw: u32,
    pub short_retries: u32,
    pub long_retries: u32,
    pub response: Option<Response>,
    pub rts_pending: bool,
    /// A packet was given up and the layer above has not yet answered.
    pub stalled: bool,
    pub current: Option<Current<P>>,
    /// How long the packets given up since the last ACK contended; the next packet takes it over.
    pub given_up_after: Nanos,
    pub queue: Queue<Content<P>>,
    pub next_sequence: u16,
    /// Last sequence number received from each neighbour.
    pub seen: Vec<(NodeId, u16)>,
    pub arp: ArpTable<P>,
    pub slots: Stream,
    pub errors: Errors,
    pub energy: EnergyMeter,
    pub stats: StationStats,
}

impl<P> Station<P> {
    pub fn new(node: NodeId, config: &WirelessConfig, difs: Nanos, seed: u64) -> Self {
        Self {
            node,
            receiver: Receiver::new(config.radio.reception),
            exchange: Exchange::Idle,
            idle: true,
            nav: Nanos::ZERO,
            own_tx_end: Nanos::ZERO,
            committed: false,
            ifs: difs,
            idle_since: Nanos::ZERO,
            backoff: Backoff::new(Nanos::from_secs_f64(config.mac.slot_us * 1e-6)),
            step_at: Nanos::MAX,
            step: Step::Timeout,
            nav_check_at: Nanos::MAX,
            nav_check_from: Nanos::ZERO,
            last_arrival: Nanos::ZERO,
            armed: Nanos::MAX,
            cw: config.mac.cw_min,
            short_retries: 0,
            long_retries: 0,
            response: None,
            rts_pending: false,
            stalled: false,
            current: None,
            given_up_after: Nanos::ZERO,
            queue: Queue::new(&config.queue),
            next_sequence: 1,
            seen: Vec::new(),
            arp: ArpTable::default(),
            slots: Stream::new(seed, Purpose::Backoff, node),
            errors: Errors::new(&config.errors, seed, node),
            energy: EnergyMeter::default(),
            stats: StationStats::default(),
        }
    }

    /// When the station next has something to do.
    #[inline]
    pub fn deadline(&self) -> Nanos {
        self.backoff.expiry().min(self.step_at).min(self.nav_check_at)
    }

    /// Sets what is next in the exchange, a length of time from `now`.
    pub fn step_after(&mut self, now: Nanos, wait: Nanos, step: Step) {
        self.step_at = now + wait;
        self.step = step;
    }

    /// Whether carrier, own exchange and NAV all show the medium idle.
    pub fn medium_is_idle(&self, now: Nanos, air: &Air) -> bool {
        self.exchange == Exchange::Idle && self.nav <= now && !self.receiver.is_busy(&air.limits)
    }

    /// Notes whether the medium is busy or idle by carrier and own exchange, and freezes or runs the backoff
    /// accordingly. Countdown begins when the NAV is over too, after the interframe space.
    pub fn medium_changed(&mut self, now: Nanos, air: &Air) {
        let idle = self.exchange == Exchange::Idle && !self.receiver.is_busy(&air.limits);
        if idle {
            if !self.idle {
                self.idle = true;
                self.idle_since = now.max(self.nav);
            }
            self.backoff.run(now.max(self.nav) + self.ifs);
        } else {
            self.idle = false;
            self.backoff.freeze(now);
        }
    }

    /// Draws the slots of a backoff uniformly from 0 to CW, or to CW - 1 as ns-2 does.
    ///
    /// IEEE 802.11-2016, section 10.3.3.
    pub fn draw_slots(&mut self, includes_cw: bool) -> u32 {
        self.slots.below(self.cw + u32::from(includes_cw))
    }

    /// Doubles the contention window: 2 (CW + 1) - 1, at most `cw_max`.
    ///
    /// IEEE 802.11-2016, section 10.3.3.
    pub fn widen_window(&mut self, cw_max: u32) {
        self.cw = (self.cw * 2 + 1).min(cw_max);
    }

    /// Whether this data frame was received before; notes it if not.
    pub fn is_duplicate(&mut self, from: NodeId, sequence: u16) -> bool {
        match self.seen.iter_mut().find(|s| s.0 == from) {
            Some(last) => std::mem::replace(&mut last.1, sequence) == sequence,
            None => {
                self.seen.push((from, sequence));
                false
            }
        }
    }
}
