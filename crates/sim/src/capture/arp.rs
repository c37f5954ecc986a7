use super::address::{ipv4, mac};
use airhop_base::NodeId;
use etherparse::{ArpEthIpv4Packet, ArpOperation};

/// The broadcast question of a node: who has the address of `target` (RFC 826).
pub(super) fn request(from: NodeId, target: NodeId) -> [u8; ArpEthIpv4Packet::LEN] {
    ArpEthIpv4Packet {
        operation: ArpOperation::REQUEST,
        sender_mac: mac(from),
        sender_ipv4: ipv4(from),
        target_mac: [0; 6],
        target_ipv4: ipv4(target),
    }
    .to_bytes()
}

/// The answer of a node to the one that asked (RFC 826).
pub(super) fn reply(from: NodeId, to: NodeId) -> [u8; ArpEthIpv4Packet::LEN] {
    ArpEthIpv4Packet {
        operation: ArpOperation::REPLY,
        sender_mac: mac(from),
        sender_ipv4: ipv4(from),
        target_mac: mac(to),
        target_ipv4: ipv4(to),
    }
    .to_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn question_and_answer() {
        let question = request(NodeId(0), NodeId(2));
        assert_eq!(question[..8], [0, 1, 8, 0, 6, 4, 0, 1]);
        assert_eq!(question[8..18], [2, 0, 0, 0, 0, 1, 10, 0, 0, 1]);
        assert_eq!(question[18..], [0, 0, 0, 0, 0, 0, 10, 0, 0, 3]);
        let answer = reply(NodeId(2), NodeId(0));
        assert_eq!(answer[6..8], [0, 2]);
        assert_eq!(answer[8..18], [2, 0, 0, 0, 0, 3, 10, 0, 0, 3]);
        assert_eq!(answer[18..], [2, 0, 0, 0, 0, 1, 10, 0, 0, 1]);
    }
}
