use airhop_base::BitRate;

/// What the network tells a sender of the path to its peer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathInfo {
    /// Hops to the peer, at least 1 on a usable path.
    pub hops: u32,
    /// The rate at which the links of the path carry data.
    pub link_rate: BitRate,
}
