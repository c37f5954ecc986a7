use super::Aodv;
use super::config::Rules;
use super::table::{NO_HOPS, State};
use crate::action::{Action, DropReason};
use crate::packet::Packet;
use airhop_base::{Nanos, NodeId};

impl<T: Clone> Aodv<T> {
    /// Sends a data packet on its way: along its route, into the buffer, or to its end (ns-2, rt_resolve).
    /// `from` is the neighbour it came from, `None` for this node's own packets.
    pub(super) fn resolve(&mut self, now: Nanos, packet: Packet<T>, from: Option<NodeId>, out: &mut Vec<Action<T>>) {
        let i = self.table.find_or_add(packet.dst);
        match self.table[i].state {
            State::Up => {
                if self.config.route_lifetimes == Rules::Rfc3561 {
                    self.refresh_ends(now, packet.src, from);
                }
                return self.forward(now, i, packet, Nanos::ZERO, out);
            }
            _ if packet.src == self.node => {
                self.buffer.push(now, packet, out);
                self.search(now, i, out);
            }
            State::Repair => self.buffer.push(now, packet, out),
            State::Down => {
                self.report_no_route(now, i, from, out);
                out.push(Action::Drop { packet, reason: DropReason::NoRoute });
            }
        }
        self.rearm(now);
    }

    /// RFC 3561, section 6.2: a data packet keeps alive the routes back to its source and to the neighbour it came from.
    fn refresh_ends(&mut self, now: Nanos, src: NodeId, from: Option<NodeId>) {
        let until = now.saturating_add(self.config.active_route_timeout);
        for end in [Some(src), from].into_iter().flatten() {
            if let Some(route) = self.table.get_mut(end).filter(|r| r.is_up()) {
                route.expires = route.expires.max(until);
            }
        }
    }

    /// Transmits a packet along route `i`, which has a next hop, and keeps the route alive (ns-2, forward; RFC 3561,
    /// section 6.2). A packet without time to live ends here.
    pub(super) fn forward(&mut self, now: Nanos, i: usize, packet: Packet<T>, delay: Nanos, out: &mut Vec<Action<T>>) {
        if packet.ttl == 0 {
            return out.push(Action::Drop { packet, reason: DropReason::TtlExpired });
        }
        let until = now.saturating_add(self.config.active_route_timeout);
        let route = &mut self.table[i];
        let next_hop = route.next_hop;
        match self.config.route_lifetimes {
            Rules::Ns2 => {
                route.expires = until;
                self.wake.purge_by(self.config.purge_interval, until);
            }
            Rules::Rfc3561 => {
                route.expires = route.expires.max(until);
                if let Some(neighbour) = next_hop.and_then(|n| self.table.get_mut(n)).filter(|r| r.is_up()) {
                    neighbour.expires = neighbour.expires.max(until);
                }
            }
        }
        out.push(match next_hop {
            Some(_) => Action::Transmit { packet, next_hop, delay },
            None => Action::Drop { packet, reason: DropReason::NoRoute },
        });
    }

    /// Sends the buffered packets of route `i`, each `spacing` after the one before.
    pub(super) fn release(&mut self, now: Nanos, i: usize, spacing: Nanos, out: &mut Vec<Action<T>>) {
        let dst = self.table[i].dst;
        let mut delay = Nanos::ZERO;
        while let Some(packet) = self.buffer.pop(now, dst, out) {
            self.forward(now, i, packet, delay, out);
            delay += spacing;
        }
    }

    /// Drops the buffered packets for the destination of route `i`.
    pub(super) fn drop_waiting(&mut self, now: Nanos, i: usize, out: &mut Vec<Action<T>>) {
        let dst = self.table[i].dst;
        while let Some(packet) = self.buffer.pop(now, dst, out) {
            out.push(Action::Drop { packet, reason: DropReason::NoRoute });
        }
    }

    /// Enters a route that was found.
    pub(super) fn route_found(&mut self, i: usize, seq: u32, hops: u8, next_hop: NodeId, expires: Nanos) {
        let route = &mut self.table[i];
        if route.state == State::Repair {
            self.stats.local_repairs_done += 1;
        }
        route.search.running = false;
        // More hops than a time-to-live can count do not occur; they would read as "none".
        route.set_up(seq, hops.min(NO_HOPS - 1), next_hop, expires);
    }
}
