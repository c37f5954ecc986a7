use super::interface::Limit;
use crate::needs::PartNeeds;
use crate::part::{Info, Part};
use crate::path::PathInfo;

/// A fixed number of segments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed {
    segments: u32,
}

impl Default for Fixed {
    fn default() -> Self {
        Self { segments: 1 }
    }
}

impl Part for Fixed {
    const INFO: Info = Info {
        form: "cwl=N",
        about: "at most N segments in flight",
        source: "tcp-ap, section 4",
        needs: PartNeeds { kinds: &[], about: "a fixed limit: `ip route ... cwnd lock N`", source: "ip-route(8)" },
    };

    fn from_word(word: &str) -> Option<Self> {
        let segments = word.strip_prefix("cwl=")?.parse().ok()?;
        (segments >= 1).then_some(Self { segments })
    }
}

impl Limit for Fixed {
    fn segments(&self, _path: &PathInfo) -> f64 {
        f64::from(self.segments)
    }
}
