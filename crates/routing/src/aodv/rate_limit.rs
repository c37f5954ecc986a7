use airhop_base::Nanos;
use std::collections::VecDeque;

const SECOND: Nanos = Nanos::from_secs(1);

/// A limit on the number of events in any second (RFC 3561, sections 6.3 and 6.11).
#[derive(Clone, Debug)]
pub(super) struct RateLimit {
    per_second: usize,
    /// The last events, oldest first, `per_second` of them at most.
    last: VecDeque<Nanos>,
}

impl RateLimit {
    /// `per_second` of zero means no limit.
    pub fn new(per_second: u32) -> Self {
        Self { per_second: per_second as usize, last: VecDeque::new() }
    }

    /// Accepts an event at `now`, or returns when the next one is allowed.
    pub fn take(&mut self, now: Nanos) -> Result<(), Nanos> {
        if self.per_second == 0 {
            return Ok(());
        }
        if self.last.len() >= self.per_second {
            let free_at = self.last[0] + SECOND;
            if free_at > now {
                return Err(free_at);
            }
            self.last.pop_front();
        }
        self.last.push_back(now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_second_holds_more_than_allowed() {
        let ms = Nanos::from_millis;
        let mut limit = RateLimit::new(2);
        assert_eq!(limit.take(ms(0)), Ok(()));
        assert_eq!(limit.take(ms(600)), Ok(()));
        assert_eq!(limit.take(ms(999)), Err(ms(1000)));
        assert_eq!(limit.take(ms(1000)), Ok(()));
        assert_eq!(limit.take(ms(1000)), Err(ms(1600)));
        assert!((0..100).all(|_| RateLimit::new(0).take(ms(0)).is_ok()));
    }
}
