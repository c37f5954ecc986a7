//! The wired network of a run.

use crate::payload::Packet;
use crate::plan::wired::{WiredLink, WiredRoutes};
use airhop_base::{Nanos, NodeId};
use airhop_wired::Channel;

/// The links of a run with what is on them.
#[derive(Clone, Debug)]
pub(crate) struct WiredNetwork {
    pub links: Vec<WiredLink>,
    pub channels: Vec<Channel<Packet>>,
    routes: WiredRoutes,
}

impl WiredNetwork {
    pub fn new(links: &[WiredLink], routes: &WiredRoutes) -> Self {
        let channels = links.iter().flat_map(|l| [Channel::new(l.channel), Channel::new(l.channel)]).collect();
        Self { links: links.to_vec(), channels, routes: routes.clone() }
    }

    /// The delay of the path from `from` to `to`, without transmission times.
    pub fn delay(&self, from: NodeId, to: NodeId) -> Option<Nanos> {
        self.routes.delay(from, to)
    }

    /// The channel that `from` sends packets for `to` on.
    pub fn channel(&self, from: NodeId, to: NodeId) -> Option<u32> {
        self.routes.channel(from, to)
    }

    /// Where a channel begins and where it ends.
    pub fn ends(&self, channel: u32) -> (NodeId, NodeId) {
        let [a, b] = self.links[channel as usize / 2].ends;
        if channel.is_multiple_of(2) { (a, b) } else { (b, a) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use airhop_base::BitRate;
    use airhop_wired::ChannelConfig;

    /// Link i has the channels 2 i, from its first end to its second, and 2 i + 1 back.
    #[test]
    fn a_link_has_a_channel_in_each_direction() {
        let n = NodeId;
        let (rate, delay) = (BitRate::kbps(1_000), Nanos::from_millis(1));
        let channel = ChannelConfig { rate, delay, queue_packets: 50, ecn_threshold_packets: 0 };
        let link = |a, b| WiredLink { name: String::new(), ends: [n(a), n(b)], channel };
        let links = [link(3, 7), link(7, 9)];
        let network = WiredNetwork::new(&links, &WiredRoutes::new(&links));
        assert_eq!([0, 1, 2, 3].map(|c| network.ends(c)), [(3, 7), (7, 3), (7, 9), (9, 7)].map(|(a, b)| (n(a), n(b))));
        assert_eq!((network.channel(n(9), n(3)), network.delay(n(9), n(3))), (Some(3), Some(Nanos::from_millis(2))));
    }
}
