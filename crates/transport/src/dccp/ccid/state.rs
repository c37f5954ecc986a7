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

#[cfg(test)]
mod tests {
    use super::SenderState::{Congestion, Error, Failure, Normal};

    /// docs/transports.md: the values of `dccp_state` in time series.
    #[test]
    fn time_series_show_states_as_numbers() {
        assert_eq!([Normal, Congestion, Failure, Error].map(|state| state.number()), [0, 1, 2, 3]);
    }
}
