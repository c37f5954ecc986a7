//! The ends of the flows: applications and connections.

use super::Simulation;
use crate::event::Event;
use crate::payload::Packet;
use crate::payload::{IP_BYTES, Payload};
use crate::plan::wired::Way;
use airhop_base::{Nanos, NodeId};
use airhop_routing::Body;
use airhop_transport::{Datagram, Side, UDP_HEADER_BYTES};

/// Time-to-live of packets from the transports (ns-2's default for agents; its AODV sets another).
const DATA_TTL: u8 = 32;

impl Simulation {
    /// A packet reached its destination node.
    pub(super) fn deliver(&mut self, node: NodeId, packet: Packet) {
        if self.wired.is_some() && self.goes_on_by_wire(node, &packet) {
            return self.leave_radio(node, packet);
        }
        let Body::Data(payload) = packet.body else { return };
        let Some((flow, sent, side, arrived)) = payload.arrived(packet.hops) else {
            return self.deliver_outside(packet.hops, payload);
        };
        let now = self.now;
        let f = &mut self.flows[flow as usize];
        if side == Side::Receiver {
            debug_assert_eq!(node, f.dst);
            let bytes = arrived.payload_bytes();
            if bytes > 0 {
                f.meter.delay.add(now - sent);
                f.meter.receive(bytes);
            }
            f.connection.on_packet(now, side, arrived);
            let bytes = f.note_delivery(now);
            if bytes > 0 {
                self.count_delivery(flow, bytes);
            }
        } else {
            let hops = f.radio_ends().and_then(|(at, to)| self.routers[at.index()].hops_to(to));
            if let Some(hops) = hops.filter(|h| *h != f.path.hops && *h > 0) {
                f.path.hops = hops;
                f.connection.set_path(f.path);
            }
            let was_idle = f.connection.is_idle();
            f.connection.on_packet(now, side, arrived);
            if let Some(at) = f.after_ack(now, was_idle) {
                self.queue.push(at, Event::Application(flow));
            }
        }
        self.pump(flow, side);
    }

    pub(super) fn transport_timer(&mut self, flow: u32, side: Side) {
        let f = &mut self.flows[flow as usize];
        if f.armed[side as usize] != self.now {
            return;
        }
        f.armed[side as usize] = Nanos::MAX;
        f.connection.on_timeout(self.now, side);
        self.pump(flow, side);
    }

    /// Sends all due packets of one end of a flow, and arms its timer.
    pub(super) fn pump(&mut self, flow: u32, side: Side) {
        let now = self.now;
        let f = &mut self.flows[flow as usize];
        let (way, wants_contention) = (f.way, f.wants_contention);
        let (src, dst) = f.ends(side == Side::Sender);
        while let Some(packet) = self.flows[flow as usize].connection.poll_transmit(now, side) {
            let bytes = packet.bytes() + IP_BYTES;
            let payload = Payload::of(flow, now, side, wants_contention, packet);
            self.send(way, src, dst, bytes, payload);
        }
        if side == Side::Sender {
            let f = &mut self.flows[flow as usize];
            f.meter.set_cwnd(now, f.connection.cwnd_segments());
            if let Some(rtt) = f.connection.take_rtt_sample() {
                self.note_rtt(flow, rtt);
            }
        }
        self.arm_transport(flow, side);
    }

    /// Records a round-trip time that a sender measured.
    pub(super) fn note_rtt(&mut self, flow: u32, rtt: Nanos) {
        let f = &mut self.flows[flow as usize];
        f.meter.rtt.add(rtt);
        if let Some(series) = &mut self.series {
            let now_s = self.now.as_secs_f64();
            series.push(now_s, &f.name, "rtt_ms", rtt.as_millis_f64());
            f.recent_rtts.add(rtt.as_millis_f64());
            if let Some(cov) = f.recent_rtts.cov() {
                series.push(now_s, &f.name, "rtt_cov", cov);
            }
        }
    }

    /// Arms an endpoint's timer.
    pub(super) fn arm_transport(&mut self, flow: u32, side: Side) {
        let now = self.now;
        let f = &mut self.flows[flow as usize];
        if let Some(at) = f.connection.next_timeout(side)
            && at < f.armed[side as usize]
        {
            let at = at.max(now);
            f.armed[side as usize] = at;
            self.queue.push(at, Event::Transport(flow, side));
        }
    }

    /// Sends a packet over the air, or over wires.
    #[inline(always)]
    pub(super) fn send(&mut self, way: Way, src: NodeId, dst: NodeId, bytes: u32, payload: Payload) {
        let id = self.next_packet_id;
        self.next_packet_id += 1;
        let packet = Packet { src, dst, ttl: DATA_TTL, hops: 0, id, bytes, body: Body::Data(payload) };
        if way != Way::Radio {
            return self.send_across(packet, way);
        }
        self.with_router(src, |router, now, out| router.send(now, packet, out));
    }

    pub(super) fn application(&mut self, flow: u32) {
        let now = self.now;
        let f = &mut self.flows[flow as usize];
        if let Some(at) = f.application(now) {
            self.queue.push(at, Event::Application(flow));
        }
        // A datagram leaves by itself: it has no window and no timer, and a saturated network sends more of them than of
        // anything else.
        if let Some(Datagram { bytes, number }) = f.connection.poll_datagram() {
            let (way, src, dst) = (f.way, f.src, f.dst);
            let payload = Payload::Udp { flow, sent: now, bytes, number };
            return self.send(way, src, dst, bytes + UDP_HEADER_BYTES + IP_BYTES, payload);
        }
        self.pump(flow, Side::Sender);
    }
}
