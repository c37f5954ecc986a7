use crate::config::EnergyConfig;
use airhop_base::Nanos;

/// The time that a node's interface spent in each state, from which its energy follows.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct EnergyMeter {
    /// Transmitting.
    pub tx: Nanos,
    /// Receiving frames for this node, broadcasts among them.
    pub rx: Nanos,
    /// Receiving anything else: frames for others, collisions, noise above the carrier-sense threshold.
    pub overheard: Nanos,
}

impl EnergyMeter {
    /// The energy in joules used over `total` time: the sum over all states of power times time. The rest of the time is
    /// idle.
    ///
    /// tcp-daa, section 4.2.3, equation (7), which is the model of ns-2 2.35, mac/wireless-phy.cc.
    #[must_use]
    pub fn joules(&self, config: &EnergyConfig, total: Nanos) -> f64 {
        let idle = total.saturating_sub(self.tx + self.rx + self.overheard);
        self.tx.as_secs_f64() * config.tx_w
            + self.rx.as_secs_f64() * config.rx_w
            + self.overheard.as_secs_f64() * config.overhear_w
            + idle.as_secs_f64() * config.idle_w
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn energy_is_power_times_time() {
        let config = EnergyConfig { tx_w: 0.6, rx_w: 0.3, overhear_w: 0.1, idle_w: 0.01 };
        let meter = EnergyMeter { tx: Nanos::from_secs(1), rx: Nanos::from_secs(2), overheard: Nanos::from_secs(3) };
        let expected = 0.6 + 2.0 * 0.3 + 3.0 * 0.1 + 4.0 * 0.01;
        assert!((meter.joules(&config, Nanos::from_secs(10)) - expected).abs() < 1e-12);
    }
}
