use super::interface::Limit;
use crate::needs::{Need, PartNeeds};
use crate::part::{Info, Part};
use crate::path::PathInfo;

/// A fifth of the hops there and back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FifthRoundTrip;

impl Part for FifthRoundTrip {
    const INFO: Info = Info {
        form: "cwl=rthc/5",
        about: "at most a fifth of the round-trip hop count, rounded down, at least 1",
        source: "Chen, Xue, Nahrstedt, ICC 2003",
        needs: PartNeeds {
            kinds: &[Need::Sender, Need::Path],
            about: "a limit from the hops of the present route",
            source: "Chen, Xue, Nahrstedt, ICC 2003",
        },
    };
}

impl Limit for FifthRoundTrip {
    /// Chen, Xue, Nahrstedt 2003: the bandwidth-delay product of a path over 802.11 is at most a fifth of its
    /// round-trip hop count. An upper bound is rounded down.
    fn segments(&self, path: &PathInfo) -> f64 {
        (f64::from(path.hops) * 2.0 / 5.0).floor().max(1.0)
    }
}
