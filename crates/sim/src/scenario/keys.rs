use crate::error::ScenarioError;
use airhop_base::{Allowed, Parameter};
use toml::Value;

/// Any text.
pub(crate) const TEXT: Allowed = Allowed::Described("text");
/// `[[x_m, y_m], ...]`.
const POSITIONS: Allowed = Allowed::Described("a list of positions [x, y] in metres, each a number from -1e9 to 1e9");
/// A radio node by its number, or a wired host by its name.
const NODE: Allowed = Allowed::Described("a node's number, or the name of a wired host");
/// Two of those.
pub(crate) const ENDS: Allowed =
    Allowed::Described("two ends [a, b], each a node's number or the name of a wired host");

/// One key of a scenario that the simulation itself reads (radio, routing and transport have tables of their own).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The parameter. The default is written as TOML.
    pub parameter: Parameter,
    /// The kinds of topology or traffic that have it; empty for all.
    pub kinds: &'static [&'static str],
}

/// The source of what no paper and no standard says.
pub(crate) const AIRHOP: &str = "airhop";

pub(crate) const fn row(
    key: &'static str,
    unit: &'static str,
    default: &'static str,
    allowed: Allowed,
    about: &'static str,
    kinds: &'static [&'static str],
) -> Row {
    Row { parameter: Parameter { key, unit, default, allowed, source: AIRHOP, about }, kinds }
}

pub(crate) const fn integer(min: u64, max: u64) -> Allowed {
    Allowed::Integer { min, max }
}

pub(crate) const fn real(min: f64, max: f64) -> Allowed {
    Allowed::Real { min, max }
}

/// The kinds of topology.
pub(crate) const TOPOLOGIES: &[&str] =
    &["chain", "cross", "parallel", "asymmetric", "grid", "grid-tcp-ap", "access", "random", "circle", "nodes"];
/// The kinds of traffic.
pub(crate) const TRAFFIC: &[&str] = &["ftp", "cbr", "files", "transfer"];
/// The maximum number of nodes of a scenario: links are computed for every pair.
pub(crate) const MOST_NODES: u64 = 10_000;
/// The maximum number of flows of a scenario.
pub(crate) const MOST_FLOWS: u64 = 10_000;

const SPACED: &[&str] = &["chain", "cross", "parallel", "asymmetric", "grid", "grid-tcp-ap", "access"];
const CHAINS: &[&str] = &["parallel", "asymmetric"];

