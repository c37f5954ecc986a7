"""Means and intervals against values from tables and against SciPy's own."""

import math
import random

import numpy as np
import pytest
from scipy import stats as scipy_stats

from airhop import stats
from airhop.stats import estimate


def test_interval_of_a_worked_example():
    # n = 5, mean 3, s = sqrt(2.5), t(0.975, 4) = 2.7764 from any table.
    found = estimate([1, 2, 3, 4, 5])
    assert found.mean == 3
    assert found.ci95 == pytest.approx(2.7764 * math.sqrt(2.5 / 5), rel=1e-4)


@pytest.mark.parametrize("count", [2, 3, 10, 55])
def test_interval_agrees_with_scipy(count):
    draw = random.Random(count)
    samples = [draw.gauss(200, 15) for _ in range(count)]
    low, high = scipy_stats.t.interval(0.95, count - 1, loc=sum(samples) / count, scale=scipy_stats.sem(samples))
    found = estimate(samples)
    assert (found.mean - found.ci95, found.mean + found.ci95) == (pytest.approx(low), pytest.approx(high))


def test_interval_covers_the_mean_about_95_times_in_100():
    draw = random.Random(1)
    covered = 0
    for _ in range(2000):
        found = estimate([draw.gauss(0, 1) for _ in range(5)])
        covered += abs(found.mean) <= found.ci95
    assert 0.93 < covered / 2000 < 0.97


def test_one_sample_has_a_mean_and_no_interval():
    assert estimate([7.0]).record() == {"mean": 7.0, "ci95": None}


def test_equal_samples_have_an_interval_of_zero():
    assert estimate([4.0, 4.0, 4.0]).record() == {"mean": 4.0, "ci95": 0.0}


def test_no_samples_have_no_mean():
    with pytest.raises(ValueError, match="no samples"):
        estimate([])


def test_an_estimate_in_other_units():
    assert stats.Estimate(3.0, 2.0).scaled(1000) == stats.Estimate(3000.0, 2000.0)
    assert stats.Estimate(3.0, None).scaled(1000) == stats.Estimate(3000.0, None)


def test_p_values_of_a_mean():
    # t(0.975, 4) = 2.7764 from any table: a mean of so many standard errors over five samples.
    mean = stats.Mean(2.7764, 1.0, 5)
    assert mean.p_above(0) == pytest.approx(0.025, rel=1e-4)
    assert mean.p_above(2 * 2.7764) == pytest.approx(0.975, rel=1e-4)
    assert mean.p_apart() == pytest.approx(0.05, rel=1e-4)
    assert stats.Mean(-2.7764, 1.0, 5).p_apart() == pytest.approx(0.05, rel=1e-4)


def test_p_values_of_equal_samples_and_of_one():
    assert [stats.Mean(4.0, 0.0, 3).p_above(value) for value in (3, 4, 5)] == [0, 1, 1]
    assert [stats.Mean(value, 0.0, 3).p_apart() for value in (-1, 0, 1)] == [0, 1, 0]
    assert stats.Mean(4.0, 1.0, 1).p_above(0) == 1


SEEDS = 15
DRAWS = np.random.default_rng(7)
NETWORKS = DRAWS.uniform(50, 500, SEEDS)
"""Seeds that differ much, as random networks do."""


def wiggled(by=0.02):
    return NETWORKS * DRAWS.normal(1, by, SEEDS)


def test_a_mean_has_students_interval():
    values = wiggled()
    score, plain = stats.score(values).estimate, estimate(values.tolist())
    assert score.mean == pytest.approx(plain.mean)
    assert score.ci95 == pytest.approx(plain.ci95)


def test_what_two_have_in_common_is_not_in_the_interval_of_their_quotient():
    one, other = stats.score(1.1 * wiggled()), stats.score(wiggled())
    gain = (one - other).estimate
    assert gain.mean == pytest.approx(1.1, abs=0.03)
    assert gain.ci95 < 0.03
    assert one.estimate.ci95 / one.estimate.mean > 0.2
    assert (one - other).p < 1e-4


