//! AODV, ad hoc on-demand distance vector routing (RFC 3561), with link-layer failure detection and no hellos.
//!
//! One implementation follows two sources: the RFC ([`AodvConfig::rfc3561`]) and what ns-2 2.35 makes of AODV ([`AodvConfig::ns2`]).
//! Where they differ, a switch of [`AodvConfig`] decides, each for itself: `discovery`, `sequence_numbers`,
//! `route_lifetimes`, `route_errors`, `local_repair`.
//!
//! # What ns-2 does
//! - **Search.** A request goes out when this node has a packet for a destination without a route, and again at most every
//!   half second (`purge_interval`, counted from time 0) while packets wait, never before the last request's wait is over. A
//!   destination that was never reached counts as 255 hops away, so that its first search goes through the whole network at
//!   once (time-to-live 30); a known one begins two hops beyond where it was last, and from 7 hops on through the whole
//!   network. The wait is 2 x time-to-live x time per hop (30 ms, or the mean of the last three latencies), times the number
//!   of network-wide requests, 10 s at most. After four of these in vain the waiting packets are dropped and 10 s pass.
//! - **Sequence numbers** are compared unsigned, zero stands for unknown, valid ones are even and broken routes odd. A
//!   destination takes a new number for every answer. A node answers from its table at an equal number, with the rest of
//!   its route's life cut to whole seconds.
//! - **Routes** live 10 s from the last packet forwarded on them; only the entry of the packet's destination is refreshed. A
//!   reverse route lives 6 s. Expiry is noticed on the half-second grid; until then the route serves.
//! - **A failed link** is any packet on which the MAC gave up. The packet and all others in the queue for that neighbour are
//!   dropped, at the source too, and an error is broadcast at once. A node that hears it from the next hop of its route takes the route down, drops
//!   what it has queued for that neighbour whatever its destination, and passes the error on, jittered, if someone is known to use the route.
//! - **Local repair** is tried when the packet has travelled more hops than the route has ahead. The route keeps its sequence
//!   number, hop count and next hop: neighbours answer from tables that are no newer and the answer is not shorter, so it is
//!   refused; nodes upstream even point back here. Only an answer of the destination itself, or a request of the
//!   destination's own, ends the repair. Meanwhile packets are buffered and the source hears nothing. The queue is left as it is. The timer that
//!   should give up is started with the instant at which the request's wait ends as its delay, so that at time t it fires
//!   at about 2 t; it then takes the route down without telling anyone.
//! - **Jitter** of up to 10 ms delays requests and errors that are passed on, not those that begin here. Packets that waited
//!   for an answer leave 10 ms apart.
//!
//! ns-2 addresses a reply to node 0 when the reverse route is down, and takes its own broadcasts for packets to node 0 when
//! it clears a queue; neither is followed: such a reply is not sent.

mod buffer;
mod config;
mod discovery;
mod error;
mod forward;
pub(crate) mod message;
mod parameters;
#[cfg(test)]
mod purge_tests;
mod rate_limit;
mod repair;
mod repair_timers;
mod reply;
mod request;
mod seen;
mod sequence;
mod table;
mod timers;
mod wake;

pub use config::{AodvConfig, LocalRepair, Rules};
pub use message::{Message, Rerr, Rrep, Rreq};
pub use parameters::PARAMETERS;

use crate::action::{Action, DropReason};
use crate::packet::{BROADCAST, Body, Packet};
use crate::stats::RoutingStats;
use airhop_base::{Nanos, NodeId, Stream};
use buffer::SendBuffer;
use rate_limit::RateLimit;
use repair_timers::RepairTimers;
use seen::SeenRequests;
use table::{Route, Table};
use wake::Wake;

/// One node's AODV.
#[derive(Clone, Debug)]
pub struct Aodv<T> {
    node: NodeId,
    config: AodvConfig,
    jitter: Stream,
    /// This node's own sequence number.
    seq: u32,
    next_rreq_id: u32,
    control_packets: u32,
    table: Table,
    buffer: SendBuffer<T>,
    seen: SeenRequests,
    repair_timers: RepairTimers,
    rreq_limit: RateLimit,
    rerr_limit: RateLimit,
    wake: Wake,
    stats: RoutingStats,
}

/// A packet without what it carries.
#[derive(Clone, Copy, Debug)]
struct Header {
    dst: NodeId,
    ttl: u8,
    hops: u8,
    id: u64,
}

