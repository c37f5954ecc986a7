//! Nodes that move, and the radio network that follows them.

use super::Simulation;
use crate::event::Event;
use crate::plan::mobility::Mobility;
use airhop_base::NodeId;
use airhop_wireless::Position;

/// Where the nodes are and how they move on.
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
}

impl Simulation {
    /// Asks for the next update of positions.
    pub(super) fn await_move(&mut self) {
        if let Some(at) = self.moving.as_ref().and_then(|m| m.mobility.next_update(self.now)) {
            self.queue.push(at, Event::Move);
        }
    }

    /// Brings positions up to date.
    #[cold]
    pub(super) fn move_nodes(&mut self) {
        let Some(moving) = &mut self.moving else { return };
        let Moving { mobility, positions, moved } = &mut **moving;
        mobility.update(self.now, positions, moved);
        self.network.move_nodes(positions, moved);
        self.await_move();
    }
}
