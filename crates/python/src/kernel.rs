//! The kernel's transports: takes strings and numbers, returns lists of tuples.

use airhop_kernel::{AckPolicy, Error, Path, Prefix, Scheme, Settings, Spread, State, WindowLimit};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use std::net::IpAddr;

pyo3::create_exception!(
    airhop._native,
    KernelError,
    PyException,
    "An operation on the kernel's transports failed: the message states what is missing, invalid or refused."
);

fn complaint(error: Error) -> PyErr {
    KernelError::new_err(error.to_string())
}

fn scheme(name: &str) -> PyResult<Scheme> {
    name.parse().map_err(complaint)
}

fn prefix(text: &str) -> PyResult<Prefix> {
    text.parse().map_err(complaint)
}

fn source(text: Option<&str>) -> PyResult<Option<IpAddr>> {
    let parse = |text: &str| {
        text.parse().map_err(|_| KernelError::new_err(format!("source: {text} is not an IPv4 or IPv6 address")))
    };
    text.map(parse).transpose()
}

/// Why schemes cannot be loaded; `None` if they can.
#[pyfunction]
fn kernel_unavailable() -> Option<String> {
    airhop_kernel::unavailable().map(|error| error.to_string())
}

/// Name in the kernel and short name of every scheme.
#[pyfunction]
fn kernel_schemes() -> Vec<(&'static str, &'static str)> {
    Scheme::ALL.iter().map(|scheme| (scheme.kernel_name(), scheme.short_name())).collect()
}

/// Loads a scheme.
#[pyfunction]
fn kernel_load(
    py: Python<'_>,
    name: &str,
    n: u32,
    alpha_permille: u32,
    overhead_bytes: u32,
    cov: &str,
) -> PyResult<()> {
    let spread = match cov {
        "mad" => Spread::MeanAbsolute,
        "std" => Spread::Standard,
        _ => return Err(KernelError::new_err(format!("cov: {cov} is not allowed: expected mad or std"))),
    };
    let settings = Settings { reuse_hops: n, alpha_permille, overhead_bytes, spread };
    let scheme = scheme(name)?;
    py.detach(|| airhop_kernel::load(scheme, &settings)).map_err(complaint)
}

/// Unloads a scheme, or all schemes and paths.
#[pyfunction]
#[pyo3(signature = (name = None))]
fn kernel_unload(py: Python<'_>, name: Option<&str>) -> PyResult<()> {
    let scheme = name.map(scheme).transpose()?;
    py.detach(|| scheme.map_or_else(airhop_kernel::unload_all, airhop_kernel::unload)).map_err(complaint)
}

/// `absent`, `loaded` or `held`.
#[pyfunction]
fn kernel_state(name: &str) -> PyResult<&'static str> {
    Ok(match airhop_kernel::state(scheme(name)?).map_err(complaint)? {
        State::Absent => "absent",
        State::Loaded => "loaded",
        State::Held => "held",
    })
}

/// Sets the path to a destination.
#[pyfunction]
fn kernel_set_path(destination: &str, from: Option<&str>, hops: u32, rate_kbps: u32) -> PyResult<()> {
    let path = Path { destination: prefix(destination)?, source: source(from)?, hops, rate_kbps };
    airhop_kernel::set_path(&path).map_err(complaint)
}

/// Deletes the path to a destination.
#[pyfunction]
fn kernel_delete_path(destination: &str, from: Option<&str>) -> PyResult<()> {
    airhop_kernel::delete_path(prefix(destination)?, source(from)?).map_err(complaint)
}

/// Destination, source, hops and rate in kbit/s.
type PathRow = (String, Option<String>, u32, u32);

/// Lists all paths.
#[pyfunction]
fn kernel_paths() -> PyResult<Vec<PathRow>> {
    let paths = airhop_kernel::paths().map_err(complaint)?;
    let row = |path: &Path| {
        let source = path.source.map(|source| source.to_string());
        (path.destination.to_string(), source, path.hops, path.rate_kbps)
    };
    Ok(paths.iter().map(row).collect())
}

/// Sets the ACK policy of a device in this network namespace; `window` in segments, or `h/4`.
#[pyfunction]
fn kernel_set_acks(ifindex: i32, every: u32, window: Option<&str>) -> PyResult<()> {
    let segments = |text: &str| {
        let wrong =
            || KernelError::new_err(format!("window: {text} is not allowed: expected a number of segments, or h/4"));
        text.parse().map(WindowLimit::Segments).map_err(|_| wrong())
    };
    let window = match window {
        None => WindowLimit::None,
        Some("h/4") => WindowLimit::QuarterHops,
        Some(text) => segments(text)?,
    };
    airhop_kernel::set_acks(ifindex, &AckPolicy { every, window }).map_err(complaint)
}

