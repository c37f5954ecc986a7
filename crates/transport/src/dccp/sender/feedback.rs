use super::Sender;
use crate::dccp::clock::{is_not_before, round_trip};
use crate::dccp::packet::{Options, Packet};
use crate::dccp::sequence::SequenceNumber;
use airhop_base::Nanos;

impl Sender {
    /// The time that Request and Response took is a first hint for the timeout; short packets say nothing of the delay of
    /// data.
    pub(super) fn take_set_up_time(&mut self, now: Nanos, response: &Packet) {
        if let Some(echo) = response.options.timestamp_echo {
            self.rto.sample(round_trip(now, echo));
        }
    }

    /// An acknowledgement with number `own` acknowledges up to `ack`.
    pub(super) fn on_feedback(&mut self, now: Nanos, own: SequenceNumber, ack: SequenceNumber, options: &Options) {
        let is_full = f64::from(self.outstanding.in_flight()) >= self.ccid.window().floor();
        let (report, bytes) = self.outstanding.on_vector(ack, &options.ack_vector, self.threshold, &mut self.lost);
        self.stream.on_acked(bytes);
        self.stats.fast_retransmits += u64::from(report.lost > 0);
        self.acknowledge_due |= !ack.is_before(self.acknowledged_at);
        // An acknowledgement that was overtaken, or came twice, says nothing new of the time.
        let is_newest = self.newest_feedback.is_none_or(|newest| newest.is_before(own));
        let echo = options.timestamp_echo.filter(|_| is_newest);
        if is_newest {
            self.newest_feedback = Some(own);
        }
        let rtt = echo.map(|echo| round_trip(now, echo));
        if self.ccid.is_probing() {
            let answers =
                echo.is_some_and(|echo| self.first_probe.is_some_and(|first| is_not_before(echo.echo, first)));
            if let Some(rtt) = rtt.filter(|_| answers) {
                self.on_probe_answered(rtt);
            }
        } else {
            if let Some(rtt) = rtt {
                self.take_rtt(rtt);
                self.ccid.on_rtt(rtt);
            }
            self.ccid.on_report(report, ack, self.numbers.gss(), is_full);
            if report.received > 0 {
                // RFC 6298, rules 5.2 and 5.3.
                let is_waiting = self.outstanding.in_flight() > 0;
                self.timer = is_waiting.then(|| now.saturating_add(self.rto.current()));
            }
        }
        self.stream.on_lost(&mut self.lost);
    }

    /// The network is there again. What was sent before the probe and had not arrived when the probe did is lost.
    fn on_probe_answered(&mut self, rtt: Nanos) {
        self.outstanding.give_up_all(&mut self.lost);
        self.rto = self.fresh_rto;
        self.take_rtt(rtt);
        self.ccid.on_probe_answered(rtt, self.numbers.gss());
        self.first_probe = None;
        self.probe_due = false;
        self.timer = None;
    }

    fn take_rtt(&mut self, rtt: Nanos) {
        self.rto.sample(rtt);
        self.rtt = Some(rtt);
        self.stats.rtt_samples += 1;
    }
}
