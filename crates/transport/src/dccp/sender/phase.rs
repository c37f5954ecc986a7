use airhop_base::Nanos;

/// How long a Request, an Ack in PARTOPEN and a Close wait before they are sent again for the first time, and at most
/// (RFC 4340, sections 8.1.1, 8.1.5 and 8.3).
pub(super) const REQUEST_INTERVAL: Nanos = Nanos::from_secs(1);
pub(super) const ACK_INTERVAL: Nanos = Nanos::from_millis(200);
pub(super) const LONGEST_INTERVAL: Nanos = Nanos::from_secs(64);

/// The client's states (RFC 4340, section 8.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Nothing has been written yet.
    Closed,
    /// A Request is under way.
    Request,
    /// The Response has come; every packet carries an acknowledgement until the server shows that it knows.
    PartOpen,
    Open,
    /// A Close is under way.
    Closing,
    /// The connection has ended.
    TimeWait,
}
