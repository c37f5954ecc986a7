"""What is taken from a run, and how flows that starve or deliver nothing count."""

import math

import pytest

from airhop import measures
from airhop.matrix.cell import Cell
from airhop.matrix.setup import Family, Setup
from airhop.measures import jain_index
from airhop.runs.job import Finished

MEASURED_S = 100.0


def flow(name="f0", goodput=100.0, hops=4, mean=50.0, p99=200.0, **other):
    return {
        "name": name,
        "goodput_kbps": goodput,
        "hops": hops,
        "delivered_bytes": int(goodput * 1000 / 8 * 10),
        "received_packets": 100,
        "longest_gap_s": 1.0,
        "delay_ms": {"mean": mean, "p99": p99},
        "retransmissions": 10,
        "timeouts": 2,
        **other,
    }


def run(*flows, **other):
    energy = {"sender": 4.0, "total": 20.0}
    return {"jain_10s": 0.9, "energy_j": energy, "route_failures": 3, "flows": list(flows), **other}


def numbers(*flows, **which):
    return measures.numbers(measures.look(run(*flows), MEASURED_S, segment_bytes=1250.0, **which))


def test_sums_and_indices_of_all_flows():
    found = numbers(flow("f0", 300.0), flow("f1", 100.0))
    assert found["goodput_kbps"] == 400
    # (300 + 100)^2 / (2 (300^2 + 100^2)) = 0.8
    assert found["jain"] == pytest.approx(0.8)
    assert found["jain_10s"] == 0.9
    # 400 kbit/s for 10 s are 4 Mbit, which are 400 segments of 10 kbit.
    assert found["delivered_mbit"] == pytest.approx(4)
    assert found["thousand_delivered"] == pytest.approx(0.4)
    assert found["retransmissions_per_1000"] == 20
    assert found["timeouts_per_1000"] == 4
    assert (found["energy_j_per_mbit"], found["sender_energy_j_per_mbit"]) == (20, 4)
    assert (found["longest_gap_s"], found["route_failures"]) == (1, 3)


def test_a_quotient_is_that_of_the_means():
    setup = Setup("key", "label", Family.SHORT, "tcp-ap", "fig. 1", "chain", ())
    cell = Cell.of(setup, [Finished(run(flow(goodput=100.0))), Finished(run(flow(goodput=300.0)))], MEASURED_S)
    # 20 J each over 1 and 3 Mbit: 20 / 2, not the mean of 20 / 1 and 20 / 3.
    assert cell.estimate(measures.ENERGY).mean == pytest.approx(10)
    assert cell.goodput_kbps == 200


def test_a_flow_alone_shares_with_nobody():
    found = numbers(flow())
    assert all(math.isnan(found[name]) for name in ("jain", "jain_10s", "starved"))


def test_only_flows_that_count_are_looked_at():
    assert numbers(flow("f0", 100.0), flow("f1", 500.0), judged=("f0",))["goodput_kbps"] == 100
    assert numbers(flow("f0", 100.0), flow("f1", 500.0), fixed=("f0",))["goodput_kbps"] == 500
    assert math.isnan(numbers(flow("f0", 100.0), flow("f1", 500.0), judged=("f0",))["jain"])


def test_flows_without_a_path_are_left_out():
    found = numbers(flow("f0"), flow("f1", 0.0, hops=0), flow("f2"))
    assert found["jain"] == pytest.approx(1)
    assert found["starved"] == 0


def test_starved_is_less_than_a_tenth_of_an_equal_share():
    # An equal share is 100 kbit/s.
    flows = [flow("f0", 200.0), flow("f1", 9.9), flow("f2", 90.1)]
    assert numbers(*flows)["starved"] == pytest.approx(100 / 3)
    assert numbers(flow("f0", 199.9), flow("f1", 10.1), flow("f2", 90.0))["starved"] == 0
    assert numbers(flow("f0", 0.0), flow("f1", 0.0))["starved"] == 100
    assert measures.measure(run(*flows), (), MEASURED_S).starved == ("f1",)


def test_a_delay_is_that_of_the_worst_flow():
    found = numbers(flow("f0"), flow("f1", 50.0, mean=80.0, p99=150.0))
    assert (found["delay_ms"], found["delay_p99_ms"]) == (80, 200)


def test_a_flow_that_delivers_nothing_has_the_measured_time_as_its_delay():
    silent = flow("f1", 0.0, mean=0.0, p99=0.0, longest_gap_s=150.0)
    found = numbers(flow("f0"), silent)
    assert (found["delay_ms"], found["delay_p99_ms"], found["longest_gap_s"]) == (100_000, 100_000, 150)
    assert measures.measure(run(flow("f0"), silent), (), MEASURED_S).delay_p99_ms == 100_000
    # A run by packets knows how long it measured.
    by_packets = measures.look(run(silent, measured_s=7.0), MEASURED_S)
    assert measures.DELAY_P99.of(by_packets) == 7000


def test_starving_a_flow_does_not_lower_the_delay():
    slow = [flow("f0"), flow("f1", 5.0, mean=3000.0, p99=9000.0)]
    starved = [flow("f0"), flow("f1", 0.0, mean=0.0, p99=0.0)]
    for name in ("delay_ms", "delay_p99_ms"):
        assert numbers(*starved)[name] > numbers(*slow)[name]


def test_files_count_while_they_are_under_way():
    assert numbers(flow(active_goodput_kbps=250.0))["goodput_kbps"] == 250


def test_one_run_by_itself():
    found = measures.measure(run(flow("f0", 300.0), flow("f1", 100.0), flow("udp", 500.0)), ("udp",), MEASURED_S)
    assert (found.goodput_kbps, found.other_kbps) == (400, 500)
    # 20 J for 4 Mbit; 20 retransmissions for 200 packets.
    assert found.energy_j_per_mbit == pytest.approx(5)
    assert found.retransmitted_percent == 10
    nothing = measures.measure(run(flow("f0", 0.0)), (), MEASURED_S)
    assert (nothing.jain, nothing.energy_j_per_mbit) == (1, 2000)


@pytest.mark.parametrize(
    ("shares", "index"),
    # (sum x)^2 / (n sum x^2), worked out by hand.
    [([5.0, 5.0], 1.0), ([1.0, 0.0], 0.5), ([4.0, 2.0], 0.9), ([0.0, 0.0], 1.0), ([3.0, 0.0, 0.0], 1 / 3)],
)
def test_jains_index(shares, index):
    assert jain_index(shares) == pytest.approx(index)


def test_shares_of_the_goodput():
    three = run(flow("f0", 100.0), flow("f1", 300.0), flow("f2", 600.0), aggregate_goodput_kbps=1000.0)
    assert measures.share(0)(three) == pytest.approx(0.1)
    assert measures.share(0, 2)(three) == pytest.approx(0.7)
    assert measures.least_share(three) == pytest.approx(0.1)
    nothing = run(flow("f0", 0.0), flow("f1", 0.0), flow("f2", 0.0), aggregate_goodput_kbps=0.0)
    # Two flows of three have two thirds of nothing.
    assert measures.share(0, 2)(nothing) == pytest.approx(2 / 3)


def test_one_run_without_packets():
    # Ten retransmissions and no packet received count as ten for one packet.
    assert measures.measure(run(flow(received_packets=0)), (), MEASURED_S).retransmitted_percent == 1000
    assert measures.measure(run(flow(hops=0)), (), MEASURED_S).delay_p99_ms == 0


def test_a_single_byte_has_a_delay():
    assert numbers(flow(goodput=0.0, delivered_bytes=1, mean=80.0))["delay_ms"] == 80
