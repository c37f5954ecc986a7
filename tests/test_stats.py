"""Means and intervals against values from tables and against SciPy's own."""

import math
import random

import pytest
from scipy import stats as scipy_stats

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
