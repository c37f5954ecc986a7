//! The delay-based congestion control of dccp, section 4, as a separate CCID.

mod delay;
mod report;
mod round;
mod state;
mod window;

pub(crate) use report::Report;
pub use state::SenderState;

use crate::common::INITIAL_WINDOW;
use crate::dccp::parameters::{DCCP_BETA_MIN, DCCP_LOSS, DCCP_RESCALE, DCCP_STATES, Rescale};
use crate::dccp::sequence::SequenceNumber;
use crate::part::Visit;
use crate::settings::Settings;
use airhop_base::Nanos;
use delay::Delay;
use round::Round;
use window::{error_factor, next_window, rescaled};

/// The delay-based congestion control. Windows are in packets.
#[derive(Clone, Debug)]
pub(super) struct Ccid {
    four_states: bool,
    halve_on_loss: bool,
    beta_min: f64,
    rescale: Rescale,
    window_max: f64,

    state: SenderState,
    window: f64,
    delay: Delay,
    round: Round,
    /// Losses of packets up to here have had their effect.
    answered: Option<SequenceNumber>,
    is_probing: bool,
}

impl Ccid {
    /// With the parameters of a connection, whose first packet is `first`.
    pub fn new(settings: &Settings, first: SequenceNumber, window_max: f64) -> Self {
        Self {
            four_states: settings.get(DCCP_STATES),
            halve_on_loss: settings.get(DCCP_LOSS),
            beta_min: settings.get(DCCP_BETA_MIN),
            rescale: settings.get(DCCP_RESCALE),
            window_max,
            state: SenderState::Normal,
            window: f64::from(settings.get(INITIAL_WINDOW)).min(window_max),
            delay: Delay::new(settings),
            round: Round::new(first),
            answered: None,
            is_probing: false,
        }
    }

    /// The congestion window in packets, at least 1.
    pub fn window(&self) -> f64 {
        self.window
    }

    /// No data may leave: a probe a timeout asks whether the network is there.
    pub fn is_probing(&self) -> bool {
        self.is_probing
    }

    pub fn state(&self) -> SenderState {
        self.state
    }

    /// For time series.
    pub fn telemetry(&self, visit: &mut Visit) {
        visit("dccp_state", self.state.number().into());
        if let Some(times) = self.delay.times() {
            visit("base_rtt_ms", times.base.as_millis_f64());
            visit("average_rtt_ms", times.average.as_millis_f64());
            visit("error_rate", self.round.error_rate());
        }
    }

    /// A round-trip time of a data packet.
    pub fn on_rtt(&mut self, rtt: Nanos) {
        if let Some(old_base) = self.delay.sample(rtt) {
            self.rescale(old_base, rtt);
        }
    }

    /// An acknowledgement up to number `newest` told `report`; the greatest number sent is `sent`. `is_full` when the
    /// window was in use.
    pub fn on_report(&mut self, report: Report, newest: SequenceNumber, sent: SequenceNumber, is_full: bool) {
        if self.is_probing {
            return;
        }
        self.round.count(report, is_full);
        if report.marked > 0 {
            self.state = SenderState::Congestion;
        }
        if let Some(lost) = report.newest_lost {
            self.on_loss(lost, sent);
        }
        if self.round.has_ended(newest) {
            self.end_round(sent);
        }
    }

    /// Without a sign of congestion a loss is an error; in the two-state setting there is no such state.
    fn on_loss(&mut self, lost: SequenceNumber, sent: SequenceNumber) {
        if self.four_states && !self.round.has_sign() && self.state != SenderState::Congestion {
            self.state = SenderState::Error;
            return;
        }
        self.state = SenderState::Congestion;
        if self.answered.is_some_and(|answered| !answered.is_before(lost)) {
            return;
        }
        // Once for all losses of one window: those of packets sent before the answer tell nothing new.
        self.answered = Some(sent);
        if self.halve_on_loss {
            self.set_window(self.window / 2.0);
            self.round.restart(sent);
        }
    }

    /// A round trip is over: the window takes its next value, and a state without a reason ends.
    fn end_round(&mut self, sent: SequenceNumber) {
        self.round.end(sent);
        let ended = self.round.ended();
        if let Some(times) = self.delay.times() {
            let next = next_window(self.window, times);
            let next = if self.state == SenderState::Error && ended.lost > 0 {
                error_factor(self.round.error_rate(), self.beta_min) * next
            } else {
                next
            };
            // A window that was not used up says nothing about a larger one.
            if ended.was_full || next < self.window {
                self.set_window(next);
            }
        }
        let is_over = match self.state {
            SenderState::Congestion => ended.marked == 0 && ended.lost == 0,
            SenderState::Error => ended.lost == 0,
            SenderState::Normal | SenderState::Failure => false,
        };
        if is_over {
            self.state = SenderState::Normal;
        }
    }

    /// Nothing was heard for a retransmission timeout.
    pub fn on_timeout(&mut self) {
        if !self.is_probing {
            self.state = SenderState::Congestion;
            self.is_probing = true;
        }
    }

    /// The network tells of a link or route failure; true when it is new. The two-state setting does not listen.
    pub fn on_link_failure(&mut self) -> bool {
        if !self.four_states || self.state == SenderState::Failure {
            return false;
        }
        self.state = SenderState::Failure;
        self.is_probing = true;
        true
    }

    /// A probe was answered after `rtt`; the greatest number sent is `sent`.
    pub fn on_probe_answered(&mut self, rtt: Nanos, sent: SequenceNumber) {
        self.is_probing = false;
        self.state = SenderState::Normal;
        if let Some(old_base) = self.delay.reset(rtt) {
            self.rescale(old_base, rtt);
        }
        self.answered = Some(sent);
        self.round.restart(sent);
    }

    fn rescale(&mut self, old_base: Nanos, new_base: Nanos) {
        self.set_window(rescaled(self.window, old_base, new_base, self.rescale));
    }

    fn set_window(&mut self, window: f64) {
        self.window = window.clamp(1.0, self.window_max);
    }
}

#[cfg(test)]
mod tests;
