use crate::payload::Framed;
use airhop_base::Nanos;
use airhop_wireless::{RadioConfig, Reception, TapDirection, TapRecord};

/// Bits of the present word (radiotap.org, defined fields).
const TSFT: u32 = 1 << 0;
const FLAGS: u32 = 1 << 1;
const RATE: u32 = 1 << 2;
const CHANNEL: u32 = 1 << 3;
const ANTENNA_SIGNAL: u32 = 1 << 5;
const ANTENNA_NOISE: u32 = 1 << 6;
const TX_POWER: u32 = 1 << 10;

/// Flags field: sent with the short preamble.
const SHORT_PREAMBLE: u8 = 0x02;
/// Flags field: the frame includes its check sequence.
const FCS_AT_END: u8 = 0x10;

/// Channel flags: CCK, 2 GHz spectrum, 5 GHz spectrum.
const CCK: u16 = 0x0020;
const SPECTRUM_2_GHZ: u16 = 0x0080;
const SPECTRUM_5_GHZ: u16 = 0x0100;

/// The short PLCP preamble and header take 96 us, the long ones 192 us (IEEE 802.11-2016, section 16.2.2); anything
/// nearer to the short ones counts as short.
const SHORT_PLCP_BELOW: Nanos = Nanos::from_micros(144);

/// Rates from here up would be read as an index of 802.11n by some readers.
const RATE_LIMIT: u64 = 128;

/// What is the same for all frames of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Radio {
    /// Preamble and PLCP header before every frame.
    pub plcp: Nanos,
    /// Frequency in MHz and channel flags, where the frequency can be written as a whole number of 16 bits.
    channel: Option<(u16, u16)>,
    /// Noise in dBm, where the reception model has any.
    noise_dbm: Option<i8>,
}

impl Radio {
    pub fn new(config: &RadioConfig) -> Self {
        let mhz = config.frequency_mhz.round();
        let spectrum = match mhz as u64 {
            2_300..=2_500 => SPECTRUM_2_GHZ,
            4_900..=5_999 => SPECTRUM_5_GHZ,
            _ => 0,
        };
        Self {
            plcp: Nanos::from_secs_f64(config.plcp_us * 1e-6),
            channel: (1.0..=f64::from(u16::MAX)).contains(&mhz).then_some((mhz as u16, CCK | spectrum)),
            noise_dbm: (config.reception == Reception::Sinr).then(|| whole_dbm(config.noise_dbm)),
        }
    }

    /// Writes the radiotap header of a frame.
    pub fn write_header(&self, out: &mut Vec<u8>, record: &TapRecord<Framed>) {
        let start = out.len();
        out.extend_from_slice(&[0; 8]);
        let mut present = TSFT | FLAGS;
        // The time at which the first bit of the MAC frame arrives, behind the preamble.
        let tsft_us = (record.time + self.plcp).as_nanos() / 1_000;
        out.extend_from_slice(&tsft_us.to_le_bytes());
        out.push(FCS_AT_END | if self.plcp < SHORT_PLCP_BELOW { SHORT_PREAMBLE } else { 0 });
        if let Some(rate) = half_megabits(record.rate_kbps) {
            present |= RATE;
            out.push(rate);
        }
        if let Some((mhz, flags)) = self.channel {
            present |= CHANNEL;
            if !(out.len() - start).is_multiple_of(2) {
                out.push(0);
            }
            out.extend_from_slice(&mhz.to_le_bytes());
            out.extend_from_slice(&flags.to_le_bytes());
        }
        let power = whole_dbm(10.0 * record.power_w.log10() + 30.0).to_le_bytes();
        match record.direction {
            TapDirection::Sent => present |= TX_POWER,
            TapDirection::Received => present |= ANTENNA_SIGNAL,
        }
        out.extend_from_slice(&power);
        if let (TapDirection::Received, Some(noise)) = (record.direction, self.noise_dbm) {
            present |= ANTENNA_NOISE;
            out.extend_from_slice(&noise.to_le_bytes());
        }
        let length = (out.len() - start) as u16;
        out[start + 2..start + 4].copy_from_slice(&length.to_le_bytes());
        out[start + 4..start + 8].copy_from_slice(&present.to_le_bytes());
    }
}

/// A rate in units of 500 kbit/s, if it is a whole number of them that fits into the field.
fn half_megabits(kbps: u64) -> Option<u8> {
    let units = kbps / 500;
    (kbps.is_multiple_of(500) && (1..RATE_LIMIT).contains(&units)).then_some(units as u8)
}

fn whole_dbm(dbm: f64) -> i8 {
    // A cast saturates: zero power becomes the smallest value of the field.
    dbm.round() as i8
}

#[cfg(test)]
mod tests {
    use super::*;
    use airhop_base::NodeId;
    use airhop_wireless::{FrameKind, profile};

    fn record(direction: TapDirection, power_w: f64, rate_kbps: u64) -> TapRecord<Framed> {
        TapRecord {
            time: Nanos::from_nanos(1_000_999),
            node: NodeId(0),
            direction,
            kind: FrameKind::Ack,
            from: NodeId(0),
            to: Some(NodeId(1)),
            duration: Nanos::ZERO,
            sequence: 0,
            retry: false,
            bytes: 14,
            rate_kbps,
            power_w,
            packet: None,
            arp_target: None,
        }
    }

    fn header(profile_name: &str, record: &TapRecord<Framed>) -> Vec<u8> {
        let mut out = Vec::new();
        Radio::new(&profile(profile_name).unwrap().config().radio).write_header(&mut out, record);
        out
    }

    #[test]
    fn sent_frame_of_the_914_mhz_card() {
        #[rustfmt::skip]
        let expected = [
            0, 0, 23, 0, 0x0f, 0x04, 0, 0,
            0xa8, 0x04, 0, 0, 0, 0, 0, 0, // 1192 us
            0x10, 4,
            0x92, 0x03, 0x20, 0x00, // 914 MHz, CCK
            24, // 0.28 W
        ];
        assert_eq!(header("ns2-wavelan", &record(TapDirection::Sent, 0.281_838_15, 2_000)), expected);
    }

    #[test]
    fn received_frame_with_noise_and_a_rate_that_does_not_fit() {
        #[rustfmt::skip]
        let expected = [
            0, 0, 24, 0, 0x6b, 0, 0, 0,
            0xa8, 0x04, 0, 0, 0, 0, 0, 0,
            0x10, 0, // padding before the channel
            0x6c, 0x09, 0xa0, 0x00, // 2412 MHz, CCK, 2 GHz
            (-60i8) as u8, (-94i8) as u8,
        ];
        assert_eq!(header("standard", &record(TapDirection::Received, 1e-9, 300)), expected);
    }

    #[test]
    fn extremes_are_cut() {
        assert_eq!(half_megabits(5_500), Some(11));
        assert_eq!(half_megabits(63_500), Some(127));
        assert_eq!(half_megabits(64_000), None);
        assert_eq!(half_megabits(0), None);
        assert_eq!(whole_dbm(f64::NEG_INFINITY), -128);
        assert_eq!(whole_dbm(300.0), 127);
    }
}
