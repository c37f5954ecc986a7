//! Packet salvaging: what becomes of packets whose next hop is gone (RFC 4728, section 8.3.6; ns-2, undeliverablePkt).

use super::Dsr;
use super::config::Rules;
use super::route::uses;
use super::source_routed::SourceRouted;
use crate::action::{Action, DropReason};
use crate::packet::Packet;
use airhop_base::{Nanos, NodeId};

impl<T: Clone> Dsr<T> {
    /// Takes back a packet from the interface queue.
    pub(crate) fn reclaimed(&mut self, now: Nanos, packet: Packet<T>, next_hop: NodeId, out: &mut Vec<Action<T>>) {
        match SourceRouted::open(packet) {
            Ok(packet) => self.salvage(now, packet, next_hop, out),
            Err(packet) => out.push(Action::Drop { packet, reason: DropReason::LinkFailed }),
        }
    }

    /// Sends a packet by another route, or buffers it until there is one. `lost` is the neighbour that it could not reach.
    pub(super) fn salvage(&mut self, now: Nanos, mut packet: SourceRouted<T>, lost: NodeId, out: &mut Vec<Action<T>>) {
        // It leaves its flow.
        packet.bytes -= self.header_bytes(&packet).min(packet.bytes);
        let header = packet.header_mut();
        header.flow = None;
        header.flow_timeout_s = None;
        if packet.src == self.node {
            packet.header_mut().route = [].into();
            return self.dispatch(now, packet, out);
        }
        let salvaged = packet.header().salvaged;
        if !self.config.salvage || salvaged >= self.config.max_salvages {
            return out.push(Action::Drop { packet: packet.close(), reason: DropReason::LinkFailed });
        }
        let Some(route) = self.cache.find(now, packet.dst, false) else {
            if !self.config.salvage_requests {
                return out.push(Action::Drop { packet: packet.close(), reason: DropReason::NoRoute });
            }
            if self.config.headers == Rules::Ns2 {
                // ns-2 leaves the old header's bytes on a packet that it keeps.
                packet.bytes += self.header_bytes(&packet);
            }
            return self.keep(now, packet, out);
        };
        // A reply that contains the broken link is not worth salvaging.
        let header = packet.header_mut();
        let node = self.node;
        if header.reply.take_if(|r| uses(r, node, lost) || uses(r, lost, node)).is_some() && header.is_plain() {
            return out.push(Action::Drop { packet: packet.close(), reason: DropReason::LinkFailed });
        }
        header.salvaged += 1;
        header.route = route;
        self.send_fresh(now, packet, Nanos::ZERO, out);
    }
}
