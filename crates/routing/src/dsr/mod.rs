//! DSR, dynamic source routing (RFC 4728), with link-layer feedback instead of its own ACKs.
//!
//! Packets carry the whole route. A node learns routes by asking, from answers, and from every packet that it passes on or
//! overhears. One implementation follows two sources: the RFC ([`DsrConfig::rfc4728`]) and what ns-2 2.35 makes of DSR
//! ([`DsrConfig::ns2`]). Where they differ, a switch of [`DsrConfig`] decides.
//!
//! # What ns-2 does
//! - **Search.** A request asks the neighbours' caches first and the whole network 30 ms later; both again 2, 8 and every
//!   10 s after the last time. Waiting packets are looked after every 30 to 60 ms, which is when a request can go out.
//!   Requests wait up to 10 ms at every node; a destination answers every copy, after up to 10 ms; a cache answers at once.
//! - **Caches** hold paths: 30 that were requested or are in use, 64 that were overheard. They never expire. A broken link
//!   cuts them in its direction.
//! - **Flows.** The first three packets along a route, and one every five seconds, carry the route and set up a flow; all
//!   others carry no header at all and follow the default flow by source, destination and time-to-live. So they teach
//!   nothing to those who overhear them or pass them on.
//! - **A failed link** is any packet on which the MAC gave up. The packet and all others in the queue for that neighbour are
//!   sent by another route of the cache, or kept while the neighbours' caches are asked. At the same time an error goes back to the source, whose
//!   flows and routes over the link end there, as in every node that passes the error on or overhears it. Where flow state
//!   at the source has already ended, the packet is lost silently.
//! - **Released packets** leave 30 ms apart, for the sake of address resolution: the source's window goes out over a second.
//! - **Sizes.** Data packets count an IP header twice, requests the header of every node that passed them, and packets buffered
//!   without a route their old header.
//!
//! Not followed: ns-2's search table and flow table have a fixed size; node 0 takes errors that requests spread for errors
//! told to it, because no node has the number 0 there; the times between gratuitous replies are noted one place off.

mod buffer;
mod cache;
mod config;
mod discovery;
mod error;
mod flow;
mod forward;
pub(crate) mod header;
mod overhear;
mod overheard;
mod parameters;
mod request_table;
mod route;
mod salvage;
mod source_routed;

pub use config::{DsrConfig, Rules};
pub use header::{FlowHeader, Header, Request, RouteError, Routed, UnknownFlow};
pub use parameters::PARAMETERS;
pub use route::Route;

use crate::action::{Action, DropReason};
use crate::packet::{BROADCAST, Body, Packet};
use crate::stats::RoutingStats;
use airhop_base::{Nanos, NodeId, Stream};
use buffer::SendBuffer;
use cache::PathCache;
use flow::Flows;
use overheard::{GratuitousReplies, Overheard};
use request_table::RequestTable;
use source_routed::SourceRouted;

/// The time-to-live of replies and errors.
const CONTROL_TTL: u8 = 255;
/// The time-to-live of requests, which no node decrements: they end where their route is full.
const REQUEST_TTL: u8 = 32;
/// Bytes of an IP header without options.
const IP_BYTES: u32 = 20;

/// One node's DSR.
#[derive(Clone, Debug)]
pub struct Dsr<T> {
    node: NodeId,
    config: DsrConfig,
    jitter: Stream,
    cache: PathCache,
    requests: RequestTable,
    buffer: SendBuffer<T>,
    flows: Flows,
    overheard: Overheard,
    gratuitous_replies: GratuitousReplies,
    /// The last error told to this node, with its time, while it waits for a request to spread it.
    held_error: Option<(NodeId, NodeId, Nanos)>,
    next_request: u32,
    control_packets: u32,
    /// Hops of the route that the last own packet for a destination took.
    in_use: Vec<(NodeId, u32)>,
    stats: RoutingStats,
}

impl<T: Clone> Dsr<T> {
    /// The DSR of `node`; `jitter` is the stream of the node's routing purpose.
    #[must_use]
    pub fn new(node: NodeId, config: DsrConfig, mut jitter: Stream) -> Self {
        Self {
            node,
            cache: PathCache::new(node, &config),
            requests: RequestTable::default(),
            buffer: SendBuffer::new(config.buffer_packets, config.buffer_check, &mut jitter),
            flows: Flows::default(),
            overheard: Overheard::default(),
            gratuitous_replies: GratuitousReplies::default(),
            held_error: None,
            next_request: 1,
            control_packets: 0,
            in_use: Vec::new(),
            stats: RoutingStats::default(),
            jitter,
            config,
        }
    }

