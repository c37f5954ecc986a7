use super::settings::Settings;
use crate::error::ScenarioError;
use airhop_base::{NodeId, Purpose, Stream};
use airhop_wireless::Position;
use std::f64::consts::TAU;

/// Where the nodes stand, and the flows that belong to the topology.
pub(crate) struct Topology {
    pub positions: Vec<Position>,
    /// Source and destination of flows f0, f1, ...
    pub pairs: Vec<(u32, u32)>,
}

fn at(x_m: f64, y_m: f64) -> Position {
    Position { x_m, y_m }
}

/// Builds the topology of a scenario; random ones depend on the run's seed unless they set their own.
pub(crate) fn build(settings: &Settings, run_seed: u64) -> Result<Topology, ScenarioError> {
    let hops = || settings.integer("topology.hops").map(|h| h as u32);
    let spacing_m = || settings.real("topology.spacing_m");
    match settings.text("topology.kind")?.as_str() {
        "chain" => {
            let hops = hops()?;
            let flows = settings.integer("topology.flows")? as usize;
            Ok(Topology { positions: line(hops, 0.0, 0.0, spacing_m()?), pairs: vec![(0, hops); flows] })
        }
        "cross" => cross(hops()?, spacing_m()?),
        "parallel" => Ok(two_chains(hops()?, 0, spacing_m()?, settings.real("topology.gap_m")?)),
        "asymmetric" => {
            let extra = settings.integer("topology.extra_hops")? as u32;
            Ok(two_chains(hops()?, extra, spacing_m()?, settings.real("topology.gap_m")?))
        }
        "grid" => grid(hops()?, settings.integer("topology.flows")? as u32, spacing_m()?),
        "grid-tcp-ap" => {
            let mut grid = grid(hops()?, 6, spacing_m()?)?;
            // The figure numbers the flows along, starting with the one farthest from the senders of the flows down.
            grid.pairs[..3].reverse();
            Ok(grid)
        }
        "access" => Ok(access(hops()?, spacing_m()?, &settings.text("topology.directions")?)),
        "random" => random(settings, run_seed),
        "circle" => {
            let stations = settings.integer("topology.stations")? as u32;
            let radius_m = settings.real("topology.radius_m")?;
            let on_circle = |i: u32| {
                let angle = TAU * f64::from(i) / f64::from(stations);
                at(radius_m * angle.cos(), radius_m * angle.sin())
            };
            let positions = std::iter::once(at(0.0, 0.0)).chain((0..stations).map(on_circle)).collect();
            Ok(Topology { positions, pairs: (1..=stations).map(|i| (i, 0)).collect() })
        }
        _ => {
            let positions = settings.positions()?;
            if positions.is_empty() {
                return Err(ScenarioError::value("topology.positions", "[]", "at least one position [x, y] in metres"));
            }
            Ok(Topology { positions, pairs: Vec::new() })
        }
    }
}

fn line(hops: u32, x_m: f64, y_m: f64, spacing_m: f64) -> Vec<Position> {
    (0..=hops).map(|i| at(x_m + f64::from(i) * spacing_m, y_m)).collect()
}

/// Two chains of an even number of hops that share their middle node: first the one from west to east, then the other
/// from south to north without the middle.
fn cross(hops: u32, spacing_m: f64) -> Result<Topology, ScenarioError> {
    if !hops.is_multiple_of(2) {
        return Err(ScenarioError::value("topology.hops", hops, "even for topology.kind = \"cross\""));
    }
    let half = hops / 2;
    let middle_m = f64::from(half) * spacing_m;
    let mut positions = line(hops, 0.0, middle_m, spacing_m);
    positions.extend((0..=hops).filter(|&i| i != half).map(|i| at(middle_m, f64::from(i) * spacing_m)));
    Ok(Topology { positions, pairs: vec![(0, hops), (hops + 1, 2 * hops)] })
}

