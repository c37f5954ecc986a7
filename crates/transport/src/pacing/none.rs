use super::interface::Pace;
use crate::needs::PartNeeds;
use crate::part::{Info, Part};
use airhop_base::Nanos;

/// Segments leave as soon as the window allows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Unpaced;

impl Part for Unpaced {
    const INFO: Info = Info {
        form: "pace=none",
        about: "segments leave when the window allows",
        source: "RFC 5681",
        needs: PartNeeds { kinds: &[], about: "no pacing", source: "RFC 5681" },
    };
}

impl Pace for Unpaced {
    fn next_release(&mut self, _now: Nanos) -> Nanos {
        Nanos::ZERO
    }
}
