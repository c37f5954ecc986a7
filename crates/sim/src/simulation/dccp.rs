//! The ends of DCCP flows. They stay out of TCP's way: inlined, they make the event loop longer for all.

use super::Simulation;
use crate::event::{Event, Side};
use crate::flow::Endpoints;
use crate::payload::{Ecn, IP_BYTES, Payload};
use airhop_base::Nanos;
use airhop_transport::dccp;
use std::rc::Rc;

impl Simulation {
    /// A packet reached the flow's destination, marked by a queue or not.
    #[inline(never)]
    pub(super) fn deliver_dccp_data(&mut self, flow: u32, sent: Nanos, ecn: Ecn, packet: &dccp::Packet) {
        let now = self.now;
        let f = &mut self.flows[flow as usize];
        let Endpoints::Dccp { receiver, .. } = &mut f.endpoints else { return };
        receiver.on_packet(now, packet, ecn == Ecn::Marked);
        if packet.len > 0 {
            f.meter.delay.add(now - sent);
            f.meter.receive(packet.len);
        }
        let bytes = f.note_delivery(now);
        if bytes > 0 {
            self.count_delivery(flow, bytes);
        }
        self.pump(flow, Side::Receiver);
    }

    /// A packet reached the flow's source.
    #[inline(never)]
    pub(super) fn deliver_dccp_feedback(&mut self, flow: u32, packet: &dccp::Packet) {
        let now = self.now;
        let f = &mut self.flows[flow as usize];
        let Endpoints::Dccp { sender, .. } = &mut f.endpoints else { return };
        let was_idle = sender.is_idle();
        sender.on_packet(now, packet);
        if let Some(at) = f.after_ack(now, was_idle) {
            self.queue.push(at, Event::Application(flow));
        }
        self.pump(flow, Side::Sender);
    }

    /// Sends what an endpoint has to send.
    #[inline(never)]
    pub(super) fn pump_dccp(&mut self, flow: u32, side: Side) {
        let now = self.now;
        loop {
            let f = &mut self.flows[flow as usize];
            let Endpoints::Dccp { sender, receiver } = &mut f.endpoints else { return };
            let (packet, src, dst, forward) = match side {
                Side::Sender => (sender.poll_transmit(now), f.src, f.dst, true),
                Side::Receiver => (receiver.poll_transmit(now), f.dst, f.src, false),
            };
            let Some(packet) = packet else { break };
            let ecn = if forward && sender.is_ecn_capable() { Ecn::Capable } else { Ecn::NotCapable };
            let bytes = packet.payload_bytes() + packet.header_bytes() + IP_BYTES;
            self.send(src, dst, bytes, Payload::Dccp { flow, sent: now, forward, ecn, packet: Rc::new(packet) });
        }
        let f = &mut self.flows[flow as usize];
        if let (Side::Sender, Endpoints::Dccp { sender, .. }) = (side, &mut f.endpoints) {
            f.meter.set_cwnd(now, sender.cwnd_packets());
            if let Some(rtt) = sender.take_rtt_sample() {
                self.note_rtt(flow, rtt);
            }
        }
        self.arm_transport(flow, side);
    }
}
