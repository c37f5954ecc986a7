//! Python bindings of airhop: the module `airhop._native`, wrapped by the package `airhop`. The bindings are thin: they only
//! pass strings and lists; all logic is in the package or the simulator.

mod catalogue;
mod control;
mod errors;
mod kernel;
#[cfg(target_os = "linux")]
mod live;
mod output;
mod scenario;

use pyo3::prelude::*;

/// The simulator used by the package `airhop`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ScenarioError", module.py().get_type::<errors::ScenarioError>())?;
    module.add("Cancelled", module.py().get_type::<errors::Cancelled>())?;
    module.add_class::<scenario::Scenario>()?;
    module.add_class::<control::Control>()?;
    module.add_class::<output::Output>()?;
    #[cfg(target_os = "linux")]
    module.add_class::<live::Live>()?;
    #[cfg(target_os = "linux")]
    module.add_class::<live::LiveOutput>()?;
    module.add_function(wrap_pyfunction!(catalogue::builtin_scenarios, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::transports, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::parts, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::need_names, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::needs, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::contenders, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::candidates, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::radios, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::parameters, module)?)?;
    kernel::register(module)
}
