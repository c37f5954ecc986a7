//! Captures: what every node sent and decoded, as frames that packet analysers read. `docs/captures.md` says which parts of
//! a frame are simulated and which are filled in.

mod address;
mod aodv;
mod arp;
mod dccp;
mod dot11;
mod dsr;
mod facts;
mod fcs;
mod file;
mod ipv4;
mod order;
mod radiotap;
mod tcp;

use crate::error::ScenarioError;
use crate::payload::Framed;
use crate::payload::Packet;
pub use address::{ipv4 as node_address, ports as flow_ports};
use airhop_base::{Nanos, NodeId};
use airhop_wireless::{TapDirection, TapRecord, WirelessConfig};
pub(crate) use facts::FlowFacts;
use file::NodeFile;
use order::InOrder;
use radiotap::Radio;
use std::path::Path;

/// A packet that a wired host sent or received, for captures.
#[derive(Clone, Debug)]
pub(crate) struct WiredRecord {
    pub time: Nanos,
    pub host: NodeId,
    pub direction: TapDirection,
    pub packet: Packet,
}

/// Capture files, one per node.
pub(crate) struct Captures {
    files: Vec<NodeFile>,
    waiting: InOrder,
    /// What wired hosts have sent and received since the last write.
    wired: Vec<WiredRecord>,
    radio: Radio,
    flows: Vec<FlowFacts>,
    frame: Vec<u8>,
}

impl Captures {
    /// Creates `dir` and in it the files `node-0.pcapng`, `node-1.pcapng`, ..., replacing existing ones: first
    /// so many radio nodes', then those of the wired hosts with these names.
    ///
    /// # Errors
    /// The folder or a file in it cannot be written.
    pub fn create(
        dir: &Path,
        (nodes, hosts): (usize, &[String]),
        wireless: &WirelessConfig,
        flows: Vec<FlowFacts>,
    ) -> Result<Self, ScenarioError> {
        std::fs::create_dir_all(dir)
            .map_err(|e| ScenarioError::new(format!("cannot create the folder of captures {}: {e}", dir.display())))?;
        let radio = (0..nodes as u32).map(|node| NodeFile::create(dir, node, None));
        let wired = hosts.iter().zip(nodes as u32..).map(|(host, node)| NodeFile::create(dir, node, Some(host)));
        let files = radio.chain(wired).collect::<Result<_, _>>()?;
        let radio = Radio::new(&wireless.radio);
        Ok(Self { files, waiting: InOrder::new(radio.plcp), wired: Vec::new(), radio, flows, frame: Vec::new() })
    }

    /// Takes the next records of the network, in the order in which it made them.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&mut self, records: &[TapRecord<Framed>]) -> Result<(), ScenarioError> {
        self.waiting.add(records);
        let due = self.waiting.take_due();
        self.encode(&due)?;
        self.encode_wired()
    }

    /// Takes a packet that a wired host sent or received, in the order of time; it is written with the next records.
    pub fn note_wired(&mut self, record: WiredRecord) {
        self.wired.push(record);
    }

    /// Writes the remaining records.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(mut self) -> Result<(), ScenarioError> {
        self.write_rest()
    }

    fn write_rest(&mut self) -> Result<(), ScenarioError> {
        let rest = self.waiting.take_all();
        self.encode(&rest)?;
        self.encode_wired()?;
        self.files.iter_mut().try_for_each(NodeFile::flush)
    }

    fn encode_wired(&mut self) -> Result<(), ScenarioError> {
        for record in std::mem::take(&mut self.wired) {
            self.frame.clear();
            ipv4::write_packet(&mut self.frame, &record.packet, &self.flows);
            if let Some(file) = self.files.get_mut(record.host.index()) {
                file.add(record.time, record.direction, &self.frame)?;
            }
        }
        Ok(())
    }

    fn encode(&mut self, records: &[TapRecord<Framed>]) -> Result<(), ScenarioError> {
        for record in records {
            self.frame.clear();
            self.radio.write_header(&mut self.frame, record);
            dot11::write_frame(&mut self.frame, record, &self.flows);
            if let Some(file) = self.files.get_mut(record.node.index()) {
                file.add(record.time, record.direction, &self.frame)?;
            }
        }
        Ok(())
    }
}

impl Drop for Captures {
    /// A run that was cancelled leaves files that hold everything up to then.
    fn drop(&mut self) {
        // The run has failed already, for another reason that is reported.
        let _ = self.write_rest();
    }
}

/// A packet from its IPv4 header on, as captures write it: for the fuzz targets.
#[cfg(fuzzing)]
#[must_use]
pub fn packet_bytes(packet: &Packet) -> Vec<u8> {
    let mut bytes = Vec::new();
    ipv4::write_packet(&mut bytes, packet, &[]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use airhop_wireless::{FrameKind, profile};
    use pcap_file::pcapng::{Block, PcapNgReader};

    fn cts(time_us: u64) -> TapRecord<Framed> {
        TapRecord {
            time: Nanos::from_micros(time_us),
            node: NodeId(1),
            direction: TapDirection::Received,
            kind: FrameKind::Cts,
            from: NodeId(0),
            to: Some(NodeId(2)),
            duration: Nanos::from_micros(6_000),
            sequence: 0,
            retry: false,
            bytes: 14,
            rate_kbps: 1_000,
            power_w: 1e-9,
            packet: None,
            arp_target: None,
        }
    }

    fn times_ns(path: &Path) -> Vec<u128> {
        let mut reader = PcapNgReader::new(std::fs::File::open(path).unwrap()).unwrap();
        let mut times = Vec::new();
        while let Some(block) = reader.next_block() {
            if let Block::EnhancedPacket(packet) = block.unwrap() {
                times.push(packet.timestamp.as_nanos());
            }
        }
        times
    }

    #[test]
    fn a_dropped_capture_holds_what_was_recorded() {
        let dir = std::env::temp_dir().join(format!("airhop-capture-drop-{}", std::process::id()));
        let wireless = profile("ns2-wavelan").unwrap().config();
        let mut captures = Captures::create(&dir, (2, &[]), &wireless, Vec::new()).unwrap();
        captures.write(&[cts(900), cts(500)]).unwrap();
        drop(captures);
        assert_eq!(times_ns(&dir.join("node-0.pcapng")), []);
        assert_eq!(times_ns(&dir.join("node-1.pcapng")), [500_000, 900_000]);
        std::fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let file = std::env::temp_dir().join(format!("airhop-capture-file-{}", std::process::id()));
        std::fs::write(&file, "").unwrap();
        let wireless = profile("ns2-wavelan").unwrap().config();
        let error = Captures::create(&file.join("below"), (1, &[]), &wireless, Vec::new()).err().unwrap().to_string();
        assert!(error.starts_with("cannot create the folder of captures") && error.contains("below"), "{error}");
        std::fs::remove_file(file).unwrap();
    }
}
