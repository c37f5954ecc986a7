use super::line::TransportInfo;
use super::parts::parts;
use super::recipes::transports;
use super::shorthands::{Applied, DCCP_SHORTHANDS, TCP_SHORTHANDS, apply, split};
use crate::ack_policy::AckPolicy;
use crate::advertised::AdvertisedWindow;
use crate::congestion::CongestionControl;
use crate::error::{TransportError, nearest};
use crate::limit::WindowLimit;
use crate::needs::{Needs, PartNeeds};
use crate::pacing::Pacing;
use crate::receiver::ReceiverParts;
use crate::recovery::LossRecovery;
use crate::sender::SenderParts;
use crate::settings::Settings;

/// The parts of one TCP transport before a connection uses them.
#[derive(Clone, Debug, Default)]
pub(super) struct Recipe {
    pub sender: SenderParts,
    pub receiver: ReceiverParts,
    /// Each parameter once, in the order of first mention.
    shorthands: Vec<Applied>,
}

impl Recipe {
    /// The recipe and the parameters that the line of a base and the words behind it, which replace the base's parts,
    /// stand for.
    pub(super) fn parse<'a>(
        name: &str,
        line: &TransportInfo,
        words: impl Iterator<Item = &'a str>,
    ) -> Result<(Self, Settings), TransportError> {
        let mut recipe = Self::default();
        let mut settings = Settings::default();
        for word in line.parts {
            recipe.replace(name, word, &mut settings)?;
        }
        let mut named: Vec<(&'static str, &str)> = Vec::new();
        for word in words {
            let group = recipe.replace(name, word, &mut settings)?;
            if let Some((_, first)) = named.iter().find(|(known, _)| *known == group) {
                return Err(TransportError::Conflict {
                    name: name.to_owned(),
                    group,
                    first: (*first).to_owned(),
                    second: word.to_owned(),
                });
            }
            named.push((group, word));
        }
        for word in recipe.implied() {
            recipe.replace(name, word, &mut settings)?;
        }
        for (_, word) in named {
            // What the name says takes precedence over what its parts imply.
            recipe.replace(name, word, &mut settings)?;
        }
        Ok((recipe, settings))
    }

    /// The parts that the present ones imply.
    fn implied(&self) -> impl Iterator<Item = &'static str> + use<> {
        let implied = [
            self.sender.recovery.implies(),
            self.sender.congestion.implies(),
            self.sender.limit.implies(),
            self.sender.pacing.implies(),
            self.receiver.ack_policy.implies(),
            self.receiver.advertised.implies(),
        ];
        implied.into_iter().flatten().copied()
    }

    /// Replaces the part of its kind by the one that `word` names; tells the kind.
    fn replace(&mut self, name: &str, word: &str, settings: &mut Settings) -> Result<&'static str, TransportError> {
        if let Some(part) = LossRecovery::from_word(word) {
            self.sender.recovery = part;
            return Ok(LossRecovery::GROUP);
        }
        if let Some(part) = CongestionControl::from_word(word) {
            self.sender.congestion = part;
            return Ok(CongestionControl::GROUP);
        }
        if let Some(part) = WindowLimit::from_word(word) {
            self.sender.limit = part;
            return Ok(WindowLimit::GROUP);
        }
        if let Some(part) = Pacing::from_word(word) {
            self.sender.pacing = part;
            return Ok(Pacing::GROUP);
        }
        if let Some(part) = AckPolicy::from_word(word) {
            self.receiver.ack_policy = part;
            return Ok(AckPolicy::GROUP);
        }
        if let Some(part) = AdvertisedWindow::from_word(word) {
            self.receiver.advertised = part;
            return Ok(AdvertisedWindow::GROUP);
        }
        match apply(word, TCP_SHORTHANDS, settings) {
            Some(Ok(applied)) => {
                match self.shorthands.iter_mut().find(|known| known.key == applied.key) {
                    Some(known) => *known = applied,
                    None => self.shorthands.push(applied),
                }
                Ok(applied.key)
            }
            Some(Err(allowed)) => Err(bad_part(name, word, allowed)),
            None => Err(unknown_part(name, word)),
        }
    }

    /// What has to be changed, known or accepted to use the recipe.
    pub(super) fn needs(&self) -> Needs {
        let plain = Self::default().needs_of_parts();
        let limited = !matches!(self.sender.limit, WindowLimit::Unlimited(_));
        // Without a limit there is nothing to exceed.
        let shorthands = self.shorthands.iter().filter(|applied| limited || applied.form != "lt-beyond-cwl");
        let parts: Vec<_> = self.needs_of_parts().into_iter().chain(shorthands.map(|applied| applied.needs)).collect();
        Needs::of(&parts, &plain, CongestionControl::default().needs())
    }

    fn needs_of_parts(&self) -> [PartNeeds; 6] {
        [
            self.sender.recovery.needs(),
            self.sender.congestion.needs(),
            self.sender.limit.needs(),
            self.sender.pacing.needs(),
            self.receiver.ack_policy.needs(),
            self.receiver.advertised.needs(),
        ]
    }
}

/// A known key with a value that is not allowed, or an unknown part.
fn unknown_part(name: &str, word: &str) -> TransportError {
    if DCCP_SHORTHANDS.iter().any(|part| part.info.form == word) {
        return bad_part(name, word, "this part behind dccp or dccp-reliable alone".to_owned());
    }
    let key = split(word).0;
    let forms: Vec<&str> = parts().iter().map(|part| part.form).filter(|form| split(form).0 == key).collect();
    if !forms.is_empty() {
        return bad_part(name, word, forms.join(", "));
    }
    let (nearest_key, form) = {
        let key = nearest(key, parts().iter().map(|part| split(part.form).0));
        let form = parts().iter().map(|part| part.form).find(|form| split(form).0 == key).unwrap_or_default();
        (key, form)
    };
    let nearest = if split(form).1.is_some() { form.to_owned() } else { nearest_key };
    TransportError::UnknownPart { name: name.to_owned(), part: word.to_owned(), nearest }
}

/// No line of the table has this base.
pub(super) fn unknown_base(base: &str) -> TransportError {
    let bases = transports().iter().map(|line| split(line.name).0);
    TransportError::UnknownTransport { name: base.to_owned(), nearest: nearest(base, bases) }
}

fn bad_part(name: &str, word: &str, allowed: String) -> TransportError {
    TransportError::BadPart { name: name.to_owned(), part: word.to_owned(), allowed }
}
