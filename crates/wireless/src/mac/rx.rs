//! The receiving side of a station: what a passing frame does to it, and how it responds.

use crate::carried::{Carried, Content};
use crate::event::{Schedule, Upcall};
use crate::frame::{FrameKind, Header};
use crate::mac::context::{Air, Io};
use crate::mac::enqueue::arp_packet;
use crate::mac::station::{Exchange, Response, Station};
use crate::phy::links::Link;
use crate::phy::outcome::Outcome;
use crate::phy::receiver::Receiver;
use crate::phy::sinr::Signal;
use crate::phy::threshold::Arrival;
use crate::tap::{TapDirection, TapRecord};
use airhop_base::{Nanos, NodeId};

impl<P: Carried> Station<P> {
    /// The first bit of a frame arrives.
    #[inline]
    pub fn arrive(&mut self, id: u32, power_w: f64, airtime: Nanos, rate_kbps: u64, air: &Air, now: Nanos) {
        self.last_arrival = now;
        let deaf = now < self.own_tx_end;
        match &mut self.receiver {
            Receiver::Threshold(receiver) => {
                let garbled = deaf || power_w < air.config.radio.decode_threshold_w;
                let arrival = receiver.arrive(id, power_w, now + airtime, garbled, air.capture_ratio);
                if arrival == Arrival::Captured && air.config.mac.captured_frame_sets_nav {
                    self.set_nav(now + airtime + air.timing.eifs);
                }
            }
            Receiver::Sinr(receiver) => {
                let body_at = now + air.timing.plcp;
                let signal = Signal { frame: id, power_w, body_at, rate_kbps };
                receiver.arrive(now, signal, deaf, &air.limits);
            }
        }
        if self.idle {
            if self.backoff.expiry() < now + air.timing.turnaround {
                // The radio is already being switched to sending: the frame comes too late to be noticed.
                self.committed = true;
                return;
            }
            self.ifs = air.timing.difs;
            self.medium_changed(now, air);
        }
    }

    /// The last bit of a frame arrives.
    #[inline]
    pub fn depart<S: Schedule>(&mut self, id: u32, link: &Link, air: &Air, io: &mut Io<'_, P, S>) {
        let outcome = match &mut self.receiver {
            Receiver::Threshold(receiver) => match receiver.depart(id) {
                // The station was not listening to this one.
                None => return,
                outcome => outcome,
            },
            // A signal that was never locked on may have been all that kept the medium busy.
            Receiver::Sinr(receiver) => receiver.depart(io.now, id, || self.errors.unit(), &air.limits),
        };
        // A station that is sending never saw the frame.
        if let Some(outcome) = outcome
            && io.now >= self.own_tx_end
        {
            self.heard(id, outcome, link, air, io);
        }
        if let Receiver::Threshold(receiver) = &mut self.receiver {
            receiver.finish();
        }
        self.medium_changed(io.now, air);
        self.arm(io);
    }

    /// A frame that the station listened to is over.
    fn heard<S: Schedule>(&mut self, id: u32, outcome: Outcome, link: &Link, air: &Air, io: &mut Io<'_, P, S>) {
        let flight = io.flights.get(id);
        let airtime = flight.airtime;
        let decoded = match outcome {
            Outcome::Decoded => !self.errors.spoil(io.now, flight.header.kind, flight.header.bytes),
            Outcome::Garbled => false,
            Outcome::Collision => {
                self.stats.collisions += 1;
                false
            }
        };
        if !decoded {
            self.stats.errors += u64::from(outcome == Outcome::Decoded);
            self.energy.overheard += airtime;
            if air.config.mac.eifs_by_nav {
                self.set_nav(io.now + air.timing.eifs);
            } else {
                self.ifs = air.timing.eifs;
            }
            return;
        }
        let to = flight.header.to;
        let mine = to.is_none_or(|to| to == self.node);
        *(if mine { &mut self.energy.rx } else { &mut self.energy.overheard }) += airtime;
        self.ifs = air.timing.difs;
        if io.tap.is_some() {
            self.tap(id, link, io);
        }
        let header = &io.flights.get(id).header;
        if !mine {
            let before = self.nav;
            self.set_nav(io.now + header.duration);
            if header.kind == FrameKind::Rts && self.nav > before && air.config.mac.nav_reset {
                self.watch_nav(air, io.now);
            }
            if header.kind == FrameKind::Data && air.promiscuous {
                self.overhear(id, io);
            }
            return;
        }
        let header = *header;
        match (to, header.kind) {
            (None, _) => self.pass_up(id, &header, air, io),
            (_, FrameKind::Rts) => self.on_rts(&header, air, io),
            (_, FrameKind::Cts) => self.on_cts(air, io),
            (_, FrameKind::Data) => self.on_data(id, &header, air, io),
            (_, FrameKind::Ack) => self.on_ack(air, io),
        }
    }

