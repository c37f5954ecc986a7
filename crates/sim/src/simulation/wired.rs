//! The path of packets over wired links, and between them and the radio network.
//!
//! The radio network carries a packet between its radio end and the gateway as if these were the ends, like a tunnel
//! without its own header: routing protocols know nothing about the network beyond. On wires a packet has its flow's own
//! ends.

use super::Simulation;
use crate::capture::WiredRecord;
use crate::event::Event;
use crate::payload::Packet;
use crate::payload::Payload;
use crate::plan::wired::Way;
use airhop_base::NodeId;
use airhop_routing::{Body, DropReason};
use airhop_wireless::TapDirection;

impl Simulation {
    pub(super) fn is_host(&self, node: NodeId) -> bool {
        node.index() >= self.routers.len()
    }

    /// Sends a flow's packet from its source, at either end of the flow, into the network that the source is part of.
    pub(super) fn send_across(&mut self, packet: Packet, way: Way) {
        let src = packet.src;
        match way {
            Way::Gateway(gateway) if !self.is_host(src) && src != gateway => {
                let packet = Packet { dst: gateway, ..packet };
                self.with_router(src, |router, now, out| router.send(now, packet, out));
            }
            Way::Radio | Way::Gateway(_) | Way::Wired => self.send_on_wire(src, packet),
        }
    }

    /// Whether a packet that the router of `node` delivers there still has to travel on wires.
    pub(super) fn goes_on_by_wire(&self, node: NodeId, packet: &Packet) -> bool {
        let Body::Data(payload) = &packet.body else { return false };
        let (way, (_, dst)) = self.course(payload);
        matches!(way, Way::Gateway(_)) && dst != node
    }

    /// How a packet gets from end to end, and its ends.
    fn course(&self, payload: &Payload) -> (Way, (NodeId, NodeId)) {
        match payload {
            Payload::External { packet, .. } => (self.way_outside(packet.src, packet.dst), (packet.src, packet.dst)),
            Payload::Tcp { flow, .. } | Payload::Dccp { flow, .. } | Payload::Udp { flow, .. } => {
                let flow = &self.flows[*flow as usize];
                (flow.way, flow.ends(!payload.is_feedback()))
            }
        }
    }

    /// The gateway forwards a packet that came by radio.
    pub(super) fn leave_radio(&mut self, gateway: NodeId, packet: Packet) {
        let Body::Data(payload) = &packet.body else { return };
        let (_, (src, dst)) = self.course(payload);
        self.forward_on_wire(gateway, Packet { src, dst, ..packet });
    }

    fn forward_on_wire(&mut self, node: NodeId, mut packet: Packet) {
        packet.ttl = packet.ttl.saturating_sub(1);
        if packet.ttl == 0 {
            return self.drop_on_wire(&packet, DropReason::TtlExpired);
        }
        self.send_on_wire(node, packet);
    }

    fn send_on_wire(&mut self, node: NodeId, packet: Packet) {
        let target = self.wired_target(&packet);
        let now = self.now;
        let from_host = self.is_host(node);
        let Some(wired) = &mut self.wired else { return };
        let Some(number) = wired.channel(node, target) else {
            return self.drop_on_wire(&packet, DropReason::NoRoute);
        };
        if let Some(capture) = self.capture.as_mut().filter(|_| from_host) {
            capture.note_wired(WiredRecord {
                time: now,
                host: node,
                direction: TapDirection::Sent,
                packet: packet.clone(),
            });
        }
        let channel = &mut wired.channels[number as usize];
        let was_empty = channel.next_arrival().is_none();
        let bytes = packet.bytes;
        // The queue is full: the packet is lost, and the channel has counted it.
        let _ = channel.send(now, packet, bytes, |p| p.data_mut().is_some_and(Payload::mark_congestion));
        if let Some(at) = channel.next_arrival().filter(|_| was_empty) {
            self.queue.push(at, Event::Wired(number));
        }
    }

    /// Where a packet leaves the wires: at its destination, or at the gateway to it.
    fn wired_target(&self, packet: &Packet) -> NodeId {
        match packet.data().map(|payload| self.course(payload).0) {
            Some(Way::Gateway(gateway)) if !self.is_host(packet.dst) => gateway,
            _ => packet.dst,
        }
    }

    fn drop_on_wire(&mut self, packet: &Packet, reason: DropReason) {
        self.routing_drops += 1;
        if let Some(flow) = packet.data().and_then(Payload::flow) {
            self.flows[flow as usize].note_routing_drop(reason);
        }
    }

    /// A packet comes out of a channel.
    #[inline(never)]
    pub(super) fn wired_arrival(&mut self, number: u32) {
        let Some(wired) = &mut self.wired else { return };
        let channel = &mut wired.channels[number as usize];
        let Some(packet) = channel.take_arrived(self.now) else { return };
        if let Some(at) = channel.next_arrival() {
            self.queue.push(at, Event::Wired(number));
        }
        let (_, node) = wired.ends(number);
        let at_host = self.is_host(node);
        if let Some(capture) = self.capture.as_mut().filter(|_| at_host) {
            let direction = TapDirection::Received;
            capture.note_wired(WiredRecord { time: self.now, host: node, direction, packet: packet.clone() });
        }
        if packet.dst == node {
            self.deliver(node, packet);
        } else if self.wired_target(&packet) == node {
            self.enter_radio(node, packet);
        } else {
            self.forward_on_wire(node, packet);
        }
    }

    /// The gateway takes a packet for a radio node into the radio network.
    fn enter_radio(&mut self, gateway: NodeId, mut packet: Packet) {
        packet.ttl = packet.ttl.saturating_sub(1);
        if packet.ttl == 0 {
            return self.drop_on_wire(&packet, DropReason::TtlExpired);
        }
        packet.src = gateway;
        self.with_router(gateway, |router, now, out| router.send(now, packet, out));
    }
}
