use airhop_base::Nanos;

/// What one direction of a link has counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ChannelStats {
    /// Packets taken: sent, or waiting to be.
    pub packets: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Packets that found no room in the queue.
    pub dropped: u64,
    /// Packets marked.
    pub marked: u64,
    /// Time spent sending.
    pub busy: Nanos,
}

impl ChannelStats {
    /// What was counted since `earlier`.
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
