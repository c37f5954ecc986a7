use airhop_base::Nanos;

/// The back-off counter of a station: slots left, and since when they are being counted.
///
/// While the medium is idle the counter runs without any event: the moment of its expiry follows from the moment the
/// counting began. When the medium becomes busy, the slots that have passed are taken off.
#[derive(Clone, Debug, Default)]
pub(crate) struct Backoff {
    slots: Option<u32>,
    /// End of the inter-frame space after which slots count; `None` while the medium is busy.
    counting_from: Option<Nanos>,
}

impl Backoff {
    /// Whether a back-off is under way, counting or frozen.
    pub fn is_active(&self) -> bool {
        self.slots.is_some()
    }

    /// Begins a back-off, frozen.
    pub fn start(&mut self, slots: u32) {
        debug_assert!(self.slots.is_none());
        self.slots = Some(slots);
        self.counting_from = None;
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The medium is idle: slots count from `from` on. Does nothing if they already count.
    pub fn run(&mut self, from: Nanos) {
        if self.slots.is_some() && self.counting_from.is_none() {
            self.counting_from = Some(from);
        }
    }

    /// Moves the start of counting earlier, after the NAV was reset.
    pub fn recount(&mut self, from: Nanos) {
        if let Some(f) = self.counting_from.as_mut()
            && from < *f
        {
            *f = from;
        }
    }

    /// The medium is busy from `now` on: whole slots that have passed are done with.
    pub fn freeze(&mut self, now: Nanos, slot: Nanos) {
        if let (Some(slots), Some(from)) = (self.slots, self.counting_from.take()) {
            let waited = now.saturating_sub(from).as_nanos();
            // Back-offs last milliseconds: the short division, which costs a fraction of the long one, all but always does.
            let passed = match (u32::try_from(waited), u32::try_from(slot.as_nanos())) {
                (Ok(waited), Ok(slot)) => waited / slot,
                _ => (waited / slot.as_nanos()).try_into().unwrap_or(u32::MAX),
            };
            self.slots = Some(slots.saturating_sub(passed));
        }
    }

    /// When the counter will reach zero, [`Nanos::MAX`] while it is frozen or absent.
    pub fn expiry(&self, slot: Nanos) -> Nanos {
        match (self.slots, self.counting_from) {
            (Some(slots), Some(from)) => from + slot * u64::from(slots),
            _ => Nanos::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLOT: Nanos = Nanos::from_micros(20);

    #[test]
    fn freezes_on_whole_slots_and_goes_on_after_the_space() {
        let mut b = Backoff::default();
        b.start(7);
        assert_eq!(b.expiry(SLOT), Nanos::MAX);
        b.run(Nanos::from_micros(50));
        assert_eq!(b.expiry(SLOT), Nanos::from_micros(190));
        // Busy within the third slot: two are done, five are left.
        b.freeze(Nanos::from_micros(105), SLOT);
        assert_eq!(b.expiry(SLOT), Nanos::MAX);
        b.run(Nanos::from_micros(1050));
        assert_eq!(b.expiry(SLOT), Nanos::from_micros(1150));
        // Busy within the inter-frame space costs nothing.
        b.freeze(Nanos::from_micros(1030), SLOT);
        b.run(Nanos::from_micros(2050));
        assert_eq!(b.expiry(SLOT), Nanos::from_micros(2150));
    }
}