    pub(crate) fn send(&mut self, now: Nanos, mut packet: Packet<T>, out: &mut Vec<Action<T>>) {
        if packet.dst == self.node {
            return out.push(Action::Deliver(packet));
        }
        if packet.dst == BROADCAST {
            return out.push(Action::Transmit { packet, next_hop: None, delay: Nanos::ZERO });
        }
        packet.bytes += self.config.extra_bytes;
        match SourceRouted::open(packet) {
            Ok(packet) => self.dispatch(now, packet, out),
            Err(packet) => out.push(Action::Drop { packet, reason: DropReason::NoRoute }),
        }
    }

    pub(crate) fn receive(&mut self, now: Nanos, mut packet: Packet<T>, out: &mut Vec<Action<T>>) {
        packet.hops = packet.hops.saturating_add(1);
        if packet.dst == BROADCAST {
            return out.push(Action::Deliver(packet));
        }
        let along_flow = match &packet.body {
            Body::Data(_) => true,
            Body::Dsr(routed) => routed.header.route.is_empty(),
            Body::Aodv(_) => false,
        };
        if along_flow && packet.dst != self.node {
            return self.forward_on_flow(now, packet, out);
        }
        if let Body::Data(_) = packet.body {
            return out.push(Action::Deliver(packet));
        }
        let packet = match SourceRouted::open(packet) {
            Ok(packet) => packet,
            Err(packet) => return out.push(Action::Drop { packet, reason: DropReason::NoRoute }),
        };
        if packet.dst == self.node {
            return self.accept(now, packet, out);
        }
        if !packet.header().errors.is_empty() {
            self.process_errors(now, &packet, out);
        }
        if packet.header().request.is_some() {
            self.handle_request(now, packet, out);
        } else {
            self.forward(now, packet, out);
        }
    }

    /// A packet for this node (ns-2, handlePacketReceipt).
    fn accept(&mut self, now: Nanos, mut packet: SourceRouted<T>, out: &mut Vec<Action<T>>) {
        if let Some(reply) = packet.header().reply.clone() {
            self.accept_reply(now, &reply, out);
        }
        if let Some(request) = packet.header().request {
            self.requests.note(packet.src, request.id);
            self.answer_as_target(now, &packet, out);
        }
        self.process_errors(now, &packet, out);
        self.process_unknown_flows(&packet);
        if packet.routed.data.is_some() {
            packet.bytes = packet.bytes.saturating_sub(self.header_bytes(&packet) + self.config.extra_bytes);
            *packet.header_mut() = Header::default();
            out.push(Action::Deliver(packet.close()));
        }
    }

    /// When the buffered packets are next serviced.
    pub(crate) fn next_timeout(&self) -> Option<Nanos> {
        self.buffer.next_check()
    }

    pub(crate) fn on_timeout(&mut self, now: Nanos, out: &mut Vec<Action<T>>) {
        if !self.buffer.take_check(now, &mut self.jitter) {
            return;
        }
        for place in 0..self.buffer.places.len() {
            self.service(now, place, out);
        }
    }

    /// The hop count of the route that the last packet to `dst` took, or of the shortest one known.
    #[must_use]
    pub fn hops_to(&self, dst: NodeId) -> Option<u32> {
        if dst == self.node {
            return Some(0);
        }
        let used = self.in_use.iter().find(|u| u.0 == dst).map(|u| u.1);
        used.or_else(|| self.cache.hops_to(Nanos::ZERO, dst))
    }

    /// Whether the cache holds a route to `dst`; a broken route in use does not count.
    #[must_use]
    pub fn has_route(&self, now: Nanos, dst: NodeId) -> bool {
        dst == self.node || self.cache.hops_to(now, dst).is_some()
    }

    /// The most hops that a route may have.
    #[must_use]
    pub fn most_hops(&self) -> u32 {
        u32::from(self.config.max_route_nodes) - 1
    }

    /// Whether the router wants to hear packets for others.
    pub(crate) fn is_promiscuous(&self) -> bool {
        self.config.promiscuous
    }

    pub(crate) fn stats(&self) -> &RoutingStats {
        &self.stats
    }

    fn header_bytes(&self, packet: &SourceRouted<T>) -> u32 {
        packet.header().bytes(self.config.headers)
    }

    /// A new message of this node.
    fn message(&mut self, dst: NodeId, ttl: u8, header: Header) -> SourceRouted<T> {
        let id = Packet::<T>::control_id(self.node, self.control_packets);
        self.control_packets = self.control_packets.wrapping_add(1);
        let routed = Box::new(Routed { header, data: None });
        SourceRouted { src: self.node, dst, ttl, hops: 0, id, bytes: IP_BYTES, routed }
    }
}
