use airhop_sim::Series;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Time in seconds, subject, quantity and value of every sample.
type Columns<'a> = (&'a [f64], &'a [String], &'a [&'static str], &'a [f64]);

/// Result of one run.
#[pyclass(module = "airhop._native", frozen)]
pub struct Output {
    json: String,
    series: Option<Series>,
}

impl Output {
    pub fn new(output: airhop_sim::Output) -> PyResult<Self> {
        let json = serde_json::to_string(&output.result).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Self { json, series: output.series })
    }
}

#[pymethods]
impl Output {
    /// One element of `runs` in the JSON result.
    #[getter]
    fn json(&self) -> &str {
        &self.json
    }

    /// The columns of the time series, if requested.
    #[getter]
    fn series(&self) -> Option<Columns<'_>> {
        let series = self.series.as_ref()?;
        Some((&series.time_s, &series.subject, &series.quantity, &series.value))
    }
}
