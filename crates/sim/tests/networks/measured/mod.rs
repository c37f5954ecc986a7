//! Every quantity that a run reports, against a few exchanges worked out on paper.
//!
//! The radio is `ns2-wavelan` with contention windows of one slot. A backoff is drawn from 0 to CW - 1, so that it is always 0
//! slots and every exchange has one possible course. Nodes stand 200 m apart; routes are static.
//!
//! Times in microseconds. PLCP 192 before every frame. At 1 Mbit/s: RTS (20 bytes) 352, CTS and ACK (14 bytes) 304. Data frames
//! have 34 bytes of MAC header and go at 2 Mbit/s: a datagram of 1460 bytes is 1488 as an IP packet and 192 + 1522 * 4 = 6280 on
//! the air, a TCP segment of 1460 bytes is 1500 and 6328, an ACK without options 40 and 488. SIFS 10, DIFS 50. Signals take
//! 0.667 over a hop. The link layer takes 25 between routing and queue, and 25 between MAC and routing.

mod delays;
mod drops;
mod energy;
mod fairness;
mod flows;
mod series;
mod wires;

use airhop_sim::{Output, RunOptions, RunResult, Scenario};

const NETWORK: &str = r#"
    [run]
    duration_s = 3
    warmup_s = 1
    [topology]
    kind = "nodes"
    positions = [[0, 0], [200, 0], [400, 0]]
    [routing]
    protocol = "static"
    [mac]
    cw_min = 1
    cw_max = 1
    [transport]
    name = "udp-paced=1168"
    initial_window = 1
"#;

/// Propagation over 200 m.
const D: f64 = 0.667;
/// From the head of the queue of a sender whose medium is idle to the ACK of a datagram, in microseconds: DIFS, RTS, SIFS, CTS,
/// SIFS, data, SIFS, ACK and four propagations.
const EXCHANGE_US: f64 = 50.0 + 352.0 + 10.0 + 304.0 + 10.0 + 6_280.0 + 10.0 + 304.0 + 4.0 * D;
/// From transport to transport: link layer, DIFS, RTS, SIFS, CTS, SIFS, data, link layer and three propagations.
const DELAY_US: f64 = 25.0 + 50.0 + 352.0 + 10.0 + 304.0 + 10.0 + 6_280.0 + 25.0 + 3.0 * D;

/// One flow from node 0 to node 1 that sends 1460 bytes each 10 ms (11,680 bits at 1168 kbit/s) from 1 ms on: 200 of its packets
/// begin and end within the 2 s that are measured.
const ONE_FLOW: &str = "[flows.f0]\nsrc = 0\ndst = 1\nstart_s = 0.001";

fn output(flows: &str, settings: &[(&str, &str)]) -> Output {
    let mut scenario = Scenario::from_toml(&format!("{NETWORK}\n{flows}"), "paper.toml").unwrap();
    for (key, value) in settings {
        scenario.set(key, value).unwrap();
    }
    scenario.run(1, &RunOptions { series: true, ..RunOptions::default() }).unwrap()
}

fn run(flows: &str, settings: &[(&str, &str)]) -> RunResult {
    output(flows, settings).result
}

/// So many flows from node 0 to node 1 that begin together.
fn together(count: u32) -> String {
    (0..count).map(|i| format!("[flows.f{i}]\nsrc = 0\ndst = 1\nstart_s = 0.001\n")).collect()
}

/// Equal but for rounding.
#[track_caller]
fn assert_is(value: f64, expected: f64) {
    assert!((value - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{value}, expected {expected}");
}

/// Equal to the three significant digits of a percentile.
#[track_caller]
fn assert_three_digits(value: f64, expected: f64) {
    assert!((value / expected - 1.0).abs() < 1e-3, "{value}, expected {expected}");
}
