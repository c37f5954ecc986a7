use super::packet::TimestampEcho;
use airhop_base::Nanos;

/// A tick of the Timestamp option (RFC 4340, section 13.1).
const TICK_NS: u64 = 10_000;

/// The clock of the Timestamp option, modulo 2^32: it goes round in 12 hours.
pub(super) fn timestamp(now: Nanos) -> u32 {
    (now.as_nanos() / TICK_NS) as u32
}

/// The round-trip time that a Timestamp Echo shows: now less the echo less the time for which it was held (RFC 4340,
/// section 13.3).
pub(super) fn round_trip(now: Nanos, echo: TimestampEcho) -> Nanos {
    let ticks = timestamp(now).wrapping_sub(echo.echo).saturating_sub(echo.elapsed);
    Nanos::from_nanos(u64::from(ticks) * TICK_NS)
}

/// Whether timestamp `a` is not older than `b`.
pub(super) fn is_not_before(a: u32, b: u32) -> bool {
    a.wrapping_sub(b) < 1 << 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_go_over_the_end_of_the_clock() {
        let turn = Nanos::from_nanos((1 << 32) * TICK_NS);
        let sent = Nanos::from_nanos(turn.as_nanos() - 20_000);
        assert_eq!((timestamp(sent), timestamp(turn)), (u32::MAX - 1, 0));
        let echo = |elapsed| TimestampEcho { echo: timestamp(sent), elapsed };
        assert_eq!(round_trip(turn + Nanos::from_micros(980), echo(0)), Nanos::from_millis(1));
        assert_eq!(round_trip(turn + Nanos::from_micros(980), echo(30)), Nanos::from_micros(700));
        assert_eq!(round_trip(turn, echo(300)), Nanos::ZERO, "held for longer than it took");
        assert!(is_not_before(1, u32::MAX) && is_not_before(5, 5) && !is_not_before(u32::MAX, 1));
    }
}
