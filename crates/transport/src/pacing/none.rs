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
    fn next_release(&mut self, _now: Nanos) -> Nanos {
        Nanos::ZERO
    }
}
