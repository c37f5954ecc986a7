/// The state that TCP contention control assumes for the network (tctc, section IV-B).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum ContentionStage {
    /// Throughput not lower and contention not higher than in the interval before; also the start of a connection.
    #[default]
    FastProbe,
    /// Both lower, or contention the same: the network is under-used.
    SlowProbe,
    /// Throughput not lower, contention higher: the beginning of overload.
    LightContention,
    /// Throughput lower, contention higher: overload.
    SevereContention,
}

impl ContentionStage {
    /// The stage's number in time series: 0 to 3, from Fast Probe to Severe Contention.
    pub fn number(self) -> u8 {
        self as u8
    }
}

/// Which reading of the paper the window follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Rule {
    /// Algorithm 1, with the reset to two segments that the text says in Severe Contention.
    #[default]
    Listing,
    /// The text of section IV-B.
    Text,
    /// Algorithm 1 as printed.
    Printed,
}

impl Rule {
    /// The contention window in bytes for the next interval, by the text of section IV-B or by its listing, before the floor
    /// of two segments.
    ///
    /// tctc, section IV-B, Algorithm 1.
    pub fn next_window(self, stage: ContentionStage, ctwnd: f64, mss: f64) -> f64 {
        use ContentionStage::{FastProbe, LightContention, SevereContention, SlowProbe};
        match (self, stage) {
            // "increased exponentially": as slow start does in a round trip.
            (Self::Text, FastProbe) => 2.0 * ctwnd,
            (Self::Text, SlowProbe) => ctwnd + mss,
            (Self::Text, LightContention) => ctwnd - mss,
            (Self::Listing | Self::Printed, FastProbe) => ctwnd + mss,
            (Self::Listing | Self::Printed, SlowProbe) => ctwnd + mss * mss / ctwnd,
            (Self::Listing | Self::Printed, LightContention) => ctwnd - mss * mss / ctwnd,
            (Self::Text | Self::Listing, SevereContention) => 2.0 * mss,
            (Self::Printed, SevereContention) => ctwnd + 2.0 * mss,
        }
    }
}
