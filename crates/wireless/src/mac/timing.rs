use crate::config::WirelessConfig;
use airhop_base::{BitRate, Nanos};

/// Bytes of an RTS frame (IEEE 802.11-2016, 9.3.1.2).
pub(crate) const RTS_BYTES: u32 = 20;
/// Bytes of a CTS frame (9.3.1.3).
pub(crate) const CTS_BYTES: u32 = 14;
/// Bytes of an ACK frame (9.3.1.4).
pub(crate) const ACK_BYTES: u32 = 14;

/// The lengths of time that follow from a configuration, computed once.
#[derive(Clone, Debug)]
pub struct Timing {
    /// One backoff slot.
    pub slot: Nanos,
    /// Short interframe space.
    pub sifs: Nanos,
    /// DCF interframe space: SIFS and two slots.
    pub difs: Nanos,
    /// Extended interframe space: SIFS, DIFS and an ACK at the lowest rate.
    pub eifs: Nanos,
    /// An RTS on the air.
    pub rts: Nanos,
    /// A CTS on the air.
    pub cts: Nanos,
    /// An ACK on the air.
    pub ack: Nanos,
    /// PLCP preamble and header, before every frame.
    pub plcp: Nanos,
    /// The margin for propagation in the timeouts for CTS, data and ACK.
    pub max_propagation: Nanos,
    /// How long switching the radio from receiving to sending takes.
    pub turnaround: Nanos,
    /// Rate of unicast data frames.
    pub data_rate: BitRate,
    /// Rate of control frames and broadcasts.
    pub basic_rate: BitRate,
    /// MAC header and FCS of a data frame, in bytes.
    pub header_bytes: u32,
}

impl Timing {
    /// The times of a configuration that [`WirelessConfig::check`] accepts.
    ///
    /// # Panics
    /// If a rate is zero, which `check` refuses.
    #[must_use]
    pub fn new(config: &WirelessConfig) -> Self {
        let us = |us: f64| Nanos::from_secs_f64(us * 1e-6);
        let plcp = us(config.radio.plcp_us);
        let data_rate = BitRate::kbps(config.radio.data_rate_kbps);
        let basic_rate = BitRate::kbps(config.radio.basic_rate_kbps);
        let control = |bytes: u32| plcp + basic_rate.time_for(u64::from(bytes));
        let slot = us(config.mac.slot_us);
        let sifs = us(config.mac.sifs_us);
        let difs = difs(sifs, slot);
        // The lowest mandatory rate of DSSS is 1 Mbit/s, whatever the basic rate in use.
        let lowest = BitRate::kbps(1000.min(config.radio.basic_rate_kbps));
        Self {
            slot,
            sifs,
            difs,
            eifs: eifs(sifs, difs, plcp + lowest.time_for(u64::from(ACK_BYTES))),
            rts: control(RTS_BYTES),
            cts: control(CTS_BYTES),
            ack: control(ACK_BYTES),
            plcp,
            max_propagation: us(config.mac.max_propagation_us),
            turnaround: us(config.mac.turnaround_us),
            data_rate,
            basic_rate,
            header_bytes: config.mac.header_bytes,
        }
    }

    /// The air time of a data frame with `bytes` above the MAC; broadcasts are sent at the basic rate.
    ///
    /// IEEE 802.11-2016, section 15.2.2 (the PPDU of DSSS).
    #[must_use]
    pub fn data(&self, bytes: u32, broadcast: bool) -> Nanos {
        let rate = if broadcast { self.basic_rate } else { self.data_rate };
        self.plcp + rate.time_for(u64::from(bytes + self.header_bytes))
    }

    /// The duration field of an RTS: CTS, data, ACK and the spaces between.
    ///
    /// IEEE 802.11-2016, section 9.2.5.2.
    #[must_use]
    pub fn rts_duration(&self, data: Nanos) -> Nanos {
        self.sifs * 3 + self.cts + data + self.ack
    }

    /// The CTS timeout of the sender of an RTS, from the start of the RTS.
    ///
    /// ns-2 2.35, mac/mac-802_11.cc.
    pub(crate) fn cts_timeout(&self) -> Nanos {
        self.rts + self.sifs + self.cts + self.max_propagation * 2
    }

