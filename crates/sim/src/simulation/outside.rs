//! Packets from outside the simulation: a real program's, or a kernel's. They enter at a node at a given time, travel like
//! any other, and leave at their destination.

use super::{RunOptions, Simulation, path_between};
use crate::error::ScenarioError;
use crate::external::{Delivery, ExternalPacket, Outside};
use crate::payload::{Framed, Payload};
use crate::plan::Plan;
use crate::plan::wired::Way;
use airhop_base::NodeId;
use airhop_routing::StaticRoutes;
use airhop_wireless::Network;
use std::rc::Rc;

impl Simulation {
    /// Builds the run of a plan whose traffic comes from outside: the plan's flows do not run, and every node can be
    /// reached from every other.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    pub fn open(plan: &Plan, seed: u64, options: &RunOptions) -> Result<Self, ScenarioError> {
        let plan = Plan { flows: Vec::new(), ..plan.clone() };
        let nodes = plan.positions.len();
        let ends: Vec<NodeId> = (0..nodes as u32).map(NodeId).collect();
        let mut simulation = Self::build(&plan, seed, options, &ends)?;
        let neighbours = simulation.network.links().decodable(&plan.wireless.radio);
        let shortest = StaticRoutes::for_destinations(&neighbours, &plan.gateways().collect::<Vec<_>>());
        let hosts = (nodes..nodes + plan.hosts.len()).map(|host| NodeId(host as u32));
        let gateways = hosts.flat_map(|host| ends.iter().map(move |node| (host, *node)));
        let gateways = gateways.map(|(host, node)| match path_between(&plan, node, host, &shortest).way {
            Way::Gateway(gateway) => Some(gateway),
            Way::Radio | Way::Wired => None,
        });
        simulation.outside = Some(Box::new(Outside { nodes, gateways: gateways.collect(), delivered: Vec::new() }));
        Ok(simulation)
    }

    /// Takes a packet from outside at the current time. One from a node to itself does not use the network: it
    /// is discarded, as is one from or for a node that does not exist.
    pub fn inject(&mut self, packet: ExternalPacket) {
        let (src, dst, bytes) = (packet.src, packet.dst, packet.bytes.len() as u32);
        let exists = |node: NodeId| node.index() < self.node_count();
        if src == dst || !exists(src) || !exists(dst) || self.outside.is_none() {
            return;
        }
        let way = self.way_outside(src, dst);
        // If a queue is full, the network reports it with the next event.
        self.send(way, src, dst, bytes, Payload::External { entered: self.now, packet: Rc::new(packet) });
    }

    /// Hands over the packets that arrived since the last call, in the order of arrival.
    pub fn take_deliveries(&mut self, out: &mut Vec<Delivery>) {
        if let Some(outside) = &mut self.outside {
            out.append(&mut outside.delivered);
        }
    }

    /// Radio nodes and wired hosts.
    #[must_use]
    pub fn node_count(&self) -> usize {
        let hosts = self.outside.as_ref().map_or(0, |o| o.gateways.len().checked_div(o.nodes).unwrap_or(0));
        self.routers.len() + hosts
    }

    /// Radio nodes alone: wired hosts are numbered after them.
    #[must_use]
    pub fn radio_nodes(&self) -> usize {
        self.routers.len()
    }

    #[cold]
    pub(super) fn deliver_outside(&mut self, hops: u8, payload: Payload) {
        if let (Some(outside), Payload::External { entered, packet }) = (&mut self.outside, payload) {
            outside.delivered.push(Delivery { at: self.now, entered, hops, packet });
        }
    }

    /// The path of a packet from outside.
    pub(super) fn way_outside(&self, src: NodeId, dst: NodeId) -> Way {
        match (self.is_host(src), self.is_host(dst)) {
            (false, false) => Way::Radio,
            (true, true) => Way::Wired,
            // Without a gateway there is no channel to it either: the packet is dropped where it would take the wire.
            _ => self.outside.as_ref().and_then(|o| o.gateway(src, dst)).map_or(Way::Wired, Way::Gateway),
        }
    }
}

impl Plan {
    /// The shortest path from each radio node to each other, in hops; 0 where there is none.
    ///
    /// # Errors
    /// An invalid radio configuration.
    pub fn shortest_hops(&self, seed: u64) -> Result<Vec<Vec<u32>>, ScenarioError> {
        let network = Network::<Framed>::new(self.wireless.clone(), &self.positions, seed);
        let network = network.map_err(|e| ScenarioError::new(e.to_string()))?;
        let nodes: Vec<NodeId> = (0..self.positions.len() as u32).map(NodeId).collect();
        let neighbours = network.links().decodable(&self.wireless.radio);
        let shortest = StaticRoutes::for_destinations(&neighbours, &nodes);
        let from = |node: NodeId| nodes.iter().map(|dst| shortest.hops(node, *dst).unwrap_or(0)).collect();
        Ok(nodes.iter().map(|node| from(*node)).collect())
    }
}
