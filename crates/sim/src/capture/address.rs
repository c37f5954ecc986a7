use airhop_base::NodeId;
use airhop_routing::BROADCAST;

/// Destination of frames for everyone.
pub(super) const BROADCAST_MAC: [u8; 6] = [0xff; 6];

/// The independent BSS that all nodes belong to: locally administered and a separate group, so that it is no node's
/// address.
pub(super) const BSSID: [u8; 6] = [0x02, 0x61, 0x69, 0x72, 0x68, 0x70];

/// First port of the sources of flows. Neither this range nor the next is registered for a protocol, and packet
/// analysers know none in them, so that payload stays payload.
const FIRST_SOURCE_PORT: u16 = 50_000;
/// First port of the destinations of flows.
const FIRST_DESTINATION_PORT: u16 = 48_100;
/// Ports in use at the sources.
const SOURCE_PORTS: u32 = 4_096;
/// Ports in use at the destinations.
const DESTINATION_PORTS: u32 = 512;

/// The hardware address of a node: 02:00:00 (locally administered), then its number plus one.
pub(super) fn mac(node: NodeId) -> [u8; 6] {
    let [_, a, b, c] = (node.0 + 1).to_be_bytes();
    [0x02, 0, 0, a, b, c]
}

/// The IPv4 address of a node: 10.0.0.0 plus its number plus one; 255.255.255.255 for the destination of broadcasts.
#[must_use]
pub fn ipv4(node: NodeId) -> [u8; 4] {
    if node == BROADCAST {
        return [255; 4];
    }
    let [_, a, b, c] = (node.0 + 1).to_be_bytes();
    [10, a, b, c]
}

/// The ports of a flow: at its source and at its destination.
#[must_use]
pub fn ports(flow: u32) -> (u16, u16) {
    let source = FIRST_SOURCE_PORT + (flow % SOURCE_PORTS) as u16;
    let destination = FIRST_DESTINATION_PORT + (flow / SOURCE_PORTS % DESTINATION_PORTS) as u16;
    (source, destination)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_numbers_become_addresses() {
        assert_eq!(mac(NodeId(0)), [2, 0, 0, 0, 0, 1]);
        assert_eq!(mac(NodeId(0x0001_0203)), [2, 0, 0, 1, 2, 4]);
        assert_eq!(ipv4(NodeId(0)), [10, 0, 0, 1]);
        assert_eq!(ipv4(NodeId(255)), [10, 0, 1, 0]);
        assert_eq!(ipv4(BROADCAST), [255, 255, 255, 255]);
    }

    #[test]
    fn flows_have_ports_of_their_own() {
        assert_eq!(ports(0), (50_000, 48_100));
        assert_eq!(ports(7), (50_007, 48_100));
        assert_eq!(ports(4_096), (50_000, 48_101));
        assert_eq!(ports(u32::MAX), (54_095, 48_611));
    }
}
