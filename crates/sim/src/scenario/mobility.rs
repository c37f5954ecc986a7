//! `[mobility]`: way-points of nodes that move.

use super::keys::shortened;
use super::settings::{Settings, as_real, lookup};
use crate::error::ScenarioError;
use crate::plan::mobility::{Mobility, Path};
use airhop_base::{Nanos, NodeId};
use airhop_wireless::Position;
use toml::{Table, Value};

/// The table of way-points, one entry per node.
pub(crate) const WAYPOINTS: &str = "mobility.waypoints";

/// What a node's way-points may be, in words.
pub(crate) const ALLOWED: &str =
    "a list of way-points [time_s, x_m, y_m] with times of 0 or more, each later than the one before";

/// Checks the way-points of one node, apart from what depends on the topology.
pub(crate) fn check(key: &str, value: &Value) -> Result<(), ScenarioError> {
    let number = |v: &Value| (v.is_integer() || v.is_float()).then(|| as_real(v));
    let mut last_s = -1.0;
    let good = value.as_array().is_some_and(|list| {
        list.iter().all(|point| {
            let numbers: Vec<f64> = point.as_array().into_iter().flatten().filter_map(number).collect();
            let [time_s, x_m, y_m] = numbers[..] else { return false };
            let later = (0.0..=1e6).contains(&time_s) && time_s > last_s;
            last_s = time_s;
            later && point.as_array().is_some_and(|p| p.len() == 3) && x_m.abs() <= 1e9 && y_m.abs() <= 1e9
        })
    });
    let node = key.rsplit('.').next().and_then(|node| node.parse::<u32>().ok());
    match (good, node) {
        (true, Some(_)) => Ok(()),
        (false, _) => Err(ScenarioError::value(key, shortened(value), ALLOWED)),
        (true, None) => {
            Err(ScenarioError::new(format!("{key}: a node's number must follow {WAYPOINTS}, as in {WAYPOINTS}.3")))
        }
    }
}

/// The movements of a scenario; puts the nodes where they are at time 0.
pub(crate) fn mobility(settings: &Settings, positions: &mut [Position]) -> Result<Option<Mobility>, ScenarioError> {
    let step = Nanos::from_secs_f64(settings.real("mobility.step_s")?);
    let mut paths = Vec::new();
    let nodes = lookup(settings.document, WAYPOINTS).and_then(Value::as_table);
    for (name, value) in nodes.into_iter().flatten() {
        let key = format!("{WAYPOINTS}.{name}");
        check(&key, value)?;
        let Some(node) = name.parse::<usize>().ok().filter(|n| *n < positions.len()) else {
            let last = positions.len().saturating_sub(1);
            return Err(ScenarioError::new(format!("{key}: there is no radio node {name}; they go from 0 to {last}")));
        };
        let mut points = vec![(Nanos::ZERO, positions[node])];
        for point in value.as_array().into_iter().flatten() {
            let number = |i: usize| point.get(i).map(as_real).unwrap_or_default();
            let at = Nanos::from_secs_f64(number(0));
            let position = Position { x_m: number(1), y_m: number(2) };
            // A way-point at time 0 takes precedence over the topology's position; times that fall together count as one.
            points.retain(|p| p.0 < at);
            points.push((at, position));
        }
        let path = Path { node: NodeId(node as u32), points };
        positions[node] = path.at(Nanos::ZERO);
        paths.push(path);
    }
    paths.sort_by_key(|p| p.node);
    Ok((!paths.is_empty()).then_some(Mobility { paths, step }))
}

/// The way-points of every node, in the order of the nodes' numbers, as lines of TOML.
pub(crate) fn lines(document: &Table) -> Vec<String> {
    let nodes = lookup(document, WAYPOINTS).and_then(Value::as_table);
    let mut nodes: Vec<_> = nodes.into_iter().flatten().collect();
    nodes.sort_by_key(|(name, _)| name.parse::<u32>().unwrap_or(u32::MAX));
    nodes.into_iter().map(|(name, value)| format!("{name} = {value}")).collect()
}
