use super::parameters::{DAA_MAX, DAA_MU};
use crate::settings::{Setting, Settings};

/// The delaying window is kept in millionths of a segment: steps such as 0.3 then add up exactly.
const UNIT: u32 = 1_000_000;

/// How far the delaying window falls and how fast it grows again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Response {
    /// What a disturbance leaves, in millionths of a segment.
    reset: u32,
    /// Growth per in-order segment after the start-up, in millionths.
    step: u32,
}

impl Response {
    /// Reads a response whose parameters bear these names.
    pub(crate) fn read(settings: &Settings, reset: Setting<f64>, step: Setting<f64>) -> Self {
        Self { reset: millionths(settings.get(reset)), step: millionths(settings.get(step)) }
    }
}

fn millionths(segments: f64) -> u32 {
    // Parameters end at 1000 segments, far inside the range.
    (segments * f64::from(UNIT)).round() as u32
}

/// The delaying window *dwin*: how many segments one ACK covers (tcp-daa, section 3.2).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DelayingWindow {
    dwin: u32,
    max: u32,
    startup_step: u32,
    /// The paper's `maxdwin`: false during the start-up, true from the moment the window first reaches its maximum.
    was_full: bool,
}

impl DelayingWindow {
    pub(super) fn new(settings: &Settings) -> Self {
        let max = millionths(f64::from(settings.get(DAA_MAX)));
        let startup_step = millionths(settings.get(DAA_MU));
        Self { dwin: UNIT, max, startup_step, was_full: max <= UNIT }
    }

    /// A segment in order: dwin + mu during the startup phase; afterwards dwin + 1 (DAA) or dwin + mu' (DAAp).
    ///
    /// tcp-daa, section 3.2, equation (3); tcp-daa, section 3.4, equation (6).
    pub(super) fn grow(&mut self, response: Response) {
        let step = if self.was_full { response.step } else { self.startup_step };
        self.dwin = self.dwin.saturating_add(step).min(self.max);
        self.was_full |= self.dwin == self.max;
    }

    /// tcp-daa, section 3.2 (DAA) and 3.4 (DAAp): what a segment out of order, one that fills a gap, or the timer
    /// leaves. A window that is smaller stays.
    pub(super) fn reduce(&mut self, response: Response) {
        self.dwin = self.dwin.min(response.reset);
    }

    /// The segments that one ACK covers now: the integer part (tcp-daa, figure 5).
    pub(super) fn whole(&self) -> u32 {
        self.dwin / UNIT
    }

    /// The window with its fraction, in segments.
    pub(super) fn segments(&self) -> f64 {
        f64::from(self.dwin) / f64::from(UNIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ack_policy::tcp_daa::daap::{DAAP_RESET, DAAP_STEP};

    fn daa() -> Response {
        Response { reset: 2 * UNIT, step: UNIT }
    }

    fn grown(window: &mut DelayingWindow, response: Response, segments: u32) -> Vec<f64> {
        let step = |_| {
            window.grow(response);
            window.segments()
        };
        (0..segments).map(step).collect()
    }

    #[test]
    fn start_up_grows_by_mu_and_then_by_one() {
        let mut window = DelayingWindow::new(&Settings::default());
        let start = grown(&mut window, daa(), 11);
        assert_eq!(start, [1.3, 1.6, 1.9, 2.2, 2.5, 2.8, 3.1, 3.4, 3.7, 4.0, 4.0]);
        window.reduce(daa());
        assert_eq!(window.segments(), 2.0);
        assert_eq!(grown(&mut window, daa(), 3), [3.0, 4.0, 4.0]);
    }

    #[test]
    fn a_disturbance_does_not_end_the_start_up_and_never_raises_the_window() {
        let mut window = DelayingWindow::new(&Settings::default());
        window.reduce(daa());
        assert_eq!(window.segments(), 1.0, "1 is less than 2");
        grown(&mut window, daa(), 5);
        window.reduce(daa());
        assert_eq!(grown(&mut window, daa(), 2), [2.3, 2.6], "still by mu");
    }

    #[test]
    fn daap_takes_four_segments_for_each_whole_one() {
        let settings = Settings::default();
        let daap = Response::read(&settings, DAAP_RESET, DAAP_STEP);
        let mut window = DelayingWindow::new(&settings);
        grown(&mut window, daap, 10);
        window.reduce(daap);
        let whole: Vec<u32> = (0..13)
            .map(|_| {
                let whole = window.whole();
                window.grow(daap);
                whole
            })
            .collect();
        assert_eq!(whole, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4]);
    }
}
