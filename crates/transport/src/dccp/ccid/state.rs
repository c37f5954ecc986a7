/// The state that the sender assumes for the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SenderState {
    /// No congestion, failure or error: the window follows the delay.
    Normal,
    /// A queue has marked or dropped packets, or nothing has been heard for a retransmission timeout.
    Congestion,
    /// A link or a route has failed.
    Failure,
    /// Packets were lost without a sign of congestion.
    Error,
}

impl SenderState {
    /// 0 Normal, 1 Congestion, 2 Failure, 3 Error.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Normal => 0,
            Self::Congestion => 1,
            Self::Failure => 2,
            Self::Error => 3,
        }
    }
}
