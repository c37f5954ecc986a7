//! Packets on their way: sending with a route, along a flow, or into the buffer.

use super::Dsr;
use super::flow::Flow;
use super::header::FlowHeader;
use super::request_table::Next;
use super::route::Route;
use super::source_routed::SourceRouted;
use crate::action::{Action, DropReason};
use crate::packet::{Body, Packet};
use airhop_base::{Nanos, NodeId};

impl<T: Clone> Dsr<T> {
    /// Sends a packet that has no route yet by one of the cache, or keeps it until one is found (ns-2,
    /// handlePktWithoutSR).
    pub(super) fn dispatch(&mut self, now: Nanos, mut packet: SourceRouted<T>, out: &mut Vec<Action<T>>) {
        if packet.dst == self.node {
            return self.accept(now, packet, out);
        }
        if let Some(route) = self.cache.find(now, packet.dst, true) {
            packet.header_mut().route = route;
            return self.send_fresh(now, packet, Nanos::ZERO, out);
        }
        if self.discover(now, packet.src, packet.dst, out) {
            self.keep(now, packet, out);
        } else {
            out.push(Action::Drop { packet: packet.close(), reason: DropReason::NoRoute });
        }
    }

    /// Puts a packet into the buffer.
    pub(super) fn keep(&mut self, now: Nanos, packet: SourceRouted<T>, out: &mut Vec<Action<T>>) {
        if let Some(oldest) = self.buffer.push(now, packet, &mut self.jitter) {
            out.push(Action::Drop { packet: oldest.close(), reason: DropReason::BufferFull });
        }
    }

    /// Services the packet in one place of the buffer: sends it, keeps it or drops it (ns-2, sendBufferCheck).
    pub(super) fn service(&mut self, now: Nanos, place: usize, out: &mut Vec<Action<T>>) {
        let Some((since, mut packet)) = self.buffer.places[place].take() else { return };
        let reason = if now - since > self.config.buffer_timeout {
            DropReason::BufferTimeout
        } else if let Some(route) = self.cache.find(now, packet.dst, true) {
            packet.header_mut().route = route;
            return self.send_fresh(now, packet, Nanos::ZERO, out);
        } else if self.discover(now, packet.src, packet.dst, out) {
            self.buffer.places[place] = Some((since, packet));
            return;
        } else {
            DropReason::NoRoute
        };
        let dst = packet.dst;
        out.push(Action::Drop { packet: packet.close(), reason });
        if !self.buffer.places.iter().flatten().any(|(_, p)| p.dst == dst) {
            self.stats.discoveries_failed += 1;
        }
    }

    /// Sends the buffered packets for which there is a route now, `release_spacing` apart (ns-2, acceptRouteReply).
    pub(super) fn release(&mut self, now: Nanos, out: &mut Vec<Action<T>>) {
        let mut delay = Nanos::ZERO;
        for place in 0..self.buffer.places.len() {
            let Some(dst) = self.buffer.places[place].as_ref().map(|(_, p)| p.dst) else { continue };
            if let Some(route) = self.cache.find(now, dst, true)
                && let Some((_, mut packet)) = self.buffer.places[place].take()
            {
                packet.header_mut().route = route;
                self.send_fresh(now, packet, delay, out);
                delay += self.config.release_spacing;
            }
        }
    }

    /// Route discovery: sends a request for `dst` if one is due. False if there is none under way for the packet of `src`.
    fn discover(&mut self, now: Nanos, src: NodeId, dst: NodeId, out: &mut Vec<Action<T>>) -> bool {
        let own = src == self.node;
        match self.requests.next(now, dst, own, &self.config) {
            Next::Ask { max_hops } => {
                self.stats.discoveries += u64::from(own && max_hops == 0 && self.requests.attempts(dst) == 1);
                self.send_request(now, dst, max_hops, out);
                true
            }
            Next::Wait => true,
            Next::GiveUp => false,
        }
    }

    /// Sends a packet whose route begins at this node.
    pub(super) fn send_fresh(
        &mut self,
        now: Nanos,
        mut packet: SourceRouted<T>,
        delay: Nanos,
        out: &mut Vec<Action<T>>,
    ) {
        packet.header_mut().at = 0;
        if packet.src == self.node && packet.routed.data.is_some() {
            let hops = packet.header().route.len() as u32 - 1;
            match self.in_use.iter_mut().find(|u| u.0 == packet.dst) {
                Some(used) => used.1 = hops,
                None => self.in_use.push((packet.dst, hops)),
            }
        }
        let header = packet.header();
        let next_hop = if self.config.flow_state
            && packet.src == self.node
            && header.reply.is_none()
            && header.errors.is_empty()
        {
            self.enter_flow(now, &mut packet)
        } else {
            self.step(&mut packet)
        };
        self.transmit(packet, next_hop, delay, out);
    }

    /// Puts a packet on its way that has its next hop already. `bytes` does not count its headers yet.
    pub(super) fn transmit(
        &mut self,
        mut packet: SourceRouted<T>,
        next_hop: Option<NodeId>,
        delay: Nanos,
        out: &mut Vec<Action<T>>,
    ) {
        packet.bytes += self.header_bytes(&packet);
        let packet = packet.close();
        out.push(match next_hop {
            Some(_) => Action::Transmit { packet, next_hop, delay },
            None => Action::Drop { packet, reason: DropReason::NoRoute },
        });
    }

    /// One hop on along the packet's route; `None` at its end.
    pub(super) fn step(&self, packet: &mut SourceRouted<T>) -> Option<NodeId> {
        let header = packet.header_mut();
        header.at = header.at.saturating_add(1);
        header.route.get(usize::from(header.at)).copied()
    }

