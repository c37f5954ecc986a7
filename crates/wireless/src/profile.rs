use crate::config::{
    CtsRule, EnergyConfig, ErrorConfig, ErrorModel, ErrorScope, MacConfig, Propagation, QueueConfig, RadioConfig,
    Reception, WirelessConfig,
};

/// A named set of values for the radio network.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// The name in scenarios and on the command line.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    build: fn() -> WirelessConfig,
}

impl Profile {
    /// The profile's values.
    #[must_use]
    pub fn config(&self) -> WirelessConfig {
        (self.build)()
    }
}

/// All profiles.
pub const PROFILES: &[Profile] = &[
    Profile {
        name: "ns2-wavelan",
        about: "what the ns-2 papers ran on: 914 MHz WaveLAN, two-ray ground, 250 m / 550 m, 2 Mbit/s, ns-2's MAC",
        build: ns2_wavelan,
    },
    Profile {
        name: "ns2-wavelan-11M",
        about: "the same with data frames at 11 Mbit/s",
        build: || {
            let mut config = ns2_wavelan();
            config.radio.data_rate_kbps = 11_000;
            config
        },
    },
    Profile {
        name: "access",
        about: "for scenario access, whose paper gives no rate: that of ns-2 at 11 Mbit/s, without which two hops do not carry 1.7 Mbit/s",
        build: || {
            let mut config = ns2_wavelan();
            config.radio.data_rate_kbps = 11_000;
            config
        },
    },
    Profile {
        name: "standard",
        about: "802.11b by the IEEE standard at 2 Mbit/s: SINR reception with bit error rates, log-distance path loss",
        build: standard,
    },
    Profile {
        name: "standard-11M",
        about: "the same with data frames at 11 Mbit/s and control frames at 2 Mbit/s",
        build: || {
            let mut config = standard();
            config.radio.data_rate_kbps = 11_000;
            config.radio.basic_rate_kbps = 2_000;
            config
        },
    },
    Profile {
        name: "hamadani",
        about: "what TCTC was measured on: free space, 100 m, SINR reception, 2 Mbit/s, RTS/CTS above 256 bytes, queue of 20",
        build: hamadani,
    },
];

/// The profile of that name.
#[must_use]
pub fn profile(name: &str) -> Option<&'static Profile> {
    PROFILES.iter().find(|p| p.name == name)
}

fn no_errors() -> ErrorConfig {
    ErrorConfig {
        model: ErrorModel::None,
        scope: ErrorScope::All,
        packet: 0.0,
        bit: 0.0,
        good_packet: 0.0,
        bad_packet: 0.5,
        good_s: 1.0,
        bad_s: 0.1,
    }
}

/// Power draws that ns-2 sets for its WaveLAN interface: 660 mW sending,
/// 395 mW receiving whatever is in the air, nothing while idle (`mac/wireless-phy.cc`).
fn wavelan_energy() -> EnergyConfig {
    EnergyConfig { tx_w: 0.660, rx_w: 0.395, overhear_w: 0.395, idle_w: 0.0 }
}

/// ns-2 2.35 with its default 914 MHz WaveLAN radio; sources in the specification of the radio.
fn ns2_wavelan() -> WirelessConfig {
    WirelessConfig {
        radio: RadioConfig {
            propagation: Propagation::TwoRay,
            frequency_mhz: 914.0,
            tx_power_w: 0.281_838_15,
            tx_gain: 1.0,
            rx_gain: 1.0,
            antenna_height_m: 1.5,
            system_loss: 1.0,
            path_loss_exponent: 2.0,
            reference_distance_m: 1.0,
            shadowing_db: 0.0,
            reception: Reception::Threshold,
            decode_threshold_w: 3.652e-10,
            sense_threshold_w: 1.559e-11,
            capture_db: 10.0,
            noise_dbm: -101.0,
            preamble_snr_db: 4.0,
            data_rate_kbps: 2_000,
            basic_rate_kbps: 1_000,
            plcp_us: 192.0,
        },
        mac: MacConfig {
            slot_us: 20.0,
            sifs_us: 10.0,
            cw_min: 31,
            cw_max: 1023,
            short_retry_limit: 7,
            long_retry_limit: 4,
            rts_threshold_bytes: 0,
            header_bytes: 34,
            max_propagation_us: 2.0,
            turnaround_us: 0.0,
            backoff_includes_cw: false,
            immediate_access: false,
            cts_rule: CtsRule::CarrierAndNav,
            eifs_by_nav: true,
            captured_frame_sets_nav: true,
            nav_reset: false,
            link_delay_us: 25.0,
            arp: false,
        },
        queue: QueueConfig { packets: 50, routing_first: true, by_class: false, ecn_threshold_packets: 0 },
        energy: wavelan_energy(),
        errors: no_errors(),
    }
}

/// 802.11b as the standard has it. Noise is thermal over 22 MHz at 290 K with a noise figure of 7 dB; 20 dBm into
/// antennas of 3 dBi at 2.4 GHz and an exponent of 3 give 10.5 dB over noise at 200 m, so that neighbours at 200 m
/// decode every rate up to 11 Mbit/s and those at 400 m find no preamble.
fn standard() -> WirelessConfig {
    let mut config = ns2_wavelan();
    config.radio = RadioConfig {
        propagation: Propagation::LogDistance,
        frequency_mhz: 2_412.0,
        tx_power_w: 0.1,
        tx_gain: 2.0,
        rx_gain: 2.0,
        path_loss_exponent: 3.0,
        reception: Reception::Sinr,
        // -82 dBm is where carrier sensing of an unlocked signal must begin for DSSS; locked frames are sensed
        // whatever their power.
        sense_threshold_w: 6.31e-12,
        // Not above what the ratio asks for: reception is a matter of the ratio alone.
        decode_threshold_w: 1.0e-12,
        noise_dbm: -93.6,
        preamble_snr_db: 4.0,
        ..config.radio
    };
    config.mac = MacConfig {
        header_bytes: 28,
        turnaround_us: 5.0,
        backoff_includes_cw: true,
        immediate_access: true,
        cts_rule: CtsRule::Nav,
        eifs_by_nav: false,
        captured_frame_sets_nav: false,
        nav_reset: true,
        link_delay_us: 0.0,
        rts_threshold_bytes: 0,
        ..config.mac
    };
    config
}

/// The radio of Rakocevic and Hamadani (tctc, section V-A), who used OPNET: free space without external noise, frames
/// decoded up to 100 m, 2 Mbit/s, RTS/CTS for frames above 256 bytes, a FIFO queue of 20 packets.
///
/// What the paper leaves open follows OPNET's model of 802.11: a receiver of -95 dBm, below which a frame neither keeps
/// the medium busy nor is decoded but interferes, over thermal noise at 290 K without a noise figure, -100.6 dBm. 100 m
/// at -95 dBm and 2.4 GHz take 32.3 uW. The MAC is that of the standard.
fn hamadani() -> WirelessConfig {
    let mut config = standard();
    config.radio = RadioConfig {
        propagation: Propagation::FreeSpace,
        tx_power_w: 3.233e-5,
        tx_gain: 1.0,
        rx_gain: 1.0,
        sense_threshold_w: 3.162e-13,
        decode_threshold_w: 3.162e-13,
        noise_dbm: -100.6,
        ..config.radio
    };
    config.mac.rts_threshold_bytes = 257;
    config.queue = QueueConfig { packets: 20, routing_first: false, by_class: false, ecn_threshold_packets: 0 };
    config
}
