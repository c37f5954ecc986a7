/// The server's states (RFC 4340, section 8.4). There is no CLOSEREQ: this server never closes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    Listen,
    /// A Request has come and the client does not yet know that it has.
    Respond,
    Open,
    Closed,
}
