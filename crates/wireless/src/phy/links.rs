use crate::config::{RadioConfig, Reception};
use crate::phy::propagation::{SPEED_OF_LIGHT_M_PER_S, Shadowing, received_power_w};
use airhop_base::{Nanos, NodeId};

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
    /// Where each node's links begin, and where the last node's end. Beyond lie those that frames on the air began with
    /// before their senders' neighbours changed.
    first: Vec<u32>,
    seed: u64,
}

/// A part of the table: one node's links at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LinkRange {
    first: u32,
    end: u32,
}

impl Links {
    /// Computes the table for nodes at `positions`.
    ///
    /// Under threshold reception a signal below the carrier-sense threshold does not exist for a node; under SINR
    /// reception the cut is 10 dB below the noise, where a single interferer no longer changes a decision.
    /// Two nodes at one place hear each other at the power of 1 m.
    #[must_use]
    pub fn new(radio: &RadioConfig, positions: &[Position], seed: u64) -> Self {
        let empty = Self { links: Vec::new(), first: vec![0; positions.len() + 1], seed };
        empty.after_move(radio, positions, &vec![true; positions.len()])
    }

    /// The table for `positions`, of which only those `moved` differ from the ones that this table was computed for.
    pub(crate) fn after_move(&self, radio: &RadioConfig, positions: &[Position], moved: &[bool]) -> Self {
        let floor_w = match radio.reception {
            Reception::Threshold => radio.sense_threshold_w,
            Reception::Sinr => 10f64.powf((radio.noise_dbm - 10.0 - 30.0) / 10.0),
        };
        let mut shadowing = Shadowing::new(radio, self.seed);
        let changed: Vec<usize> = (0..positions.len()).filter(|i| moved[*i]).collect();
        let all: Vec<usize> = (0..positions.len()).collect();
        let mut links: Vec<Link> = Vec::with_capacity(self.links.len());
        let mut first = Vec::with_capacity(positions.len() + 1);
        for (i, &from) in positions.iter().enumerate() {
            let start = links.len();
            first.push(start as u32);
            let others = if moved[i] {
                &all
            } else {
                let stay = self.of(NodeId(i as u32)).iter().filter(|l| !moved[l.to.index()]);
                links.extend(stay.map(|l| Link { together: 1, ..*l }));
                &changed
            };
            for &j in others.iter().filter(|j| **j != i) {
                let distance_m = from.distance_m(positions[j]);
                let power_w = received_power_w(radio, distance_m) * shadowing.gain(i as u32, j as u32);
                if power_w >= floor_w {
                    let delay = Nanos::from_secs_f64(distance_m / SPEED_OF_LIGHT_M_PER_S);
                    links.push(Link { to: NodeId(j as u32), power_w, delay, together: 1 });
                }
            }
            links[start..].sort_unstable_by_key(|l| (l.delay, l.to));
            for k in (start + 1..links.len()).rev() {
                if links[k].delay == links[k - 1].delay {
                    links[k - 1].together = links[k].together + 1;
                }
            }
        }
        first.push(links.len() as u32);
        links.shrink_to_fit();
        Self { links, first, seed: self.seed }
    }

    /// Keeps the links that a frame on the air began with, from the table before.
    pub(crate) fn keep(&mut self, before: &[Link]) -> LinkRange {
        let first = self.links.len() as u32;
        self.links.extend_from_slice(before);
        LinkRange { first, end: self.links.len() as u32 }
    }

    /// Where the links of `node` are now.
    #[inline]
    pub(crate) fn range(&self, node: NodeId) -> LinkRange {
        LinkRange { first: self.first[node.index()], end: self.first[node.index() + 1] }
    }

    /// The links of a part of the table.
    #[inline]
    pub(crate) fn get(&self, range: LinkRange) -> &[Link] {
        &self.links[range.first as usize..range.end as usize]
    }

    /// The nodes that hear `node`, nearest first.
    #[must_use]
    pub fn of(&self, node: NodeId) -> &[Link] {
        self.get(self.range(node))
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

    #[test]
    fn neighbours_at_one_distance_are_counted_again_when_one_leaves() {
        let radio = profile("ns2-wavelan").unwrap().config().radio;
        let mut places = [0.0, 200.0, 400.0].map(|x_m| Position { x_m, y_m: 0.0 });
        let links = Links::new(&radio, &places, 1);
        let together = |links: &Links| links.of(NodeId(1)).iter().map(|l| (l.to.0, l.together)).collect::<Vec<_>>();
        assert_eq!(together(&links), [(0, 2), (2, 1)]);
        // Node 2 goes 100 m farther away.
        places[2].x_m = 500.0;
        let moved = links.after_move(&radio, &places, &[false, false, true]);
        assert_eq!(together(&moved), [(0, 1), (2, 1)]);
    }

    /// However nodes move, the table equals one computed from scratch.
    #[test]
    fn moving_some_nodes_gives_the_table_of_their_places() {
        let mut radio = profile("standard").unwrap().config().radio;
        radio.shadowing_db = 4.0;
        let mut stream = airhop_base::Stream::new(7, airhop_base::Purpose::Topology, NodeId(0));
        let mut place = || Position { x_m: stream.unit() * 3_000.0, y_m: stream.unit() * 1_000.0 };
        let mut positions: Vec<_> = (0..30).map(|_| place()).collect();
        let mut links = Links::new(&radio, &positions, 3);
        for round in 0..10 {
            let moved: Vec<bool> = (0..30).map(|i| i % 10 == round).collect();
            for (position, _) in positions.iter_mut().zip(&moved).filter(|(_, moved)| **moved) {
                *position = place();
            }
            // Two of them meet in one place.
            positions[round + 10] = positions[round];
            links = links.after_move(&radio, &positions, &moved);
            let anew = Links::new(&radio, &positions, 3);
            assert_eq!((&links.links, &links.first), (&anew.links, &anew.first), "round {round}");
        }
        let before = links.of(NodeId(4)).to_vec();
        let kept = links.keep(&before);
        assert_eq!(links.get(kept), before);
        assert_eq!(links.of(NodeId(29)), Links::new(&radio, &positions, 3).of(NodeId(29)));
    }
}
