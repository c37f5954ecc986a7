use super::Aodv;
use super::config::LocalRepair;
use super::table::{NO_HOPS, State};
use crate::action::Action;
use crate::packet::Packet;
use airhop_base::{Nanos, NodeId};

impl<T: Clone> Aodv<T> {
    /// Begins or continues the repair of route `i`, on which `packet` failed.
    pub(super) fn repair(
        &mut self,
        now: Nanos,
        i: usize,
        packet: Packet<T>,
        next_hop: NodeId,
        out: &mut Vec<Action<T>>,
    ) {
        self.stats.local_repairs += u64::from(self.table[i].is_up());
        match self.config.local_repair {
            LocalRepair::Ns2 => self.repair_ns2(now, i, packet, out),
            LocalRepair::Off | LocalRepair::Rfc3561 => self.repair_rfc(now, i, packet, next_hop, out),
        }
    }

    /// ns-2's repair (local_rt_repair). The route keeps sequence number, hop count and next hop, which makes it refuse what
    /// neighbours answer; the timer's delay is the *instant* at which the wait for an answer ends.
    fn repair_ns2(&mut self, now: Nanos, i: usize, packet: Packet<T>, out: &mut Vec<Action<T>>) {
        self.buffer.push(now, packet, out);
        self.table[i].state = State::Repair;
        self.search(now, i, out);
        let route = &self.table[i];
        self.repair_timers.start(now.saturating_add(route.search.deadline), route.dst);
    }

    /// ns-2's repair timer: a route that is not up goes down, and no node is notified.
    pub(super) fn repair_timer_fired(&mut self, now: Nanos, dst: NodeId) {
        let forget_at = self.forget_at(now);
        if let Some(route) = self.table.get_mut(dst).filter(|r| !r.is_up()) {
            route.set_down(forget_at);
        }
    }

    /// RFC 3561, section 6.12: the sequence number is raised, so that no node with the old route can answer, and one request
    /// goes out with a time-to-live of max(MIN_REPAIR_TTL, hops to the packet's source / 2) + LOCAL_ADD_TTL, where MIN_REPAIR_TTL is
    /// the last hop count to the destination. Other routes through the neighbour are reported as broken.
    fn repair_rfc(&mut self, now: Nanos, i: usize, packet: Packet<T>, next_hop: NodeId, out: &mut Vec<Action<T>>) {
        let to_source = self.table.get(packet.src).filter(|r| r.is_up()).map_or(packet.hops, |r| r.hops);
        let dst = packet.dst;
        self.buffer.push(now, packet, out);
        if self.table[i].in_rfc_repair() {
            return;
        }
        self.link_broken(now, next_hop, Some(dst), out);
        let route = &mut self.table[i];
        if route.seq_valid {
            route.seq = route.seq.wrapping_add(1);
        }
        route.last_hops = route.hops;
        route.hops = NO_HOPS;
        route.next_hop = None;
        route.state = State::Repair;
        let ttl = route.last_hops.max(to_source / 2).saturating_add(self.config.local_add_ttl);
        route.search.running = true;
        route.search.deadline = now.saturating_add(self.config.ring_traversal_time(ttl));
        match self.rreq_limit.take(now) {
            Ok(()) => self.send_request(now, i, ttl, out),
            Err(_) => self.repair_failed(now, i, out),
        }
        out.push(Action::ReclaimQueue { next_hop });
    }

    /// RFC 3561, section 6.12: no answer came in time, so the route is reported as broken. Packets of other nodes are
    /// dropped, this node's own keep waiting while it searches as their source.
    pub(super) fn repair_failed(&mut self, now: Nanos, i: usize, out: &mut Vec<Action<T>>) {
        let forget_at = self.forget_at(now);
        let route = &mut self.table[i];
        route.search.running = false;
        route.search.deadline = Nanos::ZERO;
        route.search.network_wide = 0;
        route.set_down(forget_at);
        let dst = route.dst;
        let mut precursors = std::mem::take(&mut route.precursors);
        let unreachable = vec![(dst, route.seq)];
        let mut own = Vec::new();
        while let Some(packet) = self.buffer.pop(now, dst, out) {
            if packet.src == self.node {
                own.push(packet);
            } else {
                out.push(Action::Drop { packet, reason: crate::action::DropReason::NoRoute });
            }
        }
        precursors.dedup();
        self.send_error(now, super::message::Rerr { no_delete: false, unreachable }, &precursors, false, out);
        let search = !own.is_empty();
        for packet in own {
            self.buffer.push(now, packet, out);
        }
        if search {
            self.search(now, i, out);
        }
    }
}

impl super::table::Route {
    /// Whether the RFC's repair is at work, which, unlike ns-2's, leaves no hop count and keeps its own time.
    pub(super) fn in_rfc_repair(&self) -> bool {
        self.state == State::Repair && self.hops == NO_HOPS
    }
}

impl super::config::AodvConfig {
    /// NET_TRAVERSAL_TIME = 2 NODE_TRAVERSAL_TIME NET_DIAMETER (RFC 3561, section 10).
    #[must_use]
    pub fn net_traversal_time(&self) -> Nanos {
        saturating_mul(self.node_traversal_time, 2 * u64::from(self.net_diameter))
    }

    /// RING_TRAVERSAL_TIME = 2 NODE_TRAVERSAL_TIME (TTL_VALUE + TIMEOUT_BUFFER) (RFC 3561, section 10).
    #[must_use]
    pub fn ring_traversal_time(&self, ttl: u8) -> Nanos {
        saturating_mul(self.node_traversal_time, 2 * (u64::from(ttl) + u64::from(self.timeout_buffer)))
    }

    /// MinimalLifetime = 2 NET_TRAVERSAL_TIME - 2 HopCount NODE_TRAVERSAL_TIME (RFC 3561, section 6.5).
    #[must_use]
    pub fn minimal_lifetime(&self, hop_count: u8) -> Nanos {
        saturating_mul(self.net_traversal_time(), 2)
            .saturating_sub(saturating_mul(self.node_traversal_time, 2 * u64::from(hop_count)))
    }
}

/// A configured length of time, "never" included, times a factor.
pub(super) fn saturating_mul(time: Nanos, factor: u64) -> Nanos {
    Nanos::from_nanos(time.as_nanos().saturating_mul(factor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AodvConfig;

    #[test]
    fn section_10_times() {
        let config = AodvConfig::rfc3561();
        assert_eq!(config.net_traversal_time(), Nanos::from_millis(2800));
        assert_eq!(config.ring_traversal_time(1), Nanos::from_millis(240));
        assert_eq!(config.minimal_lifetime(3), Nanos::from_millis(5600 - 240));
        assert_eq!(config.rreq_id_save, config.net_traversal_time() * 2);
    }
}
