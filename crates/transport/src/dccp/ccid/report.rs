use crate::dccp::sequence::SequenceNumber;

/// What an acknowledgement tells of data packets, for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Report {
    /// Packets that arrived, those with a mark included.
    pub received: u32,
    /// Packets that arrived with the mark of a congested queue.
    pub marked: u32,
    /// Packets that are now known to be lost.
    pub lost: u32,
    /// The number of the newest lost one.
    pub newest_lost: Option<SequenceNumber>,
}