pub(crate) const ROWS: &[Row] = &[
    row("run.duration_s", "s", "300.0", real(0.001, 1e6), "simulated time, warm-up included", &[]),
    row("run.warmup_s", "s", "30.0", real(0.0, 1e6), "measurement starts after this time", &[]),
    row(
        "run.packets",
        "packets",
        "0",
        integer(0, 1_000_000_000),
        "number of packets, over all flows, after whose delivery the run ends instead of at run.duration_s; 0: off",
        &[],
    ),
    row(
        "run.batches",
        "batches",
        "11",
        integer(3, 10_000),
        "batches of a run by packets; the first is the warm-up",
        &[],
    ),
    row("run.window_s", "s", "10.0", real(0.1, 1e6), "windows of the short-term fairness index", &[]),
    row("run.sample_s", "s", "0.1", real(0.001, 1e6), "interval between points of the time series", &[]),
    row("topology.kind", "", "\"chain\"", Allowed::OneOf(TOPOLOGIES), "arrangement of the nodes", &[]),
    row(
        "topology.hops",
        "hops",
        "7",
        integer(1, 5_000),
        "hops of a chain; nodes along a side of a grid, less one; from the access point to the end of an arm",
        SPACED,
    ),
    row("topology.spacing_m", "m", "200.0", real(0.1, 1e6), "distance between neighbours", SPACED),
    row("topology.gap_m", "m", "400.0", real(0.1, 1e6), "distance between the chains", CHAINS),
    row(
        "topology.extra_hops",
        "hops",
        "3",
        integer(1, 1_000),
        "additional hops of the upper chain at each end",
        &["asymmetric"],
    ),
    row(
        "topology.flows",
        "flows",
        "1",
        integer(0, MOST_FLOWS),
        "flows of the topology, f0, f1, ...: along the chain; across the grid (up to three along, more half along and half down); between random pairs",
        &["chain", "grid", "random"],
    ),
    row(
        "topology.directions",
        "",
        "\"in-in\"",
        Allowed::OneOf(&["in", "out", "in-in", "in-out", "out-in", "out-out"]),
        "directions of flow f0, at the end of the first arm, and f1, at that of the second: in from the first wired host, or out to it",
        &["access"],
    ),
    row("topology.nodes", "nodes", "120", integer(1, MOST_NODES), "number of nodes", &["random"]),
    row("topology.width_m", "m", "2500.0", real(0.1, 1e6), "width of the area from west to east", &["random"]),
    row("topology.height_m", "m", "1000.0", real(0.1, 1e6), "height of the area from south to north", &["random"]),
    row(
        "topology.seed",
        "",
        "0",
        integer(0, u64::MAX),
        "seed of positions and pairs; 0 redraws them with each run's seed",
        &["random"],
    ),
    row(
        "topology.stations",
        "stations",
        "10",
        integer(1, MOST_NODES - 1),
        "stations, each with a flow to the centre",
        &["circle"],
    ),
    row("topology.radius_m", "m", "10.0", real(0.0, 1e6), "distance of the stations from the centre", &["circle"]),
    row("topology.positions", "m", "[]", POSITIONS, "one [x, y] per node", &["nodes"]),
    row(
        "mobility.step_s",
        "s",
        "0.1",
        real(0.001, 1e6),
        "interval between updates of the positions while a node moves",
        &[],
    ),
    row(
        "routing.protocol",
        "",
        "\"aodv\"",
        Allowed::OneOf(&["static", "aodv", "dsr"]),
        "static: shortest paths by hops, computed once; aodv and dsr: found on demand",
        &[],
    ),
    row(
        "routing.failure_notices",
        "",
        "false",
        Allowed::Boolean,
        "routing at a flow's source notifies the flow's sender of link failures and lost routes (DCCP only)",
        &[],
    ),
    row(
        "traffic.kind",
        "",
        "\"ftp\"",
        Allowed::OneOf(TRAFFIC),
        "ftp: unlimited data; cbr: packets at a constant rate; files: Pareto sizes, exponential pauses; transfer: one file",
        &[],
    ),
    row(
        "traffic.packet_bytes",
        "bytes",
        "1460",
        integer(1, 65_000),
        "payload of a UDP datagram, and of a cbr packet",
        &[],
    ),
    row("traffic.rate_kbps", "kbit/s", "100.0", real(0.001, 1e7), "payload rate", &["cbr"]),
    row("traffic.mean_bytes", "bytes", "30000.0", real(1.0, 1e12), "mean size of a file", &["files"]),
    row("traffic.shape", "", "1.5", real(1.01, 100.0), "shape of the Pareto distribution of sizes", &["files"]),
    row("traffic.pause_s", "s", "1.0", real(0.0, 1e6), "mean of the exponential pause after a file", &["files"]),
    row("traffic.bytes", "bytes", "10000000", integer(1, 1 << 50), "size of the transfer", &["transfer"]),
    row(
        "traffic.start_spread_s",
        "s",
        "0.0",
        real(0.0, 1e6),
        "each flow starts at a random time within this interval after its start time",
        &[],
    ),
];

/// The keys of one flow, under `[flows.NAME]`.
pub(crate) const FLOW_ROWS: &[Row] = &[
    row("src", "", "0", NODE, "source", &[]),
    row("dst", "", "0", NODE, "destination", &[]),
    row("transport", "", "\"\"", TEXT, "transport of this flow instead of transport.name", &[]),
    row("start_s", "s", "0.0", real(0.0, 1e6), "when the flow starts", &[]),
    row("stop_s", "s", "1e6", real(0.0, 1e6), "when it stops sending", &[]),
];

