//! Words of an input that is text in the end: most are known ones, by their place in the project's own tables, so that the
//! fuzzer need not guess them letter by letter, and a new key or part is fuzzed without a change here.

use arbitrary::Arbitrary;

/// A word.
#[derive(Debug, Arbitrary)]
pub enum Word<'a> {
    /// The word at this place of a table, counted modulo its length.
    Known(u16),
    /// Any text.
    Text(&'a str),
}

impl<'a> Word<'a> {
    /// The word as text.
    pub fn pick(&self, table: &[&'a str]) -> &'a str {
        match self {
            Self::Known(place) => table[usize::from(*place) % table.len()],
            Self::Text(text) => text,
        }
    }
}

/// A value of a setting.
#[derive(Debug, Arbitrary)]
pub enum Setting<'a> {
    /// The key's default.
    Default,
    /// One of the words that occur among defaults and allowed values.
    Known(u16),
    /// A small number.
    Small(i16),
    /// Any whole number.
    Integer(i64),
    /// Any real number, infinite ones and no numbers among them.
    Real(f64),
    /// A small number with a fraction.
    Thousandths(i32),
    /// Any text.
    Text(&'a str),
}

impl Setting<'_> {
    /// The value as text; `default` is that of its key.
    pub fn text(&self, default: &str, words: &[&str]) -> String {
        match self {
            Self::Default => default.to_owned(),
            Self::Known(place) => words[usize::from(*place) % words.len()].to_owned(),
            Self::Small(number) => number.to_string(),
            Self::Integer(number) => number.to_string(),
            Self::Real(number) => format!("{number:?}"),
            Self::Thousandths(number) => (f64::from(*number) / 1000.0).to_string(),
            Self::Text(text) => (*text).to_owned(),
        }
    }
}
