//! Delays, attempts and air time of the MACs, and delays of packets.

use super::{DELAY_US, EXCHANGE_US, ONE_FLOW, assert_is, assert_three_digits, run, together};

#[test]
fn one_packet_at_a_time() {
    let r = run(ONE_FLOW, &[]);
    let mac = &r.mac;
    assert_eq!((mac.data_attempts, mac.data_delivered), (200, 200));
    assert_is(mac.attempts_per_delivery, 1.0);
    assert_is(mac.contention_delay_ms, EXCHANGE_US / 1e3);
    assert_eq!((mac.queue_delay_ms, mac.queued_packets), (0.0, 0.0));
    // 200 times a data frame, and RTS, CTS and ACK.
    assert_is(mac.airtime_s.data, 200.0 * 6_280e-6);
    assert_is(mac.airtime_s.control, 200.0 * 960e-6);
    assert_eq!((mac.airtime_s.tcp_ack, mac.airtime_s.routing), (0.0, 0.0));
    assert_is(r.measured_s, 2.0);

    let delay = &r.flows[0].delay_ms;
    assert_is(delay.mean, DELAY_US / 1e3);
    assert!(delay.sd < 1e-6 && delay.cov < 1e-6, "every packet takes as long: {delay:?}");
    assert_three_digits(delay.p99, DELAY_US / 1e3);
}

#[test]
fn two_packets_at_once() {
    // Each 20 ms two packets reach the queue together. The second waits for one exchange.
    let r = run(&together(2), &[("transport.name", "udp-paced=584")]);
    assert_is(r.mac.queue_delay_ms, EXCHANGE_US / 2.0 / 1e3);
    assert_is(r.mac.contention_delay_ms, EXCHANGE_US / 1e3);
    // 100 packets wait 7.3 ms each, in 2 s: 0.37 of a packet on average.
    assert_is(r.mac.queued_packets, 100.0 * EXCHANGE_US * 1e-6 / 2.0);
    assert_is(r.flows[0].delay_ms.mean, DELAY_US / 1e3);
    assert_is(r.flows[1].delay_ms.mean, (DELAY_US + EXCHANGE_US) / 1e3);
}

#[test]
fn two_hops() {
    // Node 1 takes a packet on when its ACK is over. The packet comes to the queue 50 us after its last bit came, while the ACK,
    // from 10 us to 314 us, is on the air. DIFS later the second exchange begins.
    let r = run("[flows.f0]\nsrc = 0\ndst = 2\nstart_s = 0.001", &[("transport.name", "udp-paced=584")]);
    assert_eq!((r.mac.data_attempts, r.mac.data_delivered, r.flows[0].hops), (200, 200, 2));
    // At the second hop: until the ACK ends, and one exchange.
    let second_us = (314.0 - 50.0) + EXCHANGE_US;
    assert_is(r.mac.contention_delay_ms, (EXCHANGE_US + second_us) / 2.0 / 1e3);
    // From transport to transport: the second hop's packet is at the MAC 25 us after it left the first hop's routing.
    assert_is(r.flows[0].delay_ms.mean, (DELAY_US + 25.0 + (314.0 - 50.0) + DELAY_US - 25.0) / 1e3);
}
