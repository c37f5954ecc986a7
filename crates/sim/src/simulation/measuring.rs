//! What a run measures: batches, windows, time series, and the result at its end.

use super::batches::Ended;
use super::{Baseline, Phase, Simulation};
use crate::event::Event;
use crate::meter::FlowMeter;
use crate::result::{Air, Drops, Energy, FlowResult, MacResult, RunResult, WiredResult, jain_index};
use airhop_base::{Nanos, NodeId};
use airhop_routing::Router;
use airhop_transport::SenderStats;
use airhop_wired::ChannelStats;
use airhop_wireless::{EnergyMeter, StationStats};

impl Simulation {
    pub(super) fn count_delivery(&mut self, flow: u32, bytes: u64) {
        if self.plan.packets == 0 {
            return;
        }
        let f = &self.flows[flow as usize];
        let packet_bytes = u64::from(f.connection.payload_bytes());
        match self.batches.count(self.now, flow, bytes, packet_bytes, &self.plan) {
            Ended::Nothing => {}
            Ended::WarmUp => self.warm(),
            Ended::Run => self.phase = Phase::Finished,
        }
    }

    /// The warm-up is over.
    pub(super) fn warm(&mut self) {
        for flow in &mut self.flows {
            let start = flow.start;
            flow.meter.restart(self.now, start);
            flow.stats_at_warmup = flow.connection.stats();
            flow.routing_drops.clear();
        }
        self.mark_baseline();
        if self.plan.packets == 0 {
            self.queue.push(self.now + self.plan.window, Event::Window);
        }
    }

    pub(super) fn mark_baseline(&mut self) {
        let nodes = (0..self.routers.len() as u32).map(NodeId);
        self.baseline = Baseline {
            at: self.now,
            stations: nodes.clone().map(|n| *self.network.stats(n)).collect(),
            energy: nodes.map(|n| self.network.energy(n)).collect(),
            route_failures: self.route_failures(),
            routing_drops: self.routing_drops,
            wired: self.channel_stats(),
        };
    }

    fn channel_stats(&self) -> Vec<ChannelStats> {
        self.wired.iter().flat_map(|w| &w.channels).map(|c| c.stats(self.now)).collect()
    }

    fn wired_result(&self, measured_s: f64) -> Vec<WiredResult> {
        let Some(wired) = &self.wired else { return Vec::new() };
        let stats = self.channel_stats();
        stats
            .iter()
            .zip(&self.baseline.wired)
            .enumerate()
            .map(|(number, (now, then))| {
                let counted = now.since(then);
                let (src, dst) = wired.ends(number as u32);
                WiredResult {
                    link: wired.links[number / 2].name.clone(),
                    src: src.0,
                    dst: dst.0,
                    packets: counted.packets,
                    dropped: counted.dropped,
                    marked: counted.marked,
                    utilisation: if measured_s > 0.0 { counted.busy.as_secs_f64() / measured_s } else { 0.0 },
                }
            })
            .collect()
    }

    fn route_failures(&self) -> u64 {
        self.routers.iter().map(|r| r.stats().route_failures).sum()
    }

    pub(super) fn sample(&mut self) {
        let now_s = self.now.as_secs_f64();
        let sample_s = self.plan.sample.as_secs_f64();
        if let Some(series) = &mut self.series {
            for flow in &mut self.flows {
                flow.connection.telemetry(&mut |quantity, value| series.push(now_s, &flow.name, quantity, value));
                let bytes = std::mem::take(&mut flow.meter.in_sample);
                series.push(now_s, &flow.name, "goodput_kbps", bytes as f64 * 8.0 / sample_s / 1000.0);
            }
            for (node, position) in self.moving.iter().flat_map(|m| m.nodes()) {
                let name = format!("node {node}");
                series.push(now_s, &name, "x_m", position.x_m);
                series.push(now_s, &name, "y_m", position.y_m);
            }
            let mut buffered = 0;
            for node in 0..self.routers.len() as u32 {
                let packets = self.network.queue_length(NodeId(node));
                buffered += packets + usize::from(self.network.is_serving(NodeId(node)));
                series.push(now_s, &format!("node {node}"), "queue_packets", packets as f64);
            }
            series.push(now_s, "network", "buffered_packets", buffered as f64);
        }
        self.queue.push(self.now + self.plan.sample, Event::Sample);
    }

    pub(super) fn result(&mut self) -> RunResult {
        let jain_10s = self.jain_over_windows();
        let flows = self.flow_results();
        self.result_with(flows, jain_10s)
    }

