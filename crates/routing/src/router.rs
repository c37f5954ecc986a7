use crate::action::{Action, DropReason};
use crate::aodv::{Aodv, AodvConfig};
use crate::dsr::{Dsr, DsrConfig};
use crate::packet::Packet;
use crate::static_routes::{StaticRouter, StaticRoutes};
use crate::stats::RoutingStats;
use airhop_base::{Nanos, NodeId, Stream};
use std::sync::Arc;

/// One node's routing protocol.
#[derive(Clone, Debug)]
pub enum Router<T> {
    /// Shortest paths, computed once.
    Static(StaticRouter),
    /// AODV, on demand.
    Aodv(Box<Aodv<T>>),
    /// DSR, by source routes.
    Dsr(Box<Dsr<T>>),
}

impl<T: Clone> Router<T> {
    /// A router on shortest paths computed beforehand and shared by all nodes.
    #[must_use]
    pub fn fixed(node: NodeId, routes: Arc<StaticRoutes>) -> Self {
        Self::Static(StaticRouter::new(node, routes))
    }

    /// An AODV router; `jitter` is the stream of the node's routing purpose.
    #[must_use]
    pub fn aodv(node: NodeId, config: AodvConfig, jitter: Stream) -> Self {
        Self::Aodv(Box::new(Aodv::new(node, config, jitter)))
    }

    /// A DSR router; `jitter` is the stream of the node's routing purpose.
    #[must_use]
    pub fn dsr(node: NodeId, config: DsrConfig, jitter: Stream) -> Self {
        Self::Dsr(Box::new(Dsr::new(node, config, jitter)))
    }

    /// Takes a packet from this node's transport.
    pub fn send(&mut self, now: Nanos, packet: Packet<T>, out: &mut Vec<Action<T>>) {
        match self {
            Self::Static(r) => r.send(packet, out),
            Self::Aodv(r) => r.send(now, packet, out),
            Self::Dsr(r) => r.send(now, packet, out),
        }
    }

    /// Takes a packet that the link layer received from neighbour `from`, unicast to this node or broadcast.
    pub fn receive(&mut self, now: Nanos, packet: Packet<T>, from: NodeId, out: &mut Vec<Action<T>>) {
        match self {
            Self::Static(r) => r.receive(packet, out),
            Self::Aodv(r) => r.receive(now, packet, from, out),
            Self::Dsr(r) => r.receive(now, packet, out),
        }
    }

    /// Whether the router wants packets that the link layer overhears.
    #[must_use]
    pub fn is_promiscuous(&self) -> bool {
        match self {
            Self::Static(_) | Self::Aodv(_) => false,
            Self::Dsr(r) => r.is_promiscuous(),
        }
    }

    /// Takes a unicast packet to another node that the link layer overheard.
    pub fn overhear(&mut self, now: Nanos, packet: Packet<T>, out: &mut Vec<Action<T>>) {
        match self {
            Self::Static(_) | Self::Aodv(_) => {}
            Self::Dsr(r) => r.overhear(now, packet, out),
        }
    }

    /// Takes back a packet that the MAC gave up sending to `next_hop`.
    pub fn link_failed(&mut self, now: Nanos, packet: Packet<T>, next_hop: NodeId, out: &mut Vec<Action<T>>) {
        match self {
            Self::Static(r) => r.link_failed(packet, out),
            Self::Aodv(r) => r.link_failed(now, packet, next_hop, out),
            Self::Dsr(r) => r.link_failed(now, packet, next_hop, out),
        }
    }

    /// Takes back a packet for `next_hop` out of the interface queue, as [`Action::ReclaimQueue`] asked.
    pub fn reclaimed(&mut self, now: Nanos, packet: Packet<T>, next_hop: NodeId, out: &mut Vec<Action<T>>) {
        match self {
            Self::Static(_) => out.push(Action::Drop { packet, reason: DropReason::LinkFailed }),
            Self::Aodv(r) => r.reclaimed(now, packet, next_hop, out),
            Self::Dsr(r) => r.reclaimed(now, packet, next_hop, out),
        }
    }

