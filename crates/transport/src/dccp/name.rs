use crate::choice::PartInfo;
use crate::error::TransportError;
use crate::recipes::TransportInfo;
use crate::settings::Settings;

/// What kind of part DCCP's are.
const GROUP: &str = "DCCP";
const PAPER: &str = "Kunz & Zhang, section 4";

/// The base names.
pub(crate) const INFOS: &[TransportInfo] = &[
    TransportInfo {
        name: "dccp",
        about: "DCCP with delay-based congestion control; what is lost stays lost",
        source: "RFC 4340; Kunz & Zhang",
        parts: &[],
    },
    TransportInfo {
        name: "dccp-reliable",
        about: "DCCP with retransmission and in-order delivery over the Ack Vector",
        source: "Kunz & Zhang, section 4",
        parts: &["reliable"],
    },
];

/// Everything that may stand behind a `+` after them: parameters under short names.
pub(crate) const PART_INFOS: &[PartInfo] = &[
    PartInfo { group: GROUP, form: "reliable", about: "for dccp: retransmission and in-order delivery", source: PAPER },
    PartInfo {
        group: GROUP,
        form: "two-state",
        about: "for dccp: only the states Normal and Congestion, as the paper simulated",
        source: PAPER,
    },
];

/// The parameters that a name stands for; `None` when it is none of DCCP's.
pub(crate) fn parse(name: &str) -> Option<Result<Settings, TransportError>> {
    let mut words = name.split('+');
    let base = words.next().unwrap_or_default();
    let line = INFOS.iter().find(|line| line.name == base)?;
    let mut settings = Settings::default();
    for word in line.parts.iter().copied().chain(words) {
        if let Err(error) = set(name, word, &mut settings) {
            return Some(Err(error));
        }
    }
    Some(Ok(settings))
}

fn set(name: &str, word: &str, settings: &mut Settings) -> Result<(), TransportError> {
    let refuse = |allowed: String| TransportError::BadPart { name: name.to_owned(), part: word.to_owned(), allowed };
    let (key, value) = match word {
        "reliable" => ("dccp_reliable", "on"),
        "two-state" => ("dccp_states", "two"),
        _ => match word.strip_prefix("dupthresh=") {
            Some(value) => ("dupthresh", value),
            None => return Err(refuse("reliable, two-state or dupthresh=N behind a dccp".to_owned())),
        },
    };
    settings.set(key, value).map_err(|error| match error {
        TransportError::BadValue { allowed, .. } => refuse(allowed),
        other => other,
    })
}
