use super::address;
use crate::error::ScenarioError;
use airhop_base::{Nanos, NodeId};
use airhop_wireless::TapDirection;
use pcap_file::pcapng::blocks::enhanced_packet::{EnhancedPacketBlock, EnhancedPacketOption};
use pcap_file::pcapng::blocks::interface_description::{InterfaceDescriptionBlock, InterfaceDescriptionOption};
use pcap_file::pcapng::blocks::section_header::{SectionHeaderBlock, SectionHeaderOption};
use pcap_file::pcapng::{PcapNgBlock, PcapNgWriter};
use pcap_file::{DataLink, Endianness};
use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Bytes that a node's capture keeps in memory before it writes them.
const BUFFER_BYTES: usize = 32 << 10;

/// Direction bits of `epb_flags` (pcapng, section 4.3.1).
const INBOUND: u32 = 1;
const OUTBOUND: u32 = 2;
/// `epb_flags`: the frame ends with a check sequence of 4 bytes (bits 5 to 8).
const FCS_OF_4_BYTES: u32 = 4 << 5;

/// The pcapng file of one node. It is reopened for each write and only whole blocks are written: there may be more
/// nodes than a process may have files open, and at any moment the file is one that can be read.
pub(super) struct NodeFile {
    path: PathBuf,
    writer: PcapNgWriter<Vec<u8>>,
    /// The option of every frame: how long its check sequence is.
    flags: u32,
}

impl NodeFile {
    /// Creates the file of a node in `dir`, with the headers of its section and its interface: of a wired host, if it has
    /// a name, or of a radio node.
    pub fn create(dir: &Path, node: u32, host: Option<&str>) -> Result<Self, ScenarioError> {
        let path = dir.join(format!("node-{node}.pcapng"));
        let writer = begin(node, host).map_err(|e| failure(&path, e))?;
        File::create(&path).map_err(|e| failure(&path, e))?;
        let flags = if host.is_some() { 0 } else { FCS_OF_4_BYTES };
        let mut file = Self { path, writer, flags };
        file.flush()?;
        Ok(file)
    }

    /// Adds a frame with its radiotap header.
    pub fn add(&mut self, time: Nanos, direction: TapDirection, frame: &[u8]) -> Result<(), ScenarioError> {
        let direction = match direction {
            TapDirection::Sent => OUTBOUND,
            TapDirection::Received => INBOUND,
        };
        let block = EnhancedPacketBlock {
            interface_id: 0,
            timestamp: Duration::from_nanos(time.as_nanos()),
            original_len: frame.len() as u32,
            data: Cow::Borrowed(frame),
            options: vec![EnhancedPacketOption::Flags(direction | self.flags)],
        };
        self.writer.write_block(&block.into_block()).map_err(|e| failure(&self.path, e))?;
        if self.writer.get_ref().len() >= BUFFER_BYTES { self.flush() } else { Ok(()) }
    }

    /// Writes the frames kept in memory.
    pub fn flush(&mut self) -> Result<(), ScenarioError> {
        let buffer = self.writer.get_mut();
        if buffer.is_empty() {
            return Ok(());
        }
        let written = OpenOptions::new().append(true).open(&self.path).and_then(|mut f| f.write_all(buffer));
        buffer.clear();
        written.map_err(|e| failure(&self.path, e))
    }
}

fn begin(node: u32, host: Option<&str>) -> Result<PcapNgWriter<Vec<u8>>, pcap_file::PcapError> {
    let application = concat!("airhop ", env!("CARGO_PKG_VERSION"));
    let section = SectionHeaderBlock {
        endianness: Endianness::Little,
        options: vec![SectionHeaderOption::UserApplication(Cow::Borrowed(application))],
        ..SectionHeaderBlock::default()
    };
    let mut writer = PcapNgWriter::with_section_header(Vec::new(), section)?;
    let [a, b, c, d] = address::ipv4(NodeId(node));
    let (name, linktype) = match host {
        Some(host) => (format!("host {host}"), DataLink::IPV4),
        None => (format!("node {node}"), DataLink::IEEE802_11_RADIOTAP),
    };
    let mut options = vec![
        InterfaceDescriptionOption::IfName(Cow::Owned(name)),
        // Address and netmask.
        InterfaceDescriptionOption::IfIpv4Addr(Cow::Owned(vec![a, b, c, d, 255, 0, 0, 0])),
        // Times are in units of 10^-9 s.
        InterfaceDescriptionOption::IfTsResol(9),
    ];
    if host.is_none() {
        options.push(InterfaceDescriptionOption::IfMacAddr(Cow::Owned(address::mac(NodeId(node)).to_vec())));
    }
    let interface = InterfaceDescriptionBlock { linktype, snaplen: 0, options };
    writer.write_pcapng_block(interface)?;
    Ok(writer)
}

fn failure(path: &Path, cause: impl std::fmt::Display) -> ScenarioError {
    ScenarioError::new(format!("cannot write the capture {}: {cause}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_name_application_node_and_addresses() {
        let bytes = begin(7, None).unwrap().into_inner();
        let mut reader = pcap_file::pcapng::PcapNgReader::new(bytes.as_slice()).unwrap();
        let application = format!("airhop {}", env!("CARGO_PKG_VERSION"));
        assert_eq!(reader.section().options, [SectionHeaderOption::UserApplication(application.into())]);
        reader.next_block().unwrap().unwrap();
        let interface = &reader.interfaces()[0];
        assert_eq!(u32::from(interface.linktype), 127);
        assert!(interface.options.contains(&InterfaceDescriptionOption::IfName("node 7".into())));
        assert!(interface.options.contains(&InterfaceDescriptionOption::IfMacAddr(vec![2, 0, 0, 0, 0, 8].into())));
        assert!(interface.options.contains(&InterfaceDescriptionOption::IfTsResol(9)));
    }

    #[test]
    fn a_wired_host_has_packets_without_frames() {
        let bytes = begin(5, Some("server")).unwrap().into_inner();
        let mut reader = pcap_file::pcapng::PcapNgReader::new(bytes.as_slice()).unwrap();
        reader.next_block().unwrap().unwrap();
        let interface = &reader.interfaces()[0];
        assert_eq!(u32::from(interface.linktype), 228);
        assert!(interface.options.contains(&InterfaceDescriptionOption::IfName("host server".into())));
        assert!(
            interface.options.contains(&InterfaceDescriptionOption::IfIpv4Addr(vec![10, 0, 0, 6, 255, 0, 0, 0].into()))
        );
    }

    #[test]
    fn a_file_that_vanished_is_named() {
        let dir = std::env::temp_dir().join(format!("airhop-capture-vanished-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let mut file = NodeFile::create(&dir, 3, None).unwrap();
        std::fs::remove_dir_all(&dir).unwrap();
        file.add(Nanos::ZERO, TapDirection::Sent, &[0; 20]).unwrap();
        let error = file.flush().unwrap_err().to_string();
        assert!(error.starts_with("cannot write the capture") && error.contains("node-3.pcapng"), "{error}");
    }
}
