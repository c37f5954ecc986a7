//! Runs a scenario without the Python front: `cargo run --release --example run -- chain SEEDS [KEY=VALUE]...`
//! prints one line of JSON a seed.

use airhop_sim::{RunOptions, Scenario};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("a scenario, please")?;
    let seeds: u64 = arguments.next().unwrap_or_else(|| "1".into()).parse()?;
    let mut scenario = Scenario::builtin(&name)?;
    for setting in arguments {
        let (key, value) = setting.split_once('=').ok_or("KEY=VALUE, please")?;
        scenario.set(key, value)?;
    }
    for seed in 1..=seeds {
        let output = scenario.run(seed, &RunOptions::default())?;
        println!("{}", serde_json::to_string(&output.result)?);
    }
    Ok(())
}
