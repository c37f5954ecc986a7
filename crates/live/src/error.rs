use airhop_sim::ScenarioError;
use thiserror::Error;

/// Why a live run could not begin or go on.
#[derive(Debug, Error)]
pub enum LiveError {
    /// The scenario cannot be run.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// An interface could not be taken over, read or waited for.
    #[error("{what}: {cause}")]
    Interface {
        /// What was tried.
        what: String,
        /// What the system said.
        cause: std::io::Error,
    },
    /// There are not as many interfaces as nodes.
    #[error("{interfaces} interfaces for {nodes} nodes: every node wants one")]
    Count {
        /// Interfaces given.
        interfaces: usize,
        /// Radio nodes and wired hosts.
        nodes: usize,
    },
}
