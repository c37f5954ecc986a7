//! Fairness over the run and over windows, and batches.

use super::{DELAY_US, ONE_FLOW, assert_is, run};

#[test]
fn windows_count_one_by_one() {
    // Window 1: f0 alone, 500 packets: 1/2. Window 2: 500 and 250 packets: 750^2 / (2 (500^2 + 250^2)) = 0.9. Window 3: nothing,
    // which does not count. Mean 0.7.
    let flows = "[flows.f0]\nsrc = 0\ndst = 1\nstart_s = 0.001\nstop_s = 20\ntransport = \"udp-paced=584\"
        [flows.f1]\nsrc = 0\ndst = 1\nstart_s = 10.001\nstop_s = 20\ntransport = \"udp-paced=292\"";
    let r = run(flows, &[("run.duration_s", "31"), ("run.warmup_s", "0")]);
    assert_eq!((r.flows[0].received_packets, r.flows[1].received_packets), (1_000, 250));
    assert_is(r.jain_10s, 0.7);
    // Over the whole run 1250^2 / (2 (1000^2 + 250^2)).
    assert_is(r.jain, 1_250.0 * 1_250.0 / (2.0 * (1_000_000.0 + 62_500.0)));
    // Windows of 20 s: 1000 and 250 packets, the same.
    let long = run(flows, &[("run.duration_s", "31"), ("run.warmup_s", "0"), ("run.window_s", "20")]);
    assert_is(long.jain_10s, r.jain);
    // After a warm-up of 10 s the windows begin there.
    let later = run(flows, &[("run.duration_s", "31"), ("run.warmup_s", "10")]);
    assert_is(later.jain_10s, 0.9);
    assert_is(later.jain, 0.9);
}

#[test]
fn turns_are_fair_in_the_long_run_alone() {
    // One after the other, 10 s each.
    let flows = "[flows.f0]\nsrc = 0\ndst = 1\nstart_s = 0.001\nstop_s = 10
        [flows.f1]\nsrc = 0\ndst = 1\nstart_s = 10.001\nstop_s = 20";
    let r = run(flows, &[("run.duration_s", "21"), ("run.warmup_s", "0")]);
    assert_is(r.jain, 1.0);
    assert_is(r.jain_10s, 0.5);
}

#[test]
fn batches_end_with_their_last_packet() {
    // 100 packets a batch, one each 10 ms; the first batch is left out.
    let r = run(ONE_FLOW, &[("run.packets", "300"), ("run.batches", "3")]);
    let end_s = |packets: f64| 0.001 + (packets - 1.0) * 0.01 + DELAY_US * 1e-6;
    assert_eq!(r.batches.len(), 2);
    for (batch, packets) in r.batches.iter().zip([100.0, 200.0]) {
        assert_is(batch.start_s, end_s(packets));
        assert_is(batch.end_s, end_s(packets + 100.0));
        assert_is(batch.aggregate_goodput_kbps, 1_168.0);
        assert_eq!((batch.goodput_kbps.len(), batch.jain), (1, 1.0));
    }
    assert_is(r.measured_s, 2.0);
    assert_is(r.aggregate_goodput_kbps, 1_168.0);
    assert_eq!(r.flows[0].received_packets, 200);
}

#[test]
fn batches_have_an_index_of_their_own() {
    // f0 sends two packets while f1 sends one: of each batch of 150 packets 100 and 50, in 2 s.
    let flows = "[flows.f0]\nsrc = 0\ndst = 1\nstart_s = 0.001\ntransport = \"udp-paced=584\"
        [flows.f1]\nsrc = 0\ndst = 1\nstart_s = 0.001\ntransport = \"udp-paced=292\"";
    let r = run(flows, &[("run.packets", "450"), ("run.batches", "3")]);
    for batch in &r.batches {
        assert_is(batch.jain, 0.9);
        assert_is(batch.end_s - batch.start_s, 2.0);
        assert_is(batch.goodput_kbps[0], 584.0);
        assert_is(batch.goodput_kbps[1], 292.0);
        assert_is(batch.aggregate_goodput_kbps, 876.0);
    }
}
