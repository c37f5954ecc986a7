"""The order of runs, and what they are expected to cost."""

import pytest

from airhop.runs.costs import Costs, Queue
from airhop.runs.job import Job
from airhop.sweeps.plan import Plan
from airhop.sweeps.points import expand


def runs_of(**changes):
    plan = {"scenario": "chain", "seeds": 2, "grid": {"topology.hops": [2, 8, 4]}, **changes}
    return [Job(point.combination.variant, point.seed) for point in expand(Plan.of(plan))]


def hops(run):
    return run.variant.scenario.get("topology.hops")


def filled(costs, runs, **order):
    queue = Queue(costs, **order)
    for run in runs:
        queue.add(str(hops(run)), run)
    return queue


def drain(queue):
    taken = []
    while (entry := queue.take()) is not None:
        taken.append(entry)
    return taken


def test_the_longest_first_and_each_once():
    runs = runs_of()
    taken = drain(filled(Costs(), runs))
    assert [hops(run) for _, run in taken] == [8, 8, 4, 4, 2, 2]
    assert {run.key for _, run in taken} == {run.key for run in runs}


def test_in_their_order_where_that_is_asked_for():
    runs = runs_of()
    taken = [run for _, run in drain(filled(Costs(), runs, longest_first=False))]
    assert [(hops(run), run.seed) for run in taken] == [(2, 1), (2, 2), (8, 1), (8, 2), (4, 1), (4, 2)]


def test_what_was_measured_counts_more_than_what_was_guessed():
    costs = Costs()
    queue = filled(costs, runs_of())
    for kind, wall_s in {"2": 9.0, "4": 1.0, "8": 3.0}.items():
        costs.learn(kind, wall_s)
        queue.reorder(kind)
    assert [hops(run) for _, run in drain(queue)] == [2, 2, 8, 8, 4, 4]


def test_the_remaining_cost_is_scaled_by_what_was_measured():
    costs = Costs()
    queue = filled(costs, runs_of())
    kind, _ = queue.take()
    per_node_s = 0.9 / 9
    costs.learn(kind, 0.9)
    # One run of 9 nodes, two of 5, two of 3.
    assert queue.expected_s() == pytest.approx((9 + 2 * 5 + 2 * 3) * per_node_s)


def test_a_run_by_packets_costs_by_packets():
    costs = Costs()
    for kind, packets in {"few": 1000, "many": 4000}.items():
        (run,) = runs_of(seeds=1, grid={"topology.hops": [2]}, set={"run.packets": packets})
        costs.guess(kind, run)
    assert costs.estimate_s("many") == pytest.approx(4 * costs.estimate_s("few"))
