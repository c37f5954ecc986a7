//! ns-2 checks its routes every half second; this crate only when there may be something to find. Both must give
//! the same result.

use super::{Aodv, AodvConfig, Message, Rerr, Rrep, Rreq};
use crate::{Action, BROADCAST, Body, Packet};
use airhop_base::{Nanos, NodeId, Purpose, Stream};
use proptest::prelude::*;

const HALF: Nanos = Nanos::from_millis(500);

#[derive(Clone, Debug)]
enum Step {
    Send { dst: u32 },
    Forward { src: u32, dst: u32 },
    Request { from: u32, originator: u32, seq: u32, id: u32, dst: u32 },
    Reply { from: u32, dst: u32, seq: u32, hops: u8, life_s: u64 },
    Error { from: u32, dst: u32, seq: u32 },
    Fail { dst: u32, hops: u8 },
}

fn steps() -> impl Strategy<Value = Vec<(u64, Step)>> {
    let (dst, from, seq) = (1u32..5, 1u32..4, 0u32..20);
    let step = prop_oneof![
        3 => dst.clone().prop_map(|dst| Step::Send { dst }),
        2 => (1u32..5, 1u32..5).prop_map(|(src, dst)| Step::Forward { src, dst }),
        2 => (from.clone(), dst.clone(), seq.clone(), 0u32..50, 0u32..5)
            .prop_map(|(from, originator, seq, id, dst)| Step::Request { from, originator, seq, id, dst }),
        2 => (from.clone(), dst.clone(), seq.clone(), 1u8..8, 0u64..10)
            .prop_map(|(from, dst, seq, hops, life_s)| Step::Reply { from, dst, seq, hops, life_s }),
        1 => (from, dst.clone(), seq).prop_map(|(from, dst, seq)| Step::Error { from, dst, seq }),
        2 => (dst, 0u8..8).prop_map(|(dst, hops)| Step::Fail { dst, hops }),
    ];
    // Milliseconds, never on the grid, where the order of two events at one instant would be left open.
    prop::collection::vec((prop_oneof![1u64..300, 1u64..9000], step), 1..60)
}

fn data(src: u32, dst: u32, hops: u8, id: u64) -> Packet<()> {
    Packet { src: NodeId(src), dst: NodeId(dst), ttl: 20, hops, id, bytes: 1500, body: Body::Data(()) }
}

fn control(dst: NodeId, message: Message) -> Packet<()> {
    Packet { src: NodeId(9), dst, ttl: 20, hops: 0, id: 0, bytes: 48, body: Body::Aodv(message) }
}

fn apply(aodv: &mut Aodv<()>, now: Nanos, id: u64, step: &Step, out: &mut Vec<Action<()>>) {
    let n = NodeId;
    match *step {
        Step::Send { dst } => aodv.send(now, data(0, dst, 0, id), out),
        Step::Forward { src, dst } => aodv.receive(now, data(src, dst, 3, id), n(src), out),
        Step::Request { from, originator, seq, id, dst } => {
            let rreq = Rreq {
                originator: n(originator),
                originator_seq: seq,
                id,
                dst: n(dst),
                dst_seq: Some(seq / 2),
                hop_count: 2,
                destination_only: false,
                gratuitous: false,
                sent_at: now,
            };
            aodv.receive(now, control(BROADCAST, Message::Rreq(Box::new(rreq))), n(from), out);
        }
        Step::Reply { from, dst, seq, hops, life_s } => {
            let rrep = Rrep {
                dst: n(dst),
                dst_seq: seq,
                originator: n(0),
                hop_count: hops,
                lifetime: Nanos::from_secs(life_s),
                request_sent_at: Nanos::ZERO,
            };
            aodv.receive(now, control(n(0), Message::Rrep(Box::new(rrep))), n(from), out);
        }
        Step::Error { from, dst, seq } => {
            let rerr = Rerr { no_delete: false, unreachable: vec![(n(dst), seq)] };
            aodv.receive(now, control(BROADCAST, Message::Rerr(Box::new(rerr))), n(from), out);
        }
        Step::Fail { dst, hops } => {
            if let Some(next_hop) = aodv.next_hop(n(dst)) {
                aodv.link_failed(now, data(4, dst, hops, id), next_hop, out);
            }
        }
    }
}

/// Runs the steps and gives all that was done, with its time. `every` looks at every instant of the grid.
fn run(steps: &[(u64, Step)], every: bool) -> (String, u32) {
    let mut aodv = Aodv::new(NodeId(0), AodvConfig::ns2(), Stream::new(1, Purpose::Routing, NodeId(0)));
    let (mut record, mut looks) = (String::new(), 0);
    let (mut at, mut grid) = (Nanos::ZERO, HALF);
    for (id, (wait, step)) in steps.iter().enumerate() {
        // A third of a millisecond keeps steps off the grid.
        at += Nanos::from_millis(*wait) + Nanos::from_nanos(333_333);
        loop {
            let due = aodv.next_timeout().unwrap_or(Nanos::MAX);
            let due = if every { due.min(grid) } else { due };
            if due > at {
                break;
            }
            if every && due == grid {
                aodv.wake.purge = grid;
                grid += HALF;
            }
            looks += 1;
            let mut out = Vec::new();
            aodv.on_timeout(due, &mut out);
            if !out.is_empty() {
                record += &format!("{due} {out:?}\n");
            }
        }
        let mut out = Vec::new();
        apply(&mut aodv, at, id as u64, step, &mut out);
        record += &format!("{at} {out:?}\n");
    }
    (record, looks)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn looking_only_when_needed_changes_nothing(steps in steps()) {
        let (lazy, _) = run(&steps, false);
        let (eager, _) = run(&steps, true);
        prop_assert_eq!(lazy, eager);
    }
}

#[test]
fn an_idle_node_sleeps() {
    // One packet per second for ten minutes on a route that was found at the start.
    let mut steps =
        vec![(1, Step::Send { dst: 3 }), (20, Step::Reply { from: 1, dst: 3, seq: 4, hops: 3, life_s: 10 })];
    steps.extend((0..600).map(|_| (1000, Step::Send { dst: 3 })));
    assert!(run(&steps, true).1 >= 1200);
    assert!(run(&steps, false).1 <= 70, "{}", run(&steps, false).1);
}
