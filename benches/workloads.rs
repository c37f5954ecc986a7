//! `make bench`: events per second and wall time per simulated second for fixed workloads, medians of several runs.
//!
//! An argument picks the workloads whose name contains it: `cargo bench --bench workloads -- random`.

use airhop_sim::{RunOptions, Scenario, ScenarioError};

/// Runs of each workload, of which the median counts.
const RUNS: u64 = 7;

/// A scenario with settings that must never change, or the numbers stop being comparable.
struct Workload {
    name: &'static str,
    scenario: &'static str,
    settings: &'static [(&'static str, &'static str)],
}

const WORKLOADS: &[Workload] = &[
    Workload {
        name: "chain 7 hops, newreno, aodv",
        scenario: "chain",
        settings: &[("transport.name", "newreno+cwl=20"), ("run.duration_s", "300")],
    },
    Workload {
        name: "chain 7 hops, newreno, static",
        scenario: "chain",
        settings: &[("transport.name", "newreno+cwl=20"), ("routing.protocol", "static"), ("run.duration_s", "300")],
    },
    Workload {
        name: "grid 5 x 5, 6 flows",
        scenario: "grid",
        settings: &[("topology.flows", "6"), ("transport.name", "newreno+cwl=20"), ("run.duration_s", "60")],
    },
    Workload {
        name: "random 120 nodes, 10 flows",
        scenario: "random",
        settings: &[("transport.name", "newreno+cwl=20"), ("run.duration_s", "60"), ("topology.seed", "1")],
    },
    Workload {
        name: "random 1000 nodes, 20 flows",
        scenario: "random",
        settings: &[
            ("transport.name", "newreno+cwl=20"),
            ("run.duration_s", "12"),
            ("run.warmup_s", "2"),
            ("topology.seed", "1"),
            ("topology.nodes", "1000"),
            ("topology.flows", "20"),
            ("topology.width_m", "7000"),
            ("topology.height_m", "3000"),
        ],
    },
    Workload {
        name: "saturation, 20 stations, standard",
        scenario: "saturation",
        settings: &[("topology.stations", "20"), ("run.duration_s", "30")],
    },
];

fn main() -> Result<(), ScenarioError> {
    let filter = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    println!(
        "{:<36} {:>12} {:>12} {:>18} {:>14}",
        "workload", "events/s", "events/sim s", "wall ms/sim s", "peak memory MB"
    );
    for workload in WORKLOADS.iter().filter(|w| w.name.contains(&filter)) {
        let mut scenario = Scenario::builtin(workload.scenario)?;
        for (key, value) in workload.settings {
            scenario.set(key, value)?;
        }
        let duration_s: f64 =
            workload.settings.iter().find(|s| s.0 == "run.duration_s").and_then(|s| s.1.parse().ok()).unwrap_or(1.0);
        let mut costs = Vec::new();
        let mut events = 0.0;
        for _ in 0..RUNS {
            // The same seed each time: what varies is the machine.
            let result = scenario.run(1, &RunOptions::default())?.result;
            costs.push(result.wall_s);
            events = result.events as f64;
        }
        costs.sort_by(f64::total_cmp);
        let median_s = costs[costs.len() / 2];
        println!(
            "{:<36} {:>10.2} M {:>12.0} {:>18.4} {:>14}",
            workload.name,
            events / median_s / 1e6,
            events / duration_s,
            median_s * 1000.0 / duration_s,
            peak_memory_mb().map_or_else(|| "?".into(), |mb| format!("{mb:.1}")),
        );
    }
    Ok(())
}

/// The process's largest resident memory so far, where the system tells it.
fn peak_memory_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1000.0)
}
