"""Scores of cells: quotients of means, compared seed by seed."""

import math

import numpy as np
import pytest

from airhop.matrix import scores
from airhop.stats import estimate

SEEDS = 15
DRAWS = np.random.default_rng(7)
NETWORKS = DRAWS.uniform(50, 500, SEEDS)
"""Seeds that differ much, as random networks do."""


def wiggled(by=0.02):
    return NETWORKS * DRAWS.normal(1, by, SEEDS)


def test_a_mean_has_students_interval():
    values = wiggled()
    score, plain = scores.score(values).estimate, estimate(values.tolist())
    assert score.mean == pytest.approx(plain.mean)
    assert score.ci95 == pytest.approx(plain.ci95)


def test_what_two_have_in_common_is_not_in_the_interval_of_their_quotient():
    one, other = scores.score(1.1 * wiggled()), scores.score(wiggled())
    gain = (one - other).estimate
    assert gain.mean == pytest.approx(1.1, abs=0.03)
    assert gain.ci95 < 0.03
    assert one.estimate.ci95 / one.estimate.mean > 0.2
    assert (one - other).p < 1e-4


def test_a_quotient_of_sums_is_one_score():
    joules, megabits = 3.0 * NETWORKS, NETWORKS
    assert scores.score(joules, megabits).estimate.mean == pytest.approx(3)
    assert scores.score(joules, megabits).estimate.ci95 == pytest.approx(0, abs=1e-9)
    assert scores.estimate_quotient(joules, megabits).ci95 == pytest.approx(0, abs=1e-9)


def test_the_quotients_interval_is_that_of_its_score():
    joules, megabits = wiggled(0.1), wiggled(0.1)
    plain, score = scores.estimate_quotient(joules, megabits), scores.score(joules, megabits).estimate
    assert plain.mean == pytest.approx(score.mean)
    assert plain.ci95 == pytest.approx(score.ci95)


def test_the_mean_over_scenarios_is_geometric():
    both = scores.mean([scores.score(np.array([1.0, 1.0])), scores.score(np.array([4.0, 4.0]))])
    assert both.estimate.mean == pytest.approx(2)


def test_nothing_delivered_has_a_score_too():
    nothing = scores.score(np.zeros(3))
    assert math.isfinite(nothing.log)
    assert nothing.log < scores.score(np.ones(3)).log
    assert scores.score(np.full(3, np.nan)).log == nothing.log
    assert scores.estimate_quotient(np.ones(3), np.zeros(3)).mean == math.inf


def test_one_seed_gives_no_interval():
    score = scores.score(np.array([5.0]))
    assert score.estimate.ci95 is None
    assert score.p == 1


def test_seeds_without_a_number_are_left_out():
    assert scores.score(np.array([2.0, np.nan, 4.0])).estimate.mean == pytest.approx(3)


def test_holm_stops_at_the_first_that_does_not_hold():
    # 0.05/3, 0.05/2, 0.05/1: the second is above its bound, so the third counts for nothing.
    assert scores.holm({"a": 0.001, "b": 0.03, "c": 0.04}) == {"a"}
    assert scores.holm({"a": 0.001, "b": 0.02, "c": 0.04}) == {"a", "b", "c"}
    assert scores.holm({}) == set()


def test_who_cannot_be_told_from_the_best():
    by_key = {"best": scores.score(1.2 * wiggled()), "near": scores.score(1.195 * wiggled(0.1))}
    by_key["worse"] = scores.score(wiggled())
    assert scores.not_worse_than_best(by_key) == {"best", "near"}
    assert scores.not_worse_than_best(by_key, more=False) == {"worse"}


def test_holm_finds_no_more_than_each_alone_and_no_less_than_bonferroni():
    for values in DRAWS.uniform(0, 0.1, (200, 10)) ** 2:
        p_values = dict(enumerate(values))
        found = scores.holm(p_values)
        assert all(p_values[key] <= scores.LEVEL for key in found)
        assert {key for key, p in p_values.items() if p <= scores.LEVEL / len(values)} <= found
