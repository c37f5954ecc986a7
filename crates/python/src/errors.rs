use pyo3::PyErr;
use pyo3::exceptions::{PyException, PyValueError};

pyo3::create_exception!(
    airhop._native,
    ScenarioError,
    PyValueError,
    "Invalid input: the message states what is wrong, where, and what is allowed."
);
pyo3::create_exception!(airhop._native, Cancelled, PyException, "A run was cancelled through its `Control`.");

/// Converts an error of the simulator.
pub fn scenario_error(error: airhop_sim::ScenarioError) -> PyErr {
    ScenarioError::new_err(error.to_string())
}
