//! From a scenario to the outcome of its run.

use crate::control::Control;
use crate::error::ScenarioError;
use crate::scenario::Scenario;
use crate::simulation::{Output, RunOptions, Simulation};

impl Scenario {
    /// Runs the scenario with a seed.
    ///
    /// # Errors
    /// As [`Scenario::plan`], and when the run was cancelled or could not write its captures.
    pub fn run(&self, seed: u64, options: &RunOptions) -> Result<Output, ScenarioError> {
        self.run_under(seed, options, &Control::default())
    }

    /// Runs the scenario with a seed, under another thread's control.
    ///
    /// # Errors
    /// As [`Scenario::run`].
    pub fn run_under(&self, seed: u64, options: &RunOptions, control: &Control) -> Result<Output, ScenarioError> {
        Simulation::new(&self.plan(seed)?, seed, options)?.run(control)
    }
}
