use crate::errors::ScenarioError;
use airhop_transport::{Need, Transport, TransportInfo};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Name and description of every built-in scenario.
#[pyfunction]
pub fn builtin_scenarios() -> Vec<(String, String)> {
    airhop_sim::builtin_scenarios()
}

/// Name, description, source and needs of a transport.
type TransportRow = (&'static str, &'static str, &'static str, Vec<&'static str>);

/// Name, description, source and needs of every transport.
#[pyfunction]
pub fn transports() -> PyResult<Vec<TransportRow>> {
    let row = |line: &TransportInfo| {
        // A capital word stands for a value; the needs are those of any.
        let transport = Transport::parse(&line.name.replace("KBPS", "1")).map_err(refusal)?;
        Ok((line.name, line.about, line.source, words(&transport.needs().kinds)))
    };
    airhop_transport::transports().iter().map(row).collect()
}

/// Every need by its name.
#[pyfunction]
pub fn need_names() -> Vec<&'static str> {
    words(&Need::ALL)
}

/// What a transport needs: names of needs, what has to be done, and where that is said.
#[pyfunction]
pub fn needs(name: &str) -> PyResult<(Vec<&'static str>, String, String)> {
    let needs = Transport::parse(name).map_err(refusal)?.needs();
    Ok((words(&needs.kinds), needs.about, needs.source))
}

/// Label, transport, family and settings of a contender.
type ContenderRow = (&'static str, &'static str, &'static str, Vec<(&'static str, &'static str)>);

/// What `airhop matrix` compares, in order.
#[pyfunction]
pub fn contenders() -> Vec<ContenderRow> {
    let row = |line: &TransportInfo| {
        let label = line.contender.unwrap_or(line.name);
        (label, line.name, line.family, line.settings.to_vec())
    };
    airhop_transport::contenders().iter().map(row).collect()
}

/// The names of what `airhop advise` compares unless others are named, in order.
#[pyfunction]
pub fn candidates() -> Vec<&'static str> {
    airhop_transport::candidates().to_vec()
}

fn words(needs: &[Need]) -> Vec<&'static str> {
    needs.iter().map(|need| need.word()).collect()
}

/// The transport's complaint as Python's.
fn refusal(error: airhop_transport::TransportError) -> PyErr {
    ScenarioError::new_err(error.to_string())
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
