use airhop_base::Nanos;

/// Time on the air by what it was spent on.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct AirTime {
    /// Data frames that carry payload.
    pub data: Nanos,
    /// Data frames that carry transport ACKs.
    pub feedback: Nanos,
    /// RTS, CTS and ACK.
    pub control: Nanos,
    /// Routing messages and address resolution.
    pub routing: Nanos,
}

/// What a station counted. All counters begin at the start of the run; [`StationStats::since`] gives a part of it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct StationStats {
    /// Exchanges begun for unicast packets: an RTS sent, or a data frame sent without one. A packet that is
    /// delivered at the first try counts one.
    pub attempts: u64,
    /// Unicast packets acknowledged by their next hop.
    pub delivered: u64,
    /// RTS frames sent.
    pub rts_sent: u64,
    /// CTS frames sent.
    pub cts_sent: u64,
    /// Unicast data frames sent.
    pub data_sent: u64,
    /// Broadcast frames sent.
    pub broadcast_sent: u64,
    /// ACK frames sent.
    pub ack_sent: u64,
    /// RTS frames that no CTS followed.
    pub cts_missed: u64,
    /// Data frames that no ACK followed.
    pub ack_missed: u64,
    /// Packets given up at the retry limit after an RTS without CTS.
    pub dropped_rts_retry: u64,
    /// Packets given up at the retry limit after a data frame without ACK.
    pub dropped_data_retry: u64,
    /// Packets that found the interface queue full.
    pub dropped_queue: u64,
    /// Packets that the interface queue marked (ECN).
    pub marked: u64,
    /// Packets dropped while their next hop's address was being resolved.
    pub dropped_arp: u64,
    /// Receptions that a collision destroyed.
    pub collisions: u64,
    /// Receptions that the error model destroyed.
    pub errors: u64,
    /// Data frames received again after they had been received.
    pub duplicates: u64,
    /// Time from entering the interface queue to reaching the MAC, summed over packets.
    pub queue_delay: Nanos,
    /// Packets in `queue_delay`.
    pub queued_packets: u64,
    /// Time from reaching the MAC to the ACK, summed over unicast packets delivered.
    pub contention_delay: Nanos,
    /// Air time of this station's own transmissions.
    pub airtime: AirTime,
}

impl StationStats {
    /// What was counted after `earlier` was taken.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let mut rest = *self;
        rest.fold(earlier, |a, b| *a -= b, |a, b| *a -= b);
        rest
    }

    /// Adds another station's counts.
    pub fn add(&mut self, other: &Self) {
        self.fold(other, |a, b| *a += b, |a, b| *a += b);
    }

    fn fold(&mut self, o: &Self, count: fn(&mut u64, u64), time: fn(&mut Nanos, Nanos)) {
        count(&mut self.attempts, o.attempts);
        count(&mut self.delivered, o.delivered);
        count(&mut self.rts_sent, o.rts_sent);
        count(&mut self.cts_sent, o.cts_sent);
        count(&mut self.data_sent, o.data_sent);
        count(&mut self.broadcast_sent, o.broadcast_sent);
        count(&mut self.ack_sent, o.ack_sent);
        count(&mut self.cts_missed, o.cts_missed);
        count(&mut self.ack_missed, o.ack_missed);
        count(&mut self.dropped_rts_retry, o.dropped_rts_retry);
        count(&mut self.dropped_data_retry, o.dropped_data_retry);
        count(&mut self.dropped_queue, o.dropped_queue);
        count(&mut self.dropped_arp, o.dropped_arp);
        count(&mut self.marked, o.marked);
        count(&mut self.collisions, o.collisions);
        count(&mut self.errors, o.errors);
        count(&mut self.duplicates, o.duplicates);
        count(&mut self.queued_packets, o.queued_packets);
        time(&mut self.queue_delay, o.queue_delay);
        time(&mut self.contention_delay, o.contention_delay);
        time(&mut self.airtime.data, o.airtime.data);
        time(&mut self.airtime.feedback, o.airtime.feedback);
        time(&mut self.airtime.control, o.airtime.control);
        time(&mut self.airtime.routing, o.airtime.routing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every counter with another value, `scale` times 1 to 24.
    fn counted(scale: u64) -> StationStats {
        let n = |value: u64| value * scale;
        let t = |value: u64| Nanos::from_nanos(value * scale);
        StationStats {
            attempts: n(1),
            delivered: n(2),
            rts_sent: n(3),
            cts_sent: n(4),
            data_sent: n(5),
            broadcast_sent: n(6),
            ack_sent: n(7),
            cts_missed: n(8),
            ack_missed: n(9),
            dropped_rts_retry: n(10),
            dropped_data_retry: n(11),
            dropped_queue: n(12),
            marked: n(13),
            dropped_arp: n(14),
            collisions: n(15),
            errors: n(16),
            duplicates: n(17),
            queue_delay: t(18),
            queued_packets: n(19),
            contention_delay: t(20),
            airtime: AirTime { data: t(21), feedback: t(22), control: t(23), routing: t(24) },
        }
    }

    #[test]
    fn every_counter_adds_up_and_has_its_part_since_then() {
        let mut sum = counted(3);
        sum.add(&counted(4));
        assert_eq!(sum, counted(7));
        assert_eq!(counted(7).since(&counted(2)), counted(5));
    }
}
