use thiserror::Error;

/// Why a transport's name or one of its parameters was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TransportError {
    /// The first word of the name is not a base of the table of recipes.
    #[error("unknown transport `{name}`; did you mean `{nearest}`?")]
    UnknownTransport {
        /// The word as given.
        name: String,
        /// The known base nearest to it.
        nearest: String,
    },
    /// A word after a `+` is not a part.
    #[error("unknown part `+{part}` in transport `{name}`; did you mean `+{nearest}`?")]
    UnknownPart {
        /// The whole name as given.
        name: String,
        /// The word as given.
        part: String,
        /// The known part nearest to it.
        nearest: String,
    },
    /// A part or base has no value, an impossible one, or one it does not take.
    #[error("`{part}` in transport `{name}`: allowed is {allowed}")]
    BadPart {
        /// The whole name as given.
        name: String,
        /// The word as given.
        part: String,
        /// The forms that are allowed.
        allowed: String,
    },
    /// Two parts of one kind.
    #[error("transport `{name}` names two parts of one kind ({group}): `+{first}` and `+{second}`")]
    Conflict {
        /// The whole name as given.
        name: String,
        /// What kind of part both are.
        group: &'static str,
        /// The one named first.
        first: String,
        /// The one named after it.
        second: String,
    },
    /// No parameter has this key.
    #[error("unknown transport parameter `{key}`; did you mean `{nearest}`?")]
    UnknownParameter {
        /// The key as given.
        key: String,
        /// The known key nearest to it.
        nearest: String,
    },
    /// The parameter has another name now.
    #[error("transport parameter `{key}` is now called `{renamed}`")]
    RenamedParameter {
        /// The key as given.
        key: String,
        /// Its new name.
        renamed: String,
    },
    /// A parameter's value is not allowed.
    #[error("transport parameter `{key}` = `{value}`: allowed is {allowed}")]
    BadValue {
        /// The parameter's key.
        key: String,
        /// The value as given.
        value: String,
        /// What is allowed, with its unit.
        allowed: String,
    },
}

/// The candidate with the smallest edit distance to `word`, the first one among equals.
pub(crate) fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> String {
    candidates.min_by_key(|candidate| strsim::levenshtein(start(word), candidate)).unwrap_or_default().to_owned()
}

/// The part of a word that suggestions consider, so that long names cost little.
fn start(word: &str) -> &str {
    const LONGEST: usize = 64;
    word.char_indices().nth(LONGEST).map_or(word, |(end, _)| &word[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_found() {
        assert_eq!(nearest("newrno", ["reno", "newreno", "sack"].into_iter()), "newreno");
        assert_eq!(start(&"é".repeat(100)), "é".repeat(64));
    }
}
