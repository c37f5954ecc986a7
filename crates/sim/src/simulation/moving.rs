//! Nodes that move, and the radio network that follows them.

use super::Simulation;
use crate::event::Event;

impl Simulation {
    /// Asks for the next update of positions.
    pub(super) fn await_move(&mut self) {
        if let Some(at) = self.moving.as_ref().and_then(|moving| moving.next_update(self.now)) {
            self.queue.push(at, Event::Move);
        }
    }

    /// Brings positions up to date.
    #[cold]
    pub(super) fn move_nodes(&mut self) {
        let Some(moving) = &mut self.moving else { return };
        let (positions, moved) = moving.update(self.now);
        self.network.move_nodes(positions, moved);
        self.await_move();
    }
}
