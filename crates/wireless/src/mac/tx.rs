//! The sending side of a station: what happens when its timer expires.
//!
//! A station is in one [`Exchange`] at a time; one step timer covers the waits within it (SIFS, and the timeouts for CTS,
//! data and ACK), and the backoff counter runs beside it.

use crate::carried::{Carried, Content};
use crate::config::CtsRule;
use crate::event::{Schedule, Upcall};
use crate::frame::{Class, FrameKind, Header};
use crate::mac::context::{Air, Io};
use crate::mac::station::{Exchange, Response, Station, Step};
use crate::mac::timing::{ACK_BYTES, CTS_BYTES, RTS_BYTES};
use airhop_base::{Nanos, NodeId};

impl<P: Carried> Station<P> {
    /// Does what is due at `io.now`.
    pub fn on_timer<S: Schedule>(&mut self, air: &Air, io: &mut Io<'_, P, S>) {
        if self.nav_check_at <= io.now {
            self.nav_check_at = Nanos::MAX;
            self.reset_unused_nav(air, io.now);
        }
        if self.step_at <= io.now {
            self.step_at = Nanos::MAX;
            match self.step {
                Step::Sifs => self.after_sifs(air, io),
                Step::Timeout => self.after_timeout(air, io),
            }
        }
        if self.backoff.expiry() <= io.now {
            self.backoff.clear();
            self.after_backoff(air, io);
        }
    }

    fn after_backoff<S: Schedule>(&mut self, air: &Air, io: &mut Io<'_, P, S>) {
        // While an answer is due the counter has run out for nothing; a new one is drawn after the answer.
        if self.response.is_none() {
            self.try_to_send(air, io);
        }
        if std::mem::take(&mut self.committed) {
            self.medium_changed(io.now, air);
        }
    }

    fn after_sifs<S: Schedule>(&mut self, air: &Air, io: &mut Io<'_, P, S>) {
        let timing = &air.timing;
        match self.response {
            Some(Response::Cts { to, duration }) => {
                let clear = match air.config.mac.cts_rule {
                    CtsRule::CarrierAndNav => self.medium_is_idle(io.now, air),
                    CtsRule::Nav => self.nav <= io.now,
                };
                if !clear {
                    self.response = None;
                    return self.next_step(air, io);
                }
                let header = self.control(FrameKind::Cts, to, duration, CTS_BYTES);
                self.stats.cts_sent += 1;
                let timeout = timing.data_timeout(duration);
                self.transmit(Exchange::Cts, header, timing.cts, timeout, air, io);
            }
            Some(Response::Ack { to }) => {
                let header = self.control(FrameKind::Ack, to, Nanos::ZERO, ACK_BYTES);
                self.stats.ack_sent += 1;
                self.transmit(Exchange::Ack, header, timing.ack, timing.ack, air, io);
            }
            None => self.try_to_send(air, io),
        }
    }

    /// Sends the pending RTS or data frame if the medium is idle, and backs off with a wider window if not.
    fn try_to_send<S: Schedule>(&mut self, air: &Air, io: &mut Io<'_, P, S>) {
        let Some(current) = &self.current else { return };
        let next_hop = current.outgoing.next_hop;
        if !self.committed && !self.medium_is_idle(io.now, air) {
            self.rts_pending = next_hop.is_some() && self.wants_rts(current.outgoing.bytes, air);
            self.widen_window(air.config.mac.cw_max);
            if !self.backoff.is_active() {
                self.start_backoff(air);
            }
            return self.medium_changed(io.now, air);
        }
        let timing = &air.timing;
        let airtime = current.airtime;
        if let (true, Some(to)) = (self.rts_pending, next_hop) {
            let header = Header {
                retry: current.retry,
                ..self.control(FrameKind::Rts, to, timing.rts_duration(airtime), RTS_BYTES)
            };
            self.stats.attempts += 1;
            self.stats.rts_sent += 1;
            return self.transmit(Exchange::Rts, header, timing.rts, timing.cts_timeout(), air, io);
        }
        let header = Header {
            kind: FrameKind::Data,
            from: self.node,
            to: next_hop,
            duration: if next_hop.is_some() { timing.sifs + timing.ack } else { Nanos::ZERO },
            sequence: current.sequence,
            retry: current.retry,
            class: current.outgoing.class,
            bytes: current.outgoing.bytes + timing.header_bytes,
        };
        let timeout = if next_hop.is_some() {
            self.stats.data_sent += 1;
            if !self.wants_rts(current.outgoing.bytes, air) {
                self.stats.attempts += 1;
            }
            timing.ack_timeout(airtime)
        } else {
            self.stats.broadcast_sent += 1;
            airtime
        };
        self.transmit(Exchange::Data, header, airtime, timeout, air, io);
    }

