use super::Aodv;
use super::config::{LocalRepair, Rules};
use super::message::{Message, Rerr};
use super::sequence::newer;
use super::table::{NO_HOPS, State};
use crate::action::{Action, DropReason};
use crate::packet::{BROADCAST, Packet};
use airhop_base::{Nanos, NodeId};

impl<T: Clone> Aodv<T> {
    /// The MAC gave up on a packet (RFC 3561, sections 6.10 and 6.11; ns-2, rt_ll_failed).
    pub(crate) fn link_failed(&mut self, now: Nanos, packet: Packet<T>, next_hop: NodeId, out: &mut Vec<Action<T>>) {
        self.expire_routes(now);
        let rfc = self.config.route_errors == Rules::Rfc3561;
        let found = self.table.find(packet.dst);
        self.stats.link_failures += u64::from(!packet.is_control());
        // ns-2 learns nothing from lost replies, nor from data for destinations it does not know.
        if packet.dst == BROADCAST || !rfc && (packet.is_control() || found.is_none()) {
            return out.push(Action::Drop { packet, reason: DropReason::LinkFailed });
        }
        self.stats.route_failures += u64::from(self.table.iter().any(|r| r.is_up() && r.next_hop == Some(next_hop)));
        match found.filter(|_| !packet.is_control()) {
            Some(i) if self.should_repair(&self.table[i], &packet, next_hop) => {
                self.repair(now, i, packet, next_hop, out);
            }
            _ if rfc => {
                self.link_broken(now, next_hop, None, out);
                self.salvage(now, packet, next_hop, out);
                out.push(Action::ReclaimQueue { next_hop });
            }
            _ => {
                out.push(Action::Drop { packet, reason: DropReason::LinkFailed });
                out.push(Action::ReclaimQueue { next_hop });
                self.link_broken(now, next_hop, None, out);
            }
        }
        self.rearm(now);
    }

    /// Takes back a packet from the interface queue.
    pub(crate) fn reclaimed(&mut self, now: Nanos, packet: Packet<T>, next_hop: NodeId, out: &mut Vec<Action<T>>) {
        self.expire_routes(now);
        self.salvage(now, packet, next_hop, out);
    }

    /// Handles a packet whose next hop is gone. ns-2 drops it. The RFC requires only that packets wait during local repair;
    /// its rules here also send a packet by another route if there is one by now, and buffer a source's own packet until a
    /// route is found (section 6.11).
    fn salvage(&mut self, now: Nanos, packet: Packet<T>, lost: NodeId, out: &mut Vec<Action<T>>) {
        let rfc = self.config.route_errors == Rules::Rfc3561;
        let route = self.table.get(packet.dst).filter(|_| !packet.is_control());
        let useful = route.is_some_and(|route| {
            let elsewhere = route.is_up() && route.next_hop != Some(lost);
            route.in_rfc_repair() || rfc && (elsewhere || !route.is_up() && packet.src == self.node)
        });
        if useful {
            self.resolve(now, packet, None, out);
        } else {
            out.push(Action::Drop { packet, reason: DropReason::LinkFailed });
        }
    }

    /// The link to a neighbour has failed: invalidates every route through it but the one to `except`, and reports them
    /// (RFC 3561, section 6.11, case i; ns-2, nb_delete and handle_link_failure).
    pub(super) fn link_broken(
        &mut self,
        now: Nanos,
        next_hop: NodeId,
        except: Option<NodeId>,
        out: &mut Vec<Action<T>>,
    ) {
        if self.config.sequence_numbers == Rules::Ns2 {
            self.seq = self.seq.wrapping_add(2);
        }
        let rfc = self.config.route_errors == Rules::Rfc3561;
        let forget_at = self.forget_at(now);
        let mut unreachable = Vec::new();
        let mut precursors = Vec::new();
        for route in self.table.iter_mut().rev() {
            route.precursors.retain(|p| *p != next_hop);
            if route.hops != NO_HOPS && route.next_hop == Some(next_hop) && except != Some(route.dst) {
                if route.seq_valid {
                    route.seq = route.seq.wrapping_add(1);
                }
                if !rfc || !route.precursors.is_empty() {
                    unreachable.push((route.dst, route.seq));
                }
                if rfc {
                    precursors.append(&mut route.precursors);
                }
                route.set_down(forget_at);
            }
        }
        self.send_error(now, Rerr { no_delete: false, unreachable }, &precursors, false, out);
    }