    fn flow_results(&mut self) -> Vec<FlowResult> {
        let end = self.now;
        let measured_s = (end - self.baseline.at).as_secs_f64();
        let kbps = |bytes: u64| if measured_s > 0.0 { bytes as f64 * 8.0 / measured_s / 1000.0 } else { 0.0 };
        let most_hops = self.routers.first().and_then(Router::most_hops);
        self.flows
            .iter_mut()
            .map(|f| {
                let stats = f.connection.stats();
                let FlowMeter { delivered_bytes, received_bytes, received_packets, .. } = f.meter;
                FlowResult {
                    name: f.name.clone(),
                    transport: f.transport_name.clone(),
                    src: f.src.0,
                    dst: f.dst.0,
                    hops: f.hops,
                    goodput_kbps: kbps(delivered_bytes),
                    delivered_bytes,
                    throughput_kbps: kbps(received_bytes),
                    received_packets,
                    retransmissions: since(&stats, &f.stats_at_warmup, |s| s.retransmissions),
                    timeouts: since(&stats, &f.stats_at_warmup, |s| s.timeouts),
                    rtt_ms: f.meter.rtt.percentiles(),
                    delay_ms: f.meter.delay.delay(),
                    cwnd_mean: f.meter.cwnd_mean(end),
                    longest_gap_s: f.meter.longest_gap_s(end.min(f.stop)),
                    active_goodput_kbps: f.active_goodput_kbps(end),
                    reason: f.reason(end, most_hops),
                }
            })
            .collect()
    }

    /// The result of the run, with these flows in it.
    pub(super) fn result_with(&mut self, flows: Vec<FlowResult>, jain_10s: f64) -> RunResult {
        let measured = self.now - self.baseline.at;
        let measured_s = measured.as_secs_f64();
        let energy_j = self.energy(measured, flows.iter().map(|f| NodeId(f.src)));
        let goodputs: Vec<f64> = flows.iter().map(|f| f.goodput_kbps).collect();
        RunResult {
            transport: self.transport_name.clone(),
            seed: self.seed,
            aggregate_goodput_kbps: goodputs.iter().sum(),
            jain: jain_index(&goodputs),
            jain_10s,
            flows,
            mac: self.mac_result(measured_s),
            energy_j,
            route_failures: self.route_failures() - self.baseline.route_failures,
            wired: self.wired_result(measured_s),
            batches: self.batches.take_measured(),
            measured_s,
            events: self.events + self.network.events(),
            wall_s: 0.0,
        }
    }

    fn jain_over_windows(&self) -> f64 {
        let windows = self.flows.iter().map(|f| f.meter.windows.len()).min().unwrap_or(0);
        let indices: Vec<f64> = (0..windows)
            .map(|w| self.flows.iter().map(|f| f.meter.windows[w] as f64).collect::<Vec<_>>())
            .filter(|shares| shares.iter().any(|s| *s > 0.0))
            .map(|shares| jain_index(&shares))
            .collect();
        if indices.is_empty() { 1.0 } else { indices.iter().sum::<f64>() / indices.len() as f64 }
    }

    pub(super) fn mac_result(&self, measured_s: f64) -> MacResult {
        let mut all = StationStats::default();
        for (node, before) in self.baseline.stations.iter().enumerate() {
            all.add(&self.network.stats(NodeId(node as u32)).since(before));
        }
        let ratio = |a: f64, b: u64| if b == 0 { 0.0 } else { a / b as f64 };
        MacResult {
            data_attempts: all.attempts,
            data_delivered: all.delivered,
            attempts_per_delivery: ratio(all.attempts as f64, all.delivered),
            drops: Drops {
                retry: all.dropped_rts_retry + all.dropped_data_retry,
                queue: all.dropped_queue + all.dropped_arp,
                no_route: self.routing_drops - self.baseline.routing_drops,
                error: all.errors,
            },
            ecn_marked: all.marked,
            queue_delay_ms: ratio(all.queue_delay.as_millis_f64(), all.queued_packets),
            queued_packets: if measured_s > 0.0 { all.queue_delay.as_secs_f64() / measured_s } else { 0.0 },
            contention_delay_ms: ratio(all.contention_delay.as_millis_f64(), all.delivered),
            airtime_s: Air {
                data: all.airtime.data.as_secs_f64(),
                tcp_ack: all.airtime.feedback.as_secs_f64(),
                control: all.airtime.control.as_secs_f64(),
                routing: all.airtime.routing.as_secs_f64(),
            },
        }
    }

    fn energy(&self, measured: Nanos, sources: impl Iterator<Item = NodeId>) -> Energy {
        let config = &self.network.config().energy;
        let joules = |node: NodeId| {
            let (now, then) = (self.network.energy(node), self.baseline.energy[node.index()]);
            let used =
                EnergyMeter { tx: now.tx - then.tx, rx: now.rx - then.rx, overheard: now.overheard - then.overheard };
            used.joules(config, measured)
        };
        // Wired hosts have no battery.
        let is_radio = |node: &NodeId| node.index() < self.routers.len();
        let mut sources: Vec<NodeId> = sources.filter(is_radio).collect();
        sources.sort_unstable();
        sources.dedup();
        Energy {
            sender: sources.into_iter().map(joules).sum(),
            total: (0..self.routers.len() as u32).map(|n| joules(NodeId(n))).sum(),
        }
    }
}

fn since(now: &SenderStats, then: &SenderStats, count: impl Fn(&SenderStats) -> u64) -> u64 {
    count(now) - count(then)
}
