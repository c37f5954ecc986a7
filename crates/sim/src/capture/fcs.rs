/// The remainders of all single bytes, for [`fcs`].
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            remainder = if remainder & 1 == 1 { remainder >> 1 ^ 0xedb8_8320 } else { remainder >> 1 };
            bit += 1;
        }
        table[byte] = remainder;
        byte += 1;
    }
    table
};

/// The frame check sequence over the bytes of a frame before it, to be sent with its lowest byte first
/// (IEEE 802.11-2016, section 9.2.4.8: the CRC-32 of IEEE 802.3).
pub(super) fn fcs(frame: &[u8]) -> u32 {
    !frame.iter().fold(!0, |crc: u32, byte| crc >> 8 ^ TABLE[usize::from(crc as u8 ^ byte)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_values_of_crc_32() {
        assert_eq!(fcs(b""), 0);
        assert_eq!(fcs(b"123456789"), 0xcbf4_3926);
        assert_eq!(fcs(&[0; 32]), 0x190a_55ad);
        assert_eq!(fcs(&[0xff; 32]), 0xff6c_ab0b);
    }
}
