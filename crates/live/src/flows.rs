//! The observed flows, in a table of limited size.

use crate::flow::Flow;
use crate::ip::{Key, Parsed, TCP, UDP};
use airhop_base::{Nanos, NodeId};
use airhop_sim::{Application, Demand, FlowResult, flow_ports, jain_index, node_address};
use std::collections::HashMap;

/// Maximum number of flows; beyond it, the flow that was idle longest is discarded.
pub(crate) const MOST_FLOWS: usize = 256;

/// Directions of conversations with their measurements.
#[derive(Debug, Default)]
pub(crate) struct Flows {
    by_key: HashMap<Key, usize>,
    flows: Vec<Flow>,
    of_scenario: usize,
    /// Sum of Jain's index over windows with deliveries, and the number of these windows.
    jain_sum: f64,
    jain_windows: u32,
    measured_since: Nanos,
}

impl Flows {
    /// Starts with the flows of a scenario, which are identified by the ports that captures assign to them.
    pub fn new(demands: &[Demand]) -> Self {
        let mut flows = Self::default();
        for (number, demand) in demands.iter().enumerate() {
            let (src, dst) = (NodeId(demand.src), NodeId(demand.dst));
            let protocol = if matches!(demand.application, Application::Datagrams { .. }) { UDP } else { TCP };
            let ports = flow_ports(number as u32);
            let key = Key { src: node_address(src), dst: node_address(dst), protocol, ports };
            let mut flow = Flow::new(key, src, dst, Nanos::from_secs_f64(demand.start_s));
            flow.of_scenario = Some((demand.name.clone(), demand.transport.clone()));
            flows.by_key.insert(key, flows.flows.len());
            flows.flows.push(flow);
        }
        flows.of_scenario = flows.flows.len();
        flows
    }

    /// A packet from `src` to `dst` entered the network.
    pub fn enter(&mut self, now: Nanos, (src, dst): (NodeId, NodeId), packet: &Parsed) {
        let place = self.place(now, packet.key, src, dst);
        self.flows[place].enter(now, packet);
        if let Some(ack) = packet.segment.and_then(|s| s.ack)
            && let Some(place) = self.by_key.get(&packet.key.reversed())
        {
            self.flows[*place].receiver_expects(now, ack);
        }
    }

    /// A packet left the network, after `delay` and over so many radio links.
    pub fn leave(&mut self, now: Nanos, delay: Nanos, hops: u8, packet: &Parsed) {
        if let Some(place) = self.by_key.get(&packet.key) {
            self.flows[*place].leave(now, delay, hops, packet);
        }
        if let Some(ack) = packet.segment.and_then(|s| s.ack)
            && let Some(place) = self.by_key.get(&packet.key.reversed())
        {
            self.flows[*place].sender_hears(now, ack);
        }
    }

    fn place(&mut self, now: Nanos, key: Key, src: NodeId, dst: NodeId) -> usize {
        if let Some(place) = self.by_key.get(&key) {
            return *place;
        }
        let flow = Flow::new(key, src, dst, now);
        let place = if self.flows.len() < MOST_FLOWS.max(self.of_scenario + 1) {
            self.flows.push(flow);
            self.flows.len() - 1
        } else {
            let others = self.flows.iter().enumerate().skip(self.of_scenario);
            let oldest = others.min_by_key(|(_, flow)| flow.last_seen).map_or(self.of_scenario, |(place, _)| place);
            self.by_key.remove(&self.flows[oldest].key);
            self.flows[oldest] = flow;
            oldest
        };
        self.by_key.insert(key, place);
        place
    }

    /// The flows in the results: those of the scenario or, without any, all that carried payload.
    fn measured(&self) -> std::ops::Range<usize> {
        if self.of_scenario > 0 { 0..self.of_scenario } else { 0..self.flows.len() }
    }

