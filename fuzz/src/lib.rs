//! What the fuzz targets share: bounded runs of scenarios, and words that are known ones or any text.

pub mod path;
pub mod runs;
pub mod words;
