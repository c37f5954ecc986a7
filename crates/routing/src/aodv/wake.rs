use airhop_base::Nanos;

/// When a node's timer must fire.
///
/// ns-2 looks after its routes every half second from time 0. Most of these looks find nothing, so only those are asked for
/// that may: the first instant of the same grid at which a route has expired or a request is due. What comes out is
/// the same. Both instants are lower bounds: an early timer has the same effect as ns-2's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wake {
    /// The next look of ns-2's grid.
    pub(super) purge: Nanos,
    /// The next timer off the grid.
    pub(super) timer: Nanos,
    /// The first expiry of a route by the RFC's rules, which needs no wake: routes are looked at when something happens.
    pub(super) expiry: Nanos,
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
pub(super) fn after(interval: Nanos, t: Nanos) -> Nanos {
    t.as_nanos()
        .checked_div(interval.as_nanos())
        .and_then(|n| n.checked_add(1)?.checked_mul(interval.as_nanos()))
        .map_or(Nanos::MAX, Nanos::from_nanos)
}

/// The first multiple of `interval` at `t` or later.
pub(super) fn at_or_after(interval: Nanos, t: Nanos) -> Nanos {
    if t == Nanos::ZERO { t } else { after(interval, t - Nanos::from_nanos(1)) }
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
