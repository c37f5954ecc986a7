/// What a sender did, counted from the start of the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SenderStats {
    /// Segments sent that take sequence numbers, retransmissions included; no pure ACKs.
    pub segments_sent: u64,
    /// Bytes of payload sent, retransmissions included.
    pub bytes_sent: u64,
    /// Segments sent again.
    pub retransmissions: u64,
    /// Times that the retransmission timer fired.
    pub timeouts: u64,
    /// Losses noticed by duplicate ACKs or SACK blocks.
    pub fast_retransmits: u64,
    /// Round-trip times measured.
    pub rtt_samples: u64,
}