    /// All flows that carried payload, those of the scenario first.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Flow> {
        self.flows.iter_mut().filter(|flow| flow.has_payload() || flow.of_scenario.is_some())
    }

    /// Ends the warm-up.
    pub fn restart(&mut self, now: Nanos) {
        self.flows.iter_mut().for_each(|flow| flow.restart(now));
        (self.jain_sum, self.jain_windows) = (0.0, 0);
        self.measured_since = now;
    }

    /// The flows among which fairness is measured: pings, queries and other exchanges ask for no share of the network.
    fn data_flows(&self) -> impl Iterator<Item = &Flow> {
        let reverse = |flow: &Flow| self.by_key.get(&flow.key.reversed()).map(|place| &self.flows[*place]);
        self.flows[self.measured()].iter().filter(move |flow| flow.is_data(reverse(flow)))
    }

    /// Ends a fairness window.
    pub fn end_window(&mut self) {
        let shares: Vec<f64> = self.data_flows().map(|flow| flow.in_window as f64).collect();
        self.flows.iter_mut().for_each(|flow| flow.in_window = 0);
        if shares.iter().any(|share| *share > 0.0) {
            self.jain_sum += jain_index(&shares);
            self.jain_windows += 1;
        }
    }

    /// Jain's index over what the data flows delivered since the warm-up.
    pub fn jain(&self) -> f64 {
        jain_index(&self.data_flows().map(|flow| flow.delivered_bytes as f64).collect::<Vec<_>>())
    }

    /// Mean of Jain's index over the windows so far.
    pub fn jain_over_windows(&self) -> f64 {
        if self.jain_windows == 0 { 1.0 } else { self.jain_sum / f64::from(self.jain_windows) }
    }

    /// Results up to `now`.
    pub fn results(&mut self, now: Nanos) -> Vec<FlowResult> {
        let measured_s = now.saturating_sub(self.measured_since).as_secs_f64();
        let measured = self.measured();
        let flows = self.flows[measured].iter_mut().filter(|flow| flow.has_payload() || flow.of_scenario.is_some());
        flows.map(|flow| flow.result(now, measured_s)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ip::ICMP;
    use crate::ip::tests::tcp;

    fn ms(ms: u64) -> Nanos {
        Nanos::from_millis(ms)
    }

    fn read(bytes: &[u8]) -> Parsed {
        Parsed::read(bytes).unwrap()
    }

    /// The reply to a packet of `tcp`.
    fn answer(ack: u32) -> Parsed {
        let mut parsed = read(&tcp(0, Some(ack), 0, 0));
        parsed.key = parsed.key.reversed();
        parsed
    }

    const ENDS: (NodeId, NodeId) = (NodeId(0), NodeId(1));
    const BACK: (NodeId, NodeId) = (NodeId(1), NodeId(0));

    #[test]
    fn a_connection_is_measured_from_its_packets() {
        let mut flows = Flows::default();
        let first = read(&tcp(1_000, Some(5), 0, 1_448));
        flows.enter(ms(10), ENDS, &first);
        flows.leave(ms(30), ms(20), 4, &first);
        flows.enter(ms(31), BACK, &answer(2_448));
        flows.leave(ms(50), ms(19), 4, &answer(2_448));
        let second = read(&tcp(2_448, Some(5), 0, 1_448));
        flows.enter(ms(60), ENDS, &second);
        flows.enter(ms(300), ENDS, &second);
        let results = flows.results(ms(1_000));
        assert_eq!(results.len(), 1, "the direction of the ACKs carried no payload");
        let flow = &results[0];
        assert_eq!((flow.delivered_bytes, flow.received_packets, flow.hops), (1_448, 1, 4));
        assert_eq!((flow.retransmissions, flow.timeouts), (1, 1));
        assert_eq!((flow.rtt_ms.mean, flow.delay_ms.mean), (40.0, 20.0));
        assert!((flow.goodput_kbps - 11.584).abs() < 1e-9);
        assert!((flow.cwnd_mean - (0.04 + 0.94) / 0.99).abs() < 1e-9, "{}", flow.cwnd_mean);
        assert!((flow.longest_gap_s - 0.969).abs() < 1e-9);
        flows.restart(ms(1_000));
        let flow = &flows.results(ms(2_000))[0];
        assert_eq!((flow.delivered_bytes, flow.retransmissions, flow.rtt_ms.mean), (0, 0, 0.0));
        assert_eq!(flow.reason.as_deref(), Some("no packet arrived during the measurement"));
    }

    /// Lets `count` packets of `bytes` payload enter from `src` to `dst`, of which `delivered` arrive.
    fn carry(flows: &mut Flows, src: u32, dst: u32, protocol: u8, bytes: u32, (count, delivered): (u32, u32)) {
        let (src, dst) = (NodeId(src), NodeId(dst));
        let key = Key { src: node_address(src), dst: node_address(dst), protocol, ports: (7, 7) };
        let packet = Parsed { key, payload_bytes: bytes, segment: None };
        for number in 0..count {
            flows.enter(ms(number.into()), (src, dst), &packet);
            if number < delivered {
                flows.leave(ms(number.into()), ms(1), 1, &packet);
            }
        }
    }

    #[test]
    fn fairness_is_measured_over_data_flows_alone() {
        let mut flows = Flows::default();
        // Two bulk transfers deliver 30 and 10 packets of 1000 bytes of the 30 that each offers. The receiver of
        // the first answers with a tenth of its payload, 30 x 100 bytes, which is just allowed.
        carry(&mut flows, 0, 1, UDP, 1_000, (30, 30));
        carry(&mut flows, 1, 0, UDP, 100, (30, 30));
        carry(&mut flows, 2, 3, UDP, 1_000, (30, 10));
        // (30 + 10)^2 / (2 (30^2 + 10^2)) = 1600 / 2000.
        assert!((flows.jain() - 0.8).abs() < 1e-12, "{}", flows.jain());

        // None of these is a data flow: a ping, answered and not; an exchange of as much in both directions, and of
        // more than a tenth; a transfer that fits into an initial window.
        carry(&mut flows, 0, 2, ICMP, 1_000, (30, 30));
        carry(&mut flows, 2, 0, ICMP, 1_000, (30, 30));
        carry(&mut flows, 0, 3, ICMP, 1_000, (30, 0));
        carry(&mut flows, 4, 5, UDP, 1_000, (30, 30));
        carry(&mut flows, 5, 4, UDP, 1_000, (30, 30));
        carry(&mut flows, 4, 6, UDP, 1_000, (30, 30));
        carry(&mut flows, 6, 4, UDP, 101, (30, 30));
        carry(&mut flows, 4, 7, UDP, 1_000, (10, 10));
        assert!((flows.jain() - 0.8).abs() < 1e-12, "{}", flows.jain());
        assert_eq!(flows.results(ms(1_000)).len(), 11, "all of them are reported");

        // A window in which the two delivered 30 and 10 packets, and one in which they deliver as much as each other,
        // whatever the ping does: (0.8 + 1) / 2.
        flows.end_window();
        carry(&mut flows, 0, 1, UDP, 1_000, (5, 5));
        carry(&mut flows, 2, 3, UDP, 1_000, (5, 5));
        carry(&mut flows, 0, 2, ICMP, 1_000, (5, 5));
        flows.end_window();
        assert!((flows.jain_over_windows() - 0.9).abs() < 1e-12, "{}", flows.jain_over_windows());

        // A third transfer that offers as much and delivers nothing is starved, not absent: with 35, 15 and
        // 0 packets delivered, (35 + 15)^2 / (3 (35^2 + 15^2)) = 2500 / 4350.
        carry(&mut flows, 6, 7, UDP, 1_000, (30, 0));
        assert!((flows.jain() - 2_500.0 / 4_350.0).abs() < 1e-12, "{}", flows.jain());
    }

    #[test]
    fn every_flow_of_the_scenario_is_a_data_flow() {
        let demand = |name: &str, src, dst| Demand {
            name: name.into(),
            src,
            dst,
            transport: "kernel:cubic".into(),
            start_s: 0.0,
            stop_s: None,
            application: Application::Datagrams { packet_bytes: 1_000, interval_s: 0.1 },
        };
        let mut flows = Flows::new(&[demand("f0", 0, 1), demand("f1", 1, 0)]);
        let ports = [flow_ports(0), flow_ports(1)];
        for (place, count) in [(0, 3), (1, 1)] {
            let key = Key { ports: ports[place], ..flows.flows[place].key };
            let packet = Parsed { key, payload_bytes: 1_000, segment: None };
            for _ in 0..count {
                flows.enter(ms(1), ENDS, &packet);
                flows.leave(ms(2), ms(1), 1, &packet);
            }
        }
        // However little they offer: (3 + 1)^2 / (2 (3^2 + 1^2)) = 16 / 20.
        assert!((flows.jain() - 0.8).abs() < 1e-12, "{}", flows.jain());
    }

    #[test]
    fn the_table_does_not_grow() {
        let demand = Demand {
            name: "f0".into(),
            src: 0,
            dst: 1,
            transport: "kernel:cubic".into(),
            start_s: 0.0,
            stop_s: None,
            application: Application::Ftp,
        };
        let mut flows = Flows::new(&[demand]);
        for number in 0..10_000u32 {
            let mut parsed = read(&tcp(0, None, 0, 10));
            parsed.key.ports.0 = number as u16;
            flows.enter(ms(number.into()), ENDS, &parsed);
        }
        assert_eq!((flows.flows.len(), flows.by_key.len()), (MOST_FLOWS, MOST_FLOWS));
        let results = flows.results(ms(10_000));
        assert_eq!((results.len(), results[0].name.as_str(), results[0].transport.as_str()), (1, "f0", "kernel:cubic"));
    }
}