/// Two chains beside each other, the second longer by `extra` hops at each end.
fn two_chains(hops: u32, extra: u32, spacing_m: f64, gap_m: f64) -> Topology {
    let mut positions = line(hops, f64::from(extra) * spacing_m, 0.0, spacing_m);
    positions.extend(line(hops + 2 * extra, 0.0, gap_m, spacing_m));
    let last = positions.len() as u32 - 1;
    Topology { positions, pairs: vec![(0, hops), (hops + 1, last)] }
}

/// An access point, node 0, in the middle of a line: the first arm's nodes come from its end inwards, the second arm's
/// from the access point outwards, so that the ends are the first and the last number but 0. The wired host comes last.
fn access(hops: u32, spacing_m: f64, directions: &str) -> Topology {
    let line = line(2 * hops, -f64::from(hops) * spacing_m, 0.0, spacing_m);
    let middle = hops as usize;
    let arms = line[..middle].iter().chain(&line[middle + 1..]);
    let positions: Vec<_> = std::iter::once(line[middle]).chain(arms.copied()).collect();
    let host = positions.len() as u32;
    let pairs = directions
        .split('-')
        .zip([1, 2 * hops])
        .map(|(direction, end)| if direction == "in" { (host, end) } else { (end, host) })
        .collect();
    Topology { positions, pairs }
}

/// A square grid, numbered row by row from south to north; flows on neighbouring rows, then columns, around the middle.
fn grid(hops: u32, flows: u32, spacing_m: f64) -> Result<Topology, ScenarioError> {
    let side = hops + 1;
    if u64::from(side) * u64::from(side) > super::keys::MOST_NODES {
        return Err(ScenarioError::value(
            "topology.hops",
            hops,
            &format!("at most 99 for a grid, which may have {} nodes", super::keys::MOST_NODES),
        ));
    }
    let along = if flows <= 3 { flows } else { flows.div_ceil(2) };
    if along > side {
        return Err(ScenarioError::value("topology.flows", flows, &format!("at most {} for this grid", 2 * side)));
    }
    let mut positions = Vec::with_capacity((side * side) as usize);
    for row in 0..side {
        positions.extend(line(hops, 0.0, f64::from(row) * spacing_m, spacing_m));
    }
    let first = (side - along) / 2;
    let pairs = (0..flows)
        .map(|f| {
            let lane = first + f % along;
            if f < along { (lane * side, lane * side + hops) } else { (lane, lane + hops * side) }
        })
        .collect();
    Ok(Topology { positions, pairs })
}

/// Nodes uniform over an area, flows between random pairs; no node serves two flows while there are enough nodes.
fn random(settings: &Settings, run_seed: u64) -> Result<Topology, ScenarioError> {
    let own_seed = settings.integer("topology.seed")? as u64;
    let nodes = settings.integer("topology.nodes")? as u32;
    let flows = settings.integer("topology.flows")? as u32;
    let (width_m, height_m) = (settings.real("topology.width_m")?, settings.real("topology.height_m")?);
    if flows > 0 && nodes < 2 {
        return Err(ScenarioError::value("topology.nodes", nodes, "at least 2 for a flow to have two ends"));
    }
    let seed = if own_seed == 0 { run_seed } else { own_seed };
    let mut stream = Stream::new(seed, Purpose::Topology, NodeId(0));
    let positions: Vec<_> = (0..nodes).map(|_| at(stream.unit() * width_m, stream.unit() * height_m)).collect();
    let mut free: Vec<u32> = Vec::new();
    let mut draw = |avoid: Option<u32>| {
        loop {
            if free.is_empty() {
                free = (0..nodes).collect();
            }
            let i = stream.below(free.len() as u32) as usize;
            if Some(free[i]) != avoid {
                return free.swap_remove(i);
            }
            if free.len() == 1 {
                free.clear();
            }
        }
    };
    let pairs = (0..flows)
        .map(|_| {
            let src = draw(None);
            (src, draw(Some(src)))
        })
        .collect();
    Ok(Topology { positions, pairs })
}
