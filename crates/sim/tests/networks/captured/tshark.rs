//! What tshark makes of captures, where it is installed.

use super::{Packet, Run};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The fields asked of tshark. The status of a checksum is 1 when it is right.
const FIELDS: [&str; 9] = [
    "frame.protocols",
    "wlan.fcs.status",
    "ip.checksum.status",
    "tcp.checksum.status",
    "udp.checksum.status",
    "dccp.checksum.status",
    "_ws.malformed",
    "_ws.expert.severity",
    "_ws.expert.message",
];
/// Wireshark's value of the severity "error", the highest.
const EXPERT_ERROR: u32 = 0x0080_0000;

/// What tshark makes of each frame of a capture, checksums looked at: the values of `fields`; `None` where it is not
/// installed.
pub fn tshark(path: &Path, filter: &str, fields: &[&str]) -> Option<Vec<Vec<String>>> {
    let mut command = Command::new("tshark");
    command.arg("-r").arg(path).args(["-T", "fields", "-E", "occurrence=a"]);
    if !filter.is_empty() {
        command.args(["-Y", filter]);
    }
    for check in
        ["wlan.check_checksum", "ip.check_checksum", "tcp.check_checksum", "udp.check_checksum", "dccp.check_checksum"]
    {
        command.args(["-o", &format!("{check}:TRUE")]);
    }
    for field in fields {
        command.args(["-e", field]);
    }
    let output = match command.output() {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("tshark is not installed: captures are not read by it (Debian and Ubuntu: apt install tshark)");
            return None;
        }
        Err(error) => panic!("{error}"),
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect())
}

/// Asserts that tshark has nothing to say against any frame of a run, and that the data frames hold `expected`.
pub fn check_with_tshark(run: &Run, expected: &[&str]) {
    let mut protocols = BTreeSet::new();
    for (node, frames) in run.nodes.iter().enumerate() {
        let path = run.dir.join(format!("node-{node}.pcapng"));
        let Some(lines) = tshark(&path, "", &FIELDS) else { return };
        assert_eq!(lines.len(), frames.len());
        for (line, frame) in lines.iter().zip(frames) {
            let [stack, fcs, ip, tcp, udp, dccp, malformed, severities, _] = &line[..] else { panic!("{line:?}") };
            let status = |present: bool| if present { "1" } else { "" };
            let (is_tcp, is_udp, is_dccp) = match frame.packet() {
                Some(Packet::Tcp { .. } | Packet::Dsr { inner: Some(_), .. }) => (true, false, false),
                Some(Packet::Udp { .. }) => (false, true, false),
                Some(Packet::Dccp { .. }) => (false, false, true),
                _ => (false, false, false),
            };
            let is_ip = !matches!(frame.packet(), None | Some(Packet::Arp { .. }));
            let wanted = [true, is_ip, is_tcp, is_udp, is_dccp, false].map(status);
            assert_eq!([fcs, ip, tcp, udp, dccp, malformed], wanted, "node {node}: {line:?}");
            let severity = severities.split(',').filter_map(|s| s.parse::<u32>().ok()).max().unwrap_or(0);
            assert!(severity < EXPERT_ERROR, "node {node}: {line:?}");
            if frame.packet().is_some() {
                protocols.insert(stack.clone());
            }
        }
    }
    assert_eq!(protocols, expected.iter().map(|p| (*p).to_owned()).collect());
}

pub const TCP: &str = "radiotap:wlan_radio:wlan:llc:ip:tcp";
pub const TCP_DATA: &str = "radiotap:wlan_radio:wlan:llc:ip:tcp:data";
pub const UDP_DATA: &str = "radiotap:wlan_radio:wlan:llc:ip:udp:data";
pub const AODV: &str = "radiotap:wlan_radio:wlan:llc:ip:udp:aodv";
pub const DSR: &str = "radiotap:wlan_radio:wlan:llc:ip:dsr";
pub const ARP: &str = "radiotap:wlan_radio:wlan:llc:arp";
pub const DCCP: &str = "radiotap:wlan_radio:wlan:llc:ip:dccp";
pub const DCCP_DATA: &str = "radiotap:wlan_radio:wlan:llc:ip:dccp:data";
