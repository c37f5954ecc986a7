//! Where the nodes and flows of a plan are.

use super::Plan;
use super::mobility::Path;
use super::wired::WiredLink;
use airhop_wireless::ranges_m;
use serde::Serialize;

/// Where a scenario's nodes and flows are, for drawing and for other simulators.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Layout {
    /// Positions in metres.
    pub nodes: Vec<[f64; 2]>,
    /// The flows.
    pub flows: Vec<LayoutFlow>,
    /// The nodes that move; the positions above are their initial ones.
    pub moves: Vec<LayoutMove>,
    /// Wired hosts: they have no position.
    pub hosts: Vec<LayoutHost>,
    /// Wired links.
    pub wired: Vec<LayoutWiredLink>,
    /// How far a frame can be decoded, in metres, without shadowing.
    pub decode_range_m: f64,
    /// How far it is sensed.
    pub sense_range_m: f64,
}

/// A moving node of a [`Layout`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LayoutMove {
    /// Its number.
    pub node: u32,
    /// Way-points: time in seconds, and position in metres. The node moves in a straight line from each to the next.
    pub points: Vec<[f64; 3]>,
}

/// A wired host of a [`Layout`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LayoutHost {
    /// Its name.
    pub name: String,
    /// Its number, following those of all radio nodes.
    pub node: u32,
}

/// A wired link of a [`Layout`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LayoutWiredLink {
    /// Its name.
    pub name: String,
    /// Its ends: hosts, or radio nodes that are gateways.
    pub ends: [u32; 2],
    /// Its rate in kbit/s.
    pub rate_kbps: f64,
    /// Its delay in ms.
    pub delay_ms: f64,
}

/// A flow of a [`Layout`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LayoutFlow {
    /// Its name.
    pub name: String,
    /// Source node.
    pub src: u32,
    /// Destination node.
    pub dst: u32,
    /// Its transport.
    pub transport: String,
}

impl Layout {
    /// The layout of a plan.
    pub(crate) fn of(plan: &Plan) -> Self {
        let flows = plan.flows.iter().map(|f| LayoutFlow {
            name: f.name.clone(),
            src: f.src.0,
            dst: f.dst.0,
            transport: f.transport_name.clone(),
        });
        let hosts = plan.hosts.iter().zip(plan.positions.len() as u32..);
        let (decode_range_m, sense_range_m) = ranges_m(&plan.wireless.radio);
        Self {
            nodes: plan.positions.iter().map(|p| [p.x_m, p.y_m]).collect(),
            flows: flows.collect(),
            moves: plan.mobility.iter().flat_map(|m| &m.paths).map(LayoutMove::of).collect(),
            hosts: hosts.map(|(name, node)| LayoutHost { name: name.clone(), node }).collect(),
            wired: plan.wired.iter().map(LayoutWiredLink::of).collect(),
            decode_range_m,
            sense_range_m,
        }
    }
}

impl LayoutMove {
    fn of(path: &Path) -> Self {
        let points = path.points.iter().map(|(at, p)| [at.as_secs_f64(), p.x_m, p.y_m]);
        Self { node: path.node.0, points: points.collect() }
    }
}

impl LayoutWiredLink {
    fn of(link: &WiredLink) -> Self {
        Self {
            name: link.name.clone(),
            ends: link.ends.map(|end| end.0),
            rate_kbps: link.channel.rate.bps() as f64 / 1000.0,
            delay_ms: link.channel.delay.as_millis_f64(),
        }
    }
}
