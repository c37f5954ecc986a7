use super::Aodv;
use super::config::Rules;
use super::message::{Message, Rreq};
use super::repair::saturating_mul;
use super::sequence::before_request;
use super::table::{NO_HOPS, State};
use crate::action::Action;
use crate::packet::BROADCAST;
use airhop_base::Nanos;

impl<T: Clone> Aodv<T> {
    /// Searches for the destination of route `i`, or continues the search if it is time.
    pub(super) fn search(&mut self, now: Nanos, i: usize, out: &mut Vec<Action<T>>) {
        let route = &self.table[i];
        // A repair by the RFC keeps its own time.
        if route.is_up() || route.in_rfc_repair() || route.search.deadline > now {
            return;
        }
        match self.config.discovery {
            Rules::Rfc3561 => self.search_rfc(now, i, out),
            Rules::Ns2 => self.search_ns2(now, i, out),
        }
    }

    /// The next request of an expanding ring search (RFC 3561, sections 6.3 and 6.4): from TTL_START, or from TTL_INCREMENT
    /// beyond the last known distance, by TTL_INCREMENT up to TTL_THRESHOLD, then 1 + RREQ_RETRIES times through the whole network.
    fn search_rfc(&mut self, now: Nanos, i: usize, out: &mut Vec<Action<T>>) {
        let config = &self.config;
        let route = &self.table[i];
        let first = !route.search.running;
        if !first && route.search.network_wide > config.rreq_retries {
            return self.give_up(now, i, out);
        }
        let ring = match (first, route.last_hops) {
            (true, NO_HOPS) => config.ttl_start,
            (true, hops) => hops.saturating_add(config.ttl_increment),
            (false, _) => route.search.last_ttl.saturating_add(config.ttl_increment),
        };
        let network_wide = ring > config.ttl_threshold || ring >= config.net_diameter;
        let ttl = if network_wide { config.net_diameter } else { ring };
        if let Err(free_at) = self.rreq_limit.take(now) {
            // Postponed, not given up: the packets stay in the buffer.
            let search = &mut self.table[i].search;
            search.deadline = free_at;
            if first {
                search.running = true;
                search.network_wide = 0;
                search.last_ttl = ring.saturating_sub(self.config.ttl_increment);
                self.stats.discoveries += 1;
            }
            return;
        }
        let wait = if network_wide {
            // Section 6.3: each further attempt waits twice as long.
            let attempt = if first { 0 } else { u32::from(self.table[i].search.network_wide) };
            saturating_mul(config.net_traversal_time(), 1 << attempt.min(20))
        } else {
            config.ring_traversal_time(ttl)
        };
        let search = &mut self.table[i].search;
        if first {
            search.network_wide = 0;
            self.stats.discoveries += 1;
        }
        search.running = true;
        search.network_wide = search.network_wide.saturating_add(u8::from(network_wide));
        search.last_ttl = ttl;
        search.deadline = now.saturating_add(wait);
        self.send_request(now, i, ttl, out);
    }

    /// ns-2's search (sendRequest), called whenever there may be a reason for a request.
    fn search_ns2(&mut self, now: Nanos, i: usize, out: &mut Vec<Action<T>>) {
        let hold = now.saturating_add(self.config.max_rreq_timeout);
        if self.table[i].search.network_wide > self.config.rreq_retries {
            self.give_up(now, i, out);
            self.table[i].search.deadline = hold;
            return;
        }
        if let Err(free_at) = self.rreq_limit.take(now) {
            self.table[i].search.deadline = free_at;
            return;
        }
        let config = &self.config;
        let route = &mut self.table[i];
        let search = &mut route.search;
        // A destination that never was down counts as NO_HOPS away: its first search is network-wide.
        let reach = search.last_ttl.max(route.last_hops);
        let ttl = if reach == 0 {
            config.ttl_start
        } else if reach < config.ttl_threshold {
            reach.saturating_add(config.ttl_increment)
        } else {
            search.network_wide = search.network_wide.saturating_add(1);
            config.net_diameter
        };
        search.last_ttl = ttl;
        let factor = 2 * u64::from(ttl) * u64::from(search.network_wide.max(1));
        let wait = saturating_mul(search.time_per_hop(config.node_traversal_time), factor);
        search.deadline = now.saturating_add(wait).min(hold);
        if !search.running {
            search.running = true;
            self.stats.discoveries += u64::from(route.state == State::Down);
        }
        if config.route_lifetimes == Rules::Ns2 {
            route.expires = Nanos::ZERO;
        }
        self.send_request(now, i, ttl, out);
    }

    /// Ends a search without success: the waiting packets are dropped.
    fn give_up(&mut self, now: Nanos, i: usize, out: &mut Vec<Action<T>>) {
        let search = &mut self.table[i].search;
        if search.running {
            search.running = false;
            self.stats.discoveries_failed += 1;
        }
        search.network_wide = 0;
        search.deadline = Nanos::ZERO;
        self.drop_waiting(now, i, out);
    }

    /// Broadcasts a request for the destination of route `i` (RFC 3561, section 6.3; ns-2, sendRequest). At once: only
    /// those who pass it on jitter.
    pub(super) fn send_request(&mut self, now: Nanos, i: usize, ttl: u8, out: &mut Vec<Action<T>>) {
        let rules = self.config.sequence_numbers;
        self.seq = before_request(rules, self.seq);
        let route = &self.table[i];
        let rreq = Rreq {
            originator: self.node,
            originator_seq: self.seq,
            id: self.next_rreq_id,
            dst: route.dst,
            dst_seq: (rules == Rules::Ns2 || route.seq_valid).then_some(route.seq),
            hop_count: 1,
            destination_only: self.config.destination_only,
            gratuitous: self.config.gratuitous_rrep,
            sent_at: now,
        };
        self.next_rreq_id = self.next_rreq_id.wrapping_add(1);
        self.stats.rreq_created += 1;
        let packet = self.control_packet(BROADCAST, ttl, Message::Rreq(Box::new(rreq)));
        out.push(Action::Transmit { packet, next_hop: None, delay: Nanos::ZERO });
    }
}
