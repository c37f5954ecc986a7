//! The batches of a run by packets.

use crate::plan::RunPlan;
use crate::result::{Batch, jain_index};
use airhop_base::Nanos;

/// The current batch, and those before it.
#[derive(Clone, Debug)]
pub(super) struct Batches {
    start: Nanos,
    /// Payload delivered in the batch, by flow.
    bytes: Vec<u64>,
    ended: Vec<Batch>,
    /// Packets delivered in the whole run, all flows together.
    delivered_packets: u64,
}

/// The effect of a delivery on the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    /// No batch ended, or one other than the first and the last.
    Nothing,
    /// The first batch ended, and with it the warm-up.
    WarmUp,
    /// The last batch ended, and with it the run.
    Run,
}

impl Batches {
    pub fn new(flows: usize) -> Self {
        Self { start: Nanos::ZERO, bytes: vec![0; flows], ended: Vec::new(), delivered_packets: 0 }
    }

    /// How much of the run is done, from 0 to 1.
    pub fn done(&self, plan: &RunPlan) -> f64 {
        self.delivered_packets as f64 / plan.packets as f64
    }

    /// Counts `bytes` of payload delivered to a flow whose packets have `packet_bytes`.
    pub fn count(&mut self, now: Nanos, flow: u32, bytes: u64, packet_bytes: u64, plan: &RunPlan) -> Ended {
        self.bytes[flow as usize] += bytes;
        self.delivered_packets += bytes.div_ceil(packet_bytes.max(1));
        let number = self.ended.len() as u64 + 1;
        if self.delivered_packets < plan.packets / plan.batches * number {
            return Ended::Nothing;
        }
        self.end(now);
        match number {
            1 => Ended::WarmUp,
            number if number >= plan.batches => Ended::Run,
            _ => Ended::Nothing,
        }
    }

    fn end(&mut self, now: Nanos) {
        let span_s = (now - self.start).as_secs_f64();
        let kbps = |b: &u64| if span_s > 0.0 { *b as f64 * 8.0 / span_s / 1000.0 } else { 0.0 };
        let goodput_kbps: Vec<f64> = self.bytes.iter().map(kbps).collect();
        self.ended.push(Batch {
            start_s: self.start.as_secs_f64(),
            end_s: now.as_secs_f64(),
            aggregate_goodput_kbps: goodput_kbps.iter().sum(),
            jain: jain_index(&goodput_kbps),
            goodput_kbps,
        });
        self.bytes.fill(0);
        self.start = now;
    }

    /// The batches that were measured: all but the first.
    pub fn take_measured(&mut self) -> Vec<Batch> {
        if self.ended.is_empty() { Vec::new() } else { self.ended.split_off(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 9 packets in 3 batches of 3: the first ends with the third packet, which a delivery of 2,500 bytes in packets of
    /// 1,000 makes three of.
    #[test]
    fn batches_end_by_packets_and_the_first_is_not_measured() {
        let s = Nanos::from_secs;
        let plan = RunPlan { duration: s(1), warmup: s(0), packets: 9, batches: 3, window: s(10), sample: s(1) };
        let mut batches = Batches::new(2);
        assert_eq!(batches.count(s(2), 0, 2_500, 1_000, &plan), Ended::WarmUp);
        assert_eq!(batches.count(s(3), 0, 1_000, 1_000, &plan), Ended::Nothing);
        assert_eq!(batches.count(s(4), 1, 1_000, 1_000, &plan), Ended::Nothing);
        assert!((batches.done(&plan) - 5.0 / 9.0).abs() < 1e-12);
        assert_eq!(batches.count(s(6), 0, 1_000, 1_000, &plan), Ended::Nothing, "the second batch of three");
        assert_eq!(batches.count(s(7), 1, 3_000, 1_000, &plan), Ended::Run);
        // From 2 s to 6 s flow 0 got 2,000 bytes and flow 1 got 1,000: 4 and 2 kbit/s, index 36 / (2 * 20).
        let measured = batches.take_measured();
        assert_eq!((measured[0].start_s, measured[0].end_s), (2.0, 6.0));
        assert_eq!(measured[0].goodput_kbps, [4.0, 2.0]);
        assert_eq!((measured[0].aggregate_goodput_kbps, measured[0].jain), (6.0, 0.9));
        assert_eq!((measured.len(), measured[1].goodput_kbps[1]), (2, 24.0));
    }
}
