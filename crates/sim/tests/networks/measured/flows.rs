//! What is measured of a flow at its two ends.

use super::{D, ONE_FLOW, assert_is, assert_three_digits, output, run};

/// A TCP with a window of one segment over one hop. When its data has come, the ACK reaches the queue 50 us later, while the MAC's
/// own ACK is on the air, and begins DIFS after its end: 10 + 304 + 50 us after the data. It takes RTS, CTS and 488 us.
const TCP: &str = "[flows.f0]\nsrc = 0\ndst = 1\nstart_s = 0.001\ntransport = \"newreno+cwl=1\"";
const ACK_BACK_US: f64 = 364.0 + 352.0 + 10.0 + 304.0 + 10.0 + 488.0 + 3.0 * D;
/// The first segment finds an idle medium: link layer, DIFS, RTS, SIFS, CTS, SIFS, data.
const FIRST_DATA_US: f64 = 25.0 + 50.0 + 352.0 + 10.0 + 304.0 + 10.0 + 6_328.0 + 3.0 * D;
/// Later ones leave when the MAC's ACK for the TCP's ACK is over, 364 us after that came, or 339 us after it reached the sender.
const DATA_US: f64 = 339.0 + 352.0 + 10.0 + 304.0 + 10.0 + 6_328.0 + 3.0 * D;
/// From a segment to the sender's next, link layer at the end of the way back included.
const ROUND_TRIP_US: f64 = DATA_US + ACK_BACK_US + 25.0;

#[test]
fn datagrams() {
    let r = run(ONE_FLOW, &[]);
    let flow = &r.flows[0];
    assert_eq!((flow.received_packets, flow.delivered_bytes), (200, 200 * 1_460));
    for kbps in [flow.goodput_kbps, flow.throughput_kbps, r.aggregate_goodput_kbps] {
        assert_is(kbps, 1_168.0);
    }
    assert_eq!((flow.cwnd_mean, flow.retransmissions, flow.timeouts), (0.0, 0, 0));
    assert_eq!((flow.src, flow.dst, flow.hops, flow.reason.as_deref()), (0, 1, 1, None));
    // A packet each 10 ms.
    assert_is(flow.longest_gap_s, 0.01);
    assert_eq!(flow.active_goodput_kbps, None);
}

#[test]
fn a_window_of_one_segment() {
    let r = run(TCP, &[]);
    let flow = &r.flows[0];
    assert_is(flow.rtt_ms.mean, ROUND_TRIP_US / 1e3);
    assert_three_digits(flow.rtt_ms.p50, ROUND_TRIP_US / 1e3);
    assert_three_digits(flow.rtt_ms.p99, ROUND_TRIP_US / 1e3);
    assert_is(flow.delay_ms.mean, (DATA_US + 25.0) / 1e3);
    assert_is(flow.cwnd_mean, 1.0);
    assert_is(flow.longest_gap_s, ROUND_TRIP_US * 1e-6);
    // 2 s hold 224 or 225 round trips of 8.9 ms.
    let packets = (2e6 / ROUND_TRIP_US).floor() as u64;
    assert!((packets..=packets + 1).contains(&flow.received_packets));
    assert_is(flow.goodput_kbps, flow.received_packets as f64 * 1_460.0 * 8.0 / 2.0 / 1e3);
    // Each has its ACK on the air.
    assert!((r.mac.airtime_s.tcp_ack / 488e-6 - flow.received_packets as f64).abs() < 1.01);
}

#[test]
fn a_transfer() {
    // Ten segments; the tenth arrives after nine round trips, of which the first is shorter.
    let r = run(&format!("{TCP}\n[traffic]\nkind = \"transfer\"\nbytes = 14600"), &[("run.warmup_s", "0")]);
    let flow = &r.flows[0];
    assert_eq!((flow.received_packets, flow.delivered_bytes), (10, 14_600));
    assert_is(r.mac.airtime_s.data, 10.0 * 6_328e-6);
    assert_is(r.mac.airtime_s.tcp_ack, 10.0 * 488e-6);
    assert_is(r.mac.airtime_s.control, 20.0 * 960e-6);
    let took_us = FIRST_DATA_US + 25.0 + ACK_BACK_US + 25.0 - 25.0 + 8.0 * ROUND_TRIP_US + DATA_US + 25.0;
    assert_is(flow.active_goodput_kbps.unwrap(), 14_600.0 * 8.0 / took_us * 1e3);
    assert_is(flow.goodput_kbps, 14_600.0 * 8.0 / 3.0 / 1e3);
    let first_us = FIRST_DATA_US + 25.0;
    assert_is(flow.longest_gap_s, 3.0 - 0.001 - took_us * 1e-6);
    assert_is(flow.delay_ms.mean, (first_us + 9.0 * (DATA_US + 25.0)) / 10.0 / 1e3);
    // One of ten lies 264 us below the others: its distance from the mean is 9/10 of that, theirs 1/10; the sum of squares is
    // 0.9 * 264^2, over n - 1 = 9: sd = 264 / sqrt 10.
    assert!((flow.delay_ms.sd - 0.264 / 10f64.sqrt()).abs() < 1e-6, "{}", flow.delay_ms.sd);
    assert!((flow.delay_ms.cov - flow.delay_ms.sd / flow.delay_ms.mean).abs() < 1e-9);
}

