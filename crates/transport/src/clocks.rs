use crate::pacing::{AP_SYNC, AP_SYNC_BYTES};
use crate::segment::{Segment, Timestamps};
use crate::settings::Settings;
use airhop_base::Nanos;

/// Whether the clocks of sender and receiver are synchronised, and what carries their times.
///
/// A data segment carries when it was sent. An ACK carries, of the newest data segment that arrived before
/// it, when it arrived and when it was sent: their difference is the one-way delay of that segment, however long the
/// ACK was delayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Clocks {
    /// They are not synchronised.
    Apart,
    /// [`Segment::clocks`] carries the times, without a byte on the air.
    Free,
    /// The timestamps option carries the times, in place of what RFC 7323 puts there.
    InOption,
}

impl Clocks {
    pub(crate) fn new(settings: &Settings) -> Self {
        match (settings.get(AP_SYNC), settings.get(AP_SYNC_BYTES)) {
            (false, _) => Self::Apart,
            (true, false) => Self::Free,
            (true, true) => Self::InOption,
        }
    }

    /// The timestamps option is not free for RFC 7323's times.
    pub(crate) fn take_option(self) -> bool {
        self == Self::InOption
    }

    /// The segment with the times, if there are any to carry.
    pub(crate) fn stamp(self, segment: Segment, times: Option<Timestamps>) -> Segment {
        match self {
            Self::Apart => segment,
            Self::Free => Segment { clocks: times, ..segment },
            Self::InOption => Segment { timestamps: times, ..segment },
        }
    }

    /// The times that a segment carries.
    pub(crate) fn read(self, segment: &Segment) -> Option<Timestamps> {
        match self {
            Self::Apart => None,
            Self::Free => segment.clocks,
            Self::InOption => segment.timestamps,
        }
    }

    /// The one-way delay that an ACK tells.
    pub(crate) fn one_way(self, ack: &Segment) -> Option<Nanos> {
        self.read(ack).map(|times| Nanos::from_micros(u64::from(times.value.wrapping_sub(times.echo))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_way_delay_by_either_carrier_and_across_the_wrap() {
        let times = Some(Timestamps { value: 500, echo: u32::MAX - 499 });
        for clocks in [Clocks::Free, Clocks::InOption] {
            let ack = clocks.stamp(Segment::default(), times);
            assert_eq!(clocks.one_way(&ack), Some(Nanos::from_micros(1000)));
            assert_eq!(ack.header_bytes(), if clocks.take_option() { 32 } else { 20 });
        }
        let ack = Clocks::Apart.stamp(Segment::default(), times);
        assert_eq!((ack, Clocks::Apart.one_way(&ack)), (Segment::default(), None));
    }
}
