//! Energy at the flows' sources and at all nodes.

use super::{ONE_FLOW, assert_is, run, together};

const POWERS: [(&str, &str); 4] =
    [("energy.tx_w", "2"), ("energy.rx_w", "1"), ("energy.overhear_w", "0.5"), ("energy.idle_w", "0.1")];

/// Joules in 2 s of sending, receiving and overhearing for so many microseconds in each of 200 exchanges.
fn joules(tx_us: f64, rx_us: f64, overheard_us: f64) -> f64 {
    let [tx, rx, overheard] = [tx_us, rx_us, overheard_us].map(|us| us * 200.0 * 1e-6);
    2.0 * tx + 1.0 * rx + 0.5 * overheard + 0.1 * (2.0 - tx - rx - overheard)
}

#[test]
fn of_a_sender_a_receiver_and_a_neighbour() {
    let r = run(ONE_FLOW, &POWERS);
    // The source sends RTS and data and receives CTS and ACK; its receiver the other way round; node 2, which decodes node 1 and
    // senses node 0, overhears everything.
    let source = joules(352.0 + 6_280.0, 304.0 + 304.0, 0.0);
    let receiver = joules(304.0 + 304.0, 352.0 + 6_280.0, 0.0);
    let neighbour = joules(0.0, 0.0, 352.0 + 304.0 + 6_280.0 + 304.0);
    assert_is(r.energy_j.sender, source);
    assert_is(r.energy_j.total, source + receiver + neighbour);
    // By hand: 1.3264 s at 2 W, 0.1216 s at 1 W, 0.552 s at 0.1 W.
    assert_is(source, 2.8296);
}

#[test]
fn a_source_of_two_flows_counts_once() {
    let one = run(ONE_FLOW, &POWERS);
    let two = run(&together(2), &[&POWERS[..], &[("transport.name", "udp-paced=584")]].concat());
    // The same 200 exchanges.
    assert_is(two.energy_j.sender, one.energy_j.sender);
    assert_is(two.energy_j.total, one.energy_j.total);
}

#[test]
fn each_source_counts() {
    // Node 2 sends to node 1, 10 ms after node 0 did; both exchanges are over within 8 ms.
    let flows = "[flows.f0]\nsrc = 0\ndst = 1\nstart_s = 0.001\n[flows.f1]\nsrc = 2\ndst = 1\nstart_s = 0.011";
    let r = run(flows, &[&POWERS[..], &[("transport.name", "udp-paced=584")]].concat());
    // Each source sends 100 times and overhears 100 exchanges of the other.
    let half = |us: f64| us / 2.0;
    let overheard = 352.0 + 304.0 + 6_280.0 + 304.0;
    let source = joules(half(352.0 + 6_280.0), half(304.0 + 304.0), half(overheard));
    assert_is(r.energy_j.sender, 2.0 * source);
}
