"""One rule for `matrix` and `advise`: what is fair enough, equivalent, and chosen."""

import numpy as np
import pytest

from airhop.advice import ranking
from airhop.advice.race import Race, Rule, Samples
from airhop.judgement import equivalent, fair_enough, least_needed
from airhop.matrix import advice
from airhop.matrix.contender import CONTENDERS
from airhop.matrix.setup import Family
from matrix_support import WIGGLE, cell, matrix, setup


def test_fair_enough_is_nine_tenths_of_the_fairest():
    assert fair_enough("abc", {"a": 0.9, "b": 0.81, "c": 0.80}) == {"a", "b"}
    # What has no index has nothing to share.
    assert fair_enough("ab", {"a": 0.5}) == {"a", "b"}
    assert fair_enough("ab", {}) == {"a", "b"}


def test_equivalent_is_97_percent_or_90_if_indistinguishable():
    parts = {"best": 1.0, "close": 0.97, "told": 0.96, "untold": 0.9, "wild": 0.89}
    assert equivalent(parts, {"best", "untold", "wild"}) == {"best", "close", "untold"}
    # A wider margin of the user's own holds for all.
    assert equivalent(parts, (), equal=0.8) == set(parts)
    assert equivalent(parts, {"wild"}, equal=0.8) == set(parts)


def test_of_what_is_equivalent_that_which_needs_least_comes_first():
    effort, score = {"a": 2, "b": 1, "c": 1}, {"a": 9.0, "b": 3.0, "c": 5.0}
    assert least_needed("abc", effort.__getitem__, score.__getitem__) == ["c", "b", "a"]


CASES = {
    "clear": {"newreno": (200, 1.0), "vegas": (300, 1.0), "tcp-daa": (250, 1.0)},
    "equivalent": {"newreno": (292, 1.0), "vegas": (250, 1.0), "tcp-daa": (300, 1.0)},
    "told, beyond the margin": {"newreno": (289, 1.0), "tcp-daa": (300, 1.0)},
    "unfair": {"newreno": (390, 0.6), "vegas": (300, 0.99), "tcp-daa": (310, 0.99)},
}
NOISES = {
    name: np.random.default_rng(seed).normal(1, 0.002, len(WIGGLE)) for seed, name in enumerate(sorted(CASES["clear"]))
}


@pytest.mark.parametrize("case", CASES)
def test_matrix_and_advise_choose_the_same(case):
    cells = {name: cell(goodput, jain=jain, noise=NOISES[name]) for name, (goodput, jain) in CASES[case].items()}
    by_matrix = advice.choose(matrix({setup(flows=2): cells}), Family.SHORT)
    needed = {contender.key: contender.needs for contender in CONTENDERS}
    fair_from = 0.9 * max(jain for _, jain in CASES[case].values())

    class Ground:
        def samples(self, names, seeds):
            return {
                name: Samples(
                    cells[name].numbers["goodput_kbps"].tolist(), (), (cells[name].numbers["jain"] - fair_from).tolist()
                )
                for name in names
            }

        def scale(self, best):
            return best

    race = Race(Rule(), list(cells), left=list(cells))
    by_advise = ranking.choose(race, Ground(), needed, list(range(1, len(WIGGLE) + 1)))
    assert by_advise.recommended == by_matrix.use.key
    assert by_advise.best == by_matrix.best.key
    assert set(by_advise.equals) == {by_matrix.use.key, *(each.key for each in by_matrix.alike)}
    expected = {"clear": "vegas", "equivalent": "newreno", "told, beyond the margin": "tcp-daa", "unfair": "vegas"}
    if case != "unfair":
        assert by_advise.recommended == expected[case]
    else:
        assert by_advise.recommended in ("vegas", "tcp-daa")
