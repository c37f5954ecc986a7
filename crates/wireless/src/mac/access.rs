//! Access to the medium: which packet the MAC serves, and what a station waits for before it sends.

use crate::carried::Carried;
use crate::event::{Event, Schedule};
use crate::mac::context::{Air, Io};
use crate::mac::station::{Current, Exchange, Station, Step};
use airhop_base::Nanos;

impl<P: Carried> Station<P> {
    /// Makes sure that a timer event will come no later than the station's next deadline. An event for an earlier
    /// deadline that has moved away stays in the caller's queue and only arms again when it fires.
    #[inline]
    pub fn arm<S: Schedule>(&mut self, io: &mut Io<'_, P, S>) {
        let next = self.deadline();
        if next < self.armed {
            self.armed = next;
            io.schedule.schedule(next, Event::Timer(self.node));
        }
    }

    /// The answer came: its timeout, of all timers the one that nearly always ends so, is taken out of the queue.
    pub(super) fn answered<S: Schedule>(&mut self, io: &mut Io<'_, P, S>) {
        if self.armed == self.step_at {
            io.schedule.cancel(self.armed, Event::Timer(self.node));
            self.armed = Nanos::MAX;
        }
        self.step_at = Nanos::MAX;
    }

    /// Takes the next packet from the queue, if there is one, and begins to contend for it.
    pub(super) fn pull<S: Schedule>(&mut self, air: &Air, io: &mut Io<'_, P, S>) {
        let Some(queued) = self.queue.pop() else { return };
        self.stats.queue_delay += io.now - queued.since;
        self.stats.queued_packets += 1;
        let outgoing = queued.outgoing;
        let broadcast = outgoing.next_hop.is_none();
        let airtime = air.timing.data(outgoing.bytes, broadcast);
        self.rts_pending = !broadcast && self.wants_rts(outgoing.bytes, air);
        let sequence = self.next_sequence;
        // Zero is kept free: it is what a receiver has seen from a station that it never heard.
        self.next_sequence = sequence.checked_add(1).unwrap_or(1);
        // A broadcast is neither acknowledged nor given up: it leaves an earlier packet's time to the next.
        let inherited = if broadcast { Nanos::ZERO } else { std::mem::take(&mut self.given_up_after) };
        let contends_since = io.now.saturating_sub(inherited);
        self.current = Some(Current { outgoing, sequence, airtime, retry: false, since: io.now, contends_since });
        if self.backoff.is_active() {
            return;
        }
        if !self.medium_is_idle(io.now, air) {
            self.start_backoff(air);
            // Carrier and exchange may be idle while only the NAV is not: then the countdown has a beginning.
            self.medium_changed(io.now, air);
        } else if self.step_at == Nanos::MAX {
            if air.config.mac.immediate_access && self.idle_since + self.ifs <= io.now {
                self.backoff.start(0);
                self.backoff.run(io.now);
            } else {
                self.start_backoff(air);
                let space_from = if air.config.mac.immediate_access { self.idle_since } else { io.now };
                self.backoff.run(space_from + self.ifs);
            }
        }
    }

    pub(super) fn wants_rts(&self, bytes: u32, air: &Air) -> bool {
        bytes + air.timing.header_bytes >= air.config.mac.rts_threshold_bytes
    }

    pub(super) fn start_backoff(&mut self, air: &Air) {
        let slots = self.draw_slots(air.config.mac.backoff_includes_cw);
        self.backoff.start(slots);
    }

    /// An exchange is over, or an answer is due: what comes next. Called with the old exchange still in place, so that
    /// a backoff begun here starts frozen and runs once the exchange is set idle.
    pub(super) fn next_step<S: Schedule>(&mut self, air: &Air, io: &mut Io<'_, P, S>) {
        debug_assert!(self.step_at == Nanos::MAX);
        if self.response.is_some() {
            self.step_after(io.now, air.timing.sifs, Step::Sifs);
        } else if let Some(current) = &self.current {
            if !self.backoff.is_active() {
                let contend = self.rts_pending
                    || current.outgoing.next_hop.is_none()
                    || !self.wants_rts(current.outgoing.bytes, air);
                if contend {
                    self.start_backoff(air);
                } else {
                    self.step_after(io.now, air.timing.sifs, Step::Sifs);
                }
            }
        } else {
            self.pull(air, io);
        }
        self.exchange = Exchange::Idle;
        self.medium_changed(io.now, air);
    }

    /// Goes on after a packet was given up and the layers above have drawn their conclusions.
    pub fn after_failure<S: Schedule>(&mut self, air: &Air, io: &mut Io<'_, P, S>) {
        if std::mem::take(&mut self.stalled) {
            self.next_step(air, io);
        }
    }
}
