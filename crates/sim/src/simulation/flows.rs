//! The ends of the flows: applications and transport endpoints.

use super::Simulation;
use crate::Packet;
use crate::event::{Event, Side};
use crate::flow::{Endpoints, Next};
use crate::payload::{IP_BYTES, Payload};
use crate::plan::wired::Way;
use airhop_base::{Nanos, NodeId};
use airhop_routing::Body;
use airhop_transport::ContentionSample;
use airhop_wireless::ContentionDelay;
use std::rc::Rc;

/// Time-to-live of packets from the transports (ns-2's default for agents; its AODV sets another).
const DATA_TTL: u8 = 32;

impl Simulation {
    /// A packet reached its destination node.
    pub(super) fn deliver(&mut self, node: NodeId, packet: Packet) {
        if self.wired.is_some() && self.goes_on_by_wire(node, &packet) {
            return self.leave_radio(node, packet);
        }
        let Body::Data(payload) = packet.body else { return };
        match payload {
            Payload::Tcp { flow, sent, forward, contention, segment } => {
                let now = self.now;
                let f = &mut self.flows[flow as usize];
                let radio_ends = f.radio_ends();
                let Endpoints::Tcp { sender, receiver } = &mut f.endpoints else { return };
                if forward {
                    debug_assert_eq!(node, f.dst);
                    if segment.len > 0 {
                        f.meter.delay.add(now - sent);
                        f.meter.receive(segment.len);
                    }
                    if let Some(contention) = contention {
                        let delay = Nanos::from_micros(u64::from(contention.as_micros()));
                        receiver.on_contention(now, &segment, ContentionSample { delay, hops: packet.hops.into() });
                    }
                    receiver.on_segment(now, &segment);
                    let bytes = f.note_delivery(now);
                    if bytes > 0 {
                        self.count_delivery(flow, bytes);
                    }
                    self.pump(flow, Side::Receiver);
                } else {
                    let hops = radio_ends.and_then(|(at, to)| self.routers[at.index()].hops_to(to));
                    if let Some(hops) = hops.filter(|h| *h != f.path.hops && *h > 0) {
                        f.path.hops = hops;
                        sender.set_path(f.path);
                    }
                    let was_idle = sender.is_idle();
                    sender.on_segment(now, &segment);
                    if let Some(at) = f.after_ack(now, was_idle) {
                        self.queue.push(at, Event::Application(flow));
                    }
                    self.pump(flow, Side::Sender);
                }
            }
            Payload::Dccp { flow, sent, forward: true, ecn, packet } => {
                self.deliver_dccp_data(flow, sent, ecn, &packet);
            }
            Payload::Dccp { flow, forward: false, packet, .. } => self.deliver_dccp_feedback(flow, &packet),
            Payload::External { entered, packet: external } => self.deliver_outside(entered, packet.hops, external),
            Payload::Udp { flow, sent, bytes, .. } => {
                let f = &mut self.flows[flow as usize];
                f.meter.delay.add(self.now - sent);
                f.meter.receive(bytes);
                f.meter.deliver(self.now, u64::from(bytes));
                self.count_delivery(flow, u64::from(bytes));
            }
        }
    }

    pub(super) fn transport_timer(&mut self, flow: u32, side: Side) {
        let f = &mut self.flows[flow as usize];
        if f.armed[side as usize] != self.now {
            return;
        }
        f.armed[side as usize] = Nanos::MAX;
        let now = self.now;
        match (&mut f.endpoints, side) {
            (Endpoints::Tcp { sender, .. }, Side::Sender) => sender.on_timeout(now),
            (Endpoints::Tcp { receiver, .. }, Side::Receiver) => receiver.on_timeout(now),
            (Endpoints::Dccp { sender, .. }, Side::Sender) => sender.on_timeout(now),
            (Endpoints::Dccp { receiver, .. }, Side::Receiver) => receiver.on_timeout(now),
            (Endpoints::Udp(_), _) => {}
        }
        self.pump(flow, side);
    }

    /// Sends what an endpoint has to send, and arms its timer.
    pub(super) fn pump(&mut self, flow: u32, side: Side) {
        let now = self.now;
        loop {
            let f = &mut self.flows[flow as usize];
            let Endpoints::Tcp { sender, receiver } = &mut f.endpoints else { return self.pump_dccp(flow, side) };
            let (segment, src, dst, forward) = match side {
                Side::Sender => (sender.poll_transmit(now), f.src, f.dst, true),
                Side::Receiver => (receiver.poll_transmit(now), f.dst, f.src, false),
            };
            let Some(segment) = segment else { break };
            let bytes = segment.len + segment.header_bytes() + IP_BYTES;
            let contention = (forward && f.wants_contention).then(ContentionDelay::default);
            let payload = Payload::Tcp { flow, sent: now, forward, contention, segment: Rc::new(segment) };
            self.send(src, dst, bytes, payload);
        }
        let f = &mut self.flows[flow as usize];
        if let (Side::Sender, Endpoints::Tcp { sender, .. }) = (side, &mut f.endpoints) {
            let cwnd = sender.cwnd_segments();
            f.meter.set_cwnd(now, cwnd);
            if let Some(rtt) = sender.take_rtt_sample() {
                self.note_rtt(flow, rtt);
            }
        }
        self.arm_transport(flow, side);
    }

    /// Takes note of a round-trip time that a sender measured.
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
        if let Some(at) = f.next_timeout(side)
            && at < f.armed[side as usize]
        {
            let at = at.max(now);
            f.armed[side as usize] = at;
            self.queue.push(at, Event::Transport(flow, side));
        }
    }

    pub(super) fn send(&mut self, src: NodeId, dst: NodeId, bytes: u32, payload: Payload) {
        let way = payload.flow().map_or(Way::Radio, |flow| self.flows[flow as usize].way);
        self.send_by(way, src, dst, bytes, payload);
    }

    #[inline(always)]
    pub(super) fn send_by(&mut self, way: Way, src: NodeId, dst: NodeId, bytes: u32, payload: Payload) {
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
        match f.application(now) {
            Next::At(at) => self.queue.push(at, Event::Application(flow)),
            Next::Datagram(at) => {
                let (src, dst) = (f.src, f.dst);
                if let Endpoints::Udp(source) = &mut f.endpoints {
                    let number = source.next_number;
                    source.next_number += 1;
                    let (bytes, ip_bytes) = (source.packet_bytes, source.ip_bytes());
                    self.send(src, dst, ip_bytes, Payload::Udp { flow, sent: now, bytes, number });
                }
                self.queue.push(at, Event::Application(flow));
                return;
            }
            Next::Wait => {}
        }
        self.pump(flow, Side::Sender);
    }
}
