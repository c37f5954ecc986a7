//! What a node learns from packets for others (RFC 4728, sections 3.3.1 and 3.4.3; ns-2, tap).

use super::Dsr;
use super::route::Route;
use super::route::place;
use super::source_routed::SourceRouted;
use crate::action::Action;
use crate::packet::{Body, Packet};
use airhop_base::{Nanos, NodeId};

impl<T: Clone> Dsr<T> {
    /// A packet to another node was overheard. Nothing is learnt from one that follows a flow: ns-2's
    /// shortening of flows never takes effect.
    pub(crate) fn overhear(&mut self, now: Nanos, packet: Packet<T>, out: &mut Vec<Action<T>>) {
        if !matches!(packet.body, Body::Dsr(_)) || packet.src == self.node || !self.config.promiscuous {
            return;
        }
        let Ok(packet) = SourceRouted::open(packet) else { return };
        let header = packet.header();
        let at = usize::from(header.at);
        let route = header.route.clone();
        if route.is_empty() || header.request.is_some() || route.get(at) == Some(&self.node) {
            return;
        }
        if !self.overheard.note(packet.id) {
            return;
        }
        self.process_errors(now, &packet, out);
        if let Some(reply) = &packet.header().reply {
            self.cache.notice(now, reply, 0);
        }
        self.cache.notice(now, &route, at);
        // The packet will reach this node later: the nodes in between can be left out (automatic route shortening).
        if packet.routed.data.is_some()
            && self.config.gratuitous_replies
            && let Some(here) = place(&route, self.node).filter(|here| *here > at && at > 0)
            && self.gratuitous_replies.note(now, &route, self.config.gratuitous_holdoff)
        {
            self.send_gratuitous_reply(now, &route, at, here, out);
        }
    }

    /// Tells the source of a route that the nodes from place `at` up to this one's, `here`, can be left out (RFC 4728,
    /// section 3.4.3; ns-2, sendRouteShortening).
    fn send_gratuitous_reply(&mut self, now: Nanos, route: &Route, at: usize, here: usize, out: &mut Vec<Action<T>>) {
        let shorter: Vec<NodeId> = route[..at].iter().chain(&route[here..]).copied().collect();
        let way: Vec<NodeId> = route[..at].iter().copied().chain([self.node]).collect();
        self.send_reply(now, &way, shorter.into(), Nanos::ZERO, out);
    }
}
