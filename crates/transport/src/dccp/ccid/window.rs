use super::delay::Times;
use crate::dccp::parameters::Rescale;
use airhop_base::Nanos;

/// The window after a round trip: cwnd + (1 + (int)(1 - cwnd qdelay / RTT)). The integer part is rounded towards zero, as
/// in C; the result may be less than 1.
///
/// dccp, section 4, control equation.
pub(super) fn next_window(window: f64, times: Times) -> f64 {
    let rtt = times.rtt.as_nanos() as f64;
    let queueing = times.average.saturating_sub(times.base).as_nanos() as f64;
    let queued = if rtt > 0.0 { window * queueing / rtt } else { 0.0 };
    window + (1.0 + (1.0 - queued).trunc())
}

/// The factor beta of the error state: from 1 down to 1/2 as the error rate goes from 0 to 1. The paper says "from 1/2 to
/// 1, according to the error rate" and gives no function; this one is linear. `least` stands for the 1/2.
///
/// dccp, section 4, error state.
pub(super) fn error_factor(error_rate: f64, least: f64) -> f64 {
    1.0 - (1.0 - least) * error_rate.clamp(0.0, 1.0)
}

/// The window after a new base round-trip time: cwnd oldBaseRTT / baseRTT, as the paper says of its implementation, or
/// with the inverse ratio, as it says of the rate after a failure in its design.
///
/// dccp, section 4, new base RTT.
pub(super) fn rescaled(window: f64, old_base: Nanos, new_base: Nanos, rescale: Rescale) -> f64 {
    let (old, new) = (old_base.as_nanos().max(1) as f64, new_base.as_nanos().max(1) as f64);
    match rescale {
        Rescale::OldOverNew => window * old / new,
        Rescale::NewOverOld => window * new / old,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(base_ms: u64, average_ms: u64) -> Times {
        let ms = Nanos::from_millis;
        Times { base: ms(base_ms), average: ms(average_ms), rtt: ms(average_ms) }
    }

    #[test]
    fn the_control_equation_truncates_towards_zero() {
        // cwnd qdelay / RTT of 0, then up to 1, up to 2, 2 and more, 3 and more.
        assert_eq!(next_window(10.0, times(100, 100)), 12.0);
        assert_eq!(next_window(10.0, times(95, 100)), 11.0, "1 - 0.5");
        assert_eq!(next_window(10.0, times(81, 100)), 11.0, "1 - 1.9");
        assert_eq!(next_window(10.0, times(75, 100)), 10.0, "1 - 2.5");
        assert_eq!(next_window(10.0, times(65, 100)), 9.0, "1 - 3.5");
        assert_eq!(next_window(40.0, times(50, 100)), 22.0, "1 - 20");
    }

    #[test]
    fn a_window_of_one_grows_as_the_paper_says() {
        // "When cwnd is 1, the equation will increase cwnd by 1 each RTT".
        assert_eq!(next_window(1.0, times(50, 100)), 2.0);
    }

    #[test]
    fn beta_goes_from_one_to_a_half() {
        assert_eq!([0.0, 0.2, 1.0].map(|rate| error_factor(rate, 0.5)), [1.0, 0.9, 0.5]);
    }

    #[test]
    fn windows_follow_the_base() {
        let ms = Nanos::from_millis;
        assert_eq!(rescaled(8.0, ms(50), ms(100), Rescale::OldOverNew), 4.0);
        assert_eq!(rescaled(8.0, ms(50), ms(100), Rescale::NewOverOld), 16.0);
    }
}