impl<T: Clone> Aodv<T> {
    /// The AODV of `node`; `jitter` is the stream of the node's routing purpose.
    #[must_use]
    pub fn new(node: NodeId, config: AodvConfig, jitter: Stream) -> Self {
        Self {
            node,
            jitter,
            // ns-2 starts at 2, an even number above "unknown".
            seq: if config.sequence_numbers == Rules::Ns2 { 2 } else { 0 },
            next_rreq_id: 1,
            control_packets: 0,
            table: Table::default(),
            buffer: SendBuffer::new(config.buffer_packets, config.buffer_timeout),
            seen: SeenRequests::new(config.discovery, config.rreq_id_save),
            repair_timers: RepairTimers::default(),
            rreq_limit: RateLimit::new(config.rreq_ratelimit),
            rerr_limit: RateLimit::new(config.rerr_ratelimit),
            wake: Wake::default(),
            stats: RoutingStats::default(),
            config,
        }
    }

    pub(crate) fn send(&mut self, now: Nanos, mut packet: Packet<T>, out: &mut Vec<Action<T>>) {
        self.expire_routes(now);
        if packet.dst == self.node {
            return out.push(Action::Deliver(packet));
        }
        if packet.dst == BROADCAST {
            return out.push(Action::Transmit { packet, next_hop: None, delay: Nanos::ZERO });
        }
        if self.config.data_ttl > 0 {
            packet.ttl = self.config.data_ttl;
        }
        self.resolve(now, packet, None, out);
    }

    pub(crate) fn receive(&mut self, now: Nanos, packet: Packet<T>, from: NodeId, out: &mut Vec<Action<T>>) {
        self.expire_routes(now);
        match packet {
            Packet { body: Body::Aodv(message), dst, ttl, hops, id, .. } => {
                let header = Header { dst, ttl: ttl.saturating_sub(1), hops: hops.saturating_add(1), id };
                match message {
                    Message::Rreq(rreq) => self.receive_request(now, header, rreq, from, out),
                    Message::Rrep(rrep) => self.receive_reply(now, header, rrep, from, out),
                    Message::Rerr(rerr) => self.receive_error(now, &rerr, from, out),
                }
                self.rearm(now);
            }
            data => self.receive_data(now, data, from, out),
        }
    }

    fn receive_data(&mut self, now: Nanos, mut packet: Packet<T>, from: NodeId, out: &mut Vec<Action<T>>) {
        packet.hops = packet.hops.saturating_add(1);
        if packet.dst == self.node || packet.dst == BROADCAST {
            return out.push(Action::Deliver(packet));
        }
        if packet.src == self.node {
            return out.push(Action::Drop { packet, reason: DropReason::Loop });
        }
        packet.ttl = packet.ttl.saturating_sub(1);
        if packet.ttl == 0 {
            return out.push(Action::Drop { packet, reason: DropReason::TtlExpired });
        }
        self.resolve(now, packet, Some(from), out);
    }

    /// The hop count of the route to `dst`, if there is one now.
    #[must_use]
    pub fn hops_to(&self, dst: NodeId) -> Option<u32> {
        if dst == self.node {
            return Some(0);
        }
        self.usable(dst).map(|r| u32::from(r.hops))
    }

    /// The neighbour to which packets for `dst` go, if there is a route now.
    #[must_use]
    pub fn next_hop(&self, dst: NodeId) -> Option<NodeId> {
        self.usable(dst).and_then(|r| r.next_hop)
    }

    fn usable(&self, dst: NodeId) -> Option<&Route> {
        self.table.get(dst).filter(|r| r.is_up())
    }

    pub(crate) fn stats(&self) -> &RoutingStats {
        &self.stats
    }

    /// The packet of a new control message of this node.
    fn control_packet(&mut self, dst: NodeId, ttl: u8, message: Message) -> Packet<T> {
        let id = Packet::<T>::control_id(self.node, self.control_packets);
        self.control_packets = self.control_packets.wrapping_add(1);
        self.passed_on(Header { dst, ttl, hops: 0, id }, message)
    }

    /// The packet of a control message with the header it came with; this node is its sender now.
    fn passed_on(&self, header: Header, message: Message) -> Packet<T> {
        let Header { dst, ttl, hops, id } = header;
        let bytes = message.packet_bytes(&self.config);
        Packet { src: self.node, dst, ttl, hops, id, bytes, body: Body::Aodv(message) }
    }

    /// A random delay for a broadcast that is passed on.
    fn draw_jitter(&mut self) -> Nanos {
        self.jitter.time_below(self.config.broadcast_jitter)
    }

    /// What a broken route's expiry is set to: by the RFC (section 6.11) the end of its DELETE_PERIOD, in ns-2 nothing.
    fn forget_at(&self, now: Nanos) -> Nanos {
        match self.config.route_lifetimes {
            Rules::Rfc3561 => now.saturating_add(self.config.delete_period),
            Rules::Ns2 => Nanos::ZERO,
        }
    }
}