    /// Makes a packet of this node's part of a flow along its route: the flow's first packets, and one every few seconds,
    /// carry the route to set it up or keep it; the others carry its number or, on the default flow, nothing (ns-2,
    /// sendOutPacketWithRoute). Gives the next hop.
    fn enter_flow(&mut self, now: Nanos, packet: &mut SourceRouted<T>) -> Option<NodeId> {
        let (src, dst) = (packet.src, packet.dst);
        let mut route = packet.header().route.clone();
        let default = self.flows.default_of(src, dst);
        // The default flow is cheapest: only a shorter route replaces it.
        if let Some(flow) = default.and_then(|id| self.flows.find(src, dst, id))
            && flow.until >= now
            && flow.route.len() <= route.len()
        {
            route = flow.route.clone();
        }
        let life = self.config.flow_timeout;
        let known = self.flows.along(src, dst, &route).is_some_and(|f| f.until >= now);
        if !known {
            let flow = Flow {
                src,
                dst,
                id: self.flows.new_id(),
                sent: 0,
                refreshed: now,
                until: now.saturating_add(life),
                hops: 0,
                ttl: packet.ttl,
                may_default: true,
                route: route.clone(),
            };
            self.flows.add(now, flow);
        }
        let default = self.flows.default_of(src, dst);
        let flow = self.flows.along(src, dst, &route)?;
        let sets_up =
            flow.sent <= self.config.flow_packets || flow.refreshed.saturating_add(self.config.flow_refresh) < now;
        if sets_up {
            flow.may_default &= flow.ttl == packet.ttl;
            flow.sent = flow.sent.saturating_add(1);
            flow.refreshed = now;
        }
        flow.until = now.saturating_add(life);
        let bare = !sets_up && default == Some(flow.id) && packet.ttl == flow.ttl && flow.may_default;
        let header = packet.header_mut();
        header.flow_timeout_s = sets_up.then_some(life.whole(Nanos::from_secs(1)).min(u64::from(u32::MAX)) as u32);
        header.at = u8::from(sets_up);
        header.flow = (!bare).then_some(FlowHeader { id: flow.id, hops: 1 });
        header.route = if sets_up { route } else { Route::from([]) };
        flow.next_hop()
    }

    /// Forwards another node's packet (ns-2, handleForwarding).
    pub(super) fn forward(&mut self, now: Nanos, mut packet: SourceRouted<T>, out: &mut Vec<Action<T>>) {
        let at = usize::from(packet.header().at);
        if packet.header().route.get(at) != Some(&self.node) {
            return out.push(Action::Drop { packet: packet.close(), reason: DropReason::NoRoute });
        }
        if packet.header().flow.is_some() {
            self.note_flow(now, &mut packet);
        }
        self.cache.notice(now, &packet.header().route, at);
        packet.bytes -= self.header_bytes(&packet).min(packet.bytes);
        if packet.ttl == 0 {
            return out.push(Action::Drop { packet: packet.close(), reason: DropReason::TtlExpired });
        }
        packet.ttl -= 1;
        let header = packet.header();
        self.stats.rrep_forwarded += u64::from(header.reply.is_some());
        self.stats.rerr_sent += u64::from(!header.errors.is_empty());
        let next_hop = self.step(&mut packet);
        self.transmit(packet, next_hop, Nanos::ZERO, out);
    }

    /// Remembers the flow that a packet with a route sets up.
    fn note_flow(&mut self, now: Nanos, packet: &mut SourceRouted<T>) {
        let (src, dst, ttl) = (packet.src, packet.dst, packet.ttl);
        let header = packet.header_mut();
        let (Some(flow), Some(life_s)) = (&mut header.flow, header.flow_timeout_s) else { return };
        if self.flows.find(src, dst, flow.id).is_none() {
            let until = now.saturating_add(Nanos::from_secs(u64::from(life_s)));
            let (id, hops, route) = (flow.id, flow.hops, header.route.clone());
            self.flows
                .add(now, Flow { src, dst, id, sent: 0, refreshed: now, until, hops, ttl, may_default: false, route });
        }
        flow.hops = flow.hops.saturating_add(1);
    }

    /// Passes on a packet along the flow that it names, or the default flow (ns-2, handleFlowForwarding and
    /// handleDefaultForwarding). A node that does not know it tries to salvage the packet and tells the source.
    pub(super) fn forward_on_flow(&mut self, now: Nanos, mut packet: Packet<T>, out: &mut Vec<Action<T>>) {
        let named = match &packet.body {
            Body::Dsr(routed) => routed.header.flow.map(|f| f.id),
            _ => None,
        };
        let (src, dst, ttl) = (packet.src, packet.dst, packet.ttl);
        let default = if named.is_none() { self.flows.default_of(src, dst) } else { None };
        let until = now.saturating_add(self.config.flow_timeout);
        let id = named.or(default);
        let flow = id.and_then(|id| self.flows.find(src, dst, id));
        let next_hop = match flow {
            Some(flow) if named.is_some() || flow.ttl == ttl => {
                flow.until = until;
                flow.next_hop()
            }
            flow => {
                // The wrong time-to-live: not this flow.
                let id = if flow.is_some() { None } else { id };
                if let Ok(packet) = SourceRouted::open(packet) {
                    self.unknown_flow(now, packet, id, out);
                }
                return;
            }
        };
        if ttl == 0 {
            return out.push(Action::Drop { packet, reason: DropReason::TtlExpired });
        }
        packet.ttl -= 1;
        if let Body::Dsr(routed) = &mut packet.body
            && let Some(flow) = &mut routed.header.flow
        {
            flow.hops = flow.hops.saturating_add(1);
        }
        out.push(match next_hop {
            Some(_) => Action::Transmit { packet, next_hop, delay: Nanos::ZERO },
            None => Action::Drop { packet, reason: DropReason::NoRoute },
        });
    }
}
