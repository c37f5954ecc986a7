use airhop_base::Nanos;

/// The backoff counter of a station: slots left, and since when they are being counted.
///
/// While the medium is idle the counter runs without any event: the moment of its expiry follows from the moment the
/// counting began. When the medium becomes busy, the slots that have passed are taken off.
#[derive(Clone, Debug)]
pub(crate) struct Backoff {
    active: bool,
    slots: u32,
    /// End of the interframe space after which slots count; [`Nanos::MAX`] while they do not.
    counting_from: Nanos,
    /// When the counter reaches zero; [`Nanos::MAX`] while it does not count.
    expiry: Nanos,
    slot: Nanos,
}

impl Backoff {
    /// No backoff, with slots of this length.
    pub fn new(slot: Nanos) -> Self {
        Self { active: false, slots: 0, counting_from: Nanos::MAX, expiry: Nanos::MAX, slot }
    }

    /// Whether a backoff is under way, counting or frozen.
    pub fn is_active(&self) -> bool {
        self.active
    }

    /// Begins a backoff, frozen.
    pub fn start(&mut self, slots: u32) {
        debug_assert!(!self.active);
        *self = Self { active: true, slots, ..Self::new(self.slot) };
    }

    pub fn clear(&mut self) {
        *self = Self::new(self.slot);
    }

    fn count_from(&mut self, from: Nanos) {
        self.counting_from = from;
        self.expiry = from + self.slot * u64::from(self.slots);
    }

    /// The medium is idle: slots count from `from` on. Does nothing if they already count.
    #[inline]
    pub fn run(&mut self, from: Nanos) {
        if self.active && self.counting_from == Nanos::MAX {
            self.count_from(from);
        }
    }

    /// Moves the start of counting earlier, after the NAV was reset.
    pub fn recount(&mut self, from: Nanos) {
        if self.counting_from != Nanos::MAX && from < self.counting_from {
            self.count_from(from);
        }
    }

    /// The medium is busy from `now` on: whole slots that have passed are done with.
    #[inline]
    pub fn freeze(&mut self, now: Nanos) {
        if self.counting_from == Nanos::MAX {
            return;
        }
        let waited = now.saturating_sub(self.counting_from).as_nanos();
        // Backoffs last milliseconds: the short division, which costs a fraction of the long one, all but always does.
        let passed = match (u32::try_from(waited), u32::try_from(self.slot.as_nanos())) {
            (Ok(waited), Ok(slot)) => waited / slot,
            _ => (waited / self.slot.as_nanos()).try_into().unwrap_or(u32::MAX),
        };
        self.slots = self.slots.saturating_sub(passed);
        self.counting_from = Nanos::MAX;
        self.expiry = Nanos::MAX;
    }

    /// When the counter will reach zero, [`Nanos::MAX`] while it is frozen or absent.
    #[inline]
    pub fn expiry(&self) -> Nanos {
        self.expiry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLOT: Nanos = Nanos::from_micros(20);

    #[test]
    fn freezes_on_whole_slots_and_goes_on_after_the_space() {
        let mut b = Backoff::new(SLOT);
        b.start(7);
        assert_eq!(b.expiry(), Nanos::MAX);
        b.run(Nanos::from_micros(50));
        assert_eq!(b.expiry(), Nanos::from_micros(190));
        // Busy within the third slot: two are done, five are left.
        b.freeze(Nanos::from_micros(105));
        assert_eq!(b.expiry(), Nanos::MAX);
        b.run(Nanos::from_micros(1050));
        assert_eq!(b.expiry(), Nanos::from_micros(1150));
        // Busy within the interframe space costs nothing.
        b.freeze(Nanos::from_micros(1030));
        b.run(Nanos::from_micros(2050));
        assert_eq!(b.expiry(), Nanos::from_micros(2150));
    }

    #[test]
    fn a_backoff_that_counts_is_not_begun_again_and_none_is_not_begun_at_all() {
        let us = Nanos::from_micros;
        let mut b = Backoff::new(SLOT);
        b.run(us(50));
        assert_eq!((b.is_active(), b.expiry()), (false, Nanos::MAX));
        b.start(3);
        b.run(us(50));
        b.run(us(100));
        assert_eq!((b.is_active(), b.expiry()), (true, us(110)));
        b.clear();
        assert_eq!((b.is_active(), b.expiry()), (false, Nanos::MAX));
    }

    #[test]
    fn a_reservation_given_up_moves_the_count_to_an_earlier_start_alone() {
        let us = Nanos::from_micros;
        let mut b = Backoff::new(SLOT);
        b.start(3);
        b.recount(us(10));
        assert_eq!(b.expiry(), Nanos::MAX, "it is frozen");
        b.run(us(100));
        b.recount(us(200));
        assert_eq!(b.expiry(), us(160), "not to a later one");
        b.recount(us(40));
        assert_eq!(b.expiry(), us(100));
    }

    #[test]
    fn slots_of_a_long_wait_are_all_counted() {
        // 5 s are more nanoseconds than 32 bits hold: 250,000 slots of 20 us, and 30 us of the next.
        let mut b = Backoff::new(SLOT);
        b.start(300_000);
        b.run(Nanos::ZERO);
        b.freeze(Nanos::from_secs(5) + Nanos::from_micros(30));
        b.run(Nanos::from_secs(6));
        assert_eq!(b.expiry(), Nanos::from_secs(6) + SLOT * 49_999);
    }
}
