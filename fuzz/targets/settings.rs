//! A built-in scenario with keys set as `--set` does: each is refused with a message, or the scenario is shown, read back
//! and run.

#![no_main]

use airhop_fuzz::runs;
use airhop_fuzz::words::{Setting, Word};
use airhop_sim::{Key, Scenario, builtin_scenarios, keys};
use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static SCENARIOS: LazyLock<Vec<(String, String)>> = LazyLock::new(builtin_scenarios);
static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys);
static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| KEYS.iter().map(|key| key.key.as_str()).collect());
static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let said = KEYS.iter().flat_map(|key| [key.allowed.as_str(), key.default.as_str()]);
    let mut words: Vec<_> = said.flat_map(|text| text.split([' ', ',', ';', '"'])).filter(|w| !w.is_empty()).collect();
    words.extend(airhop_transport::transports().iter().map(|line| line.name));
    words.sort_unstable();
    words.dedup();
    words
});

#[derive(Debug, Arbitrary)]
struct Input<'a> {
    scenario: u8,
    shows: u8,
    settings: Vec<(Word<'a>, u8, Setting<'a>)>,
}

fuzz_target!(|input: Input| {
    let (name, _) = &SCENARIOS[usize::from(input.scenario) % SCENARIOS.len()];
    let mut scenario = Scenario::builtin(name).expect("it is built in");
    for (key, part, value) in input.settings.iter().take(8) {
        let name = key.pick(&NAMES);
        let default = KEYS.iter().find(|key| key.key == name).map_or("", |key| key.default.as_str());
        // The capital words of keys: a flow's or link's name, a node's number.
        let key = name.replace("NAME", &format!("f{}", part % 3)).replace("NODE", &(part % 4).to_string());
        if let Err(error) = scenario.set(&key, &value.text(default, &WORDS)) {
            assert!(!error.to_string().is_empty());
        }
    }
    runs::check(&scenario, input.shows % 32 == 1);
});
