use super::Aodv;
use super::config::Rules;
use super::table::State;
use super::wake::{Wake, after, at_or_after};
use crate::action::Action;
use airhop_base::Nanos;

impl<T: Clone> Aodv<T> {
    pub(crate) fn next_timeout(&self) -> Option<Nanos> {
        let next = self.wake.purge.min(self.wake.timer);
        (next < Nanos::MAX).then_some(next)
    }

    pub(crate) fn on_timeout(&mut self, now: Nanos, out: &mut Vec<Action<T>>) {
        self.expire_routes(now);
        while let Some(dst) = self.repair_timers.take_due(now) {
            self.repair_timer_fired(now, dst);
        }
        if self.wake.purge <= now {
            self.purge(now, out);
        }
        if self.wake.timer <= now {
            for i in 0..self.table.len() {
                let route = &self.table[i];
                let due = route.search.running && route.search.deadline <= now;
                if due && route.in_rfc_repair() {
                    self.repair_failed(now, i, out);
                } else if due && self.config.discovery == Rules::Rfc3561 {
                    self.search(now, i, out);
                }
            }
        }
        self.rearm(now);
    }

    /// ns-2's look after its routes (rt_purge), youngest entry first: an expired route goes down and takes the packets that
    /// wait for it along; packets waiting for a route that is up are sent; for those that wait for one that is not, the
    /// search goes on if it is time.
    fn purge(&mut self, now: Nanos, out: &mut Vec<Action<T>>) {
        for i in (0..self.table.len()).rev() {
            let route = &self.table[i];
            if route.is_up() && self.config.route_lifetimes == Rules::Ns2 && route.expires < now {
                self.drop_waiting(now, i, out);
                let forget_at = self.forget_at(now);
                let route = &mut self.table[i];
                route.seq = route.seq.wrapping_add(1);
                route.set_down(forget_at);
            } else if route.is_up() {
                self.release(now, i, self.config.release_spacing, out);
            } else if self.config.discovery == Rules::Ns2 && self.buffer.holds(route.dst) {
                self.search(now, i, out);
            }
        }
    }

    /// Takes down what has expired and forgets what has been down for long enough, by the RFC's rules (section 6.11).
    ///
    /// An expired route's sequence number is raised as a broken one's is (section 6.1), or a neighbour whose route leads
    /// through here could answer this node's own request.
    pub(super) fn expire_routes(&mut self, now: Nanos) {
        if self.wake.expiry > now {
            return;
        }
        let forget_at = self.forget_at(now);
        for route in self.table.iter_mut().filter(|r| r.is_up() && r.expires <= now) {
            if route.seq_valid {
                route.seq = route.seq.wrapping_add(1);
            }
            route.set_down(forget_at);
        }
        let buffer = &self.buffer;
        self.table
            .retain(|r| r.state != State::Down || r.expires > now || r.search.deadline > now || buffer.holds(r.dst));
        self.rearm(now);
    }

    /// Computes when to wake next, after anything other than plain forwarding.
    pub(super) fn rearm(&mut self, now: Nanos) {
        let Self { config, table, buffer, .. } = self;
        let interval = config.purge_interval;
        let mut wake = Wake { timer: self.repair_timers.next().unwrap_or(Nanos::MAX), ..Wake::default() };
        let waiting = buffer.earliest_deadline();
        if let Some(deadline) = waiting {
            wake.purge = after(interval, deadline);
        }
        for route in table.iter() {
            let holds = waiting.is_some() && buffer.holds(route.dst);
            if route.is_up() {
                match config.route_lifetimes {
                    Rules::Ns2 => wake.purge_by(interval, route.expires),
                    Rules::Rfc3561 => wake.expiry = wake.expiry.min(route.expires),
                }
                if holds {
                    wake.purge = now;
                }
            } else if config.discovery == Rules::Ns2 && holds && !route.in_rfc_repair() {
                wake.purge = wake.purge.min(at_or_after(interval, route.search.deadline));
            }
            if route.search.running && (config.discovery == Rules::Rfc3561 || route.in_rfc_repair()) {
                wake.timer = wake.timer.min(route.search.deadline);
            }
            if route.state == State::Down && config.route_lifetimes == Rules::Rfc3561 {
                wake.expiry = wake.expiry.min(route.expires.max(route.search.deadline));
            }
        }
        if wake.purge < Nanos::MAX {
            wake.purge = wake.purge.max(after(interval, now));
        }
        self.wake = wake;
    }
}
