//! Runs that their caller drives, and packets from outside.

use airhop_base::{Nanos, NodeId};
use airhop_sim::{Control, Delivery, ExternalPacket, RunOptions, RunResult, Scenario, Simulation};
use proptest::prelude::*;

fn scenario(name: &str, settings: &[(&str, &str)]) -> Scenario {
    let mut scenario = Scenario::builtin(name).unwrap();
    for (key, value) in settings {
        scenario.set(key, value).unwrap();
    }
    scenario
}

const SHORT: [(&str, &str); 2] = [("run.duration_s", "10"), ("run.warmup_s", "2")];

fn open(name: &str, settings: &[(&str, &str)]) -> Simulation {
    let plan = scenario(name, settings).plan(1).unwrap();
    let plan = plan.with_times(Nanos::ZERO, Nanos::from_secs(100));
    Simulation::open(&plan, 1, &RunOptions::default()).unwrap()
}

fn packet(src: u32, dst: u32, bytes: usize) -> ExternalPacket {
    ExternalPacket { src: NodeId(src), dst: NodeId(dst), is_feedback: false, bytes: vec![dst as u8; bytes].into() }
}

/// Everything that arrives up to `until`, in steps.
fn run_to(simulation: &mut Simulation, until: Nanos, step: Nanos) -> Vec<Delivery> {
    let mut arrived = Vec::new();
    while simulation.now() < until {
        let next = (simulation.now() + step).min(until);
        simulation.advance_to(next);
        simulation.take_deliveries(&mut arrived);
    }
    arrived
}

fn without_wall(mut result: RunResult) -> RunResult {
    result.wall_s = 0.0;
    result
}

/// For every kind of routing, and with wires: a run in steps of any size is the run in one go.
#[test]
fn steps_change_nothing() {
    for (name, routing) in [("chain", "aodv"), ("cross", "dsr"), ("chain", "static"), ("access", "static")] {
        let settings = [SHORT[0], SHORT[1], ("routing.protocol", routing)];
        let plan = scenario(name, &settings).plan(3).unwrap();
        let whole = Simulation::new(&plan, 3, &RunOptions::default()).unwrap().run(&Control::default()).unwrap();
        for step_us in [37, 1_000, 250_000] {
            let mut simulation = Simulation::new(&plan, 3, &RunOptions::default()).unwrap();
            while !simulation.is_finished() {
                simulation.advance_to(simulation.now() + Nanos::from_micros(step_us));
            }
            let stepped = simulation.stop().unwrap();
            assert_eq!(without_wall(stepped.result), without_wall(whole.result.clone()), "{name}, {step_us} us");
        }
    }
}

#[test]
fn a_packet_arrives_as_it_was_when_the_radio_has_carried_it() {
    let mut simulation = open("chain", &[("topology.hops", "4"), ("routing.protocol", "static")]);
    simulation.advance_to(Nanos::from_millis(500));
    assert_eq!(simulation.now(), Nanos::from_millis(500));
    simulation.inject(packet(0, 4, 1_500));
    let arrived = run_to(&mut simulation, Nanos::from_secs(1), Nanos::from_millis(1));
    let [delivery] = arrived.as_slice() else { panic!("{} deliveries", arrived.len()) };
    assert_eq!((&*delivery.packet, delivery.hops), (&packet(0, 4, 1_500), 4));
    assert_eq!(delivery.entered, Nanos::from_millis(500));
    // Four exchanges of RTS, CTS, 1,500 bytes at 2 Mbit/s and ACK, each after its backoff.
    let took = (delivery.at - delivery.entered).as_millis_f64();
    assert!((29.0..36.0).contains(&took), "{took} ms");
    assert_eq!(simulation.mac().data_delivered, 4);
    assert!(simulation.mac().airtime_s.tcp_ack == 0.0 && simulation.mac().airtime_s.data > 0.02);
    assert_eq!(simulation.hops(NodeId(0), NodeId(4)), Some(4));
}

#[test]
fn acknowledgements_are_booked_as_such() {
    let mut simulation = open("chain", &[("topology.hops", "1"), ("routing.protocol", "static")]);
    simulation.inject(ExternalPacket { is_feedback: true, ..packet(1, 0, 52) });
    assert_eq!(run_to(&mut simulation, Nanos::from_secs(1), Nanos::from_millis(1)).len(), 1);
    assert!(simulation.mac().airtime_s.tcp_ack > 0.0 && simulation.mac().airtime_s.data == 0.0);
}

#[test]
fn what_comes_next_is_told_before_it_comes() {
    let mut simulation = open("chain", &[("topology.hops", "2"), ("routing.protocol", "static")]);
    simulation.inject(packet(0, 2, 1_000));
    let mut arrived = Vec::new();
    while let Some(next) = simulation.upcoming().filter(|next| next.at < Nanos::from_secs(1)) {
        simulation.advance_to(next.at);
        simulation.take_deliveries(&mut arrived);
        if let Some(delivery) = arrived.pop() {
            assert!(next.may_deliver && delivery.at == next.at);
            return;
        }
    }
    panic!("nothing arrived");
}