    /// A packet of another node's came for which there is no route: its sender is notified (RFC 3561, section 6.11,
    /// case ii; ns-2, rt_resolve).
    ///
    /// The RFC raises the sequence number once, when the route breaks; reporting it again keeps it. It tells the precursors;
    /// here the neighbour that sent the packet is among them even where no reply came by that way.
    pub(super) fn report_no_route(&mut self, now: Nanos, i: usize, from: Option<NodeId>, out: &mut Vec<Action<T>>) {
        let forget_at = self.forget_at(now);
        let route = &mut self.table[i];
        // Section 6.11: whoever still asks keeps the entry, and its number, from being forgotten.
        route.expires = route.expires.max(forget_at);
        let unreachable = vec![(route.dst, route.seq)];
        let mut precursors = std::mem::take(&mut route.precursors);
        if self.config.route_errors == Rules::Ns2 {
            // ns-2 broadcasts and keeps its precursors.
            route.precursors.clone_from(&precursors);
        }
        precursors.extend(from);
        self.send_error(now, Rerr { no_delete: false, unreachable }, &precursors, false, out);
    }

    /// RFC 3561, section 6.11, case iii; ns-2, recvError.
    ///
    /// The RFC copies the number reported. Here it never falls and always changes, for a number that fell, or one that a
    /// forgetful neighbour reported as zero, could make a route through this node look newer than its own.
    pub(super) fn receive_error(&mut self, now: Nanos, rerr: &Rerr, from: NodeId, out: &mut Vec<Action<T>>) {
        let rules = self.config.sequence_numbers;
        let forget_at = self.forget_at(now);
        let mut unreachable = Vec::new();
        let mut precursors = Vec::new();
        let mut clear_queue = false;
        for &(dst, seq) in &rerr.unreachable {
            let Some(route) = self.table.get_mut(dst) else { continue };
            let through_sender = route.hops != NO_HOPS && route.next_hop == Some(from);
            if !through_sender || rules == Rules::Ns2 && route.seq > seq {
                continue;
            }
            if rerr.no_delete && self.config.route_errors == Rules::Rfc3561 {
                if !route.precursors.is_empty() {
                    unreachable.push((dst, seq));
                    precursors.extend_from_slice(&route.precursors);
                }
                continue;
            }
            if rules == Rules::Ns2 || newer(rules, seq, route.seq) {
                route.seq = seq;
            } else {
                route.seq = route.seq.wrapping_add(1);
            }
            route.set_down(forget_at);
            clear_queue = true;
            if !route.precursors.is_empty() {
                unreachable.push((dst, route.seq));
                precursors.append(&mut route.precursors);
            }
        }
        if clear_queue && self.config.route_errors == Rules::Ns2 {
            out.push(Action::ReclaimQueue { next_hop: from });
        }
        self.send_error(now, Rerr { no_delete: rerr.no_delete, unreachable }, &precursors, true, out);
    }

    /// Sends an error, unless it is empty, no node needs it or too many were sent. ns-2 always broadcasts; the RFC
    /// (section 6.11) sends it to a sole precursor alone.
    pub(super) fn send_error(
        &mut self,
        now: Nanos,
        rerr: Rerr,
        precursors: &[NodeId],
        jitter: bool,
        out: &mut Vec<Action<T>>,
    ) {
        if rerr.unreachable.is_empty() {
            return;
        }
        let next_hop = match (self.config.route_errors, precursors) {
            (Rules::Ns2, _) => None,
            (Rules::Rfc3561, []) => return,
            (Rules::Rfc3561, [first, others @ ..]) => others.iter().all(|p| p == first).then_some(*first),
        };
        if self.rerr_limit.take(now).is_err() {
            return;
        }
        self.stats.rerr_sent += 1;
        let packet = self.control_packet(next_hop.unwrap_or(BROADCAST), 1, Message::Rerr(Box::new(rerr)));
        let delay = if jitter && next_hop.is_none() { self.draw_jitter() } else { Nanos::ZERO };
        out.push(Action::Transmit { packet, next_hop, delay });
    }

    /// Whether a failed packet starts, or continues, a local repair.
    ///
    /// RFC 3561, section 6.12: the packet is another node's and the destination at most MAX_REPAIR_TTL hops away.
    /// ns-2: the packet has come farther than it has to go.
    fn should_repair(&self, route: &super::table::Route, packet: &Packet<T>, next_hop: NodeId) -> bool {
        match self.config.local_repair {
            LocalRepair::Off => false,
            LocalRepair::Ns2 => packet.hops > route.hops,
            LocalRepair::Rfc3561 => {
                let breaks = route.state == State::Up
                    && route.next_hop == Some(next_hop)
                    && route.hops <= self.config.max_repair_ttl
                    && packet.src != self.node;
                breaks || route.in_rfc_repair()
            }
        }
    }
}
