//! Short runs of built-in scenarios with time series, for the tests of single transports.

use airhop_sim::{RunOptions, RunResult, Scenario, Series};

/// 100 s, the first 10 s left out, under seed 1; `settings` come last.
pub fn run(name: &str, transport: &str, settings: &[(&str, &str)]) -> (RunResult, Series) {
    let mut scenario = Scenario::builtin(name).unwrap();
    let common = [("transport.name", transport), ("run.duration_s", "100"), ("run.warmup_s", "10")];
    for (key, value) in common.iter().chain(settings) {
        scenario.set(key, value).unwrap();
    }
    let output = scenario.run(1, &RunOptions { series: true, ..RunOptions::default() }).unwrap();
    (output.result, output.series.unwrap())
}

/// The values of one quantity of one subject, in the order of time.
pub fn values(series: &Series, subject: &str, quantity: &str) -> Vec<f64> {
    let of = |i: &usize| series.subject[*i] == subject && series.quantity[*i] == quantity;
    (0..series.len()).filter(of).map(|i| series.value[i]).collect()
}