/// Nodes that no flow of the scenario ends at are reached too, under each kind of routing.
#[test]
fn every_node_reaches_every_other() {
    for routing in ["static", "aodv", "dsr"] {
        let mut simulation = open("grid", &[("routing.protocol", routing)]);
        for (step, (src, dst)) in [(7, 18), (24, 0), (3, 4), (12, 20)].into_iter().enumerate() {
            simulation.advance_to(Nanos::from_secs(10 * step as u64));
            simulation.inject(packet(src, dst, 200));
        }
        let arrived = run_to(&mut simulation, Nanos::from_secs(60), Nanos::from_millis(50));
        let ends: Vec<_> = arrived.iter().map(|d| (d.packet.src.0, d.packet.dst.0)).collect();
        assert_eq!(ends, [(7, 18), (24, 0), (3, 4), (12, 20)], "{routing}");
    }
}

#[test]
fn gateways_and_wires_carry_packets_between_hosts_and_nodes() {
    let mut simulation = open("access", &[]);
    let host = simulation.radio_nodes() as u32;
    assert_eq!((simulation.radio_nodes(), simulation.node_count()), (5, 6));
    for (src, dst) in [(host, 1), (1, host), (4, host), (2, 3), (host, 0), (0, host)] {
        simulation.inject(packet(src, dst, 900));
        let until = simulation.now() + Nanos::from_secs(1);
        let arrived = run_to(&mut simulation, until, Nanos::from_millis(5));
        assert_eq!(arrived.len(), 1, "{src} to {dst}");
        assert_eq!((arrived[0].packet.src.0, arrived[0].packet.dst.0), (src, dst));
        let over_the_wire = (src == host || dst == host) as u64;
        assert!(arrived[0].at - arrived[0].entered >= Nanos::from_millis(50 * over_the_wire), "{src} to {dst}");
    }
}

#[test]
fn nonsense_is_forgotten() {
    let mut simulation = open("chain", &[("topology.hops", "1")]);
    for (src, dst) in [(0, 0), (0, 9), (9, 0), (u32::MAX, 0), (0, u32::MAX)] {
        simulation.inject(packet(src, dst, 100));
    }
    simulation.advance_to(Nanos::MAX);
    assert!(simulation.is_finished(), "the end of the run comes first");
    let mut arrived = Vec::new();
    simulation.take_deliveries(&mut arrived);
    assert!(arrived.is_empty());
    simulation.advance_to(Nanos::ZERO);
    assert_eq!(simulation.now(), Nanos::from_secs(100));
}

#[test]
fn a_kernels_transport_is_none_of_a_simulations() {
    let scenario = scenario("chain", &[("transport.name", "kernel:cubic")]);
    let error = scenario.run(1, &RunOptions::default()).unwrap_err().to_string();
    assert_eq!(error, "flow f0: kernel:cubic is the TCP of the Linux kernel, which only `airhop live` can carry");
    let mut wrong = scenario.clone();
    wrong.set("transport.name", "kernel:no/such").unwrap();
    assert!(wrong.plan(1).unwrap_err().to_string().contains("as in kernel:cubic"));
}

/// Packets as a live run would take them in: when, from where to where, how long.
fn traffic() -> impl Strategy<Value = Vec<(u64, u32, u32, usize)>> {
    let one = (0..3_000_000u64, 0..5u32, 0..5u32, 20..1_500usize);
    proptest::collection::vec(one, 1..120).prop_map(|mut all| {
        all.sort_unstable();
        all
    })
}

fn replay(recorded: &[(u64, u32, u32, usize)], routing: &str, step: Nanos) -> (Vec<(Nanos, usize)>, RunResult) {
    let mut simulation = open("chain", &[("topology.hops", "4"), ("routing.protocol", routing)]);
    let mut arrived = Vec::new();
    for &(at_us, src, dst, bytes) in recorded {
        let at = Nanos::from_micros(at_us);
        arrived.append(&mut run_to(&mut simulation, at, step));
        simulation.advance_to(at);
        simulation.inject(packet(src, dst, bytes));
    }
    arrived.append(&mut run_to(&mut simulation, Nanos::from_secs(20), step));
    let result = simulation.conclude(Vec::new(), 1.0).unwrap().result;
    (arrived.iter().map(|d| (d.at, d.packet.bytes.len())).collect(), without_wall(result))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// The same packets at the same moments have the same fate to the nanosecond, however the clock went.
    #[test]
    fn recorded_packets_replayed_give_the_same_run(recorded in traffic(), step_us in 50..40_000u64) {
        for routing in ["aodv", "static"] {
            let once = replay(&recorded, routing, Nanos::from_micros(step_us));
            let again = replay(&recorded, routing, Nanos::from_millis(700));
            prop_assert_eq!(&once, &again);
        }
    }
}

/// Whoever steps a run to deliver packets in time needs to look only where one may leave it.
#[test]
fn a_packet_may_leave_only_at_its_last_hop() {
    let mut simulation = open("chain", &[("topology.hops", "2"), ("routing.protocol", "static")]);
    simulation.advance_to(Nanos::from_millis(500));
    simulation.inject(packet(0, 2, 1_500));
    let (mut may, mut arrived) = (Vec::new(), Vec::new());
    while arrived.is_empty() {
        let next = simulation.upcoming().expect("the packet is on its way");
        if next.may_deliver {
            may.push(next.at);
        }
        simulation.advance_to(next.at);
        simulation.take_deliveries(&mut arrived);
    }
    assert!(may.contains(&arrived[0].at), "{may:?}");
    // Its second frame takes 192 + 1534 * 4 = 6328 us, and the link layer 25. Node 1 had it a CTS, an RTS and a frame before that.
    assert!(may.iter().all(|at| arrived[0].at - *at <= Nanos::from_micros(6_328 + 25 + 1)), "{may:?}");
}