#[test]
fn timeouts_and_what_is_sent_again() {
    // The receiver has left before the flow starts. The segment of 1 s is sent again after the initial timeout of 3 s, and then
    // after 6 s, 12 s and 24 s: at 4, 10, 22 and 46 s.
    let flow = "[flows.f0]\nsrc = 0\ndst = 1\nstart_s = 1\ntransport = \"newreno+cwl=1\"
        [mobility.waypoints]\n1 = [[0.001, 100000, 0]]";
    let settings = [
        ("run.duration_s", "30"),
        ("run.warmup_s", "0"),
        ("mobility.step_s", "0.001"),
        ("topology.positions", "[[0, 0], [200, 0], [0, 200]]"),
    ];
    let r = run(flow, &settings);
    let f = &r.flows[0];
    assert_eq!((f.timeouts, f.retransmissions, f.received_packets), (3, 3, 0));
    assert_is(f.longest_gap_s, 29.0);
    assert_eq!((f.rtt_ms.mean, f.delay_ms.mean, f.goodput_kbps), (0.0, 0.0, 0.0));
    assert!(f.reason.as_deref().unwrap().starts_with("no packet arrived during the measurement"));
    let r = run(flow, &[&settings[..], &[("run.warmup_s", "5")]].concat());
    assert_eq!((r.flows[0].timeouts, r.flows[0].retransmissions), (2, 2));
    assert_is(r.flows[0].longest_gap_s, 25.0);
}

#[test]
fn copies_count_as_throughput_and_not_as_goodput() {
    // The ACK of the one segment comes back after 8.6 ms; the timeout of 8.5 ms has sent it again by then.
    let flow = format!("{TCP}\n[traffic]\nkind = \"transfer\"\nbytes = 1460");
    let settings = [("run.warmup_s", "0"), ("transport.rto_initial", "0.0085"), ("transport.rto_min", "0.0085")];
    let r = run(&flow, &settings);
    let f = &r.flows[0];
    assert_eq!((f.received_packets, f.delivered_bytes, f.retransmissions, f.timeouts), (2, 1_460, 1, 1));
    assert_is(f.goodput_kbps, 1_460.0 * 8.0 / 3.0 / 1e3);
    assert_is(f.throughput_kbps, 2.0 * 1_460.0 * 8.0 / 3.0 / 1e3);
}

#[test]
fn a_sender_hears_of_a_longer_path() {
    // Node 9 stands beside node 1 of a chain of nine at first, two hops from node 0, and behind its end after 10 s: nine hops.
    // The limit of a quarter of the hops is 1 segment over two hops and 2 over nine.
    let positions = (0..9).map(|i| format!("[{}, 0]", 200 * i)).collect::<Vec<_>>().join(", ");
    let flow = "[flows.f0]\nsrc = 0\ndst = 9\ntransport = \"newreno+cwl=h/4\"
        [mobility.waypoints]\n9 = [[10, 200, 200], [10.001, 1800, 0]]";
    let settings = [
        ("topology.positions", &*format!("[{positions}, [200, 200]]")),
        ("routing.protocol", "aodv"),
        ("mobility.step_s", "0.001"),
        ("mac.cw_min", "31"),
        ("mac.cw_max", "1023"),
        ("run.duration_s", "60"),
    ];
    let output = output(flow, &settings);
    assert_eq!(output.result.flows[0].hops, 2);
    let series = output.series.unwrap();
    let most = |from_s: f64, to_s: f64| {
        let points = (0..series.len())
            .filter(|&i| series.quantity[i] == "cwnd_segments" && series.time_s[i] > from_s && series.time_s[i] < to_s);
        points.map(|i| series.value[i]).fold(0.0, f64::max)
    };
    assert_is(most(5.0, 10.0), 1.0);
    assert_is(most(30.0, 60.0), 2.0);
}
