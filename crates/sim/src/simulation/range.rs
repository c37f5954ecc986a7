//! Nodes out of range of all others: by far the most common mistake in positions.

use crate::error::ScenarioError;
use crate::plan::Plan;
use airhop_base::NodeId;
use airhop_wireless::{largest_hop_m, ranges_m};

/// Rejects a plan in which a node can decode no other node.
pub(super) fn check(plan: &Plan, neighbours: &[Vec<NodeId>]) -> Result<(), ScenarioError> {
    if plan.positions.len() < 2 {
        return Ok(());
    }
    let Some(alone) = neighbours.iter().position(Vec::is_empty) else { return Ok(()) };
    let radio = &plan.wireless.radio;
    // With shadowing each pair of nodes has its own range.
    if let Some(spacing_m) = plan.spacing_m.filter(|_| !radio.is_shadowed()) {
        let largest_m = largest_hop_m(radio);
        let works = if largest_m > 0.0 {
            format!("the largest spacing that works is {largest_m} m")
        } else {
            "no spacing works with this radio".to_owned()
        };
        return Err(ScenarioError::new(format!(
            "topology.spacing_m = {spacing_m}: neighbours are out of each other's range; {works}"
        )));
    }
    let here = plan.positions[alone];
    let others = plan.positions.iter().enumerate().filter(|(i, _)| *i != alone);
    let nearest_m = others.map(|(_, p)| here.distance_m(*p)).fold(f64::INFINITY, f64::min);
    let (decode_m, _) = ranges_m(radio);
    let shadowing = if radio.is_shadowed() { " without shadowing" } else { "" };
    Err(ScenarioError::new(format!(
        "node {alone} at ({}, {}) m is out of range of every other node: the nearest is {nearest_m:.1} m away, and frames \
         are decoded up to {decode_m:.1} m{shadowing}",
        here.x_m, here.y_m
    )))
}
