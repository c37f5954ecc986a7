use super::config::Rules;
use super::message::{Message, Rrep, Rreq};
use super::sequence::{answer, newer};
use super::table::{NO_HOPS, Route};
use super::{Aodv, Header};
use crate::action::{Action, DropReason};
use crate::packet::BROADCAST;
use airhop_base::{Nanos, NodeId};

impl<T: Clone> Aodv<T> {
    /// RFC 3561, section 6.5; ns-2, recvRequest.
    pub(super) fn receive_request(
        &mut self,
        now: Nanos,
        header: Header,
        rreq: Box<Rreq>,
        from: NodeId,
        out: &mut Vec<Action<T>>,
    ) {
        self.touch_neighbour(now, from, out);
        if rreq.originator == self.node || !self.seen.insert(now, rreq.originator, rreq.id) {
            return;
        }
        let back = self.enter_reverse_route(now, &rreq, from, out);
        if rreq.dst == self.node {
            self.answer_as_destination(&rreq, back, out);
        } else if let Some(i) = self.table.find(rreq.dst).filter(|i| self.may_answer(&self.table[*i], &rreq)) {
            self.answer_from_table(now, &rreq, i, back, from, out);
        } else {
            self.pass_request_on(header, rreq, out);
        }
    }

    /// RFC 3561, sections 6.5 and 6.7: whoever sends a message is a neighbour; the route to it is entered without a valid
    /// sequence number. ns-2 does not.
    pub(super) fn touch_neighbour(&mut self, now: Nanos, from: NodeId, out: &mut Vec<Action<T>>) {
        if self.config.sequence_numbers == Rules::Ns2 {
            return;
        }
        let until = now.saturating_add(self.config.active_route_timeout);
        let i = self.table.find_or_add(from);
        let route = &mut self.table[i];
        if route.is_up() && route.hops == 1 {
            route.expires = route.expires.max(until);
        } else if !route.is_up() && !route.seq_valid {
            let seq = route.seq;
            self.route_found(i, seq, 1, from, until);
            self.table[i].seq_valid = false;
            self.table[i].search.succeeded(1);
            self.release(now, i, Nanos::ZERO, out);
        }
    }

    /// Whether a route of number `seq` and `hops` links shall replace `route`.
    ///
    /// RFC 3561, sections 6.2 and 6.7: when the number known is none or older, or equal and the route is down or longer.
    /// ns-2 the same but for zero as unknown, and a route under its repair that counts as up.
    pub(super) fn replaces(&self, route: &Route, seq: u32, hops: u8) -> bool {
        let rules = self.config.sequence_numbers;
        let unknown = rules == Rules::Rfc3561 && !route.seq_valid;
        unknown || newer(rules, seq, route.seq) || (seq == route.seq && hops < route.hops)
    }

    /// Enters or refreshes the route back to the originator and gives its place; buffered packets make use of it.
    fn enter_reverse_route(&mut self, now: Nanos, rreq: &Rreq, from: NodeId, out: &mut Vec<Action<T>>) -> usize {
        let i = self.table.find_or_add(rreq.originator);
        let until = match self.config.route_lifetimes {
            Rules::Ns2 => now.saturating_add(self.config.reverse_route_life),
            Rules::Rfc3561 => now.saturating_add(self.config.minimal_lifetime(rreq.hop_count)),
        };
        let route = &mut self.table[i];
        // A route that is down keeps the instant at which the RFC forgets it.
        let counts = route.is_up() || self.config.route_lifetimes == Rules::Ns2;
        let mut expires = if counts { route.expires.max(until) } else { until };
        if counts {
            route.expires = expires;
        }
        if !self.replaces(&self.table[i], rreq.originator_seq, rreq.hop_count) {
            return i;
        }
        let route = &mut self.table[i];
        if route.search.deadline > Nanos::ZERO {
            // This node was looking for the originator itself: the search is over, the route lives like one found.
            route.search.succeeded(rreq.hop_count);
            if self.config.route_lifetimes == Rules::Ns2 {
                expires = now.saturating_add(self.config.active_route_timeout);
            }
        }
        self.route_found(i, rreq.originator_seq, rreq.hop_count, from, expires);
        self.release(now, i, Nanos::ZERO, out);
        i
    }

    /// RFC 3561, section 6.6.1.
    fn answer_as_destination(&mut self, rreq: &Rreq, back: usize, out: &mut Vec<Action<T>>) {
        self.seq = answer(self.config.sequence_numbers, self.seq, rreq.dst_seq);
        let rrep = Rrep {
            dst: self.node,
            dst_seq: self.seq,
            originator: rreq.originator,
            hop_count: 1,
            lifetime: self.config.my_route_timeout,
            request_sent_at: rreq.sent_at,
        };
        self.send_reply(back, rrep, out);
    }

