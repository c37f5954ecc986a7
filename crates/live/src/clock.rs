use airhop_base::Nanos;
use std::time::Instant;

/// Wall-clock time as simulated time; both start at zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
}

impl Clock {
    pub fn start() -> Self {
        Self { start: Instant::now() }
    }

    pub fn now(&self) -> Nanos {
        // Sufficient for 584 years.
        Nanos::from_nanos(self.start.elapsed().as_nanos() as u64)
    }

    /// Busy-waits, because system timers are not accurate to within a few microseconds.
    pub fn spin_until(&self, moment: Nanos) {
        while self.now() < moment {
            std::hint::spin_loop();
        }
    }
}
