use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Name and description of every built-in scenario.
#[pyfunction]
pub fn builtin_scenarios() -> Vec<(String, String)> {
    airhop_sim::builtin_scenarios()
}

/// Name, description and source of every transport.
#[pyfunction]
pub fn transports() -> Vec<(&'static str, &'static str, &'static str)> {
    airhop_transport::transports().iter().map(|line| (line.name, line.about, line.source)).collect()
}

/// Form, kind, description and source of every part of a transport.
#[pyfunction]
pub fn parts() -> Vec<(&'static str, &'static str, &'static str, &'static str)> {
    airhop_transport::parts().iter().map(|part| (part.form, part.group, part.about, part.source)).collect()
}

/// Name and description of every radio profile.
#[pyfunction]
pub fn radios() -> Vec<(&'static str, &'static str)> {
    airhop_wireless::PROFILES.iter().map(|profile| (profile.name, profile.about)).collect()
}

/// Every key of a scenario with unit, default, allowed values, source and meaning, as a JSON list.
#[pyfunction]
pub fn parameters() -> PyResult<String> {
    serde_json::to_string(&airhop_sim::keys()).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