/// Removes the ACK policy of a device; true if there was one.
#[pyfunction]
fn kernel_clear_acks(ifindex: i32) -> PyResult<bool> {
    airhop_kernel::clear_acks(ifindex).map_err(complaint)
}

/// Sets the maximum delay of ACKs on known paths.
#[pyfunction]
fn kernel_set_delack(delay_ms: u32) -> PyResult<()> {
    airhop_kernel::set_delack(delay_ms).map_err(complaint)
}

/// Restores the kernel's delay of ACKs for new connections; true if another was set.
#[pyfunction]
fn kernel_clear_delack() -> PyResult<bool> {
    airhop_kernel::clear_delack().map_err(complaint)
}

/// State of a connection that uses a scheme.
#[pyclass(module = "airhop._native", frozen)]
struct KernelConnection(airhop_kernel::Connection);

#[pymethods]
impl KernelConnection {
    #[getter]
    fn netns(&self) -> u32 {
        self.0.netns
    }
    #[getter]
    fn source(&self) -> String {
        self.0.source.to_string()
    }
    #[getter]
    fn destination(&self) -> String {
        self.0.destination.to_string()
    }
    #[getter]
    fn cwnd(&self) -> u32 {
        self.0.cwnd
    }
    #[getter]
    fn ssthresh(&self) -> Option<u32> {
        self.0.ssthresh
    }
    #[getter]
    fn srtt_ms(&self) -> f64 {
        self.0.srtt.as_secs_f64() * 1000.0
    }
    #[getter]
    fn mss(&self) -> u32 {
        self.0.mss
    }
    #[getter]
    fn hops(&self) -> Option<u32> {
        self.0.path.map(|(hops, _)| hops)
    }
    #[getter]
    fn link_rate_kbps(&self) -> Option<u32> {
        self.0.path.map(|(_, rate_kbps)| rate_kbps)
    }
    #[getter]
    fn rate_kbps(&self) -> Option<f64> {
        self.0.pacing.map(|pacing| pacing.rate_kbps)
    }
    #[getter]
    fn fhd_ms(&self) -> Option<f64> {
        self.0.pacing.and_then(|pacing| pacing.fhd).map(|fhd| fhd.as_secs_f64() * 1000.0)
    }
    #[getter]
    fn cov(&self) -> Option<f64> {
        self.0.pacing.map(|pacing| pacing.cov)
    }
    #[getter]
    fn samples(&self) -> Option<u32> {
        self.0.pacing.map(|pacing| pacing.samples)
    }
    #[getter]
    fn limit(&self) -> Option<u32> {
        self.0.limit
    }
    #[getter]
    fn bandwidth_kbps(&self) -> Option<f64> {
        self.0.bandwidth_kbps
    }
}

/// Lists the connections of a scheme.
#[pyfunction]
fn kernel_connections(name: &str) -> PyResult<Vec<KernelConnection>> {
    let connections = airhop_kernel::connections(scheme(name)?).map_err(complaint)?;
    Ok(connections.into_iter().map(KernelConnection).collect())
}

/// Adds these functions and classes to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("KernelError", module.py().get_type::<KernelError>())?;
    module.add_class::<KernelConnection>()?;
    module.add_function(wrap_pyfunction!(kernel_unavailable, module)?)?;
    module.add_function(wrap_pyfunction!(kernel_schemes, module)?)?;
    module.add_function(wrap_pyfunction!(kernel_load, module)?)?;
    module.add_function(wrap_pyfunction!(kernel_unload, module)?)?;
    module.add_function(wrap_pyfunction!(kernel_state, module)?)?;
    module.add_function(wrap_pyfunction!(kernel_set_path, module)?)?;
    module.add_function(wrap_pyfunction!(kernel_delete_path, module)?)?;
    module.add_function(wrap_pyfunction!(kernel_paths, module)?)?;
    module.add_function(wrap_pyfunction!(kernel_set_acks, module)?)?;
    module.add_function(wrap_pyfunction!(kernel_clear_acks, module)?)?;
    module.add_function(wrap_pyfunction!(kernel_set_delack, module)?)?;
    module.add_function(wrap_pyfunction!(kernel_clear_delack, module)?)?;
    module.add_function(wrap_pyfunction!(kernel_connections, module)?)
}
