use super::line::TransportInfo;
use super::shorthands::{Applied, DCCP_SHORTHANDS, RELIABLE, SHARED_SHORTHANDS, apply};
use crate::error::TransportError;
use crate::needs::{Need, Needs, PartNeeds};
use crate::settings::Settings;

const BOTH_ENDS: PartNeeds = PartNeeds {
    kinds: &[Need::Sender, Need::Receiver, Need::Protocol],
    about: "DCCP at both ends, in user space (Linux dropped its own in 6.16)",
    source: "RFC 4340; dccp, section 4",
};
const UNRELIABLE: PartNeeds =
    PartNeeds { kinds: &[Need::Loss], about: "what is lost is not sent again", source: "RFC 4340, section 1" };

/// What a DCCP name stands for besides its parameters.
#[derive(Clone, Debug)]
pub(super) struct DccpParts(Vec<Applied>);

impl DccpParts {
    /// The parts and the parameters that the line of a base and the words after it stand for.
    pub(super) fn parse<'a>(
        name: &str,
        line: &TransportInfo,
        words: impl Iterator<Item = &'a str>,
    ) -> Result<(Self, Settings), TransportError> {
        let mut settings = Settings::default();
        let mut parts = Vec::new();
        for word in line.parts.iter().copied().chain(words) {
            let refuse = |allowed| TransportError::BadPart { name: name.to_owned(), part: word.to_owned(), allowed };
            let applied = apply(word, DCCP_SHORTHANDS, &mut settings)
                .or_else(|| apply(word, SHARED_SHORTHANDS, &mut settings))
                .unwrap_or_else(|| Err("reliable, two-state or dupthresh=N behind a dccp".to_owned()));
            parts.push(applied.map_err(refuse)?);
        }
        Ok((Self(parts), settings))
    }

    /// What has to be changed, known or accepted to use them.
    pub(super) fn needs(&self) -> Needs {
        let is_reliable = self.0.iter().any(|part| part.form == RELIABLE);
        let loss = (!is_reliable).then_some(UNRELIABLE);
        let parts: Vec<_> = [BOTH_ENDS].into_iter().chain(loss).chain(self.0.iter().map(|part| part.needs)).collect();
        Needs::of(&parts, &[], BOTH_ENDS)
    }
}
