use airhop_base::Nanos;
use std::time::Instant;

/// The wall clock as simulated time: both begin at zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
}

impl Clock {
    pub fn start() -> Self {
        Self { start: Instant::now() }
    }

    pub fn now(&self) -> Nanos {
        // 584 years fit.
        Nanos::from_nanos(self.start.elapsed().as_nanos() as u64)
    }

    /// Waits without letting go of the core: what a timer of the system cannot do to within a few microseconds.
    pub fn spin_until(&self, moment: Nanos) {
        while self.now() < moment {
            std::hint::spin_loop();
        }
    }
}
