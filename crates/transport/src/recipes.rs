use crate::ack_policy::AckPolicy;
use crate::advertised::AdvertisedWindow;
use crate::choice::PartInfo;
use crate::dccp;
use crate::error::{TransportError, nearest};
use crate::law::WindowLaw;
use crate::limit::WindowLimit;
use crate::pacing::Pacing;
use crate::recovery::LossRecovery;
use crate::settings::Settings;
use crate::shorthands::SHORTHANDS;
use std::sync::LazyLock;

/// One line of the table of recipes: a base name and the parts it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TransportInfo {
    /// The base name; a word in capitals stands for a value.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The paper or RFC that defines it.
    pub source: &'static str,
    /// The parts, as behind a `+`, that differ from `newreno+aimd+cwl=none+pace=none+every+buffer`.
    pub parts: &'static [&'static str],
}

/// The table of recipes. A scheme made of parts that exist is one line more.
const RECIPES: &[TransportInfo] = &[
    recipe("newreno", "Reno with recovery from several losses in one window", "RFC 6582", &[]),
    recipe("reno", "fast retransmit and fast recovery", "RFC 5681", &["reno"]),
    recipe("tahoe", "fast retransmit, then slow start from one segment", "Jacobson 1988", &["tahoe"]),
    recipe("sack", "recovery from selective acknowledgements", "RFC 6675, RFC 2018", &["sack"]),
    recipe("vegas", "delay-based window over NewReno recovery", "Brakmo & Peterson 1995", &["vegas"]),
    recipe("westwood", "Westwood+: windows from the estimated bandwidth", "Grieco & Mascolo 2004", &["westwood"]),
    recipe("cubic", "window as a cubic function of time over NewReno recovery", "RFC 9438", &["cubic"]),
    recipe("tcp-ap", "NewReno with adaptive pacing", "ElRakabawy et al., MobiHoc 2005", &["ap", "no-backoff"]),
    recipe(
        "bw-rtt",
        "NewReno within the estimated bandwidth times the round-trip time",
        "Huh, Lee, Kim, 2006",
        &["bwrtt"],
    ),
    recipe(
        "tcp-daa",
        "NewReno with dynamic adaptive acknowledgement and a window of 4",
        "de Oliveira & Braun, IEEE TMC 2007",
        &["daa"],
    ),
    recipe(
        "tcp-daap",
        "tcp-daa for lossy paths: careful receiver, sooner timeout",
        "de Oliveira & Braun, IEEE TMC 2007, section 3.4",
        &["daap"],
    ),
    recipe(
        "tcp-daa-auto",
        "moves between tcp-daa and tcp-daap by the disorder and the queueing that its ends see",
        "future work of de Oliveira & Braun, IEEE TMC 2007",
        &["daa-auto"],
    ),
    recipe("tctc", "NewReno whose receiver controls contention", "Rakocevic & Hamadani, JIE 2008", &["tctc"]),
];

/// Constant-rate UDP: no recipe of TCP parts.
const PACED_UDP: TransportInfo = recipe(
    "udp-paced=KBPS",
    "UDP at a constant rate in kbit/s of payload; udp-paced=best searches the rate of the highest goodput",
    "tcp-ap, section 4",
    &[],
);

const fn recipe(
    name: &'static str,
    about: &'static str,
    source: &'static str,
    parts: &'static [&'static str],
) -> TransportInfo {
    TransportInfo { name, about, source, parts }
}

static TRANSPORTS: LazyLock<Vec<TransportInfo>> =
    LazyLock::new(|| RECIPES.iter().chain(dccp::INFOS).chain([&PACED_UDP]).copied().collect());

static PARTS: LazyLock<Vec<PartInfo>> = LazyLock::new(|| {
    let choices = [
        LossRecovery::INFOS,
        WindowLaw::INFOS,
        WindowLimit::INFOS,
        Pacing::INFOS,
        AckPolicy::INFOS,
        AdvertisedWindow::INFOS,
    ];
    let shorthands = SHORTHANDS.iter().map(|part| part.info);
    choices.into_iter().flatten().copied().chain(shorthands).chain(dccp::PART_INFOS.iter().copied()).collect()
});

/// The base names of transports, for `airhop list`.
#[must_use]
pub fn transports() -> &'static [TransportInfo] {
    &TRANSPORTS
}

/// Everything that may stand behind a `+`.
#[must_use]
pub fn parts() -> &'static [PartInfo] {
    &PARTS
}

/// The parts of one TCP transport, not yet in use.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    pub recovery: LossRecovery,
    pub law: WindowLaw,
    pub limit: WindowLimit,
    pub pacing: Pacing,
    pub ack_policy: AckPolicy,
    pub advertised: AdvertisedWindow,
}

