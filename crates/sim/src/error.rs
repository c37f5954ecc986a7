use thiserror::Error;

/// What is wrong with a scenario: a complete sentence that says what, where and what is allowed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct ScenarioError(pub(crate) String);

impl ScenarioError {
    /// An error from a complete message.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// A value that is not allowed.
    pub(crate) fn value(key: &str, value: impl std::fmt::Display, allowed: &str) -> Self {
        Self(format!("{key} = {value}: must be {allowed}"))
    }

    /// An unknown name, with the nearest known one.
    pub(crate) fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        match nearest(name, &known) {
            Some(near) => Self(format!("unknown {what} `{name}`; did you mean `{near}`?")),
            None if known.len() <= 12 => Self(format!("unknown {what} `{name}`; there are {}", known.join(", "))),
            None => Self(format!("unknown {what} `{name}`")),
        }
    }
}

/// The name closest to `name` by edit distance, if any is close enough to be meant.
pub(crate) fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    // The last part of a dotted key is compared too: `hops` probably means `topology.hops`.
    let score = |k: &str| {
        let whole = strsim::levenshtein(start(name), k);
        let last = k.rsplit('.').next().map_or(whole, |tail| {
            let typed = name.rsplit('.').next().unwrap_or(name);
            strsim::levenshtein(start(typed), tail) + usize::from(tail != k)
        });
        whole.min(last)
    };
    let best = known.iter().copied().min_by_key(|k| score(k))?;
    (score(best) <= (start(name).chars().count() / 3).max(1) + 1).then_some(best)
}

/// The part of a word that suggestions consider: they are of no use for long words.
fn start(word: &str) -> &str {
    const LONGEST: usize = 80;
    word.char_indices().nth(LONGEST).map_or(word, |(end, _)| &word[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["chain", "cross", "parallel", "topology.hops"];
        assert_eq!(nearest("chian", &known), Some("chain"));
        assert_eq!(nearest("hops", &known), Some("topology.hops"));
        assert_eq!(nearest("topology.hop", &known), Some("topology.hops"));
        assert_eq!(nearest("satellite", &known), None);
        assert_eq!(nearest(&"é".repeat(100_000), &known), None);
    }
}