/// Checks a value against what is allowed.
pub(crate) fn check(allowed: Allowed, key: &str, value: &Value) -> Result<(), ScenarioError> {
    let good = match allowed {
        TEXT => value.is_str(),
        NODE => is_node(value),
        ENDS => value.as_array().is_some_and(|ends| ends.len() == 2 && ends.iter().all(is_node)),
        POSITIONS => value.as_array().is_some_and(|list| list.iter().all(is_position)),
        Allowed::Boolean => value.is_bool(),
        Allowed::Integer { .. } => value.is_integer() && allowed.accepts(&value.to_string()),
        Allowed::Real { .. } => (value.is_integer() || value.is_float()) && allowed.accepts(&value.to_string()),
        _ => allowed.accepts(&text_of(value)),
    };
    if good {
        return Ok(());
    }
    if let (Allowed::OneOf(words), Some(given)) = (allowed, value.as_str())
        && let Some(near) = crate::error::nearest(given, words)
    {
        return Err(ScenarioError::new(format!("{key} = {value}: must be {allowed}; did you mean `{near}`?")));
    }
    Err(ScenarioError::value(key, shortened(value), &allowed.to_string()))
}

/// A value as text, as the parsers of transport and routing parameters take it.
pub(crate) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Boolean(true) => "on".into(),
        Value::Boolean(false) => "off".into(),
        other => other.to_string(),
    }
}

/// Whether a value is a point `[x_m, y_m]`.
fn is_position(value: &Value) -> bool {
    let coordinate = real(-1e9, 1e9);
    value.as_array().is_some_and(|point| point.len() == 2 && point.iter().all(|c| check(coordinate, "", c).is_ok()))
}

/// Whether a value can stand for a node. A name must not look like a number.
fn is_node(value: &Value) -> bool {
    match value {
        Value::Integer(number) => u64::try_from(*number).is_ok_and(|number| number <= MOST_NODES),
        Value::String(name) => !name.is_empty() && name.parse::<f64>().is_err(),
        _ => false,
    }
}

/// A value for an error message: long ones are cut.
pub(crate) fn shortened(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() > 60 { text.chars().take(57).chain("...".chars()).collect() } else { text }
}

impl Row {
    /// The default as a TOML value.
    pub fn default_value(&self) -> Value {
        parse_value(self.parameter.default).unwrap_or_else(|| Value::String(self.parameter.default.to_owned()))
    }
}

/// Reads one TOML value; `None` if the text is none.
pub(crate) fn parse_value(text: &str) -> Option<Value> {
    let mut table: toml::Table = toml::from_str(&format!("v = {text}\n")).ok()?;
    // A text with line breaks could smuggle in more keys.
    (table.len() == 1).then(|| table.remove("v")).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_allowed() {
        for row in ROWS.iter().chain(FLOW_ROWS) {
            check(row.parameter.allowed, row.parameter.key, &row.default_value()).unwrap();
        }
    }

    #[test]
    fn values_are_checked() {
        let Parameter { allowed, key, .. } =
            ROWS.iter().find(|r| r.parameter.key == "topology.spacing_m").unwrap().parameter;
        assert!(check(allowed, key, &Value::Integer(200)).is_ok());
        let error = check(allowed, key, &Value::Float(-1.0)).unwrap_err().to_string();
        assert_eq!(error, "topology.spacing_m = -1.0: must be a number from 0.1 to 1000000");
        assert!(check(allowed, key, &Value::Float(f64::NAN)).is_err());
        assert!(check(POSITIONS, "p", &parse_value("[[0, 1.5], [2, 3]]").unwrap()).is_ok());
        assert!(check(POSITIONS, "p", &parse_value("[[0, 1.5], [2]]").unwrap()).is_err());
    }
}
