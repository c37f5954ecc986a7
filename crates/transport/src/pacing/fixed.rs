use super::interface::Pace;
use crate::needs::PartNeeds;
use crate::part::{Info, Part};
use airhop_base::{BitRate, Nanos};

/// Segments leave at most at a fixed rate of payload.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FixedRate {
    rate: BitRate,
    next_release: Nanos,
}

impl Default for FixedRate {
    fn default() -> Self {
        Self { rate: BitRate::kbps(1000), next_release: Nanos::ZERO }
    }
}

impl Part for FixedRate {
    const INFO: Info = Info {
        form: "pace=KBPS",
        about: "segments leave at KBPS kbit/s of payload at the most",
        source: "Aggarwal, Savage, Anderson, INFOCOM 2000",
        needs: PartNeeds {
            kinds: &[],
            about: "a fixed rate: SO_MAX_PACING_RATE and the queue `fq`",
            source: "tc-fq(8)",
        },
    };

    fn from_word(word: &str) -> Option<Self> {
        let kbps: f64 = word.strip_prefix("pace=")?.parse().ok()?;
        // Below 1 bit/s a segment takes hours; above 10 Gbit/s it takes less than the clock's resolution allows.
        let kbps = (0.001..=10_000_000.0).contains(&kbps).then_some(kbps)?;
        BitRate::from_bps((kbps * 1000.0).round() as u64).map(|rate| Self { rate, ..Self::default() })
    }
}

impl Pace for FixedRate {
    fn next_release(&mut self, _now: Nanos) -> Nanos {
        self.next_release
    }

    fn on_sent(&mut self, now: Nanos, payload_bytes: u32) {
        self.next_release = now.saturating_add(self.rate.time_for(u64::from(payload_bytes)));
    }
}
