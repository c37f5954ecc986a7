//! Route maintenance: failed links, and the errors that report them (RFC 4728, section 8.3; ns-2, dsragent.cc).

use super::header::{Header, RouteError, UnknownFlow};
use super::route::reversed;
use super::source_routed::SourceRouted;
use super::{CONTROL_TTL, Dsr, IP_BYTES};
use crate::action::{Action, DropReason};
use crate::packet::Packet;
use airhop_base::{Nanos, NodeId};

/// The most errors in one packet (ns-2, MAX_ROUTE_ERRORS).
const MOST_ERRORS: usize = 3;

impl<T: Clone> Dsr<T> {
    /// The MAC gave up on a packet (ns-2, xmitFailed): the link is dead, the packet and all others that wait for it are
    /// salvaged if that is possible, and the node at the beginning of the packet's route is told.
    pub(crate) fn link_failed(&mut self, now: Nanos, packet: Packet<T>, next_hop: NodeId, out: &mut Vec<Action<T>>) {
        self.stats.link_failures += u64::from(!packet.is_control());
        let mut packet = match SourceRouted::open(packet) {
            Ok(packet) => packet,
            Err(packet) => return out.push(Action::Drop { packet, reason: DropReason::LinkFailed }),
        };
        if packet.header().route.is_empty() && !self.restore_route(&mut packet, now) {
            // The flow was ended, or forgotten, while the packet was on its way: nothing is learnt (ns-2, xmitFlowFailed).
            return out.push(Action::Drop { packet: packet.close(), reason: DropReason::LinkFailed });
        }
        let header = packet.header();
        let here = usize::from(header.at).saturating_sub(1);
        if header.request.is_some() || header.route.get(here) != Some(&self.node) {
            return out.push(Action::Drop { packet: packet.close(), reason: DropReason::LinkFailed });
        }
        let message = self.error_message(&packet, here, next_hop);
        let lost = self.remove_link(now, self.node, next_hop);
        self.stats.route_failures += u64::from(lost > 0);
        self.salvage(now, packet, next_hop, out);
        out.push(Action::ReclaimQueue { next_hop });
        if let Some(mut error) = message {
            self.stats.rerr_sent += 1;
            let next_hop = self.step(&mut error);
            self.transmit(error, next_hop, Nanos::ZERO, out);
        }
    }

    /// Gives a packet along a flow the flow's route, as if it had carried it. False if there is no such flow any more.
    fn restore_route(&mut self, packet: &mut SourceRouted<T>, now: Nanos) -> bool {
        let (src, dst) = (packet.src, packet.dst);
        let named = packet.header().flow.map(|f| f.id);
        let Some(id) = named.or_else(|| self.flows.default_of(src, dst)) else { return false };
        let Some(flow) = self.flows.find(src, dst, id).filter(|f| f.until >= now) else { return false };
        let (route, at) = (flow.route.clone(), flow.hops.saturating_add(1));
        packet.bytes -= self.header_bytes(packet).min(packet.bytes);
        let header = packet.header_mut();
        header.route = route;
        header.at = at;
        packet.bytes += self.header_bytes(packet);
        true
    }

    /// The error about a packet that could not be passed on from place `here` of its route: for the node at the route's
    /// beginning, back along it. A packet that is an error itself takes its own errors along, three at most.
    fn error_message(&mut self, packet: &SourceRouted<T>, here: usize, to: NodeId) -> Option<SourceRouted<T>> {
        let header = packet.header();
        let tell = header.route[0];
        if tell == self.node || header.errors.len() >= MOST_ERRORS {
            return None;
        }
        let mut errors = header.errors.clone();
        errors.push(RouteError { tell: Some(tell), from: self.node, to });
        let route = reversed(&header.route[..=here]);
        Some(self.message(tell, CONTROL_TTL, Header { route, errors, ..Header::default() }))
    }

    /// A link has failed: removes its routes and this node's flows over it. Returns how many.
    fn remove_link(&mut self, now: Nanos, from: NodeId, to: NodeId) -> u32 {
        self.cache.remove_link(from, to) + self.flows.remove_link(now, self.node, from, to)
    }

    /// What errors in a packet say: used by every node that sees it, and kept for spreading, or passed on, by the node
    /// that the last of them tells (ns-2, processBrokenRouteError).
    pub(super) fn process_errors(&mut self, now: Nanos, packet: &SourceRouted<T>, out: &mut Vec<Action<T>>) {
        let Some((last, others)) = packet.header().errors.split_last() else { return };
        for error in &packet.header().errors {
            self.remove_link(now, error.from, error.to);
        }
        if last.tell != Some(self.node) {
            return;
        }
        self.held_error = Some((last.from, last.to, now));
        if let Some(tell) = others.last().and_then(|e| e.tell) {
            let header = Header { errors: others.to_vec(), ..Header::default() };
            let mut nested = self.message(tell, CONTROL_TTL, header);
            nested.bytes = IP_BYTES;
            self.dispatch(now, nested, out);
        }
    }

    /// A packet came along a flow that this node does not know (ns-2, sendUnknownFlow): the packet is salvaged if that is
    /// possible, and the source is told, so that it sets the flow up again.
    pub(super) fn unknown_flow(
        &mut self,
        now: Nanos,
        packet: SourceRouted<T>,
        id: Option<u16>,
        out: &mut Vec<Action<T>>,
    ) {
        let (src, dst) = (packet.src, packet.dst);
        if src == self.node {
            return out.push(Action::Drop { packet: packet.close(), reason: DropReason::Loop });
        }
        self.salvage(now, packet, self.node, out);
        let header = Header { unknown_flows: vec![UnknownFlow { src, dst, id }], ..Header::default() };
        self.stats.rerr_sent += 1;
        let message = self.message(src, CONTROL_TTL, header);
        self.dispatch(now, message, out);
    }

    /// A node on the way of a flow of this node's does not know it (ns-2, processUnknownFlowError): the next packets set
    /// it up again.
    pub(super) fn process_unknown_flows(&mut self, packet: &SourceRouted<T>) {
        for unknown in packet.header().unknown_flows.iter().filter(|u| u.src == self.node) {
            let id = unknown.id.or_else(|| self.flows.default_of(unknown.src, unknown.dst));
            if let Some(flow) = id.and_then(|id| self.flows.find(unknown.src, unknown.dst, id)) {
                flow.sent = 0;
            }
        }
    }
}
