use crate::payload::Framed;
use airhop_base::{BitRate, Nanos};
use airhop_wireless::{TapDirection, TapRecord};

/// Puts records in the order of their times. The network makes the record of a sent frame at its start and that of a
/// received frame at its end, with the time of its start: so a record may follow others that are later by up to the
/// time that a frame lasts. Every frame is recorded as sent before it is received, which bounds that time.
#[derive(Debug)]
pub(super) struct InOrder {
    waiting: Vec<TapRecord<Framed>>,
    plcp: Nanos,
    /// The latest time of a record: the network's clock has reached it.
    latest: Nanos,
    /// The longest frame so far.
    longest: Nanos,
}

impl InOrder {
    /// For frames with a preamble and PLCP header of `plcp`.
    pub fn new(plcp: Nanos) -> Self {
        Self { waiting: Vec::new(), plcp, latest: Nanos::ZERO, longest: Nanos::ZERO }
    }

    pub fn add(&mut self, records: &[TapRecord<Framed>]) {
        for record in records {
            self.latest = self.latest.max(record.time);
            if record.direction == TapDirection::Sent {
                let body = BitRate::kbps(record.rate_kbps.max(1)).time_for(u64::from(record.bytes));
                self.longest = self.longest.max(self.plcp + body);
            }
        }
        self.waiting.extend_from_slice(records);
        // Stable: records of the same time stay as the network made them.
        self.waiting.sort_by_key(|r| r.time);
    }

    /// The records that no later record can precede.
    pub fn take_due(&mut self) -> Vec<TapRecord<Framed>> {
        let horizon = self.latest.saturating_sub(self.longest);
        let due = self.waiting.partition_point(|r| r.time < horizon);
        self.waiting.drain(..due).collect()
    }

    /// All remaining records.
    pub fn take_all(&mut self) -> Vec<TapRecord<Framed>> {
        std::mem::take(&mut self.waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use airhop_base::NodeId;
    use airhop_wireless::FrameKind;

    fn record(time_us: u64, direction: TapDirection, bytes: u32) -> TapRecord<Framed> {
        TapRecord {
            time: Nanos::from_micros(time_us),
            node: NodeId(0),
            direction,
            kind: FrameKind::Data,
            from: NodeId(0),
            to: None,
            duration: Nanos::ZERO,
            sequence: 0,
            retry: false,
            bytes,
            rate_kbps: 1_000,
            power_w: 1e-9,
            packet: None,
            arp_target: None,
        }
    }

    fn times_us(records: &[TapRecord<Framed>]) -> Vec<u64> {
        records.iter().map(|r| r.time.as_nanos() / 1_000).collect()
    }

    #[test]
    fn a_record_waits_for_frames_that_began_before_it() {
        let mut order = InOrder::new(Nanos::from_micros(192));
        // 100 bytes at 1 Mbit/s and the preamble: 992 us.
        order.add(&[record(1_000, TapDirection::Sent, 100), record(1_500, TapDirection::Sent, 10)]);
        assert!(order.take_due().is_empty());
        order.add(&[record(1_001, TapDirection::Received, 100), record(1_993, TapDirection::Sent, 10)]);
        assert_eq!(times_us(&order.take_due()), [1_000]);
        order.add(&[record(2_600, TapDirection::Sent, 10)]);
        assert_eq!(times_us(&order.take_due()), [1_001, 1_500]);
        assert_eq!(times_us(&order.take_all()), [1_993, 2_600]);
        assert!(order.take_all().is_empty());
    }
}
