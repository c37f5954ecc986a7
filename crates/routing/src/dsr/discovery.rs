//! Route discovery: requests and replies (RFC 4728, sections 8.2; ns-2, dsragent.cc).

use super::config::Rules;
use super::header::{Header, Request, RouteError};
use super::route::Route;
use super::route::{extended, joined, place, reversed};
use super::source_routed::SourceRouted;
use super::{CONTROL_TTL, Dsr, IP_BYTES, REQUEST_TTL};
use crate::action::Action;
use airhop_base::{Nanos, NodeId};

impl<T: Clone> Dsr<T> {
    /// Broadcasts a request for `dst`, to be passed on by so many nodes at most. It spreads the last error told to this
    /// node, if that is fresh: an error goes along once with a request that is passed on (RFC 4728, section 3.4.4).
    pub(super) fn send_request(&mut self, now: Nanos, dst: NodeId, max_hops: u8, out: &mut Vec<Action<T>>) {
        let id = self.next_request;
        self.next_request += 1;
        let mut header =
            Header { route: Route::from([self.node]), request: Some(Request { id, max_hops }), ..Header::default() };
        if let Some((from, to, _)) = self.held_error.filter(|e| now - e.2 < self.config.error_hold)
            && self.config.spread_errors
        {
            header.errors.push(RouteError { tell: None, from, to });
            if max_hops > 0 {
                self.held_error = None;
            }
        }
        self.stats.rreq_created += 1;
        let packet = self.message(dst, REQUEST_TTL, header);
        self.broadcast(packet, out);
    }

    /// Requests wait a little, so that neighbours that pass on the same one do not collide.
    fn broadcast(&mut self, mut packet: SourceRouted<T>, out: &mut Vec<Action<T>>) {
        packet.bytes += self.header_bytes(&packet);
        let delay = self.jitter.time_below(self.config.request_jitter);
        out.push(Action::Transmit { packet: packet.close(), next_hop: None, delay });
    }

    /// A request for another node (ns-2, handleRouteRequest): answered from the cache, passed on, or ignored.
    pub(super) fn handle_request(&mut self, now: Nanos, mut packet: SourceRouted<T>, out: &mut Vec<Action<T>>) {
        let Some(request) = packet.header().request else { return };
        let route = packet.header().route.clone();
        let is_full = route.len() >= usize::from(self.config.max_route_nodes);
        if self.requests.is_known(packet.src, request.id) || place(&route, self.node).is_some() || is_full {
            return;
        }
        self.requests.note(packet.src, request.id);
        let may_answer = request.max_hops == 0 || self.config.reply_from_cache;
        if may_answer && self.answer_from_cache(now, &packet, out) || route.len() > usize::from(request.max_hops) {
            return;
        }
        // ns-2 counts the header of every node that passed the request on.
        if self.config.headers == Rules::Rfc4728 {
            packet.bytes = IP_BYTES;
        }
        packet.header_mut().route = extended(&route, self.node);
        self.stats.rreq_forwarded += 1;
        self.broadcast(packet, out);
    }

    /// Answers a request with the way that it came and the rest from the cache, if this makes a route that goes through
    /// this node (ns-2, replyFromRouteCache).
    fn answer_from_cache(&mut self, now: Nanos, packet: &SourceRouted<T>, out: &mut Vec<Action<T>>) -> bool {
        let so_far = &packet.header().route;
        let Some(rest) = self.cache.find(now, packet.dst, false) else { return false };
        if so_far.len() + rest.len() > usize::from(self.config.max_route_nodes) {
            return false;
        }
        let offered = joined(so_far, &rest);
        if place(&offered, self.node).is_none() {
            return false;
        }
        // RFC 4728, section 3.3.2: d = H (h - 1 + r), h the hops of the route offered. Neighbours that know shorter ways
        // go first.
        let spacing = self.config.cache_reply_spacing;
        let delay = spacing * (offered.len() as u64).saturating_sub(2) + self.jitter_below(spacing);
        self.send_reply(now, &extended(so_far, self.node), offered.into(), delay, out);
        true
    }

    /// Answers a request for this node with the way that it came (ns-2, returnSrcRouteToRequestor).
    pub(super) fn answer_as_target(&mut self, now: Nanos, packet: &SourceRouted<T>, out: &mut Vec<Action<T>>) {
        let so_far = &packet.header().route;
        if so_far.len() < usize::from(self.config.max_route_nodes) && place(so_far, self.node).is_none() {
            let route = extended(so_far, self.node);
            let delay = self.jitter_below(self.config.reply_jitter);
            self.send_reply(now, &route, route.clone(), delay, out);
        }
    }

    /// Draws nothing for a maximum of zero, so that a disabled delay does not change the others.
    fn jitter_below(&mut self, bound: Nanos) -> Nanos {
        if bound == Nanos::ZERO { bound } else { self.jitter.time_below(bound) }
    }

    /// Offers a route to the node at the beginning of `way`, back along that way, which ends here.
    pub(super) fn send_reply(
        &mut self,
        now: Nanos,
        way: &[NodeId],
        offered: Route,
        delay: Nanos,
        out: &mut Vec<Action<T>>,
    ) {
        let back = reversed(way);
        self.cache.add(now, &back);
        self.stats.rrep_created += 1;
        let header = Header { route: back, reply: Some(offered), ..Header::default() };
        let mut reply = self.message(way[0], CONTROL_TTL, header);
        let next_hop = self.step(&mut reply);
        self.transmit(reply, next_hop, delay, out);
    }

    /// A route was offered to this node (ns-2, acceptRouteReply).
    pub(super) fn accept_reply(&mut self, now: Nanos, reply: &Route, out: &mut Vec<Action<T>>) {
        let Some(&dst) = reply.last() else { return };
        self.cache.add(now, reply);
        self.requests.answered(dst);
        self.release(now, out);
    }
}
