use super::presets;
use crate::ack_policy::AckPolicy;
use crate::advertised::AdvertisedWindow;
use crate::common;
use crate::congestion::CongestionControl;
use crate::dccp;
use crate::error::{TransportError, nearest};
use crate::limit::WindowLimit;
use crate::pacing::Pacing;
use crate::recovery::LossRecovery;
use airhop_base::Parameter;
use std::sync::LazyLock;

/// Keys that had another name before.
const RENAMED: &[(&str, &str)] = &[("careful", "avoid_multiple_fast_retransmits")];

static ALL: LazyLock<Vec<Parameter>> = LazyLock::new(|| {
    let parts = [
        LossRecovery::PARAMETERS,
        CongestionControl::PARAMETERS,
        WindowLimit::PARAMETERS,
        Pacing::PARAMETERS,
        AckPolicy::PARAMETERS,
        AdvertisedWindow::PARAMETERS,
    ];
    let of_parts = parts.iter().flat_map(|kind| kind.iter()).flat_map(|own| own.iter());
    presets::PARAMETERS.iter().chain(common::PARAMETERS).chain(of_parts).chain(dccp::PARAMETERS).copied().collect()
});

/// Every parameter of [`crate::Transport::set`]: the preset, TCP's own, those of the parts, then DCCP's.
#[must_use]
pub fn parameters() -> &'static [Parameter] {
    &ALL
}

/// The parameter with a key.
///
/// # Errors
/// For an unknown key, with the nearest; for one that has been renamed, with its new name.
pub(super) fn find(key: &str) -> Result<&'static Parameter, TransportError> {
    if let Some(parameter) = parameters().iter().find(|parameter| parameter.key == key) {
        return Ok(parameter);
    }
    if let Some((_, renamed)) = RENAMED.iter().find(|(old, _)| *old == key) {
        return Err(TransportError::RenamedParameter { key: key.to_owned(), renamed: (*renamed).to_owned() });
    }
    let nearest = nearest(key, parameters().iter().map(|p| p.key));
    Err(TransportError::UnknownParameter { key: key.to_owned(), nearest })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::presets::PRESET;
    use crate::settings::Settings;
    use std::collections::HashSet;

    #[test]
    fn keys_are_unique_and_defaults_allowed() {
        let mut seen = HashSet::new();
        for parameter in parameters() {
            assert!(seen.insert(parameter.key), "{} stands twice", parameter.key);
            assert!(parameter.allowed.accepts(parameter.default), "{}", parameter.key);
            assert!(!parameter.source.is_empty() && !parameter.about.is_empty(), "{}", parameter.key);
        }
    }

    #[test]
    fn presets_hold_values_that_are_allowed_and_differ_from_the_defaults() {
        for name in ["airhop", "ns2", "rfc"] {
            for (key, value) in Settings::with(&[(PRESET.parameter(), name)]).get(PRESET) {
                let parameter = find(key).expect("a known key");
                assert!(parameter.allowed.accepts(value) && parameter.default != *value, "{name}: {key}");
            }
        }
    }

    #[test]
    fn a_renamed_key_leads_to_its_new_name() {
        for (old, new) in RENAMED {
            assert!(find(new).is_ok());
            let error = find(old).unwrap_err().to_string();
            assert!(error.contains(old) && error.contains(new), "{error}");
        }
    }
}
