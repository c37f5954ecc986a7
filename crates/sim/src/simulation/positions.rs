use crate::plan::mobility::Mobility;
use airhop_base::{Nanos, NodeId};
use airhop_wireless::Position;

/// The positions and movements of the nodes.
#[derive(Clone, Debug)]
pub(super) struct Moving {
    mobility: Mobility,
    positions: Vec<Position>,
    moved: Vec<bool>,
}

impl Moving {
    pub fn new(mobility: &Mobility, positions: &[Position]) -> Self {
        Self { mobility: mobility.clone(), positions: positions.to_vec(), moved: vec![false; positions.len()] }
    }

    /// The nodes that ever move, with their present positions.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, Position)> + '_ {
        self.mobility.paths.iter().map(|path| (path.node, self.positions[path.node.index()]))
    }

    /// When positions have to be updated next.
    pub fn next_update(&self, now: Nanos) -> Option<Nanos> {
        self.mobility.next_update(now)
    }

    /// Brings positions up to date; which nodes have moved is told beside them.
    pub fn update(&mut self, now: Nanos) -> (&[Position], &[bool]) {
        self.mobility.update(now, &mut self.positions, &mut self.moved);
        (&self.positions, &self.moved)
    }
}
