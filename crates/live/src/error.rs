use airhop_sim::ScenarioError;
use thiserror::Error;

/// Why a live run could not start or continue.
#[derive(Debug, Error)]
pub enum LiveError {
    /// The scenario cannot be run.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// An operation on an interface failed.
    #[error("{what}: {cause}")]
    Interface {
        /// The operation.
        what: String,
        /// The error of the operating system.
        cause: std::io::Error,
    },
    /// The number of interfaces differs from the number of nodes.
    #[error("{interfaces} interfaces for {nodes} nodes; expected one per node")]
    Count {
        /// Number of interfaces.
        interfaces: usize,
        /// Number of radio nodes and wired hosts.
        nodes: usize,
    },
}
