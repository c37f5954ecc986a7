use super::interface::Limit;
use crate::needs::PartNeeds;
use crate::part::{Info, Part};
use crate::path::PathInfo;

/// No limit beyond the congestion window and the advertised one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Unlimited;

impl Part for Unlimited {
    const INFO: Info = Info {
        form: "cwl=none",
        about: "no limit on the window",
        source: "RFC 5681",
        needs: PartNeeds { kinds: &[], about: "no limit", source: "RFC 5681" },
    };
}

impl Limit for Unlimited {
    fn segments(&self, _path: &PathInfo) -> f64 {
        f64::INFINITY
    }
}
