//! Packets from the layer above, on their way into the interface queue.

use crate::carried::{Carried, Content};
use crate::event::{Schedule, Upcall};
use crate::frame::{Class, Outgoing};
use crate::mac::arp::{ARP_BYTES, Resolution};
use crate::mac::context::{Air, Io};
use crate::mac::station::Station;
use airhop_base::NodeId;

impl<P: Carried> Station<P> {
    /// Takes a packet from the layer above: resolves its next hop's address if configured, and queues it.
    pub fn enqueue<S: Schedule>(&mut self, outgoing: Outgoing<P>, air: &Air, io: &mut Io<'_, P, S>) {
        if !air.config.mac.arp {
            return self.admit(outgoing.wrap(), air, io);
        }
        let target = outgoing.next_hop;
        match self.arp.resolve(outgoing) {
            Resolution::Send(outgoing) => self.admit(outgoing.wrap(), air, io),
            Resolution::Ask { dropped } => {
                if let Some(dropped) = dropped {
                    self.drop_unresolved(dropped, io);
                }
                if let Some(target) = target {
                    let request = Content::ArpRequest { target };
                    self.admit(arp_packet(request, None), air, io);
                }
            }
            Resolution::GiveUp { dropped, held } => {
                self.drop_unresolved(dropped, io);
                if let Some(held) = held {
                    self.drop_unresolved(held, io);
                }
            }
        }
    }

    fn drop_unresolved<S: Schedule>(&mut self, outgoing: Outgoing<P>, io: &mut Io<'_, P, S>) {
        self.stats.dropped_arp += 1;
        io.upcalls.push(Upcall::Dropped { node: self.node, packet: outgoing.packet });
    }

    /// Marks a packet that found a long queue, if it can be.
    #[cold]
    fn mark(&mut self, outgoing: &mut Outgoing<Content<P>>) {
        self.stats.marked += u64::from(outgoing.packet.mark_congestion());
    }

    pub(super) fn admit<S: Schedule>(&mut self, mut outgoing: Outgoing<Content<P>>, air: &Air, io: &mut Io<'_, P, S>) {
        if self.queue.wants_mark() {
            self.mark(&mut outgoing);
        }
        if let Some(dropped) = self.queue.push(outgoing, io.now) {
            self.stats.dropped_queue += 1;
            if let Content::Packet(packet) = dropped.packet {
                io.upcalls.push(Upcall::Dropped { node: self.node, packet });
            }
        }
        if self.current.is_none() && !self.stalled {
            self.pull(air, io);
        }
    }
}

pub(super) fn arp_packet<P>(content: Content<P>, next_hop: Option<NodeId>) -> Outgoing<Content<P>> {
    Outgoing { packet: content, bytes: ARP_BYTES, next_hop, class: Class::Routing }
}
