//! `[wired.NAME]`: links, and the hosts that they name.

use super::keys::{ENDS, Row, check, integer, real, row, shortened};
use super::settings::{as_real, section};
use crate::error::ScenarioError;
use crate::plan::wired::{WiredLink, WiredRoutes};
use airhop_base::{BitRate, Nanos, NodeId};
use airhop_wired::ChannelConfig;
use toml::{Table, Value};

/// The maximum number of wired links of a scenario.
const MOST_LINKS: usize = 1_000;

/// The keys of one wired link, under `[wired.NAME]`.
pub(crate) const WIRED_ROWS: &[Row] = &[
    row(
        "ends",
        "",
        "[\"host\", 0]",
        ENDS,
        "the two ends: a name is a wired host, a number a radio node, which thereby is a gateway",
        &[],
    ),
    row("rate_kbps", "kbit/s", "100000.0", real(0.001, 1e9), "rate of each direction", &[]),
    row("delay_ms", "ms", "10.0", real(0.0, 1e6), "propagation delay of each direction", &[]),
    row(
        "queue_packets",
        "packets",
        "50",
        integer(0, 1_000_000),
        "length of the drop-tail queue of each direction, without the packet that is being sent",
        &[],
    ),
    row(
        "ecn_threshold_packets",
        "packets",
        "0",
        integer(0, 1_000_000),
        "a packet that finds at least this many in the queue is marked if its transport supports ECN; 0: off",
        &[],
    ),
];

/// The hosts, sorted by name, and the links, sorted by name, of a scenario with so many radio nodes.
pub(crate) fn wired(document: &Table, radio: usize) -> Result<(Vec<String>, Vec<WiredLink>), ScenarioError> {
    let Some(tables) = section(document, "wired") else { return Ok((Vec::new(), Vec::new())) };
    if tables.len() > MOST_LINKS {
        return Err(ScenarioError::new(format!("at most {MOST_LINKS} wired links are allowed")));
    }
    let tables: Vec<(&String, &Table)> =
        tables.iter().filter_map(|(name, value)| value.as_table().map(|table| (name, table))).collect();
    let mut hosts: Vec<String> = Vec::new();
    for (name, table) in &tables {
        let ends = value(name, table, "ends")?;
        hosts.extend(ends.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
    }
    hosts.sort_unstable();
    hosts.dedup();
    let mut links = Vec::new();
    for (name, table) in tables {
        links.push(link(name, table, radio, &hosts)?);
    }
    Ok((hosts, links))
}

fn link(name: &str, table: &Table, radio: usize, hosts: &[String]) -> Result<WiredLink, ScenarioError> {
    let number = |key: &str| value(name, table, key).map(|v| as_real(&v));
    let key = format!("wired.{name}.ends");
    let nodes = Nodes { radio, hosts, routes: &WiredRoutes::default() };
    let value_of_ends = value(name, table, "ends")?;
    let ends: Vec<NodeId> =
        value_of_ends.as_array().into_iter().flatten().map(|end| nodes.find(&key, end)).collect::<Result<_, _>>()?;
    let ends = match ends[..] {
        [a, b] if a != b => [a, b],
        _ => return Err(ScenarioError::value(&key, shortened(&value_of_ends), "two different ends")),
    };
    let rate_bps = (number("rate_kbps")? * 1000.0).round() as u64;
    let packets = |key: &str| value(name, table, key).map(|v| v.as_integer().unwrap_or_default() as u32);
    let channel = ChannelConfig {
        // A rate of zero is not allowed by the table.
        rate: BitRate::from_bps(rate_bps).unwrap_or(BitRate::kbps(1)),
        delay: Nanos::from_secs_f64(number("delay_ms")? / 1000.0),
        queue_packets: packets("queue_packets")?,
        ecn_threshold_packets: packets("ecn_threshold_packets")?,
    };
    Ok(WiredLink { name: name.to_owned(), ends, channel })
}

/// The value of a key of one link, checked.
fn value(name: &str, table: &Table, key: &str) -> Result<Value, ScenarioError> {
    let row = WIRED_ROWS.iter().find(|r| r.parameter.key == key);
    match (table.get(key), row) {
        (Some(value), Some(row)) => {
            check(row.parameter.allowed, &format!("wired.{name}.{key}"), value).map(|()| value.clone())
        }
        (None, Some(row)) if key != "ends" => Ok(row.default_value()),
        _ => Err(ScenarioError::new(format!("wired.{name} has no {key}; expected {}", ENDS))),
    }
}

/// Every key of every link with its value.
pub(crate) fn resolved(links: &Table) -> Table {
    let with_defaults = |link: &Value| {
        let given = |row: &Row| link.get(row.parameter.key).cloned().unwrap_or_else(|| row.default_value());
        Value::Table(WIRED_ROWS.iter().map(|row| (row.parameter.key.to_owned(), given(row))).collect())
    };
    links.iter().map(|(name, link)| (name.clone(), with_defaults(link))).collect()
}

/// A name as the key of a table.
pub(crate) fn bare_or_quoted(name: &str) -> String {
    let is_bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_bare { name.to_owned() } else { Value::String(name.to_owned()).to_string() }
}

/// The nodes that a scenario may name.
pub(crate) struct Nodes<'a> {
    /// How many radio nodes there are.
    pub radio: usize,
    pub hosts: &'a [String],
    pub routes: &'a WiredRoutes,
}

impl Nodes<'_> {
    /// The allowed names of a node, in words.
    pub fn describe(&self) -> String {
        let numbers = format!("a node from 0 to {}", self.radio.saturating_sub(1));
        if self.hosts.is_empty() { numbers } else { format!("{numbers}, or a wired host: {}", self.hosts.join(", ")) }
    }

    /// The node that a value stands for.
    pub fn find(&self, key: &str, value: &Value) -> Result<NodeId, ScenarioError> {
        let found = match value {
            Value::Integer(number) => usize::try_from(*number).ok().filter(|n| *n < self.radio),
            Value::String(name) => self.hosts.binary_search(name).ok().map(|place| self.radio + place),
            _ => None,
        };
        let wrong = || ScenarioError::value(key, shortened(value), &self.describe());
        found.map(|node| NodeId(node as u32)).ok_or_else(wrong)
    }

    /// Refuses a flow that no wired path can carry; whether the radio network can is seen when it runs.
    pub fn check_path(&self, flow: &str, src: NodeId, dst: NodeId) -> Result<(), ScenarioError> {
        let host = |node: NodeId| self.hosts.get(node.index().wrapping_sub(self.radio));
        match (host(src), host(dst)) {
            (None, None) => Ok(()),
            (Some(from), Some(to)) => match self.routes.hops(src, dst) {
                Some(_) => Ok(()),
                None => Err(ScenarioError::new(format!(
                    "flow {flow}: there is no wired path from host {from} to host {to}; flows between hosts do not cross \
                     the radio network"
                ))),
            },
            (Some(name), None) | (None, Some(name)) => {
                let node = if host(src).is_some() { src } else { dst };
                let gateways = self.routes.members().iter().take_while(|m| m.index() < self.radio);
                if gateways.into_iter().any(|gateway| self.routes.hops(node, *gateway).is_some()) {
                    return Ok(());
                }
                Err(ScenarioError::new(format!(
                    "flow {flow}: there is no wired path from host {name} to a gateway; a gateway is a radio node at the \
                     end of a wired link, as in ends = [\"{name}\", 0]"
                )))
            }
        }
    }
}
