//! The path of packets between transports, routers and the radio network.

use super::{Delayed, Simulation};
use crate::event::Event;
use crate::payload::Packet;
use crate::payload::{Framed, Payload};
use airhop_base::{Nanos, NodeId};
use airhop_routing::{Action, Router};
use airhop_wireless::{Class, Outgoing, Upcall};

impl Simulation {
    /// Handles what the network reported until nothing is left.
    pub(super) fn drain(&mut self) {
        while !self.upcalls.is_empty() {
            let mut upcalls = std::mem::take(&mut self.upcalls);
            for upcall in upcalls.drain(..) {
                match upcall {
                    Upcall::Received { node, from, packet: Framed(packet) } => {
                        if self.link_delay == Nanos::ZERO {
                            self.route_received(node, from, packet);
                        } else {
                            let place = self.delayed.insert(Delayed { node, peer: Some(from), packet });
                            self.queue.push(self.now + self.link_delay, Event::ToRouting(place as u32));
                        }
                    }
                    Upcall::Overheard { node, packet: Framed(packet), .. } => {
                        self.with_router(node, |router, now, out| router.overhear(now, packet, out));
                    }
                    Upcall::Failed { node, next_hop, packet: Framed(packet) } => {
                        let hears = if self.notices.is_some() { self.hears_of_failure(node, &packet) } else { None };
                        self.with_router(node, |router, now, out| router.link_failed(now, packet, next_hop, out));
                        if self.notices.is_some() {
                            self.note_lost_routes(node);
                            hears.into_iter().for_each(|flow| self.tell_of_failure(flow));
                        }
                        self.network.resume(self.now, node, &mut self.queue, &mut self.upcalls);
                    }
                    Upcall::Dropped { .. } => {}
                }
            }
            if self.upcalls.is_empty() {
                // Keeps the capacity for the next time.
                std::mem::swap(&mut self.upcalls, &mut upcalls);
            }
        }
    }

    pub(super) fn route_received(&mut self, node: NodeId, from: NodeId, packet: Packet) {
        self.with_router(node, |router, now, out| router.receive(now, packet, from, out));
        if self.notices.is_some() {
            self.note_lost_routes(node);
        }
    }

    pub(super) fn router_timer(&mut self, node: NodeId) {
        if self.routers.is_due(node, self.now) {
            self.with_router(node, |router, now, out| router.on_timeout(now, out));
        }
    }

    /// Lets a node's router act and carries out what it wants.
    pub(super) fn with_router(
        &mut self,
        node: NodeId,
        act: impl FnOnce(&mut Router<Payload>, Nanos, &mut Vec<Action<Payload>>),
    ) {
        let mut actions = std::mem::take(&mut self.routers.actions);
        act(&mut self.routers[node.index()], self.now, &mut actions);
        for action in actions.drain(..) {
            self.carry_out(node, action);
        }
        self.routers.actions = actions;
        self.arm_router(node);
    }

    pub(super) fn arm_router(&mut self, node: NodeId) {
        if let Some(at) = self.routers.arm(node, self.now) {
            self.queue.push(at, Event::Router(node));
        }
    }

    fn carry_out(&mut self, node: NodeId, action: Action<Payload>) {
        match action {
            Action::Transmit { packet, next_hop, delay } => {
                let delay = delay + self.link_delay;
                if delay == Nanos::ZERO {
                    self.enqueue(node, packet, next_hop);
                } else {
                    let place = self.delayed.insert(Delayed { node, peer: next_hop, packet });
                    self.queue.push(self.now + delay, Event::ToQueue(place as u32));
                }
            }
            Action::Deliver(packet) => self.deliver(node, packet),
            Action::Drop { packet, reason } => {
                // A route request whose time-to-live has expired has done its work.
                self.routing_drops += u64::from(!packet.is_control());
                if let Some(flow) = packet.data().and_then(Payload::flow) {
                    self.flows[flow as usize].note_routing_drop(reason);
                }
            }
            Action::ReclaimQueue { next_hop } => {
                for Framed(packet) in self.network.reclaim(node, next_hop) {
                    // The actions of the router that asked are still being carried out: hence a separate list.
                    let mut further = Vec::new();
                    self.routers[node.index()].reclaimed(self.now, packet, next_hop, &mut further);
                    for action in further {
                        self.carry_out(node, action);
                    }
                }
            }
        }
    }

    pub(super) fn enqueue(&mut self, node: NodeId, packet: Packet, next_hop: Option<NodeId>) {
        let class = match packet.data() {
            Some(payload) if payload.is_feedback() => Class::Feedback,
            Some(_) => Class::Data,
            None => Class::Routing,
        };
        let outgoing = Outgoing { bytes: packet.bytes, next_hop, class, packet: Framed(packet) };
        self.network.enqueue(self.now, node, outgoing, &mut self.queue, &mut self.upcalls);
    }
}
