//! TCP-DAA over the air: fewer ACKs, its gain on a chain, and its delaying window over time.

use crate::over_the_air::{self, values};
use airhop_sim::{RunResult, Series};

/// Over 5 hops.
fn run(transport: &str, settings: &[(&str, &str)]) -> (RunResult, Series) {
    over_the_air::run("chain", transport, &[&[("topology.hops", "5")], settings].concat())
}

#[test]
fn gains_on_a_chain_whatever_the_base() {
    for (base, adaptive) in [("newreno", "tcp-daa"), ("sack", "sack+daa"), ("tcp-ap", "tcp-ap+daa")] {
        let (plain, daa) = (run(base, &[]).0, run(adaptive, &[]).0);
        let (before, after) = (plain.aggregate_goodput_kbps, daa.aggregate_goodput_kbps);
        assert!(after > 1.1 * before, "{adaptive}: {after} against {before} kbit/s");
    }
}

#[test]
fn one_acknowledgement_for_four_segments_while_nothing_is_lost() {
    let share = |transport: &str| {
        let air = run(transport, &[("topology.hops", "1")]).0.mac.airtime_s;
        air.tcp_ack / air.data
    };
    let (every, daa) = (share("newreno"), share("tcp-daa"));
    assert!((every / daa - 4.0).abs() < 0.05, "{every} against {daa}");
}

#[test]
fn the_series_show_the_delaying_window() {
    for (transport, daap_active) in [("tcp-daa", 0.0), ("tcp-daap", 1.0)] {
        let (_, series) = run(transport, &[]);
        let windows = values(&series, "f0", "dwin_segments");
        assert!(windows.len() > 950, "one at each sample");
        assert!(windows.iter().all(|window| (1.0..=4.0).contains(window)), "{transport}");
        assert!(windows.contains(&4.0), "{transport}: full after the start-up");
        assert!(values(&series, "f0", "daap_active").iter().all(|mode| *mode == daap_active), "{transport}");
    }
    let lossy = [("errors.model", "packet"), ("errors.packet", "0.08")];
    let modes = values(&run("tcp-daa-auto", &lossy).1, "f0", "daap_active");
    assert!(modes.contains(&0.0) && modes.contains(&1.0), "it moves between the two");
    assert!(values(&run("newreno", &[]).1, "f0", "dwin_segments").is_empty());
}
