use super::stage::ContentionStage;
use crate::advertised::interface::ContentionSample;
use airhop_base::Nanos;

/// What arrived in one probe interval.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Interval {
    /// When it began: with the last packet of the interval before.
    pub began: Nanos,
    pub packets: u32,
    bytes: u64,
    /// Contention delays per hop, summed over the packets.
    delays: Nanos,
}

impl Interval {
    pub fn beginning(now: Nanos) -> Self {
        Self { began: now, ..Self::default() }
    }

    /// Counts a packet. Its contention delay per hop, CDH, is the cumulative delay over the hops that it travelled.
    ///
    /// tctc, section IV-C, CDH.
    pub fn add(&mut self, payload_bytes: u32, sample: ContentionSample) {
        self.packets += 1;
        self.bytes += u64::from(payload_bytes);
        self.delays += sample.delay / u64::from(sample.hops.max(1));
    }

    /// Ends the interval and takes the mean of CDH over its packets.
    ///
    /// tctc, section IV-C, MCDH.
    pub fn end(self, now: Nanos) -> Probe {
        Probe {
            bytes: self.bytes,
            length: now.saturating_sub(self.began),
            mean_delay: self.delays / u64::from(self.packets.max(1)),
        }
    }
}

/// What a finished probe interval found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Probe {
    pub bytes: u64,
    pub length: Nanos,
    /// Mean contention delay per hop, MCDH (tctc, section IV-C).
    pub mean_delay: Nanos,
}

impl Probe {
    /// The stage that a probe leads to after the one before it (tctc, Algorithm 1).
    pub fn stage_after(&self, old: &Self) -> ContentionStage {
        match (self.throughput_holds(old), self.contention_rises(old)) {
            (true, false) => ContentionStage::FastProbe,
            (false, false) => ContentionStage::SlowProbe,
            (true, true) => ContentionStage::LightContention,
            (false, true) => ContentionStage::SevereContention,
        }
    }

    /// Whether DeltaThroughput is at least 1: the data of both intervals over their lengths, multiplied out.
    ///
    /// tctc, section IV-B, equation (1).
    fn throughput_holds(&self, old: &Self) -> bool {
        let product = |bytes: u64, length: Nanos| u128::from(bytes) * u128::from(length.as_nanos());
        product(self.bytes, old.length) >= product(old.bytes, self.length)
    }

    /// Whether DeltaContention is above 1.
    ///
    /// tctc, section IV-C, equation (2).
    fn contention_rises(&self, old: &Self) -> bool {
        self.mean_delay > old.mean_delay
    }
}
