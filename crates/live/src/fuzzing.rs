//! Entry for the fuzz targets: what a relay does with packets, without interfaces and without a clock.

use crate::flows::Flows;
use crate::ip::{Destination, Parsed};
use airhop_base::{Nanos, NodeId};
use airhop_sim::{Delivery, ExternalPacket, FlowResult, Plan, RunOptions, Simulation};

/// One packet that a program sent.
#[derive(Clone, Copy, Debug)]
pub struct Entering<'a> {
    /// Time since the one before.
    pub after: Nanos,
    /// The node whose interface it is read from, counted modulo the number of nodes.
    pub node: u32,
    /// The packet.
    pub bytes: &'a [u8],
}

/// Lets packets enter the network of `plan`; gives what a relay measures of the conversations, with the fairness between
/// them.
///
/// # Panics
/// A packet changes on its way; the plan's network cannot be.
pub fn relay<'a>(
    plan: &Plan,
    options: &RunOptions,
    packets: impl Iterator<Item = Entering<'a>>,
) -> (Vec<FlowResult>, f64) {
    let mut simulation = Simulation::open(plan, 1, options).expect("a plan that can be run");
    let mut flows = Flows::new(&plan.demands());
    let nodes = simulation.node_count();
    for packet in packets {
        advance(&mut simulation, &mut flows, packet.after);
        let Some(parsed) = Parsed::read(packet.bytes) else { continue };
        let src = NodeId(packet.node % nodes as u32);
        if let Destination::Node(dst) = parsed.destination(nodes) {
            flows.enter(simulation.now(), (src, dst), &parsed);
            let is_feedback = parsed.is_feedback();
            simulation.inject(ExternalPacket { src, dst, is_feedback, bytes: packet.bytes.into() });
        }
    }
    flows.restart(simulation.now());
    advance(&mut simulation, &mut flows, Nanos::from_millis(100));
    flows.end_window();
    let results = flows.results(simulation.now());
    let jain = flows.jain_over_windows();
    simulation.conclude(results.clone(), jain).expect("captures can be written");
    (results, jain)
}

/// Time passes; what the network delivers leaves it.
fn advance(simulation: &mut Simulation, flows: &mut Flows, time: Nanos) {
    simulation.advance_to(simulation.now() + time);
    let mut deliveries = Vec::new();
    simulation.take_deliveries(&mut deliveries);
    for Delivery { at, entered, hops, packet } in deliveries {
        assert!(entered <= at && at <= simulation.now(), "a packet leaves before it entered");
        let parsed = Parsed::read(&packet.bytes).expect("what was read once");
        flows.leave(at, at - entered, hops, &parsed);
    }
}
