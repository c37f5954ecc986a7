use crate::carried::{Carried, Content};
use crate::config::{WirelessConfig, WirelessError};
use crate::event::{Event, Schedule, Upcall};
use crate::flight::{Flight, Flights};
use crate::frame::Outgoing;
use crate::mac::context::{Air, Io};
use crate::mac::station::Station;
use crate::mac::timing::Timing;
use crate::phy::energy::EnergyMeter;
use crate::phy::links::{Links, Position};
use crate::phy::sinr::SinrLimits;
use crate::stats::StationStats;
use crate::tap::TapRecord;
use airhop_base::{Nanos, NodeId};

/// The stations of a scenario and the air between them.
#[derive(Clone, Debug)]
pub struct Network<P> {
    air: Air,
    stations: Vec<Station<P>>,
    flights: Flights<P>,
    tap: Option<Vec<TapRecord<P>>>,
    events: u64,
}

impl<P: Carried> Network<P> {
    /// A network of one station a position, silent.
    ///
    /// # Errors
    /// A value of `config` that is out of its range.
    pub fn new(config: WirelessConfig, positions: &[Position], seed: u64) -> Result<Self, WirelessError> {
        config.check()?;
        let timing = Timing::new(&config);
        let links = Links::new(&config.radio, positions, seed);
        let stations =
            (0..positions.len()).map(|i| Station::new(NodeId(i as u32), &config, timing.difs, seed)).collect();
        let capture_ratio = 10f64.powf(config.radio.capture_db / 10.0);
        let limits = SinrLimits::new(&config.radio);
        let air = Air { config, timing, links, capture_ratio, limits, promiscuous: false };
        Ok(Self { air, stations, flights: Flights::new(), tap: None, events: 0 })
    }

    /// Lets stations hand up unicast packets to others that they decode, as [`Upcall::Overheard`].
    pub fn listen_promiscuously(&mut self) {
        self.air.promiscuous = true;
    }

    /// Begins to record every frame sent and decoded; see [`Network::take_tap`].
    pub fn record_frames(&mut self) {
        self.tap = Some(Vec::new());
    }

