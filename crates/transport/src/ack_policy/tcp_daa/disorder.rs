use crate::settings::{Settings, settings};
use airhop_base::Allowed;

settings! {
    DAA_AUTO_WINDOW: u32 {
        key: "daa_auto_window",
        unit: "segments",
        default: "50",
        allowed: Allowed::Integer { min: 1, max: 1_000_000 },
        source: "measured",
        about: "daa-auto: arrivals after which disturbances are counted",
    }
    DAA_AUTO_CALM: f64 {
        key: "daa_auto_calm",
        unit: "",
        default: "0.08",
        allowed: Allowed::Real { min: 0.0, max: 2.0 },
        source: "measured",
        about: "daa-auto: disturbances per arrival below which DAA gives way to DAAp",
    }
    DAA_AUTO_DISTURBED: f64 {
        key: "daa_auto_disturbed",
        unit: "",
        default: "0.16",
        allowed: Allowed::Real { min: 0.0, max: 2.0 },
        source: "measured",
        about: "daa-auto: disturbances per arrival above which DAAp gives way to DAA",
    }
}

/// How disturbed the arrivals are, over one window of segments after another, and what follows from it.
///
/// A receiver that answers a disturbance with single ACKs helps a sender that is seldom disturbed: its window
/// was just halved and cannot fill a group. Where disturbances are frequent, mostly because many contend for the channel,
/// the same ACKs are more contention, and the delaying window never grows back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disorder {
    window: u32,
    calm_below: f64,
    disturbed_above: f64,
    arrivals: u32,
    disturbances: u32,
    disturbed: bool,
}

impl Default for Disorder {
    fn default() -> Self {
        Self { window: 1, calm_below: 0.0, disturbed_above: 0.0, arrivals: 0, disturbances: 0, disturbed: false }
    }
}

impl Disorder {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            window: settings.get(DAA_AUTO_WINDOW),
            calm_below: settings.get(DAA_AUTO_CALM),
            disturbed_above: settings.get(DAA_AUTO_DISTURBED),
            ..Self::default()
        }
    }

    /// A segment arrived; `disturbed` when it was not the next in order.
    pub(crate) fn arrive(&mut self, disturbed: bool) {
        self.arrivals += 1;
        self.disturbances += u32::from(disturbed);
        if self.arrivals >= self.window {
            self.disturbed = self.judge(f64::from(self.disturbances) / f64::from(self.arrivals));
            (self.arrivals, self.disturbances) = (0, 0);
        }
    }

    /// The receiver's timer fired.
    pub(crate) fn timer(&mut self) {
        self.disturbances += 1;
    }

    /// What a window with this share of disturbances means. Between the two bounds it is what it was.
    fn judge(&self, share: f64) -> bool {
        if self.disturbed { share >= self.calm_below } else { share > self.disturbed_above }
    }

    /// Whether the last window was disturbed.
    pub(crate) fn is_disturbed(&self) -> bool {
        self.disturbed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Windows of 50 arrivals with so many disturbances each; tells what each of them leads to.
    fn after(disturbances: &[u32]) -> Vec<bool> {
        let mut disorder = Disorder::new(&Settings::default());
        let window = |count: &u32| {
            (0..50).for_each(|arrival| disorder.arrive(arrival < *count));
            disorder.is_disturbed()
        };
        disturbances.iter().map(window).collect()
    }

    #[test]
    fn begins_calm_and_changes_beyond_the_bounds_only() {
        assert_eq!(after(&[0, 8, 9, 5, 4, 3, 8, 15]), [false, false, true, true, true, false, false, true]);
    }

    #[test]
    fn a_timer_is_a_disturbance_too() {
        let mut disorder = Disorder::new(&Settings::default());
        (0..9).for_each(|_| disorder.timer());
        (0..49).for_each(|_| disorder.arrive(false));
        assert!(!disorder.is_disturbed(), "the window is not over");
        disorder.arrive(false);
        assert!(disorder.is_disturbed());
    }
}