    #[inline(always)]
    fn control(&self, kind: FrameKind, to: NodeId, duration: Nanos, bytes: u32) -> Header {
        Header { kind, from: self.node, to: Some(to), duration, sequence: 0, retry: false, class: Class::Data, bytes }
    }

    #[inline(always)]
    fn transmit<S: Schedule>(
        &mut self,
        exchange: Exchange,
        header: Header,
        airtime: Nanos,
        timeout: Nanos,
        air: &Air,
        io: &mut Io<'_, P, S>,
    ) {
        self.exchange = exchange;
        self.ifs = air.timing.difs;
        self.receiver.spoil();
        self.own_tx_end = io.now + airtime;
        self.step_after(io.now, timeout, Step::Timeout);
        self.energy.tx += airtime;
        *header.book(&mut self.stats.airtime) += airtime;
        self.medium_changed(io.now, air);
        let unicast_data = header.kind == FrameKind::Data && header.to.is_some();
        let rate = if unicast_data { air.timing.data_rate } else { air.timing.basic_rate };
        let carried = self.current.as_ref().filter(|_| exchange == Exchange::Data).map(|c| c.carried(io.now));
        io.launch(air, header, airtime, rate.bps() / 1000, carried);
    }

    // ---- answers that did not come ----

    fn after_timeout<S: Schedule>(&mut self, air: &Air, io: &mut Io<'_, P, S>) {
        let mac = &air.config.mac;
        match self.exchange {
            Exchange::Rts => {
                self.stats.cts_missed += 1;
                self.short_retries += 1;
                if self.short_retries >= mac.short_retry_limit {
                    self.short_retries = 0;
                    self.stats.dropped_rts_retry += 1;
                    return self.give_up(air, io);
                }
                self.retry(air);
            }
            Exchange::Data => {
                let Some(current) = &self.current else { return self.next_step(air, io) };
                if current.outgoing.next_hop.is_none() {
                    self.current = None;
                    self.cw = mac.cw_min;
                    self.start_backoff(air);
                    return self.next_step(air, io);
                }
                self.stats.ack_missed += 1;
                // Frames that go with RTS/CTS count against the long limit (IEEE 802.11-2016, 10.3.4.4): each CTS begins the short
                // count again.
                let long = self.wants_rts(current.outgoing.bytes, air);
                let (retries, limit) = if long {
                    (&mut self.long_retries, mac.long_retry_limit)
                } else {
                    (&mut self.short_retries, mac.short_retry_limit)
                };
                *retries += 1;
                if *retries >= limit {
                    *retries = 0;
                    self.stats.dropped_data_retry += 1;
                    return self.give_up(air, io);
                }
                self.retry(air);
            }
            Exchange::Cts | Exchange::Ack => self.response = None,
            Exchange::Idle => {}
        }
        self.next_step(air, io);
    }

    /// Contends again for the current packet, from the RTS on.
    fn retry(&mut self, air: &Air) {
        self.widen_window(air.config.mac.cw_max);
        if let Some(current) = &mut self.current {
            current.retry = true;
            let bytes = current.outgoing.bytes;
            self.rts_pending = self.wants_rts(bytes, air);
        }
        if !self.backoff.is_active() {
            self.start_backoff(air);
        }
    }

    /// The retry limit is reached: the packet goes back to the layer above, and the station waits for its word.
    fn give_up<S: Schedule>(&mut self, air: &Air, io: &mut Io<'_, P, S>) {
        self.cw = air.config.mac.cw_min;
        self.rts_pending = false;
        let current = self.current.take();
        self.given_up_after = current.as_ref().map_or(Nanos::ZERO, |c| io.now - c.contends_since);
        if let Some(current) = current
            && let (Content::Packet(packet), Some(next_hop)) = (current.outgoing.packet, current.outgoing.next_hop)
        {
            self.stalled = true;
            io.upcalls.push(Upcall::Failed { node: self.node, next_hop, packet });
        } else {
            // An address resolution reply that nobody acknowledged: no layer above waits for it.
            self.next_step(air, io);
        }
    }
}
