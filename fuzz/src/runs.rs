//! Scenarios that were accepted are run, for a bounded number of events.

use airhop_sim::{RunOptions, Scenario, Simulation};
use serde_json::Value;

/// The largest network that is run: who hears whom is worked out for every pair.
const MOST_NODES: usize = 30;
/// The most flows that are run.
const MOST_FLOWS: usize = 12;
/// The most moments that are run: at each, one event or several happen.
const MOST_MOMENTS: u32 = 2_000;
/// What a result need not have.
const MAY_BE_ABSENT: &[&str] = &["active_goodput_kbps", "reason"];

/// Whatever a scenario says, it is refused with a message or run, and if `shows`, which takes most of the time, shown and
/// read back.
///
/// # Panics
/// A rule is broken: see the assertions.
pub fn check(scenario: &Scenario, shows: bool) {
    let Ok(layout) = scenario.layout(1) else {
        let message = scenario.plan(1).err().map(|error| error.to_string());
        assert!(message.is_none_or(|m| !m.is_empty()), "a scenario is refused without a message");
        return;
    };
    if layout.nodes.len() > 500 || layout.flows.len() > 500 {
        return;
    }
    if shows {
        let shown = scenario.to_toml().expect("a scenario with a plan can be shown");
        let again = Scenario::from_toml(&shown, "shown.toml").expect("what is shown can be read");
        assert_eq!(again.to_toml().expect("and shown again"), shown, "a scenario changes by being shown");
    }
    if layout.nodes.len() <= MOST_NODES && layout.flows.len() <= MOST_FLOWS {
        run(scenario);
    }
}

/// Runs a scenario for some events.
fn run(scenario: &Scenario) {
    let plan = scenario.plan(1).expect("it has a layout");
    let Ok(mut simulation) = Simulation::new(&plan, 1, &RunOptions { series: true, pcap_dir: None }) else { return };
    for _ in 0..MOST_MOMENTS {
        let Some(next) = simulation.upcoming() else { break };
        assert!(next.at >= simulation.now(), "time runs backwards");
        simulation.advance_to(next.at);
        if simulation.is_finished() {
            break;
        }
    }
    let result = simulation.stop().expect("no captures that could fail").result;
    let result = serde_json::to_value(result).expect("a result is JSON");
    check_numbers("result", &result);
}

/// JSON has no number that is infinite or none: such a measurement becomes null.
fn check_numbers(name: &str, value: &Value) {
    match value {
        Value::Null => assert!(MAY_BE_ABSENT.contains(&name), "{name} is no number"),
        Value::Array(values) => values.iter().for_each(|value| check_numbers(name, value)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| check_numbers(name, value)),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
