//! Nodes that move: along straight lines between way-points, each at the speed that follows from its times.

use airhop_base::{Nanos, NodeId};
use airhop_wireless::Position;

/// The positions of a node over time.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Path {
    pub node: NodeId,
    /// In the order of time, the first one at time 0.
    pub points: Vec<(Nanos, Position)>,
}

impl Path {
    /// Where the node is: between two way-points on the straight line, after the last one there.
    pub fn at(&self, now: Nanos) -> Position {
        let next = self.points.partition_point(|p| p.0 <= now);
        match (self.points.get(next.wrapping_sub(1)), self.points.get(next)) {
            (Some(&(begin, from)), Some(&(end, to))) => {
                let part = (now - begin).as_secs_f64() / (end - begin).as_secs_f64();
                let between = |a: f64, b: f64| a + (b - a) * part;
                Position { x_m: between(from.x_m, to.x_m), y_m: between(from.y_m, to.y_m) }
            }
            (Some(last), None) => last.1,
            (None, first) => first.map_or(Position { x_m: 0.0, y_m: 0.0 }, |p| p.1),
        }
    }

    /// When the node next moves, at or after `now`: `now` itself in the middle of a line.
    fn moving_from(&self, now: Nanos) -> Option<Nanos> {
        let lines = self.points.windows(2).filter(|w| w[0].1 != w[1].1 && w[1].0 > now);
        lines.map(|w| w[0].0.max(now)).next()
    }
}

/// The movements of a run.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Mobility {
    pub paths: Vec<Path>,
    /// Positions are brought up to date at multiples of this, while a node is on its way.
    pub step: Nanos,
}

impl Mobility {
    /// When positions next change after the update at `now`, if they do.
    pub fn next_update(&self, now: Nanos) -> Option<Nanos> {
        let moving = self.paths.iter().filter_map(|p| p.moving_from(now)).min()?;
        Some(self.step * (moving.whole(self.step) + 1))
    }

    /// Brings `positions` up to date, and says in `moved` which have changed.
    pub fn update(&self, now: Nanos, positions: &mut [Position], moved: &mut [bool]) {
        moved.fill(false);
        for path in &self.paths {
            let (node, position) = (path.node.index(), path.at(now));
            moved[node] = positions[node] != position;
            positions[node] = position;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Nanos = Nanos::from_millis;

    fn path(node: u32, points: &[(u64, f64, f64)]) -> Path {
        let points = points.iter().map(|&(ms, x_m, y_m)| (MS(ms), Position { x_m, y_m })).collect();
        Path { node: NodeId(node), points }
    }

    #[test]
    fn positions_lie_on_straight_lines() {
        let p = path(0, &[(0, 0.0, 0.0), (1_000, 0.0, 0.0), (3_000, 100.0, -50.0), (4_000, 100.0, 0.0)]);
        for (ms, x_m, y_m) in [
            (0, 0.0, 0.0),
            (999, 0.0, 0.0),
            (2_000, 50.0, -25.0),
            (3_000, 100.0, -50.0),
            (3_500, 100.0, -25.0),
            (4_000, 100.0, 0.0),
            (90_000, 100.0, 0.0),
        ] {
            assert_eq!(p.at(MS(ms)), Position { x_m, y_m }, "{ms} ms");
        }
    }

    #[test]
    fn updates_come_while_a_node_is_on_its_way_and_once_behind() {
        let a = path(0, &[(0, 0.0, 0.0), (1_000, 0.0, 0.0), (1_250, 25.0, 0.0)]);
        let b = path(2, &[(0, 0.0, 9.0), (40, 0.0, 8.0), (5_000, 0.0, 8.0), (5_100, 0.0, 9.0)]);
        let mobility = Mobility { paths: vec![a, b], step: MS(100) };
        let mut positions = vec![Position { x_m: 0.0, y_m: 9.0 }; 3];
        positions[0] = Position { x_m: 0.0, y_m: 0.0 };
        let mut moved = vec![false; 3];
        let mut seen = Vec::new();
        let mut now = Nanos::ZERO;
        while let Some(at) = mobility.next_update(now) {
            mobility.update(at, &mut positions, &mut moved);
            seen.push((at.as_nanos() / 1_000_000, moved.clone()));
            now = at;
        }
        let (of_a, of_b) = (vec![true, false, false], vec![false, false, true]);
        let expected =
            [(100, &of_b), (1_100, &of_a), (1_200, &of_a), (1_300, &of_a), (5_100, &of_b)].map(|(t, m)| (t, m.clone()));
        assert_eq!(seen, expected);
        assert_eq!((positions[0].x_m, positions[2].y_m), (25.0, 9.0));
    }
}
