use super::shorthands::{DCCP_SHORTHANDS, TCP_SHORTHANDS};
use crate::ack_policy::AckPolicy;
use crate::advertised::AdvertisedWindow;
use crate::congestion::CongestionControl;
use crate::limit::WindowLimit;
use crate::pacing::Pacing;
use crate::part::PartInfo;
use crate::recovery::LossRecovery;
use std::sync::LazyLock;

static PARTS: LazyLock<Vec<PartInfo>> = LazyLock::new(|| {
    let parts = [
        LossRecovery::INFOS,
        CongestionControl::INFOS,
        WindowLimit::INFOS,
        Pacing::INFOS,
        AckPolicy::INFOS,
        AdvertisedWindow::INFOS,
    ];
    let shorthands = TCP_SHORTHANDS.iter().chain(DCCP_SHORTHANDS).map(|shorthand| shorthand.info);
    parts.into_iter().flatten().copied().chain(shorthands).collect()
});

/// Everything that may follow a `+`.
#[must_use]
pub fn parts() -> &'static [PartInfo] {
    &PARTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Transport;
    use std::collections::HashSet;

    #[test]
    fn every_part_parses_and_has_a_form_of_its_own() {
        let mut forms = HashSet::new();
        for part in parts() {
            assert!(forms.insert(part.form), "{} stands twice", part.form);
            assert!(!part.about.is_empty() && !part.source.is_empty(), "{}", part.form);
            assert!(!part.needs.about.is_empty() && !part.needs.source.is_empty(), "{}", part.form);
            let base = if part.group == "DCCP" { "dccp" } else { "newreno" };
            let word = part.form.replace("=N", "=2").replace("=X", "=2.5").replace("=KBPS", "=330");
            assert!(Transport::parse(&format!("{base}+{word}")).is_ok(), "{}", part.form);
        }
    }
}
