use airhop_base::Nanos;

/// Time between two Syncs: RFC 4340, section 7.5.4, asks for a limit and leaves its value open.
const INTERVAL: Nanos = Nanos::from_millis(100);

/// Limits the rate of an endpoint's Syncs, so that packets out of the window, which anyone may send, cause no flood.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SyncLimit {
    next: Nanos,
}

impl SyncLimit {
    /// Whether a Sync may leave now; it is then counted as sent.
    pub fn take(&mut self, now: Nanos) -> bool {
        let may = self.next <= now;
        if may {
            self.next = now + INTERVAL;
        }
        may
    }
}
