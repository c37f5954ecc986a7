use crate::config::{RadioConfig, Reception};
use crate::propagation::{Shadowing, received_power_w};
use airhop_base::{Nanos, NodeId};

/// The speed of light in vacuum, in m/s.
pub const SPEED_OF_LIGHT_M_PER_S: f64 = 299_792_458.0;

/// Where a node stands, in metres.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Position {
    /// East.
    pub x_m: f64,
    /// North.
    pub y_m: f64,
}

impl Position {
    /// The distance to `other` in metres.
    #[must_use]
    pub fn distance_m(self, other: Self) -> f64 {
        (self.x_m - other.x_m).hypot(self.y_m - other.y_m)
    }
}

/// How one node hears another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Link {
    /// The node that hears.
    pub to: NodeId,
    /// With what power, in watts.
    pub power_w: f64,
    /// How long after it was sent.
    pub delay: Nanos,
    /// How many links of the sender, from this one on, have the same delay.
    pub(crate) together: u32,
}

/// Who hears whom: for each node the nodes that its signal reaches at all, nearest in time first.
///
/// One flat table, so that a walk over a node's neighbours touches consecutive memory.
#[derive(Clone, Debug)]
pub struct Links {
    links: Vec<Link>,
    first: Vec<usize>,
}

impl Links {
    /// Computes the table for nodes at `positions`.
    ///
    /// Under threshold reception a signal below the carrier-sense threshold does not exist for a node; under SINR
    /// reception the cut is 10 dB below the noise, where a single interferer no longer changes a decision.
    /// Two nodes at one place hear each other at the power of 1 m.
    #[must_use]
    pub fn new(radio: &RadioConfig, positions: &[Position], seed: u64) -> Self {
        let floor_w = match radio.reception {
            Reception::Threshold => radio.sense_threshold_w,
            Reception::Sinr => 10f64.powf((radio.noise_dbm - 10.0 - 30.0) / 10.0),
        };
        let mut shadowing = Shadowing::new(radio, seed);
        let mut links = Vec::new();
        let mut first = Vec::with_capacity(positions.len() + 1);
        for (i, &from) in positions.iter().enumerate() {
            first.push(links.len());
            for (j, &to) in positions.iter().enumerate() {
                if i == j {
                    continue;
                }
                let distance_m = from.distance_m(to);
                let power_w = received_power_w(radio, distance_m) * shadowing.gain(i as u32, j as u32);
                if power_w >= floor_w {
                    let delay = Nanos::from_secs_f64(distance_m / SPEED_OF_LIGHT_M_PER_S);
                    links.push(Link { to: NodeId(j as u32), power_w, delay, together: 1 });
                }
            }
            // Stable, so that equal delays keep the order of node numbers.
            links[first[i]..].sort_by_key(|l| l.delay);
            for k in (first[i] + 1..links.len()).rev() {
                if links[k].delay == links[k - 1].delay {
                    links[k - 1].together = links[k].together + 1;
                }
            }
        }
        first.push(links.len());
        links.shrink_to_fit();
        Self { links, first }
    }

    /// The nodes that hear `node`, nearest first.
    #[must_use]
    pub fn of(&self, node: NodeId) -> &[Link] {
        &self.links[self.first[node.index()]..self.first[node.index() + 1]]
    }

    /// For each node the neighbours that can decode it when nobody else transmits: what routing builds on.
    #[must_use]
    pub fn decodable(&self, radio: &RadioConfig) -> Vec<Vec<NodeId>> {
        let least_w = radio.least_decodable_w();
        let nodes = self.first.len() - 1;
        (0..nodes)
            .map(|i| {
                let mut to: Vec<_> =
                    self.of(NodeId(i as u32)).iter().filter(|l| l.power_w >= least_w).map(|l| l.to).collect();
                to.sort_unstable();
                to
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile;

    #[test]
    fn a_chain_of_200_m_decodes_one_hop_and_senses_two() {
        let config = profile("ns2-wavelan").unwrap().config();
        let chain: Vec<_> = (0..8).map(|i| Position { x_m: 200.0 * f64::from(i), y_m: 0.0 }).collect();
        let links = Links::new(&config.radio, &chain, 1);
        let heard: Vec<_> = links.of(NodeId(3)).iter().map(|l| l.to.0).collect();
        assert_eq!(heard, [2, 4, 1, 5]);
        assert_eq!(links.of(NodeId(3))[0].delay, Nanos::from_nanos(667));
        assert_eq!(links.decodable(&config.radio)[3], [NodeId(2), NodeId(4)]);
        assert_eq!(links.decodable(&config.radio)[0], [NodeId(1)]);
    }
}