    /// The ACK timeout of the sender of a data frame, from the start of the frame.
    ///
    /// ns-2 2.35, mac/mac-802_11.cc.
    pub(crate) fn ack_timeout(&self, data: Nanos) -> Nanos {
        data + self.sifs + self.ack + self.max_propagation * 2
    }

    /// How long the sender of a CTS waits for the data frame, from the start of the CTS, where `duration` is the
    /// CTS's own duration field.
    ///
    /// ns-2 2.35, mac/mac-802_11.cc.
    pub(crate) fn data_timeout(&self, duration: Nanos) -> Nanos {
        (self.cts + duration + self.max_propagation * 2).saturating_sub(self.sifs + self.ack)
    }
}

/// DCF interframe space: SIFS and two slots.
///
/// IEEE 802.11-2016, section 10.3.7.
fn difs(sifs: Nanos, slot: Nanos) -> Nanos {
    sifs + slot * 2
}

/// Extended interframe space: SIFS, DIFS and the air time of an ACK at the lowest rate.
///
/// IEEE 802.11-2016, section 10.3.7.
fn eifs(sifs: Nanos, difs: Nanos, ack: Nanos) -> Nanos {
    sifs + difs + ack
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile;

    /// The times that the specification lists for 802.11 DSSS at 2 Mbit/s with 1 Mbit/s basic rate.
    #[test]
    fn dsss_times() {
        let ns2 = Timing::new(&profile("ns2-wavelan").unwrap().config());
        let standard = Timing { header_bytes: 28, ..ns2.clone() };
        assert_eq!(ns2.difs, Nanos::from_micros(50));
        assert_eq!(ns2.eifs, Nanos::from_micros(364));
        assert_eq!(ns2.rts, Nanos::from_micros(352));
        assert_eq!(ns2.cts, Nanos::from_micros(304));
        assert_eq!(ns2.ack, Nanos::from_micros(304));
        assert_eq!(standard.data(1500, false), Nanos::from_micros(6304));
        assert_eq!(ns2.data(1500, false), Nanos::from_micros(6328));
        assert_eq!(standard.data(40, false), Nanos::from_micros(464));
        assert_eq!(ns2.data(40, false), Nanos::from_micros(488));
    }

    /// What a sender waits for, from the start of its own frame: RTS 352 us, CTS and ACK 304 us, SIFS 10 us, 2 us of margin each
    /// way.
    #[test]
    fn timeouts() {
        let timing = Timing::new(&profile("ns2-wavelan").unwrap().config());
        let us = Nanos::from_micros;
        assert_eq!(timing.cts_timeout(), us(352 + 10 + 304 + 4));
        assert_eq!(timing.ack_timeout(us(1_000)), us(1_000 + 10 + 304 + 4));
        // An RTS for data of 1000 us reserves CTS, data, ACK and three SIFS; its CTS one SIFS and the CTS less. After the CTS come
        // SIFS and data.
        assert_eq!(timing.rts_duration(us(1_000)), us(304 + 1_000 + 304 + 30));
        assert_eq!(timing.data_timeout(us(1_000 + 304 + 20)), us(304 + 10 + 1_000 + 4));
    }

    /// Every length of time comes from its key.
    #[test]
    fn times_follow_from_the_keys() {
        let mut config = profile("ns2-wavelan").unwrap().config();
        config.radio.plcp_us = 96.0;
        config.radio.basic_rate_kbps = 500;
        (config.mac.slot_us, config.mac.sifs_us) = (9.0, 16.0);
        (config.mac.max_propagation_us, config.mac.turnaround_us) = (1.5, 3.0);
        let timing = Timing::new(&config);
        let us = Nanos::from_micros;
        assert_eq!((timing.slot, timing.sifs, timing.difs, timing.plcp), (us(9), us(16), us(34), us(96)));
        assert_eq!((timing.max_propagation, timing.turnaround), (Nanos::from_nanos(1_500), us(3)));
        // Below 1 Mbit/s the ACK of the EIFS goes at the basic rate: 14 bytes at 500 kbit/s are 224 us.
        assert_eq!(timing.eifs, us(16 + 34 + 96 + 224));
    }
}
