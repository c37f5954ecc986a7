use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Control of a run from another thread: its progress, and a way to cancel it.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    cancelled: AtomicBool,
    /// Bits of an `f64` from 0 to 1.
    progress: AtomicU64,
}

impl Control {
    /// Cancels the run; it ends within a few thousand events and reports an error.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether [`Control::cancel`] was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Relaxed)
    }

    /// How much of the run is done, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        f64::from_bits(self.0.progress.load(Ordering::Relaxed))
    }

    pub(crate) fn set_progress(&self, done: f64) {
        self.0.progress.store(done.clamp(0.0, 1.0).to_bits(), Ordering::Relaxed);
    }
}
