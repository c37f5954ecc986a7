//! The crate that knows all others: it joins transports, routing and radio in an event loop, reads scenarios, makes
//! traffic and measures.
//!
//! ```
//! use airhop_sim::{RunOptions, Scenario};
//!
//! let mut scenario = Scenario::builtin("chain")?;
//! scenario.set("topology.hops", "2")?;
//! scenario.set("run.duration_s", "20")?;
//! scenario.set("run.warmup_s", "5")?;
//! let output = scenario.run(1, &RunOptions::default())?;
//! assert!(output.result.aggregate_goodput_kbps > 600.0);
//! # Ok::<(), airhop_sim::ScenarioError>(())
//! ```

mod capture;
mod control;
mod error;
mod event;
mod external;
mod flow;
mod meter;
mod payload;
mod plan;
mod recent;
mod result;
mod run;
mod scenario;
mod series;
mod simulation;
mod times;
mod wired;

#[cfg(fuzzing)]
pub use capture::packet_bytes;
pub use capture::{flow_ports, node_address};
pub use control::Control;
pub use error::ScenarioError;
pub use external::{Delivery, ExternalPacket, Upcoming};
pub use payload::{Ecn, Packet, Payload};
pub use plan::demand::{Application, Demand};
pub use plan::layout::{Layout, LayoutFlow, LayoutHost, LayoutMove, LayoutWiredLink};
pub use plan::{FlowPlan, Plan};
pub use result::{
    Air, Batch, Delay, Drops, Energy, FlowResult, MacResult, Percentiles, RunResult, WiredResult, jain_index,
};
pub use scenario::{Key, Scenario, builtin_scenarios, keys};
pub use series::Series;
pub use simulation::{Output, RunOptions, Simulation};
pub use times::TimeStatistics;