    /// Whether this node's route to the destination is good enough for an answer.
    ///
    /// RFC 3561, section 6.6: it is active, its number is valid and no older than the one asked for, and the D flag is
    /// not set. ns-2: it has a hop count (also under its own repair) and its number is no older.
    fn may_answer(&self, route: &Route, rreq: &Rreq) -> bool {
        let rules = self.config.sequence_numbers;
        let active = match rules {
            Rules::Rfc3561 => route.is_up() && route.seq_valid,
            Rules::Ns2 => route.hops != NO_HOPS,
        };
        active && !rreq.destination_only && rreq.dst_seq.is_none_or(|wanted| !newer(rules, wanted, route.seq))
    }

    /// RFC 3561, sections 6.6.2 and 6.6.3.
    fn answer_from_table(
        &mut self,
        now: Nanos,
        rreq: &Rreq,
        forth: usize,
        back: usize,
        from: NodeId,
        out: &mut Vec<Action<T>>,
    ) {
        let route = &self.table[forth];
        let rrep = Rrep {
            dst: rreq.dst,
            dst_seq: route.seq,
            originator: rreq.originator,
            hop_count: route.hops.saturating_add(1),
            lifetime: self.lifetime_left(now, route),
            request_sent_at: rreq.sent_at,
        };
        self.send_reply(back, rrep, out);
        let (towards_originator, towards_dst) = match self.config.sequence_numbers {
            Rules::Rfc3561 => (Some(from), self.table[forth].next_hop),
            Rules::Ns2 => (self.table[back].next_hop, self.table[forth].next_hop),
        };
        if let Some(neighbour) = towards_originator {
            self.table[forth].add_precursor(neighbour);
        }
        if let Some(neighbour) = towards_dst {
            self.table[back].add_precursor(neighbour);
        }
        if rreq.gratuitous {
            let back = &self.table[back];
            let rrep = Rrep {
                dst: rreq.originator,
                dst_seq: rreq.originator_seq,
                originator: rreq.dst,
                hop_count: back.hops.saturating_add(1),
                lifetime: self.lifetime_left(now, back),
                request_sent_at: rreq.sent_at,
            };
            self.send_reply(forth, rrep, out);
        }
    }

    /// The life that an answer from the table grants: what is left of the route's own (RFC 3561, section 6.6.2).
    ///
    /// ns-2 hands it over as a 32-bit number of whole seconds: less than a second becomes none, and an expiry that lies
    /// in the past, as under its repair, an age of the world.
    pub(super) fn lifetime_left(&self, now: Nanos, route: &Route) -> Nanos {
        const SECOND: Nanos = Nanos::from_secs(1);
        match self.config.route_lifetimes {
            Rules::Rfc3561 => route.expires.saturating_sub(now),
            Rules::Ns2 if route.expires >= now => {
                Nanos::from_secs(u64::from((route.expires - now).whole(SECOND) as u32))
            }
            Rules::Ns2 => Nanos::from_secs(u64::from(((now - route.expires).whole(SECOND) as u32).wrapping_neg())),
        }
    }

    /// Sends a reply of this node's along route `i`, which leads to `rrep.originator` (ns-2, sendReply).
    fn send_reply(&mut self, i: usize, rrep: Rrep, out: &mut Vec<Action<T>>) {
        let next_hop = self.table[i].next_hop;
        if next_hop.is_some() {
            self.stats.rrep_created += 1;
            let packet = self.control_packet(rrep.originator, self.config.net_diameter, Message::Rrep(Box::new(rrep)));
            out.push(Action::Transmit { packet, next_hop, delay: Nanos::ZERO });
        }
    }

    /// RFC 3561, section 6.5, last part: the request goes on with the newest number known, whatever became of the route.
    fn pass_request_on(&mut self, mut header: Header, mut rreq: Box<Rreq>, out: &mut Vec<Action<T>>) {
        let rules = self.config.sequence_numbers;
        rreq.hop_count = rreq.hop_count.saturating_add(1);
        if let Some(route) = self.table.get(rreq.dst) {
            let known = rules == Rules::Ns2 || route.seq_valid;
            if known && rreq.dst_seq.is_none_or(|seq| newer(rules, route.seq, seq)) {
                rreq.dst_seq = Some(route.seq);
            }
        }
        header.dst = BROADCAST;
        let packet = self.passed_on(header, Message::Rreq(rreq));
        if packet.ttl == 0 {
            return out.push(Action::Drop { packet, reason: DropReason::TtlExpired });
        }
        self.stats.rreq_forwarded += 1;
        let delay = self.draw_jitter();
        out.push(Action::Transmit { packet, next_hop: None, delay });
    }
}