def test_a_quotient_of_sums_is_one_score():
    joules, megabits = 3.0 * NETWORKS, NETWORKS
    assert stats.score(joules, megabits).estimate.mean == pytest.approx(3)
    assert stats.score(joules, megabits).estimate.ci95 == pytest.approx(0, abs=1e-9)
    assert stats.estimate_quotient(joules, megabits).ci95 == pytest.approx(0, abs=1e-9)


def test_the_quotients_interval_is_that_of_its_score():
    joules, megabits = wiggled(0.1), wiggled(0.1)
    plain, score = stats.estimate_quotient(joules, megabits), stats.score(joules, megabits).estimate
    assert plain.mean == pytest.approx(score.mean)
    assert plain.ci95 == pytest.approx(score.ci95)


def test_the_mean_over_scenarios_is_geometric():
    both = stats.geometric_mean([stats.score(np.array([1.0, 1.0])), stats.score(np.array([4.0, 4.0]))])
    assert both.estimate.mean == pytest.approx(2)


def test_nothing_delivered_has_a_score_too():
    nothing = stats.score(np.zeros(3))
    assert math.isfinite(nothing.log)
    assert nothing.log < stats.score(np.ones(3)).log
    assert stats.score(np.full(3, np.nan)).log == nothing.log
    assert stats.estimate_quotient(np.ones(3), np.zeros(3)).mean == math.inf


def test_one_seed_gives_no_interval():
    score = stats.score(np.array([5.0]))
    assert score.estimate.ci95 is None
    assert score.p == 1


def test_seeds_without_a_number_are_left_out():
    assert stats.score(np.array([2.0, np.nan, 4.0])).estimate.mean == pytest.approx(3)


def test_holm_stops_at_the_first_that_does_not_hold():
    # 0.05/3, 0.05/2, 0.05/1: the second is above its bound, so the third counts for nothing.
    assert stats.holm({"a": 0.001, "b": 0.03, "c": 0.04}) == {"a"}
    assert stats.holm({"a": 0.001, "b": 0.02, "c": 0.04}) == {"a", "b", "c"}
    assert stats.holm({}) == set()


def test_who_cannot_be_told_from_the_best():
    by_key = {"best": stats.score(1.2 * wiggled()), "near": stats.score(1.195 * wiggled(0.1))}
    by_key["worse"] = stats.score(wiggled())
    assert stats.not_worse_than_best(by_key) == {"best", "near"}
    assert stats.not_worse_than_best(by_key, more=False) == {"worse"}


def test_holm_finds_no_more_than_each_alone_and_no_less_than_bonferroni():
    for values in DRAWS.uniform(0, 0.1, (200, 10)) ** 2:
        p_values = dict(enumerate(values))
        found = stats.holm(p_values)
        assert all(p_values[key] <= stats.LEVEL for key in found)
        assert {key for key, p in p_values.items() if p <= stats.LEVEL / len(values)} <= found


def test_the_p_value_of_a_score():
    # Pulls of -1, 1, -1, 1 and 0: a standard error of sqrt(4 / 4 / 5). t(0.975, 4) = 2.7764 of it from 0 is p = 0.05.
    pulls = np.array([-1.0, 1.0, -1.0, 1.0, 0.0])
    error = math.sqrt(0.2)
    assert stats.Score(2.7764 * error, pulls).standard_error == pytest.approx(error)
    for log in (2.7764 * error, -2.7764 * error):
        assert stats.Score(log, pulls).p == pytest.approx(0.05, rel=1e-4)
    assert [stats.Score(log, np.zeros(5)).p for log in (-1.0, 0.0, 1.0)] == [0, 1, 0]


def test_nothing_scores_the_least():
    assert stats.score(np.zeros(3)).estimate.mean == pytest.approx(stats.LEAST)
    assert stats.score(np.ones(3), np.zeros(3)).log > 0