impl Recipe {
    /// The recipe and the parameters that `name` stands for: a base and the parts that replace the base's.
    pub(crate) fn parse(name: &str) -> Result<(Self, Settings), TransportError> {
        let mut words = name.split('+');
        let base = words.next().unwrap_or_default();
        let Some(line) = RECIPES.iter().find(|line| line.name == base) else {
            return Err(unknown_base(base));
        };
        let mut recipe = Self {
            recovery: LossRecovery::default(),
            law: WindowLaw::default(),
            limit: WindowLimit::default(),
            pacing: Pacing::default(),
            ack_policy: AckPolicy::default(),
            advertised: AdvertisedWindow::default(),
        };
        let mut settings = Settings::default();
        for word in line.parts {
            recipe.exchange(name, word, &mut settings)?;
        }
        let mut named: Vec<(&'static str, &str)> = Vec::new();
        for word in words {
            let group = recipe.exchange(name, word, &mut settings)?;
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
        for word in recipe.brought() {
            recipe.exchange(name, word, &mut settings)?;
        }
        for (_, word) in named {
            // What the name says holds over what comes along.
            recipe.exchange(name, word, &mut settings)?;
        }
        Ok((recipe, settings))
    }

    /// The parts that come along with those there are.
    fn brought(&self) -> impl Iterator<Item = &'static str> + use<> {
        let brought = [
            self.recovery.brings(),
            self.law.brings(),
            self.limit.brings(),
            self.pacing.brings(),
            self.ack_policy.brings(),
            self.advertised.brings(),
        ];
        brought.into_iter().flatten().copied()
    }

    /// Puts the part that `word` names in the place of the one of its kind; tells the kind.
    fn exchange(&mut self, name: &str, word: &str, settings: &mut Settings) -> Result<&'static str, TransportError> {
        if let Some(part) = LossRecovery::from_word(word) {
            self.recovery = part;
            return Ok(LossRecovery::GROUP);
        }
        if let Some(part) = WindowLaw::from_word(word) {
            self.law = part;
            return Ok(WindowLaw::GROUP);
        }
        if let Some(part) = WindowLimit::from_word(word) {
            self.limit = part;
            return Ok(WindowLimit::GROUP);
        }
        if let Some(part) = Pacing::from_word(word) {
            self.pacing = part;
            return Ok(Pacing::GROUP);
        }
        if let Some(part) = AckPolicy::from_word(word) {
            self.ack_policy = part;
            return Ok(AckPolicy::GROUP);
        }
        if let Some(part) = AdvertisedWindow::from_word(word) {
            self.advertised = part;
            return Ok(AdvertisedWindow::GROUP);
        }
        exchange_shorthand(name, word, settings)
    }
}

/// Sets the parameter behind a shorthand; each parameter is a kind of its own.
fn exchange_shorthand(name: &str, word: &str, settings: &mut Settings) -> Result<&'static str, TransportError> {
    let (key, value) = split(word);
    for part in SHORTHANDS {
        if split(part.info.form).0 != key {
            continue;
        }
        let value = match (part.value, value) {
            (Some(fixed), None) => fixed,
            (None, Some(given)) => given,
            _ => return Err(bad_part(name, word, part.info.form.to_owned())),
        };
        return match settings.set(part.key, value) {
            Ok(()) => Ok(part.key),
            Err(TransportError::BadValue { allowed, .. }) => Err(bad_part(name, word, allowed)),
            Err(other) => Err(other),
        };
    }
    Err(unknown_part(name, word))
}

/// A known key with a value that is not allowed, or no part at all.
fn unknown_part(name: &str, word: &str) -> TransportError {
    if dccp::PART_INFOS.iter().any(|part| part.form == word) {
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

fn unknown_base(base: &str) -> TransportError {
    let bases = transports().iter().map(|line| split(line.name).0);
    TransportError::UnknownTransport { name: base.to_owned(), nearest: nearest(base, bases) }
}

fn bad_part(name: &str, word: &str, allowed: String) -> TransportError {
    TransportError::BadPart { name: name.to_owned(), part: word.to_owned(), allowed }
}

/// A word as its key and, behind a `=`, its value.
fn split(word: &str) -> (&str, Option<&str>) {
    match word.split_once('=') {
        Some((key, value)) => (key, Some(value)),
        None => (word, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_recipe_and_every_part_parses() {
        for line in RECIPES {
            assert!(Recipe::parse(line.name).is_ok(), "{}", line.name);
        }
        let mut forms = HashSet::new();
        for part in parts() {
            assert!(forms.insert(part.form), "{} stands twice", part.form);
            assert!(!part.about.is_empty() && !part.source.is_empty(), "{}", part.form);
            let base = if part.group == "DCCP" { "dccp" } else { "newreno" };
            let word = part.form.replace("=N", "=2").replace("=X", "=2.5").replace("=KBPS", "=330");
            assert!(crate::Transport::parse(&format!("{base}+{word}")).is_ok(), "{}", part.form);
        }
    }
}
