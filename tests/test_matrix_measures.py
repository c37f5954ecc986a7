"""What is taken from a run."""

import math

import pytest

from airhop.matrix import measures
from airhop.matrix.setup import Family, Setup

RUN = {"jain_10s": 0.9, "energy_j_total": 20.0, "energy_j_sender": 4.0, "route_failures": 3}


def flow(name="f0", goodput=100.0, hops=4, **other):
    delivered = int(goodput * 1000 / 8 * 10)
    return {
        "flow": name,
        "goodput_kbps": goodput,
        "hops": hops,
        "delivered_bytes": delivered,
        "longest_gap_s": 1.0,
        "delay_ms_mean": 50.0,
        "delay_ms_p99": 200.0,
        "retransmissions": 10,
        "timeouts": 2,
        **other,
    }


def setup(**other):
    return Setup("key", "label", Family.SHORT, "tcp-ap", "fig. 1", "chain", (), **other)


def of_run(seen, **other):
    return measures.of_run(setup(**other), RUN, seen, 1250.0)


def test_sums_and_indices_of_all_flows():
    found = of_run([flow("f0", 300.0), flow("f1", 100.0)], flows=2)
    assert found["goodput_kbps"] == 400
    assert found["jain"] == pytest.approx(0.8)
    assert found["jain_10s"] == 0.9
    assert found["delivered_mbit"] == pytest.approx(4)
    assert found["thousand_delivered"] == pytest.approx(0.4)
    assert found["retransmissions"] == 20
    assert found["energy_j"] == 20


def test_a_flow_alone_shares_with_nobody():
    found = of_run([flow()])
    assert all(math.isnan(found[name]) for name in ("jain", "jain_10s", "starved_percent"))


def test_background_is_not_looked_at():
    found = of_run([flow("f0", 100.0), flow("f1", 500.0)], judged=("f0",))
    assert found["goodput_kbps"] == 100
    assert math.isnan(found["jain"])


def test_flows_without_a_path_are_left_out():
    found = of_run([flow("f0"), flow("f1", 0.0, hops=0), flow("f2")], flows=3)
    assert found["jain"] == pytest.approx(1)
    assert found["starved_percent"] == 0


def test_starved_is_less_than_a_tenth_of_an_equal_share():
    flows = [flow("f0", 200.0), flow("f1", 9.9), flow("f2", 90.1)]
    assert of_run(flows, flows=3)["starved_percent"] == pytest.approx(100 / 3)
    assert of_run([flow("f0", 0.0), flow("f1", 0.0)], flows=2)["starved_percent"] == 100


def test_delays_are_those_of_what_arrived():
    silent = flow("f1", 0.0, delay_ms_mean=0.0, delay_ms_p99=0.0, longest_gap_s=150.0)
    found = of_run([flow("f0"), silent], flows=2)
    assert (found["delay_ms"], found["delay_p99_ms"], found["longest_gap_s"]) == (50, 200, 150)
    assert math.isnan(of_run([silent])["delay_ms"])


def test_files_count_while_they_are_under_way():
    assert of_run([flow(active_goodput_kbps=250.0)])["goodput_kbps"] == 250
    assert of_run([flow(active_goodput_kbps=None)])["goodput_kbps"] == 100
    assert of_run([flow(active_goodput_kbps=math.nan)])["goodput_kbps"] == 100


def test_every_measure_is_taken_from_every_run():
    assert set(measures.NUMBERS) <= set(of_run([flow()]))
