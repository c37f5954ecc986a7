use pyo3::prelude::*;

/// Handle to a run in another thread.
#[pyclass(module = "airhop._native", frozen)]
#[derive(Default)]
pub struct Control(pub(crate) airhop_sim::Control);

#[pymethods]
impl Control {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Requests the end of the run: `Scenario.run` raises `Cancelled`.
    fn cancel(&self) {
        self.0.cancel();
    }

    /// Completed fraction of the run, 0 to 1.
    #[getter]
    fn progress(&self) -> f64 {
        self.0.progress()
    }
}
