use pyo3::prelude::*;

/// A hand on a run in another thread.
#[pyclass(module = "airhop._native", frozen)]
#[derive(Default)]
pub struct Control(pub(crate) airhop_sim::Control);

#[pymethods]
impl Control {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Ends the run soon: `Scenario.run` raises `Cancelled`.
    fn cancel(&self) {
        self.0.cancel();
    }

    /// Part of the run that is done, 0 to 1.
    #[getter]
    fn progress(&self) -> f64 {
        self.0.progress()
    }
}
