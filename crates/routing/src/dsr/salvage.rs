//! What becomes of packets whose next hop is gone (RFC 4728, section 8.3.6; ns-2, undeliverablePkt).

use super::route::uses;
use super::{Dsr, Parcel, Rules};
use crate::{Action, DropReason, Packet};
use airhop_base::{Nanos, NodeId};

impl<T: Clone> Dsr<T> {
    /// Takes back a packet from the interface queue.
    pub(crate) fn reclaimed(&mut self, now: Nanos, packet: Packet<T>, next_hop: NodeId, out: &mut Vec<Action<T>>) {
        match Parcel::open(packet) {
            Ok(parcel) => self.rescue(now, parcel, next_hop, out),
            Err(packet) => out.push(Action::Drop { packet, reason: DropReason::LinkFailed }),
        }
    }

    /// Finds another way for a packet, or keeps it until there is one. `lost` is the neighbour that it could not reach.
    pub(super) fn rescue(&mut self, now: Nanos, mut parcel: Parcel<T>, lost: NodeId, out: &mut Vec<Action<T>>) {
        // It leaves its flow.
        parcel.bytes -= self.header_bytes(&parcel).min(parcel.bytes);
        let header = parcel.header_mut();
        header.flow = None;
        header.flow_timeout_s = None;
        if parcel.src == self.node {
            parcel.header_mut().route = [].into();
            return self.dispatch(now, parcel, out);
        }
        let salvaged = parcel.header().salvaged;
        if !self.config.salvage || salvaged >= self.config.max_salvages {
            return out.push(Action::Drop { packet: parcel.close(), reason: DropReason::LinkFailed });
        }
        let Some(route) = self.cache.find(now, parcel.dst, false) else {
            if !self.config.salvage_requests {
                return out.push(Action::Drop { packet: parcel.close(), reason: DropReason::NoRoute });
            }
            if self.config.headers == Rules::Ns2 {
                // ns-2 leaves the old header's bytes on a packet that it keeps.
                parcel.bytes += self.header_bytes(&parcel);
            }
            return self.keep(now, parcel, out);
        };
        // A reply with the dead link in it is not worth saving.
        let header = parcel.header_mut();
        let node = self.node;
        if header.reply.take_if(|r| uses(r, node, lost) || uses(r, lost, node)).is_some() && header.is_plain() {
            return out.push(Action::Drop { packet: parcel.close(), reason: DropReason::LinkFailed });
        }
        header.salvaged += 1;
        header.route = route;
        self.send_fresh(now, parcel, Nanos::ZERO, out);
    }
}