    /// Hands up a packet for another node.
    #[cold]
    fn overhear<S: Schedule>(&self, id: u32, io: &mut Io<'_, P, S>) {
        let from = io.flights.get(id).header.from;
        if let Some(Content::Packet(packet)) = io.flights.content(id) {
            io.upcalls.push(Upcall::Overheard { node: self.node, from, packet: packet.clone() });
        }
    }

    /// Records a frame that was decoded.
    #[cold]
    fn tap<S: Schedule>(&self, id: u32, link: &Link, io: &mut Io<'_, P, S>) {
        let flight = io.flights.get(id);
        let arrived = flight.start + link.delay;
        let content = io.flights.content(id);
        let record = TapRecord::new(self.node, TapDirection::Received, arrived, link.power_w, flight, content);
        if let Some(tap) = io.tap {
            tap.push(record);
        }
    }

    // ---- frames for this station ----

    fn on_rts<S: Schedule>(&mut self, header: &Header, air: &Air, io: &mut Io<'_, P, S>) {
        if self.exchange != Exchange::Idle || self.response.is_some() || self.stalled {
            return;
        }
        let duration = header.duration.saturating_sub(air.timing.sifs + air.timing.cts);
        self.response = Some(Response::Cts { to: header.from, duration });
        self.step_at = Nanos::MAX;
        self.next_step(air, io);
    }

    fn on_cts<S: Schedule>(&mut self, air: &Air, io: &mut Io<'_, P, S>) {
        if self.exchange != Exchange::Rts || self.stalled {
            return;
        }
        self.rts_pending = false;
        self.short_retries = 0;
        self.answered(io);
        self.next_step(air, io);
    }

    fn on_data<S: Schedule>(&mut self, id: u32, header: &Header, air: &Air, io: &mut Io<'_, P, S>) {
        if header.bytes >= air.config.mac.rts_threshold_bytes {
            // Data that came by RTS/CTS is only for a station that sent the CTS.
            if self.exchange != Exchange::Cts {
                return;
            }
        } else if self.response.is_some() || self.exchange != Exchange::Idle {
            return;
        }
        self.response = Some(Response::Ack { to: header.from });
        self.answered(io);
        self.next_step(air, io);
        if self.is_duplicate(header.from, header.sequence) {
            self.stats.duplicates += 1;
            return;
        }
        self.pass_up(id, header, air, io);
    }

    fn on_ack<S: Schedule>(&mut self, air: &Air, io: &mut Io<'_, P, S>) {
        if self.exchange != Exchange::Data || self.stalled {
            return;
        }
        let Some(current) = self.current.take() else { return };
        self.stats.delivered += 1;
        self.stats.contention_delay += io.now - current.since;
        let mac = &air.config.mac;
        if self.wants_rts(current.outgoing.bytes, air) {
            self.long_retries = 0;
        } else {
            self.short_retries = 0;
        }
        self.cw = mac.cw_min;
        self.answered(io);
        self.start_backoff(air);
        self.next_step(air, io);
    }

    fn pass_up<S: Schedule>(&mut self, id: u32, header: &Header, air: &Air, io: &mut Io<'_, P, S>) {
        match io.flights.content(id) {
            Some(Content::Packet(packet)) => {
                let packet = packet.clone();
                io.upcalls.push(Upcall::Received { node: self.node, from: header.from, packet });
            }
            Some(Content::ArpRequest { target }) if *target == self.node => {
                self.learn(header.from, air, io);
                self.admit(arp_packet(Content::ArpReply, Some(header.from)), air, io);
            }
            Some(Content::ArpReply) => self.learn(header.from, air, io),
            Some(Content::ArpRequest { .. }) | None => {}
        }
    }

    fn learn<S: Schedule>(&mut self, neighbour: NodeId, air: &Air, io: &mut Io<'_, P, S>) {
        if let Some(held) = self.arp.learn(neighbour) {
            self.admit(held.wrap(), air, io);
        }
    }
}
