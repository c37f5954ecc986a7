use super::config::Rules;
use super::message::{Message, Rerr, Rrep};
use super::table::NO_HOPS;
use super::{Aodv, Header};
use crate::action::{Action, DropReason};
use airhop_base::{Nanos, NodeId};

impl<T: Clone> Aodv<T> {
    /// RFC 3561, section 6.7; ns-2, recvReply. `header.dst` is the node that searched.
    pub(super) fn receive_reply(
        &mut self,
        now: Nanos,
        header: Header,
        rrep: Box<Rrep>,
        from: NodeId,
        out: &mut Vec<Action<T>>,
    ) {
        self.touch_neighbour(now, from, out);
        if rrep.dst == self.node && self.config.sequence_numbers == Rules::Rfc3561 {
            // No node needs a route to itself, and such a route could become a loop. ns-2 allows it.
            return;
        }
        let i = self.table.find_or_add(rrep.dst);
        if !self.replaces(&self.table[i], rrep.dst_seq, rrep.hop_count) {
            return self.pass_old_reply_on(now, header, rrep, i, from, out);
        }
        let repaired = self.table[i].in_rfc_repair();
        self.route_found(i, rrep.dst_seq, rrep.hop_count, from, now.saturating_add(rrep.lifetime));
        self.table[i].search.succeeded(rrep.hop_count);
        if header.dst == self.node {
            let latency = now.saturating_sub(rrep.request_sent_at) / u64::from(rrep.hop_count.max(1));
            self.table[i].search.learn(latency);
        }
        if repaired {
            self.report_detour(now, i, out);
        }
        self.release(now, i, self.config.release_spacing, out);
        if header.dst != self.node {
            self.pass_reply_on(now, header, rrep, i, from, out);
        }
    }

    /// A reply without new information for this node.
    ///
    /// RFC 3561, section 6.7, as ns-2, passes on only replies that made or changed a route. A destination that keeps its
    /// number (section 6.6.1) would then never be found by a second source through nodes that know it already, when the D flag or a race keeps them
    /// from answering: so by the RFC's rules such a node passes on what its own table says, as if it had answered itself (section 6.6.2).
    fn pass_old_reply_on(
        &mut self,
        now: Nanos,
        header: Header,
        mut rrep: Box<Rrep>,
        i: usize,
        from: NodeId,
        out: &mut Vec<Action<T>>,
    ) {
        let route = &self.table[i];
        let good = route.is_up() && route.seq_valid && self.config.sequence_numbers == Rules::Rfc3561;
        if header.dst == self.node || !good {
            return;
        }
        let same = route.seq == rrep.dst_seq && route.hops == rrep.hop_count && route.next_hop == Some(from);
        if same {
            let until = now.saturating_add(rrep.lifetime);
            self.table[i].expires = self.table[i].expires.max(until);
        }
        let route = &self.table[i];
        rrep.dst_seq = route.seq;
        rrep.hop_count = route.hops;
        rrep.lifetime = self.lifetime_left(now, route);
        self.pass_reply_on(now, header, rrep, i, from, out);
    }

    /// Sends a reply on towards the node that searched, and records that this neighbour is going to use the route.
    fn pass_reply_on(
        &mut self,
        now: Nanos,
        header: Header,
        mut rrep: Box<Rrep>,
        forth: usize,
        from: NodeId,
        out: &mut Vec<Action<T>>,
    ) {
        let back = self.table.find(header.dst).filter(|back| self.table[*back].hops != NO_HOPS);
        let Some((back, next_hop)) = back.and_then(|back| self.table[back].next_hop.map(|n| (back, n))) else {
            let packet = self.passed_on(header, Message::Rrep(rrep));
            return out.push(Action::Drop { packet, reason: DropReason::NoRoute });
        };
        rrep.hop_count = rrep.hop_count.saturating_add(1);
        let packet = self.passed_on(header, Message::Rrep(rrep));
        self.stats.rrep_forwarded += u64::from(packet.ttl > 0);
        self.forward(now, back, packet, Nanos::ZERO, out);
        self.table[forth].add_precursor(next_hop);
        if let Some(neighbour) = self.table.get_mut(from).filter(|_| self.config.route_errors == Rules::Rfc3561) {
            neighbour.add_precursor(next_hop);
        }
    }

    /// RFC 3561, section 6.12: a repair that made the route longer is reported with the N flag, so that the source may look
    /// for a better one. ns-2 knows no such flag and would take it for a broken route.
    fn report_detour(&mut self, now: Nanos, i: usize, out: &mut Vec<Action<T>>) {
        let route = &self.table[i];
        if self.config.route_errors == Rules::Rfc3561 && route.hops > route.last_hops {
            let unreachable = vec![(route.dst, route.seq)];
            let precursors = route.precursors.clone();
            self.send_error(now, Rerr { no_delete: true, unreachable }, &precursors, false, out);
        }
    }
}