    /// The frames recorded since the last call.
    pub fn take_tap(&mut self) -> Vec<TapRecord<P>> {
        self.tap.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The configuration that the network was built from.
    #[must_use]
    pub fn config(&self) -> &WirelessConfig {
        &self.air.config
    }

    /// The lengths of time that follow from the configuration.
    #[must_use]
    pub fn timing(&self) -> &Timing {
        &self.air.timing
    }

    /// Who hears whom.
    #[must_use]
    pub fn links(&self) -> &Links {
        &self.air.links
    }

    /// Puts the nodes at other places: `positions` has one entry per node, `moved` says which of them differ from before.
    /// A frame on the air still reaches those whom it would have reached when it was sent.
    ///
    /// # Panics
    /// If there are not as many entries as nodes.
    pub fn move_nodes(&mut self, positions: &[Position], moved: &[bool]) {
        assert_eq!((positions.len(), moved.len()), (self.stations.len(), self.stations.len()));
        let mut links = self.air.links.after_move(&self.air.config.radio, positions, moved);
        for flight in self.flights.in_the_air_mut() {
            flight.links = links.keep(self.air.links.get(flight.links));
        }
        self.air.links = links;
    }

    /// Counters of a node's station.
    #[must_use]
    pub fn stats(&self, node: NodeId) -> &StationStats {
        &self.stations[node.index()].stats
    }

    /// How long a node's interface spent sending and receiving.
    #[must_use]
    pub fn energy(&self, node: NodeId) -> EnergyMeter {
        self.stations[node.index()].energy
    }

    /// How many events there have been: timers, and edges of frames at each distance from their sender. The number does
    /// not depend on what else the caller does.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Packets in a node's interface queue.
    #[must_use]
    pub fn queue_length(&self, node: NodeId) -> usize {
        self.stations[node.index()].queue.len()
    }

    /// Whether a node's MAC works on a packet, which is no longer in its queue.
    #[must_use]
    pub fn is_serving(&self, node: NodeId) -> bool {
        self.stations[node.index()].current.is_some()
    }

    /// The packet in the frame whose edge an event is, with the neighbour that the frame is for; `None` for everything
    /// else.
    #[must_use]
    pub fn carried_by(&self, event: Event) -> Option<(NodeId, &P)> {
        let Event::Edge(id) = event else { return None };
        match (self.flights.get(id).header.to, self.flights.content(id)) {
            (Some(to), Some(Content::Packet(packet))) => Some((to, packet)),
            _ => None,
        }
    }

    /// Takes every packet for `next_hop` out of a node's interface queue, in order.
    pub fn reclaim(&mut self, node: NodeId, next_hop: NodeId) -> Vec<P> {
        let mut taken = Vec::new();
        self.stations[node.index()].queue.take_for(next_hop, &mut taken);
        taken
            .into_iter()
            .filter_map(|content| match content {
                Content::Packet(packet) => Some(packet),
                Content::ArpRequest { .. } | Content::ArpReply => None,
            })
            .collect()
    }

    /// Hands a packet to a node's interface queue.
    pub fn enqueue(
        &mut self,
        now: Nanos,
        node: NodeId,
        outgoing: Outgoing<P>,
        schedule: &mut impl Schedule,
        upcalls: &mut Vec<Upcall<P>>,
    ) {
        let (air, stations, mut io) = self.split(now, schedule, upcalls);
        stations[node.index()].enqueue(outgoing, air, &mut io);
        stations[node.index()].arm(&mut io);
        debug_assert!(io.launched.is_none(), "only timers send");
    }

    /// Lets a node's station go on after [`Upcall::Failed`].
    pub fn resume(&mut self, now: Nanos, node: NodeId, schedule: &mut impl Schedule, upcalls: &mut Vec<Upcall<P>>) {
        let (air, stations, mut io) = self.split(now, schedule, upcalls);
        stations[node.index()].after_failure(air, &mut io);
        stations[node.index()].arm(&mut io);
        debug_assert!(io.launched.is_none(), "only timers send");
    }

    /// Handles an event that the network asked for, at its time, and those that directly follow it as long as nothing
    /// else is due and nothing has to be told. Returns the time of the last of them, at which the upcalls hold.
    #[must_use]
    pub fn handle(
        &mut self,
        now: Nanos,
        event: Event,
        schedule: &mut impl Schedule,
        upcalls: &mut Vec<Upcall<P>>,
    ) -> Nanos {
        let (at, id) = match event {
            Event::Edge(id) => (now, id),
            Event::Timer(node) => match self.timer(now, node, schedule, upcalls) {
                Some(launched) => launched,
                None => return now,
            },
        };
        self.edge(at, id, schedule, upcalls)
    }

    /// Lets a station act at its time. Gives the frame that it sent and when that reaches its first receivers, if that
    /// comes next; asks for it if not.
    #[inline(always)]
    fn timer(
        &mut self,
        now: Nanos,
        node: NodeId,
        schedule: &mut impl Schedule,
        upcalls: &mut Vec<Upcall<P>>,
    ) -> Option<(Nanos, u32)> {
        self.events += 1;
        let (air, stations, mut io) = self.split(now, schedule, upcalls);
        let station = &mut stations[node.index()];
        // An event that was overtaken by an earlier one has nothing left to do.
        if station.armed != now {
            return None;
        }
        station.armed = Nanos::MAX;
        if station.deadline() <= now {
            station.on_timer(air, &mut io);
        }
        station.arm(&mut io);
        let id = io.launched?;
        let at = now + air.links.of(node).first()?.delay;
        if io.upcalls.is_empty() && io.schedule.is_next(at) {
            return Some((at, id));
        }
        io.schedule.schedule(at, Event::Edge(id));
        None
    }

    fn split<'a, S: Schedule>(
        &'a mut self,
        now: Nanos,
        schedule: &'a mut S,
        upcalls: &'a mut Vec<Upcall<P>>,
    ) -> (&'a Air, &'a mut [Station<P>], Io<'a, P, S>) {
        let io = Io { now, schedule, upcalls, flights: &mut self.flights, tap: &mut self.tap, launched: None };
        (&self.air, &mut self.stations, io)
    }

    /// Lets the edge of a transmission reach all receivers at its present distance, and then those farther away, or asks
    /// for that where something else comes first.
    #[inline(always)]
    fn edge(&mut self, now: Nanos, id: u32, schedule: &mut impl Schedule, upcalls: &mut Vec<Upcall<P>>) -> Nanos {
        let (air, stations, mut io) = self.split(now, schedule, upcalls);
        let Flight { start, airtime, rate_kbps, links, mut next, mut arriving, .. } = *io.flights.get(id);
        let links = air.links.get(links);
        let mut edges = 0;
        let reached = loop {
            edges += 1;
            let group = &links[next..next + links[next].together as usize];
            next += group.len();
            if arriving {
                for link in group {
                    stations[link.to.index()].arrive(id, link.power_w, airtime, rate_kbps, air, io.now);
                }
            } else {
                for link in group {
                    stations[link.to.index()].depart(id, link, air, &mut io);
                }
            }
            if next == links.len() {
                if !arriving {
                    io.flights.remove(id);
                    break io.now;
                }
                arriving = false;
                next = 0;
            }
            let origin = if arriving { start } else { start + airtime };
            // Frames last longer than they travel, except over distances of tens of kilometres.
            let at = (origin + links[next].delay).max(io.now);
            if !io.upcalls.is_empty() || !io.schedule.is_next(at) {
                let flight = io.flights.get_mut(id);
                flight.next = next;
                flight.arriving = arriving;
                io.schedule.schedule(at, Event::Edge(id));
                break io.now;
            }
            io.now = at;
        };
        self.events += edges;
        reached
    }
}
