use super::*;

const fn ms(ms: u64) -> Nanos {
    Nanos::from_millis(ms)
}

/// A timer of 50 ms that started at zero with the first segment.
fn started(mode: TimerMode) -> PacingTimer {
    let mut timer = PacingTimer::new(mode, ms(50));
    assert_eq!(timer.release(ms(0)), ms(0), "the first segment leaves at once");
    timer.on_released(ms(0));
    timer.on_sent();
    timer
}

#[test]
fn releases_one_segment_an_interval() {
    let mut timer = started(TimerMode::OnExpiry);
    for tick in [50, 100, 150] {
        assert_eq!(timer.release(ms(tick - 50)), ms(tick));
        assert_eq!(timer.release(ms(tick)), ms(tick));
        timer.on_released(ms(tick));
        timer.on_sent();
    }
}

#[test]
fn runs_on_while_nothing_waits() {
    let mut timer = started(TimerMode::OnExpiry);
    timer.nothing_waits();
    assert_eq!(timer.release(ms(175)), ms(200), "the expiries at 50, 100 and 150 passed unused");
    let mut at_expiry = started(TimerMode::OnExpiry);
    assert_eq!(at_expiry.release(ms(100)), ms(100), "who comes at the expiry is released by it");
    let mut withdrawn = started(TimerMode::OnExpiry);
    assert_eq!(withdrawn.release(ms(10)), ms(50));
    withdrawn.nothing_waits();
    assert_eq!(withdrawn.release(ms(60)), ms(100), "the expiry at 50 found nothing");
}

#[test]
fn a_driver_that_comes_late_still_gets_its_segment() {
    let mut timer = started(TimerMode::OnExpiry);
    assert_eq!(timer.release(ms(10)), ms(50));
    assert_eq!(timer.release(ms(51)), ms(50));
    timer.on_released(ms(51));
    assert_eq!(timer.release(ms(51)), ms(101));
}

#[test]
fn a_new_rate_holds_from_the_next_expiry() {
    let mut timer = started(TimerMode::OnExpiry);
    timer.on_ack(ms(20));
    timer.set_interval(ms(20), ms(30));
    assert_eq!(timer.release(ms(20)), ms(50), "as it was set");
    timer.on_released(ms(50));
    timer.nothing_waits();
    assert_eq!(timer.release(ms(55)), ms(80));
}

#[test]
fn expiries_before_a_new_rate_count_at_the_old_one() {
    let mut timer = started(TimerMode::OnExpiry);
    timer.nothing_waits();
    timer.on_ack(ms(120));
    timer.set_interval(ms(120), ms(10));
    // 50, 100, then the one set at 100 for 150, then each 10 ms.
    assert_eq!(timer.release(ms(125)), ms(150));
    timer.nothing_waits();
    assert_eq!(timer.release(ms(155)), ms(160));
}

#[test]
fn a_rearmed_timer_counts_from_its_last_expiry() {
    let mut timer = started(TimerMode::OnNewRate);
    timer.on_ack(ms(20));
    timer.set_interval(ms(20), ms(30));
    assert_eq!(timer.release(ms(20)), ms(30));
    timer.set_interval(ms(20), ms(5));
    assert_eq!(timer.release(ms(20)), ms(20), "never in the past");
    timer.set_interval(ms(20), ms(80));
    assert_eq!(timer.release(ms(20)), ms(80));
    timer.nothing_waits();
    timer.on_ack(ms(100));
    timer.set_interval(ms(100), ms(50));
    assert_eq!(timer.release(ms(100)), ms(130), "80 was the last expiry");
}

#[test]
fn a_fast_retransmission_cancels_until_the_next_acknowledgement() {
    let mut timer = started(TimerMode::OnExpiry);
    assert_eq!(timer.release(ms(10)), ms(50));
    timer.on_fast_retransmit();
    assert_eq!(timer.release(ms(20)), ms(20), "it leaves at once");
    timer.on_released(ms(20));
    timer.on_sent();
    assert_eq!(timer.release(ms(50)), Nanos::MAX);
    timer.set_interval(ms(60), ms(40));
    assert_eq!(timer.release(ms(60)), Nanos::MAX, "a rate alone starts nothing");
    timer.on_ack(ms(70));
    assert_eq!(timer.release(ms(70)), ms(110));
}

#[test]
fn a_timeout_ends_the_wait_for_an_acknowledgement() {
    let mut cancelled = started(TimerMode::OnExpiry);
    cancelled.on_fast_retransmit();
    cancelled.on_sent();
    cancelled.on_timeout();
    assert_eq!(cancelled.release(ms(60)), ms(60));
    let mut running = started(TimerMode::OnExpiry);
    running.on_timeout();
    assert_eq!(running.release(ms(10)), ms(50), "a timer that runs goes on");
}
