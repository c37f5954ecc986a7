use airhop_base::Nanos;

/// The back-off counter of a station: slots left, and since when they are being counted.
///
/// While the medium is idle the counter runs without any event: the moment of its expiry follows from the moment the
/// counting began. When the medium becomes busy, the slots that have passed are taken off.
#[derive(Clone, Debug)]
pub(crate) struct Backoff {
    active: bool,
    slots: u32,
    /// End of the inter-frame space after which slots count; [`Nanos::MAX`] while they do not.
    counting_from: Nanos,
    /// When the counter reaches zero; [`Nanos::MAX`] while it does not count.
    expiry: Nanos,
    slot: Nanos,
}

impl Backoff {
    /// No back-off, with slots of this length.
    pub fn new(slot: Nanos) -> Self {
        Self { active: false, slots: 0, counting_from: Nanos::MAX, expiry: Nanos::MAX, slot }
    }

    /// Whether a back-off is under way, counting or frozen.
    pub fn is_active(&self) -> bool {
        self.active
    }

    /// Begins a back-off, frozen.
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
        // Back-offs last milliseconds: the short division, which costs a fraction of the long one, all but always does.
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
        // Busy within the inter-frame space costs nothing.
        b.freeze(Nanos::from_micros(1030));
        b.run(Nanos::from_micros(2050));
        assert_eq!(b.expiry(), Nanos::from_micros(2150));
    }
}