    /// When [`Router::on_timeout`] is to be called; `None` while nothing is pending. May change with every other call,
    /// costs a load to read.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Nanos> {
        match self {
            Self::Static(_) => None,
            Self::Aodv(r) => r.next_timeout(),
            Self::Dsr(r) => r.next_timeout(),
        }
    }

    /// Does what is due at `now`; a call too early does no harm.
    pub fn on_timeout(&mut self, now: Nanos, out: &mut Vec<Action<T>>) {
        match self {
            Self::Static(_) => {}
            Self::Aodv(r) => r.on_timeout(now, out),
            Self::Dsr(r) => r.on_timeout(now, out),
        }
    }

    /// The hop count of the route to `dst`, if there is one now.
    #[must_use]
    pub fn hops_to(&self, dst: NodeId) -> Option<u32> {
        match self {
            Self::Static(r) => r.hops_to(dst),
            Self::Aodv(r) => r.hops_to(dst),
            Self::Dsr(r) => r.hops_to(dst),
        }
    }

    /// The most hops that a route may have, if the protocol limits them.
    #[must_use]
    pub fn most_hops(&self) -> Option<u32> {
        match self {
            Self::Static(_) | Self::Aodv(_) => None,
            Self::Dsr(r) => Some(r.most_hops()),
        }
    }

    /// Whether there is a route to `dst` now: one that a packet sent at `now` would take without a search.
    #[must_use]
    pub fn has_route(&self, now: Nanos, dst: NodeId) -> bool {
        match self {
            Self::Static(r) => r.hops_to(dst).is_some(),
            Self::Aodv(r) => r.hops_to(dst).is_some(),
            Self::Dsr(r) => r.has_route(now, dst),
        }
    }

    /// What this router has counted.
    #[must_use]
    pub fn stats(&self) -> &RoutingStats {
        match self {
            Self::Static(r) => &r.stats,
            Self::Aodv(r) => r.stats(),
            Self::Dsr(r) => r.stats(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BROADCAST, Body, static_routes};

    fn packet(src: u32, dst: NodeId, ttl: u8) -> Packet<u8> {
        Packet { src: NodeId(src), dst, ttl, hops: 0, id: 1, bytes: 1500, body: Body::Data(7) }
    }

    fn middle() -> Router<u8> {
        let neighbours = [vec![NodeId(1)], vec![NodeId(0), NodeId(2)], vec![NodeId(1)]];
        Router::fixed(NodeId(1), Arc::new(static_routes(&neighbours)))
    }

    #[test]
    fn static_routers_forward_deliver_and_drop() {
        let mut router = middle();
        let mut out = Vec::new();
        router.receive(Nanos::ZERO, packet(0, NodeId(2), 32), NodeId(0), &mut out);
        let Some(Action::Transmit { packet: p, next_hop: Some(NodeId(2)), delay: Nanos::ZERO }) = out.pop() else {
            panic!("not forwarded")
        };
        assert_eq!((p.ttl, p.hops), (31, 1));
        router.receive(Nanos::ZERO, packet(0, NodeId(1), 1), NodeId(0), &mut out);
        assert!(matches!(out.pop(), Some(Action::Deliver(p)) if p.hops == 1));
        router.receive(Nanos::ZERO, packet(0, NodeId(2), 1), NodeId(0), &mut out);
        assert!(matches!(out.pop(), Some(Action::Drop { reason: DropReason::TtlExpired, .. })));
        router.receive(Nanos::ZERO, packet(1, NodeId(2), 9), NodeId(0), &mut out);
        assert!(matches!(out.pop(), Some(Action::Drop { reason: DropReason::Loop, .. })));
        router.send(Nanos::ZERO, packet(1, NodeId(8), 9), &mut out);
        assert!(matches!(out.pop(), Some(Action::Drop { reason: DropReason::NoRoute, .. })));
        router.send(Nanos::ZERO, packet(1, BROADCAST, 9), &mut out);
        assert!(matches!(out.pop(), Some(Action::Transmit { next_hop: None, .. })));
        router.receive(Nanos::ZERO, packet(0, BROADCAST, 1), NodeId(0), &mut out);
        assert!(matches!(out.pop(), Some(Action::Deliver(_))));
        router.link_failed(Nanos::ZERO, packet(1, NodeId(2), 9), NodeId(2), &mut out);
        assert!(matches!(out.pop(), Some(Action::Drop { reason: DropReason::LinkFailed, .. })));
        assert_eq!((router.stats().link_failures, router.next_timeout()), (1, None));
        assert_eq!(router.hops_to(NodeId(0)), Some(1));
    }
}
