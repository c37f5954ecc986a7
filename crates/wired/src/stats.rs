use airhop_base::Nanos;

/// Counters of one direction of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ChannelStats {
    /// Packets accepted: sent or waiting.
    pub packets: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Packets dropped at a full queue.
    pub dropped: u64,
    /// Packets marked.
    pub marked: u64,
    /// Time spent sending.
    pub busy: Nanos,
}

impl ChannelStats {
    /// The difference from `earlier`.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            packets: self.packets - earlier.packets,
            bytes: self.bytes - earlier.bytes,
            dropped: self.dropped - earlier.dropped,
            marked: self.marked - earlier.marked,
            busy: self.busy - earlier.busy,
        }
    }
}
