//! Notices of failed links and lost routes, from routing at a flow's source to the flow's sender.
//!
//! What a source learns is what its routing protocol knows: that its own link to the next hop failed (all protocols), or
//! that its route is gone because a node farther on reported so (AODV and DSR). A route that is replaced at once does not count as
//! lost. For a flow from a wired host the gateway is the source, and its notice takes the time of the wires back.

use super::Simulation;
use super::watched_routes::WatchedRoutes;
use crate::event::Event;
use crate::payload::Packet;
use crate::plan::wired::Way;
use airhop_base::NodeId;
use airhop_transport::Side;

impl Simulation {
    /// Begins to watch the routes of flows whose senders listen.
    pub(super) fn watch_routes(&mut self) {
        let mut of_node = vec![Vec::new(); self.routers.len()];
        for (number, flow) in self.flows.iter().enumerate() {
            let source = flow.radio_ends().filter(|_| flow.connection.wants_link_failures());
            if let Some((source, _)) = source {
                of_node[source.index()].push((number as u32, false));
            }
        }
        self.notices = Some(Box::new(WatchedRoutes { of_node }));
    }

    /// The flow that is to be told when the link that `packet` could not pass failed at `node`: if that is its source.
    #[cold]
    pub(super) fn hears_of_failure(&self, node: NodeId, packet: &Packet) -> Option<u32> {
        let payload = packet.data().filter(|payload| !payload.is_feedback())?;
        let flow = payload.flow()?;
        let source = self.flows[flow as usize].radio_ends()?.0;
        (source == node).then_some(flow)
    }

    /// Checks which routes of `node` are gone after its router received a packet or a link failure.
    #[cold]
    pub(super) fn note_lost_routes(&mut self, node: NodeId) {
        let Some(notices) = &mut self.notices else { return };
        let mut watched = std::mem::take(&mut notices.of_node[node.index()]);
        for (flow, had_route) in &mut watched {
            let ends = self.flows[*flow as usize].radio_ends();
            let has_route = ends.is_some_and(|(at, to)| self.routers[at.index()].has_route(self.now, to));
            if std::mem::replace(had_route, has_route) && !has_route {
                self.tell_of_failure(*flow);
            }
        }
        if let Some(notices) = &mut self.notices {
            notices.of_node[node.index()] = watched;
        }
    }

    /// Tells a flow's sender that its link or route failed, once the notice has reached it.
    #[cold]
    pub(super) fn tell_of_failure(&mut self, flow: u32) {
        let f = &self.flows[flow as usize];
        let delay = match (f.way, &self.wired) {
            (Way::Gateway(gateway), Some(wired)) => wired.delay(gateway, f.src),
            _ => None,
        };
        self.queue.push(self.now + delay.unwrap_or_default(), Event::Notice(flow));
    }

    /// A notice reaches the sender.
    #[cold]
    pub(super) fn notice(&mut self, flow: u32) {
        let now = self.now;
        self.flows[flow as usize].connection.on_link_failure(now);
        self.pump(flow, Side::Sender);
    }
}
