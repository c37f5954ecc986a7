"""The search for the best rate, on curves whose best rate is known."""

import random

import pytest

from airhop.runs import best_rate
from airhop.runs.best_rate import RESOLUTION


def search(judge, highest_kbps, senders=1):
    """Answer a search by a function of the rates."""
    asking = best_rate.search(highest_kbps, senders)
    rates = next(asking)
    while True:
        try:
            rates = asking.send(judge(rates))
        except StopIteration as end:
            return end.value


def cliff(edge, after):
    """Everything arrives up to the edge, only `after` beyond it: a chain's curve at its sharpest."""
    return lambda rates: [rate if rate <= edge else after for rate in rates]


@pytest.mark.parametrize("edge", [183.0, 250.0, 330.0, 900.0, 1538.0])
def test_finds_the_edge_of_a_cliff(edge):
    found = search(cliff(edge, 180.0), highest_kbps=2000)
    assert edge * (1 - 2 * RESOLUTION) <= found.rate_kbps <= edge


def test_finds_a_rounded_peak_above_the_edge():
    def judge(rates):
        return [rate if rate <= 300 else 320 - (rate - 320) ** 2 / 200 if rate < 350 else 180 for rate in rates]

    found = search(judge, highest_kbps=2000)
    assert found.goodput_kbps == pytest.approx(320, rel=0.01)


def test_looks_past_a_dip_before_the_edge():
    # Measured over seven hops: one seed of five fails at 323 kbit/s, none at 326.
    def judge(rates):
        return [rate * (0.99 if 321 < rate < 325 else 1) if rate < 328 else 185 for rate in rates]

    found = search(judge, highest_kbps=2000)
    assert 325 <= found.rate_kbps < 328


def test_takes_the_lowest_rate_of_a_plateau():
    found = search(lambda rates: [min(rate, 763 + rate / 1e6) for rate in rates], highest_kbps=2000)
    assert found.rate_kbps == pytest.approx(763, rel=2 * RESOLUTION)


def test_finds_the_peak_of_a_bistable_curve():
    # Beyond 330 kbit/s a run keeps up once in five times, as measured at 335: the mean of five seeds decides.
    draw = random.Random(3)

    def judge(rates):
        return [
            sum(rate if rate <= 330 or draw.random() < 0.2 * (rate < 345) else 184 for _ in range(5)) / 5
            for rate in rates
        ]

    found = search(judge, highest_kbps=2000)
    assert 330 * (1 - 2 * RESOLUTION) <= found.rate_kbps <= 345


def test_a_link_that_carries_everything_is_driven_at_its_rate():
    found = search(lambda rates: list(rates), highest_kbps=2000)
    assert found.rate_kbps == 2000


def test_a_broken_path_ends_the_search():
    found = search(lambda rates: [0.0 for _ in rates], highest_kbps=2000)
    assert found.goodput_kbps == 0


def test_several_senders_share_what_there_is():
    found = search(lambda rates: [2 * rate if rate <= 165 else 180 for rate in rates], highest_kbps=2000, senders=2)
    assert 165 * (1 - 2 * RESOLUTION) <= found.rate_kbps <= 165
    assert found.goodput_kbps == 2 * found.rate_kbps


def test_no_rate_is_judged_twice_nor_below_the_best_goodput():
    judged, best = [], 0.0

    def judge(rates):
        nonlocal best
        assert all(rate > best for rate in rates)
        judged.extend(rates)
        goodputs = cliff(330, 180)(rates)
        best = max(best, *goodputs)
        return goodputs

    search(judge, highest_kbps=2000)
    assert len(judged) == len(set(judged)) < 60


@pytest.mark.parametrize(("highest", "senders"), [(0, 1), (-1, 1), (2000, 0)])
def test_refuses_an_empty_search(highest, senders):
    with pytest.raises(ValueError, match="nothing to search"):
        search(lambda rates: list(rates), highest, senders)
