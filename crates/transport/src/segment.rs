use airhop_base::Nanos;

/// Bytes of a TCP header without options (RFC 9293, section 3.1).
const BASE_HEADER_BYTES: u32 = 20;
/// The maximum-segment-size option of a SYN (RFC 9293, section 3.7.1).
const MSS_OPTION_BYTES: u32 = 4;
/// The timestamps option of RFC 7323 with the two bytes of padding of its appendix A.
const TIMESTAMPS_OPTION_BYTES: u32 = 12;
/// The SACK-permitted option of RFC 2018 with its padding; beside the timestamps it takes the place of their padding.
const SACK_PERMITTED_BYTES: u32 = 4;
/// Kind and length of the SACK option with two bytes of padding, before its blocks (RFC 2018, section 3).
const SACK_OPTION_BYTES: u32 = 4;
/// One block of the SACK option.
const SACK_BLOCK_BYTES: u32 = 8;

/// One TCP segment. The payload is virtual: only its length is carried.
///
/// Sequence numbers count bytes from 0 and do not wrap; a packet writer takes them modulo 2^32. Without a handshake
/// data starts at 0; with one the SYN is byte 0 and data starts at 1. A FIN takes one number after the last byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Segment {
    /// Number of the first byte carried, or of the SYN or FIN.
    pub seq: u64,
    /// Payload in bytes.
    pub len: u32,
    /// The next byte expected from the peer: the acknowledgement field, `None` when the ACK flag is not set, as in a
    /// first SYN and in the data of a connection without a handshake, which is one-way.
    pub ack: Option<u64>,
    /// The advertised window in bytes, not scaled.
    pub window: u32,
    /// SYN flag.
    pub syn: bool,
    /// FIN flag.
    pub fin: bool,
    /// ECN-Echo flag (RFC 3168).
    pub ece: bool,
    /// Congestion Window Reduced flag (RFC 3168).
    pub cwr: bool,
    /// In a SYN: the SACK-permitted option of RFC 2018.
    pub sack_permitted: bool,
    /// The selective acknowledgements, newest block first; empty when the option is absent.
    pub sack: SackBlocks,
    /// The timestamps option of RFC 7323.
    pub timestamps: Option<Timestamps>,
    /// What synchronised clocks tell without taking bytes on the air: when a data segment was sent, and in an
    /// ACK the times (`value`) at which the newest data segment arrived and (`echo`) was sent.
    pub clocks: Option<Timestamps>,
}

impl Segment {
    /// Bytes of the TCP header with its options, without IP.
    #[must_use]
    pub fn header_bytes(&self) -> u32 {
        let mut bytes = BASE_HEADER_BYTES;
        if self.syn {
            bytes += MSS_OPTION_BYTES;
        }
        if self.timestamps.is_some() {
            bytes += TIMESTAMPS_OPTION_BYTES;
        } else if self.sack_permitted {
            bytes += SACK_PERMITTED_BYTES;
        }
        if !self.sack.is_empty() {
            bytes += SACK_OPTION_BYTES + SACK_BLOCK_BYTES * self.sack.len() as u32;
        }
        bytes
    }

    /// The sequence numbers that the segment takes: its payload, and one each for SYN and FIN.
    #[must_use]
    pub fn seq_len(&self) -> u64 {
        u64::from(self.len) + u64::from(self.syn) + u64::from(self.fin)
    }

    /// The number after the last one that the segment takes.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.seq + self.seq_len()
    }

    /// True for a segment that does nothing but acknowledge.
    #[must_use]
    pub fn is_pure_ack(&self) -> bool {
        self.ack.is_some() && self.seq_len() == 0
    }
}

/// The timestamps option of RFC 7323, in ticks of one microsecond, modulo 2^32.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timestamps {
    /// The sender's clock (TSval).
    pub value: u32,
    /// The peer's clock, as last received (TSecr).
    pub echo: u32,
}

/// The clock of the timestamps option: microseconds modulo 2^32.
pub(crate) fn timestamp_clock(now: Nanos) -> u32 {
    (now.as_nanos() / 1000) as u32
}

/// The time since the clock showed `echo` (RFC 7323, section 4.1).
pub(crate) fn since_echo(now: Nanos, echo: u32) -> Nanos {
    Nanos::from_micros(u64::from(timestamp_clock(now).wrapping_sub(echo)))
}

/// Up to three SACK blocks (RFC 2018), in the order in which the option lists them.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct SackBlocks {
    starts: [u64; Self::MAX],
    lengths: [u32; Self::MAX],
    count: u8,
}

impl SackBlocks {
    /// The most blocks one segment carries here: what fits beside the timestamps option.
    pub const MAX: usize = 3;

    /// Adds the bytes from `start` up to, not including, `end`. An empty block and a fourth one are left out.
    pub fn push(&mut self, start: u64, end: u64) {
        let at = usize::from(self.count);
        if at < Self::MAX && start < end {
            self.starts[at] = start;
            self.lengths[at] = u32::try_from(end - start).unwrap_or(u32::MAX);
            self.count += 1;
        }
    }

    /// Number of blocks.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// True without any block.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The blocks as (first byte, byte after the last).
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0..self.len()).map(|i| (self.starts[i], self.starts[i] + u64::from(self.lengths[i])))
    }
}

impl std::fmt::Debug for SackBlocks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_counts_its_options() {
        let stamps = Some(Timestamps { value: 1, echo: 0 });
        let mut segment = Segment::default();
        assert_eq!(segment.header_bytes(), 20);
        segment.sack.push(1460, 2920);
        assert_eq!(segment.header_bytes(), 32);
        segment.sack.push(4380, 5840);
        segment.sack.push(7300, 8760);
        assert_eq!(segment.header_bytes(), 48);
        segment.timestamps = stamps;
        assert_eq!(segment.header_bytes(), 60, "three blocks and timestamps fill the longest header");
        let syn = Segment { syn: true, sack_permitted: true, ..Segment::default() };
        assert_eq!(syn.header_bytes(), 28);
        assert_eq!(Segment { timestamps: stamps, ..syn }.header_bytes(), 36);
    }

    #[test]
    fn segment_stays_small() {
        assert!(size_of::<Segment>() <= 112, "{} bytes", size_of::<Segment>());
    }

    #[test]
    fn a_fourth_block_is_left_out() {
        let mut blocks = SackBlocks::default();
        for i in 0..5 {
            blocks.push(10 * i + 1, 10 * i + 3);
        }
        blocks.push(7, 7);
        assert_eq!(blocks.iter().collect::<Vec<_>>(), [(1, 3), (11, 13), (21, 23)]);
    }
}
