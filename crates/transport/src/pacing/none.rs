use super::Pace;
use crate::choice::{Choice, Info};
use airhop_base::Nanos;

/// Segments leave as soon as the window allows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Unpaced;

impl Choice for Unpaced {
    const INFO: Info = Info { form: "pace=none", about: "segments leave when the window allows", source: "RFC 5681" };
}

impl Pace for Unpaced {
    fn next_release(&self) -> Nanos {
        Nanos::ZERO
    }

    fn on_sent(&mut self, _now: Nanos, _payload_bytes: u32) {}
}
