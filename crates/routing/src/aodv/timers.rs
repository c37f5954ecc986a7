use super::table::State;
use super::{Aodv, Rules};
use crate::Action;
use airhop_base::Nanos;

/// When a node has to be woken.
///
/// ns-2 looks after its routes every half second from time 0. Most of these looks find nothing, so only those are asked for
/// that may: the first instant of the same grid at which a route has expired or a request is due. What comes out is
/// the same. Both instants are lower bounds: a wake too early does what ns-2's would, and no more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wake {
    /// The next look of ns-2's grid.
    pub(super) purge: Nanos,
    /// The next timer off the grid.
    timer: Nanos,
    /// The first expiry of a route by the RFC's rules, which needs no wake: routes are looked at when something happens.
    expiry: Nanos,
}

impl Default for Wake {
    fn default() -> Self {
        Self { purge: Nanos::MAX, timer: Nanos::MAX, expiry: Nanos::MAX }
    }
}

impl Wake {
    /// Asks for a look at the first instant of the grid after `expires`.
    pub fn purge_by(&mut self, interval: Nanos, expires: Nanos) {
        // Dividing only when it matters: this is called for every packet.
        if expires < self.purge {
            self.purge = self.purge.min(after(interval, expires));
        }
    }
}

/// The first multiple of `interval` later than `t`.
fn after(interval: Nanos, t: Nanos) -> Nanos {
    t.as_nanos()
        .checked_div(interval.as_nanos())
        .and_then(|n| n.checked_add(1)?.checked_mul(interval.as_nanos()))
        .map_or(Nanos::MAX, Nanos::from_nanos)
}

/// The first multiple of `interval` at `t` or later.
fn at_or_after(interval: Nanos, t: Nanos) -> Nanos {
    if t == Nanos::ZERO { t } else { after(interval, t - Nanos::from_nanos(1)) }
}

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

    /// Works out when to wake next, after something other than plain forwarding has happened.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_starts_at_zero() {
        let half = Nanos::from_millis(500);
        let ms = Nanos::from_millis;
        assert_eq!(after(half, ms(0)), ms(500));
        assert_eq!(after(half, ms(499)), ms(500));
        assert_eq!(after(half, ms(500)), ms(1000));
        assert_eq!(at_or_after(half, ms(500)), ms(500));
        assert_eq!(at_or_after(half, ms(501)), ms(1000));
        assert_eq!(at_or_after(half, Nanos::ZERO), Nanos::ZERO);
        assert_eq!(after(half, Nanos::MAX), Nanos::MAX);
        assert_eq!(after(Nanos::MAX, ms(1)), Nanos::MAX);
    }
}
