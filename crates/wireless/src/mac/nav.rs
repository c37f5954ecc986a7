//! The network allocation vector: virtual carrier sensing.

use crate::mac::context::Air;
use crate::mac::station::Station;
use airhop_base::Nanos;

impl<P> Station<P> {
    /// Reserves the medium until then, unless it is reserved for longer.
    pub(super) fn set_nav(&mut self, until: Nanos) {
        self.nav = self.nav.max(until);
    }

    /// A station whose NAV comes from an RTS may reset it if nothing follows within two SIFS, the CTS, the time to
    /// detect a preamble and two slots.
    ///
    /// IEEE 802.11-2016, section 10.3.2.4.
    pub(super) fn watch_nav(&mut self, air: &Air, now: Nanos) {
        let t = &air.timing;
        self.nav_check_at = now + t.sifs * 2 + t.cts + t.plcp + t.slot * 2;
        self.nav_check_from = now;
    }

    pub(super) fn reset_unused_nav(&mut self, air: &Air, now: Nanos) {
        if self.last_arrival <= self.nav_check_from && self.nav > now {
            self.nav = now;
            self.idle_since = self.idle_since.min(now);
            if self.idle {
                self.backoff.recount(now + self.ifs);
            }
            self.medium_changed(now, air);
        }
    }
}
