//! AODV, ad hoc on-demand distance vector routing (RFC 3561), with link-layer failure detection and no hellos.

mod config;
mod message;
mod parameters;

pub use config::{AodvConfig, LocalRepair, Rules};
pub use message::{Message, Rerr, Rrep, Rreq};
pub use parameters::{ConfigError, PARAMETERS, Parameter};

use crate::{Action, DropReason, Packet, RoutingStats};
use airhop_base::{Nanos, NodeId, Stream};
use std::marker::PhantomData;

/// One node's AODV.
#[derive(Clone, Debug)]
pub struct Aodv<T> {
    stats: RoutingStats,
    payload: PhantomData<T>,
}

impl<T: Clone> Aodv<T> {
    /// The AODV of `node`; `jitter` is the stream of the node's routing purpose.
    #[must_use]
    pub fn new(_node: NodeId, _config: AodvConfig, _jitter: Stream) -> Self {
        Self { stats: RoutingStats::default(), payload: PhantomData }
    }

    pub(crate) fn send(&mut self, _now: Nanos, packet: Packet<T>, out: &mut Vec<Action<T>>) {
        out.push(Action::Drop { packet, reason: DropReason::NoRoute });
    }

    pub(crate) fn receive(&mut self, _now: Nanos, packet: Packet<T>, _from: NodeId, out: &mut Vec<Action<T>>) {
        out.push(Action::Drop { packet, reason: DropReason::NoRoute });
    }

    pub(crate) fn link_failed(&mut self, _now: Nanos, packet: Packet<T>, _next_hop: NodeId, out: &mut Vec<Action<T>>) {
        out.push(Action::Drop { packet, reason: DropReason::LinkFailed });
    }

    pub(crate) fn reclaimed(&mut self, _now: Nanos, packet: Packet<T>, _next_hop: NodeId, out: &mut Vec<Action<T>>) {
        out.push(Action::Drop { packet, reason: DropReason::LinkFailed });
    }

    pub(crate) fn next_timeout(&self) -> Option<Nanos> {
        None
    }

    pub(crate) fn on_timeout(&mut self, _now: Nanos, _out: &mut Vec<Action<T>>) {}

    pub(crate) fn hops_to(&self, _dst: NodeId) -> Option<u32> {
        None
    }

    pub(crate) fn stats(&self) -> &RoutingStats {
        &self.stats
    }
}
