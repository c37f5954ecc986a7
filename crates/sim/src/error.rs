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

    /// A value that cannot be.
    pub(crate) fn value(key: &str, value: impl std::fmt::Display, allowed: &str) -> Self {
        Self(format!("{key} = {value}: must be {allowed}"))
    }

    /// A name that does not exist, with the nearest that does.
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
    // The last part of a dotted key counts on its own too: `hops` is meant for `topology.hops`.
    let score = |k: &str| {
        let whole = edit_distance(name, k);
        let last = k.rsplit('.').next().map_or(whole, |tail| {
            let typed = name.rsplit('.').next().unwrap_or(name);
            edit_distance(typed, tail) + usize::from(tail != k)
        });
        whole.min(last)
    };
    let best = known.iter().copied().min_by_key(|k| score(k))?;
    (score(best) <= (name.chars().count() / 3).max(1) + 1).then_some(best)
}

/// Levenshtein's edit distance over characters; long words are cut, since a suggestion for them is of no use.
fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(80).collect();
    let b: Vec<char> = b.chars().take(80).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let substitute = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = substitute.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
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
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }
}
