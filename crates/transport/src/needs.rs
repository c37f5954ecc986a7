use std::fmt;

/// Something that must be changed, known or accepted to use a transport. Their order is that of listings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Need {
    /// New code at the sender.
    Sender,
    /// New code at the receiver.
    Receiver,
    /// A new field in the frames of every node on the path, and code that fills it: the MAC of all routers.
    Nodes,
    /// The sender knows the number of hops or the rate of the links, from routing and the radio's driver.
    Path,
    /// The clocks of both ends are synchronised, by GPS for instance.
    Clocks,
    /// Another protocol than TCP: applications, firewalls and NAT must accept it.
    Protocol,
    /// What is lost stays lost: only for applications that tolerate it.
    Loss,
}

impl Need {
    /// All there are, in order.
    pub const ALL: [Self; 7] =
        [Self::Sender, Self::Receiver, Self::Nodes, Self::Path, Self::Clocks, Self::Protocol, Self::Loss];

    /// Its name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sender => "sender",
            Self::Receiver => "receiver",
            Self::Nodes => "nodes",
            Self::Path => "path",
            Self::Clocks => "clocks",
            Self::Protocol => "protocol",
            Self::Loss => "loss",
        }
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What one part of a transport needs. The reference is Linux 6, the system of most mesh routers and drones: what it has
/// behind a setting needs nothing, and `about` names the setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartNeeds {
    /// Empty for what every system has, at most behind a setting.
    pub kinds: &'static [Need],
    /// What has to be done, in words.
    pub about: &'static str,
    /// Where that is said.
    pub source: &'static str,
}

/// What a transport needs: what its parts do, taken together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Needs {
    /// In the order of [`Need`]; empty for what every system has, at most behind a setting.
    pub kinds: Vec<Need>,
    /// What has to be done, in words.
    pub about: String,
    /// Where that is said.
    pub source: String,
}

impl Needs {
    /// The needs of a transport with these parts. The words are those of the parts that need something or, if none does,
    /// of the parts that are a setting: those that are not in `plain`, the parts of a transport without any setting,
    /// which `otherwise` describes.
    pub(crate) fn of(parts: &[PartNeeds], plain: &[PartNeeds], otherwise: PartNeeds) -> Self {
        let mut told: Vec<PartNeeds> = parts.iter().filter(|part| !part.kinds.is_empty()).copied().collect();
        if told.is_empty() {
            told = parts.iter().filter(|part| !plain.contains(part)).copied().collect();
        }
        if told.is_empty() {
            told.push(otherwise);
        }
        let mut kinds: Vec<Need> = parts.iter().flat_map(|part| part.kinds).copied().collect();
        kinds.sort_unstable();
        kinds.dedup();
        Self { kinds, about: joined(&told, |part| part.about), source: joined(&told, |part| part.source) }
    }
}

/// The texts of parts one after another, each once.
fn joined(parts: &[PartNeeds], text: impl Fn(&PartNeeds) -> &'static str) -> String {
    let mut texts: Vec<&str> = Vec::new();
    for text in parts.iter().map(text) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts.join("; ")
}
