//! A run that its caller advances step by step, by the caller's clock.

use super::{Output, Phase, Simulation};
use crate::error::ScenarioError;
use crate::event::{Event, HORIZON};
use crate::external::Upcoming;
use crate::payload::Framed;
use crate::result::{FlowResult, MacResult};
use airhop_base::{Nanos, NodeId};

impl Simulation {
    /// The current time.
    #[must_use]
    pub fn now(&self) -> Nanos {
        self.now
    }

    /// Whether the run has ended: no more events happen.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.phase == Phase::Finished
    }

    /// What happens next, unless a packet from outside comes first; `None` if nothing does.
    pub fn upcoming(&mut self) -> Option<Upcoming> {
        let (at, event) = self.queue.peek()?;
        let may_deliver = match event {
            Event::Wireless(event) => {
                self.network.carried_by(event).is_some_and(|(to, framed)| is_last_hop(to, framed))
            }
            Event::ToRouting(place) => {
                let delayed = self.delayed.get(place as usize);
                delayed.is_some_and(|d| d.packet.dst == d.node)
            }
            Event::Wired(_) => true,
            _ => false,
        };
        Some(Upcoming { at, may_deliver })
    }

    /// Handles all events up to `until`, which becomes the current time, or up to the end of the run. If that time
    /// has passed already, nothing happens.
    pub fn advance_to(&mut self, until: Nanos) {
        if until < self.now || self.is_finished() {
            return;
        }
        // The network would run ahead to its next event, and a packet from outside would come too late. Events beyond the
        // horizon are forgotten, this one must not be.
        let until = until.min(HORIZON.saturating_sub(Nanos::from_nanos(1)));
        self.queue.push(until, Event::Pause);
        while self.phase == Phase::Going {
            self.work(u32::MAX);
        }
        if self.phase == Phase::Paused {
            self.phase = Phase::Going;
        }
    }

    /// Writes what captures have recorded, if they were asked for.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn flush_captures(&mut self) -> Result<(), ScenarioError> {
        self.write_captures()
    }

    /// Packets in the interface queue of a radio node, without the one that its MAC works on.
    #[must_use]
    pub fn queue_length(&self, node: NodeId) -> usize {
        self.network.queue_length(node)
    }

    /// What the MACs counted since the warm-up ended.
    #[must_use]
    pub fn mac(&self) -> MacResult {
        self.mac_result((self.now - self.baseline.at).as_secs_f64())
    }

    /// The route that a radio node has to another, in hops, if it has one.
    #[must_use]
    pub fn hops(&self, node: NodeId, dst: NodeId) -> Option<u32> {
        self.routers.get(node.index())?.hops_to(dst)
    }

    /// Adds a point to the time series, if they were asked for.
    pub fn record(&mut self, subject: &str, quantity: &'static str, value: f64) {
        let now_s = self.now.as_secs_f64();
        if let Some(series) = &mut self.series {
            series.push(now_s, subject, quantity, value);
        }
    }

    /// Ends a run here, with what its caller measured of its flows: the result of a run whose packets came from outside.
    ///
    /// # Errors
    /// A capture could not be written.
    pub fn conclude(mut self, flows: Vec<FlowResult>, jain_10s: f64) -> Result<Output, ScenarioError> {
        self.finish_captures()?;
        let result = self.result_with(flows, jain_10s);
        Ok(Output { result, series: self.series.take() })
    }

    /// Ends a run here; gives the result of its own flows up to now.
    ///
    /// # Errors
    /// A capture could not be written.
    pub fn stop(mut self) -> Result<Output, ScenarioError> {
        self.finish_captures()?;
        let result = self.result();
        Ok(Output { result, series: self.series.take() })
    }

    fn finish_captures(&mut self) -> Result<(), ScenarioError> {
        self.write_captures()?;
        self.capture.take().map_or(Ok(()), crate::capture::Captures::finish)
    }
}

/// Whether the frame's packet is for the node that receives the frame.
fn is_last_hop(to: NodeId, framed: &Framed) -> bool {
    framed.0.dst == to && framed.0.data().is_some()
}
