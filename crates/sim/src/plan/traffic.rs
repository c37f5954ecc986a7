use airhop_base::{Nanos, Stream};

/// The behaviour of a flow's application.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Traffic {
    /// Always has data.
    Ftp,
    /// One packet's payload at even intervals.
    Cbr {
        /// Payload of a packet.
        packet_bytes: u32,
        /// Time between packets.
        interval: Nanos,
    },
    /// File after file, with a pause after each acknowledged file: sizes are Pareto, pauses exponential.
    Files {
        /// Mean size in bytes.
        mean_bytes: f64,
        /// Shape of the Pareto distribution.
        shape: f64,
        /// Mean pause in seconds.
        pause_s: f64,
    },
    /// One transfer of this many bytes.
    Transfer {
        /// Its size.
        bytes: u64,
    },
}

/// The maximum amount that an application hands over at once; stands for endless data.
pub(crate) const ENDLESS: u64 = u64::MAX / 4;

/// The size of the next file: at least one byte, and no more than 2^40, which the tail of the distribution reaches
/// about once in 10^11 files.
pub(crate) fn file_bytes(stream: &mut Stream, mean_bytes: f64, shape: f64) -> u64 {
    stream.pareto(mean_bytes, shape).clamp(1.0, (1u64 << 40) as f64) as u64
}
