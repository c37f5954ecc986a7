use super::interface::Limit;
use crate::needs::{Need, PartNeeds};
use crate::part::{Info, Part};
use crate::path::PathInfo;

/// One segment for every four hops.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct QuarterHops;

impl Part for QuarterHops {
    const INFO: Info = Info {
        form: "cwl=h/4",
        about: "at most a quarter of the hops, to the nearest, at least 1",
        source: "Fu, Zerfos, Luo, Lu, Zhang, Gerla, INFOCOM 2003, section IV",
        needs: PartNeeds {
            kinds: &[Need::Sender, Need::Path],
            about: "a limit from the hops of the present route (Linux: airhop_cwl, `make kernel`)",
            source: "Fu et al., INFOCOM 2003, section IV",
        },
    };
}

impl Limit for QuarterHops {
    /// Fu et al. 2003, section IV: a chain of h hops carries most when h/4 packets are in flight, because nodes four
    /// hops apart can send at the same time.
    fn segments(&self, path: &PathInfo) -> f64 {
        (f64::from(path.hops) / 4.0).round().max(1.0)
    }
}
