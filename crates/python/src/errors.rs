use pyo3::PyErr;
use pyo3::exceptions::{PyException, PyValueError};

pyo3::create_exception!(
    airhop._native,
    ScenarioError,
    PyValueError,
    "What was asked for is wrong: the message names what, where, and what is allowed."
);
pyo3::create_exception!(airhop._native, Cancelled, PyException, "A run was ended through its `Control`.");

/// The simulator's complaint as Python's.
pub fn scenario_error(error: airhop_sim::ScenarioError) -> PyErr {
    ScenarioError::new_err(error.to_string())
}
