//! The text of a scenario: refused with a message, or shown, read back and run.

#![no_main]

use airhop_fuzz::runs;
use airhop_sim::Scenario;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Scenario::from_toml(text, "fuzz.toml") {
        Ok(scenario) => runs::check(&scenario, text.len() % 8 == 0),
        Err(error) => assert!(error.to_string().starts_with("fuzz.toml"), "no origin in {error}"),
    }
});
