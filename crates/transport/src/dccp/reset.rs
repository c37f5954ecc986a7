/// Why a connection is reset (RFC 4340, section 5.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum ResetCode {
    /// No reason given.
    Unspecified = 0,
    /// The normal end, in answer to a Close.
    Closed = 1,
    /// An endpoint gave the connection up.
    Aborted = 2,
    /// The packet belongs to no connection.
    NoConnection = 3,
    /// A packet of a type that the state does not allow.
    PacketError = 4,
    /// An option or a feature's value that is unacceptable.
    OptionError = 5,
    /// An option marked as mandatory was not understood or not agreed to.
    MandatoryError = 6,
}

impl ResetCode {
    /// The code of a number; [`ResetCode::Unspecified`] for one that means nothing here.
    #[must_use]
    pub const fn from_number(number: u8) -> Self {
        match number {
            1 => Self::Closed,
            2 => Self::Aborted,
            3 => Self::NoConnection,
            4 => Self::PacketError,
            5 => Self::OptionError,
            6 => Self::MandatoryError,
            _ => Self::Unspecified,
        }
    }
}
