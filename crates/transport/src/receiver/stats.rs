/// What a receiver saw and did, counted from the start of the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReceiverStats {
    /// Segments with payload that arrived.
    pub segments_received: u64,
    /// Of these, the ones that brought nothing new.
    pub duplicates: u64,
    /// Of these, the ones beyond a gap.
    pub out_of_order: u64,
    /// Of these, the ones beyond the advertised window, which were discarded.
    pub beyond_window: u64,
    /// Segments sent: ACKs, and the SYN and FIN of a connection with a handshake.
    pub acks_sent: u64,
}
