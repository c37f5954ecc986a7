use crate::control::Control;
use crate::errors::{Cancelled, scenario_error};
use crate::output::Output;
use airhop_sim::RunOptions;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::path::PathBuf;

/// A network, its traffic and its parameters.
#[pyclass(module = "airhop._native")]
pub struct Scenario(airhop_sim::Scenario);

impl Scenario {
    /// The simulator's scenario.
    #[cfg(target_os = "linux")]
    pub fn inner(&self) -> &airhop_sim::Scenario {
        &self.0
    }
}

#[pymethods]
impl Scenario {
    /// The built-in scenario of that name.
    #[staticmethod]
    fn builtin(name: &str) -> PyResult<Self> {
        airhop_sim::Scenario::builtin(name).map(Self).map_err(scenario_error)
    }

    /// Parses a scenario; messages contain `origin` before line and column.
    #[staticmethod]
    fn from_toml(text: &str, origin: &str) -> PyResult<Self> {
        airhop_sim::Scenario::from_toml(text, origin).map(Self).map_err(scenario_error)
    }

    /// Sets a dotted key to a TOML value or, for keys of type text, to the text itself.
    fn set(&mut self, key: &str, value: &str) -> PyResult<()> {
        self.0.set(key, value).map_err(scenario_error)
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn description(&self) -> &str {
        self.0.description()
    }

    /// The complete scenario as TOML, every key with its unit.
    fn to_toml(&self) -> PyResult<String> {
        self.0.to_toml().map_err(scenario_error)
    }

    /// Every key with its value, as a JSON object of objects.
    fn to_json(&self) -> PyResult<String> {
        self.0.to_json().map_err(scenario_error)
    }

    fn copy(&self) -> Self {
        Self(self.0.clone())
    }

    /// Nodes, flows and ranges with this seed, as JSON.
    fn layout(&self, seed: u64) -> PyResult<String> {
        let layout = self.0.layout(seed).map_err(scenario_error)?;
        serde_json::to_string(&layout).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    /// Runs the scenario; other Python threads continue.
    #[pyo3(signature = (seed, control, series, pcap_dir))]
    fn run(
        &self,
        py: Python<'_>,
        seed: u64,
        control: Option<&Control>,
        series: bool,
        pcap_dir: Option<PathBuf>,
    ) -> PyResult<Output> {
        let scenario = self.0.clone();
        let control = control.map(|control| control.0.clone()).unwrap_or_default();
        let options = RunOptions { series, pcap_dir };
        let output = py.detach(|| scenario.run_under(seed, &options, &control));
        match output {
            Ok(output) => Output::new(output),
            Err(_) if control.is_cancelled() => Err(Cancelled::new_err("the run was cancelled")),
            Err(error) => Err(scenario_error(error)),
        }
    }
}
