use crate::errors::scenario_error;
use crate::output::Output;
use crate::scenario::Scenario;
use airhop_base::Nanos;
use airhop_live::{Handle, Interfaces, LiveError, Relay, Settings};
use airhop_sim::{Plan, RunOptions, Simulation, node_address};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use serde::Serialize;
use std::path::PathBuf;

/// A live run: real programs over the simulated network in real time.
#[pyclass(module = "airhop._native", frozen)]
pub struct Live {
    plan: Plan,
    hops: Vec<Vec<u32>>,
    settings: Settings,
    handle: Handle,
}

fn json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

fn live_error(error: LiveError) -> PyErr {
    match error {
        LiveError::Scenario(error) => scenario_error(error),
        other => PyOSError::new_err(other.to_string()),
    }
}

#[pymethods]
impl Live {
    /// Prepares a run of a scenario. `warmup_s` is excluded from all means; without `duration_s` the run continues until it
    /// is stopped; with `scenario_flows` the results are about the scenario's own flows.
    #[new]
    #[pyo3(signature = (scenario, seed, warmup_s, duration_s, scenario_flows, series, pcap_dir))]
    fn new(
        scenario: &Scenario,
        seed: u64,
        warmup_s: f64,
        duration_s: Option<f64>,
        scenario_flows: bool,
        series: bool,
        pcap_dir: Option<PathBuf>,
    ) -> PyResult<Self> {
        let plan = scenario.inner().plan(seed).map_err(scenario_error)?;
        // Report errors before an interface is created; captures start with the run.
        Simulation::open(&plan, seed, &RunOptions::default()).map_err(scenario_error)?;
        let settings = Settings {
            seed,
            options: RunOptions { series, pcap_dir },
            warmup: Nanos::from_secs_f64(warmup_s),
            duration: duration_s.map(Nanos::from_secs_f64),
            scenario_flows,
        };
        let hops = plan.shortest_hops(seed).map_err(scenario_error)?;
        Ok(Self { plan, hops, settings, handle: Handle::default() })
    }

    /// The addresses of the nodes: radio nodes, then wired hosts.
    #[getter]
    fn addresses(&self) -> Vec<String> {
        let count = self.plan.radio_nodes() + self.plan.host_names().len();
        let address = |node: usize| node_address(airhop_base::NodeId(node as u32));
        (0..count).map(address).map(|[a, b, c, d]| format!("{a}.{b}.{c}.{d}")).collect()
    }

    /// Length in hops of the shortest path between each pair of radio nodes; 0 if there is none.
    #[getter]
    fn hops(&self) -> Vec<Vec<u32>> {
        self.hops.clone()
    }

    /// The names of the wired hosts.
    #[getter]
    fn hosts(&self) -> Vec<String> {
        self.plan.host_names().to_vec()
    }

    /// The scenario's flows with their ports, as JSON.
    #[getter]
    fn flows(&self) -> PyResult<String> {
        #[derive(Serialize)]
        struct Flow {
            #[serde(flatten)]
            demand: airhop_sim::Demand,
            ports: (u16, u16),
        }
        let demands = self.plan.demands().into_iter().zip(0..);
        json(&demands.map(|(demand, i)| Flow { demand, ports: airhop_sim::flow_ports(i) }).collect::<Vec<_>>())
    }

    /// Relays packets between the TUN interfaces with these file descriptors, one per node; other Python threads continue.
    fn run(&self, py: Python<'_>, interfaces: Vec<i32>) -> PyResult<LiveOutput> {
        let interfaces = Interfaces::duplicate(&interfaces).map_err(live_error)?;
        let (plan, settings, handle) = (&self.plan, &self.settings, self.handle.clone());
        // A simulation must stay in the thread that created it.
        let outcome = py.detach(move || Relay::new(plan, settings, interfaces, handle)?.run());
        let outcome = outcome.map_err(live_error)?;
        Ok(LiveOutput {
            real_time: json(&outcome.real_time)?,
            packets: json(&outcome.packets)?,
            output: Py::new(py, Output::new(outcome.output)?)?,
        })
    }

    /// Requests the end of the run.
    fn stop(&self) {
        self.handle.stop();
    }

    /// Current status as JSON.
    fn status(&self) -> PyResult<String> {
        json(&self.handle.status())
    }
}

/// Result of a live run.
#[pyclass(module = "airhop._native", frozen)]
pub struct LiveOutput {
    output: Py<Output>,
    real_time: String,
    packets: String,
}

#[pymethods]
impl LiveOutput {
    /// The same record as of a simulated run.
    #[getter]
    fn output(&self, py: Python<'_>) -> Py<Output> {
        self.output.clone_ref(py)
    }

    /// Lateness, as JSON.
    #[getter]
    fn real_time(&self) -> &str {
        &self.real_time
    }

    /// Packet counters of the interfaces, as JSON.
    #[getter]
    fn packets(&self) -> &str {
        &self.packets
    }
}
