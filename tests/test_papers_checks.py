"""Checks, verdicts and the numbers that they rest on."""

import pytest

from airhop.measures import jain_index
from airhop.papers.checks import Check, Outcome, Verdict, about, all_of, check, check_each, show, span, verdict, within
from airhop.stats import Estimate, difference, gain_percent, ratio

HOLDS, OPEN, FAILS = Outcome.HOLDS, Outcome.OPEN, Outcome.FAILS


@pytest.mark.parametrize(
    ("mean", "ci95", "outcome"),
    [(5, 1, HOLDS), (5, None, HOLDS), (3.5, 1, OPEN), (2, 0.5, FAILS), (8.5, 1, OPEN), (9.5, 1, FAILS), (6, 9, OPEN)],
)
def test_a_value_within_bounds(mean, ci95, outcome):
    assert within(Estimate(mean, ci95), 3, 8) is outcome


def test_a_size_and_a_range_have_bounds():
    assert about(84) == (56, 126)
    assert span(6, 20) == (4, 30)


def test_a_statement_about_many_points_holds_if_it_does_everywhere():
    assert all_of([HOLDS, HOLDS]) is HOLDS
    assert all_of([HOLDS, OPEN]) is OPEN
    assert all_of([HOLDS, FAILS, OPEN]) is FAILS
    one = check_each("rises", [("a", Estimate(5, 1)), ("b", Estimate(-5, 1))], "%", low=0)
    assert one.outcome is FAILS
    assert one.measured == "a: 5.0 ± 1.0 %; b: -5.0 ± 1.0 % (fails)"


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([HOLDS, HOLDS], Verdict.REPRODUCED),
        ([HOLDS, OPEN], Verdict.PARTLY),
        ([OPEN], Verdict.PARTLY),
        ([HOLDS, FAILS], Verdict.PARTLY),
        ([FAILS, FAILS], Verdict.NOT_REPRODUCED),
    ],
)
def test_the_verdict_sums_up(outcomes, expected):
    assert verdict([Check("", "", outcome) for outcome in outcomes]) is expected


def test_a_check_shows_its_value():
    assert check("x", Estimate(280.4, 6.2), "kbit/s", low=0) == Check("x", "280 ± 6 kbit/s", HOLDS)
    assert show(Estimate(0.9731, 0.012)) == "0.973 ± 0.012"
    assert show(Estimate(12.34, None), "s") == "12.3 s"
    # Three decimals below 3, one below 100, none from there on; the larger of value and interval decides.
    assert [show(Estimate(value, None)) for value in (2.999, 3.0, 99.94, 100.0)] == ["2.999", "3.0", "99.9", "100"]
    assert show(Estimate(1.0, 100.0)) == "1 ± 100"


def test_quotients_and_differences_carry_their_intervals():
    a, b = Estimate(30.0, 3.0), Estimate(20.0, 4.0)
    assert difference(a, b) == Estimate(10.0, 5.0)
    quotient = ratio(a, b)
    assert quotient.mean == pytest.approx(1.5)
    # Relative errors of 0.1 and 0.2 add in squares.
    assert quotient.ci95 == pytest.approx(1.5 * (0.1**2 + 0.2**2) ** 0.5)
    assert gain_percent(a, b).mean == pytest.approx(50)
    assert ratio(a, Estimate(20.0, None)).ci95 is None
    assert ratio(a, Estimate(0.0, 1.0)).mean == float("inf")


def test_jains_index():
    assert jain_index([3, 3]) == 1
    assert jain_index([5, 0]) == 0.5
    assert jain_index([0, 0]) == 1


def test_a_gain_in_per_cent_by_hand():
    # 110 / 100 = 1.1, its interval sqrt(3^2 + (1.1 * 4)^2) / 100 = 0.053254.
    gain = gain_percent(Estimate(110.0, 3.0), Estimate(100.0, 4.0))
    assert gain.mean == pytest.approx(10)
    assert gain.ci95 == pytest.approx(5.3254, rel=1e-4)
    assert gain_percent(Estimate(110.0, None), Estimate(100.0, 4.0)).ci95 is None
