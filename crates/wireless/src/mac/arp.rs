//! Address resolution as ns-2 has it (`mac/arp.cc`): a broadcast request, a unicast reply, and room for one packet a
//! neighbour while the answer is out; a second packet pushes the first one out.

use crate::frame::Outgoing;
use airhop_base::NodeId;

/// Bytes of an ARP packet for Ethernet addresses and IPv4 (RFC 826).
pub(crate) const ARP_BYTES: u32 = 28;

/// After so many requests without an answer packets are dropped until one comes (ns-2: `ARP_MAX_REQUEST_COUNT`).
const MAX_REQUESTS: u32 = 3;

#[derive(Clone, Debug)]
struct Entry<P> {
    neighbour: NodeId,
    resolved: bool,
    requests: u32,
    held: Option<Outgoing<P>>,
}

/// The addresses that a station knows.
#[derive(Clone, Debug)]
pub(crate) struct ArpTable<P>(Vec<Entry<P>>);

impl<P> Default for ArpTable<P> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// What to do with a packet that needs its next hop's address.
#[derive(Debug)]
pub(crate) enum Resolution<P> {
    /// The address is known: send it.
    Send(Outgoing<P>),
    /// It is held; ask for the address, and drop the packet that it pushed out, if any.
    Ask { dropped: Option<Outgoing<P>> },
    /// Nobody answers: drop it.
    GiveUp { dropped: Outgoing<P>, held: Option<Outgoing<P>> },
}

impl<P> ArpTable<P> {
    fn entry(&mut self, neighbour: NodeId) -> &mut Entry<P> {
        let i = self.0.iter().position(|e| e.neighbour == neighbour).unwrap_or_else(|| {
            self.0.push(Entry { neighbour, resolved: false, requests: 0, held: None });
            self.0.len() - 1
        });
        &mut self.0[i]
    }

    pub fn resolve(&mut self, outgoing: Outgoing<P>) -> Resolution<P> {
        let Some(next_hop) = outgoing.next_hop else { return Resolution::Send(outgoing) };
        let entry = self.entry(next_hop);
        if entry.resolved {
            return Resolution::Send(outgoing);
        }
        if entry.requests >= MAX_REQUESTS {
            entry.requests = 0;
            return Resolution::GiveUp { dropped: outgoing, held: entry.held.take() };
        }
        entry.requests += 1;
        Resolution::Ask { dropped: entry.held.replace(outgoing) }
    }

    /// `neighbour` made itself known; gives back the packet that waited for it.
    pub fn learn(&mut self, neighbour: NodeId) -> Option<Outgoing<P>> {
        let entry = self.entry(neighbour);
        entry.resolved = true;
        entry.requests = 0;
        entry.held.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Class;

    #[test]
    fn one_packet_waits_and_a_second_pushes_it_out() {
        let mut table = ArpTable::default();
        let packet = |n: u32| Outgoing { packet: n, bytes: 10, next_hop: Some(NodeId(3)), class: Class::Data };
        assert!(matches!(table.resolve(packet(1)), Resolution::Ask { dropped: None }));
        assert!(matches!(table.resolve(packet(2)), Resolution::Ask { dropped: Some(Outgoing { packet: 1, .. }) }));
        assert_eq!(table.learn(NodeId(3)).unwrap().packet, 2);
        assert!(matches!(table.resolve(packet(4)), Resolution::Send(_)));
    }

    #[test]
    fn silence_ends_in_a_drop() {
        let mut table = ArpTable::default();
        let packet = |n: u32| Outgoing { packet: n, bytes: 10, next_hop: Some(NodeId(3)), class: Class::Data };
        for n in 0..3 {
            assert!(matches!(table.resolve(packet(n)), Resolution::Ask { .. }));
        }
        assert!(matches!(table.resolve(packet(3)), Resolution::GiveUp { held: Some(_), .. }));
    }
}
