"""Comparisons of cells by key, as estimates with names: what statements are checked against."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from airhop.matrix.results import Matrix
from airhop.matrix.setup import Family, Setup
from airhop.measures import GOODPUT, Measure
from airhop.stats import Estimate, Score, estimate

Named = list[tuple[str, Estimate]]
"""Estimates, each with the name of what it is of."""
Choose = Callable[[Matrix], Sequence[Setup]]


def these(*keys: str) -> Choose:
    """Choose scenarios by key, of those that were run."""
    return lambda matrix: [setup for setup in matrix.setups if setup.key in keys]


def of(*families: Family) -> Choose:
    """Choose the scenarios of some families."""
    return lambda matrix: [setup for setup in matrix.setups if setup.family in families]


def over(a: str, b: str, choose: Choose, measure: Measure = GOODPUT) -> Callable[[Matrix], Named]:
    """Estimate by how many per cent one transport has more of something than another, paired over seeds."""

    def values(matrix: Matrix) -> Named:
        named = []
        for setup in choose(matrix):
            one, other = matrix.cells.get((setup.key, a)), matrix.cells.get((setup.key, b))
            if one is not None and other is not None:
                named.append((setup.key, _percent(one.score(measure) - other.score(measure))))
        return named

    return values


def of_bound(key: str, choose: Choose) -> Callable[[Matrix], Named]:
    """Estimate a transport's goodput in per cent of the bound's."""

    def values(matrix: Matrix) -> Named:
        contender = matrix.contender(key)
        if contender is None:
            return []
        named = []
        for setup in choose(matrix):
            score = matrix.to_bound(setup, contender)
            if score is not None:
                named.append((setup.key, score.estimate.scaled(100)))
        return named

    return values


def value(key: str, measure: Measure, choose: Choose) -> Callable[[Matrix], Named]:
    """Estimate a measure of a transport."""

    def values(matrix: Matrix) -> Named:
        contender = matrix.contender(key)
        if contender is None:
            return []
        found = [(setup.key, matrix.estimate(setup, contender, measure)) for setup in choose(matrix)]
        return [(name, estimate) for name, estimate in found if estimate is not None]

    return values


def of_all(measure: Measure, choose: Choose) -> Callable[[Matrix], Named]:
    """Estimate a measure of every transport."""

    def values(matrix: Matrix) -> Named:
        return [
            (f"{setup.key}, {contender.key}", found)
            for setup in choose(matrix)
            for contender in matrix.contenders
            if (found := matrix.estimate(setup, contender, measure)) is not None
        ]

    return values


def more(a: str, b: str, measure: Measure, choose: Choose) -> Callable[[Matrix], Named]:
    """Estimate how much more of a plain mean one transport has than another, paired over seeds."""

    def values(matrix: Matrix) -> Named:
        named = []
        for setup in choose(matrix):
            one, other = matrix.cells.get((setup.key, a)), matrix.cells.get((setup.key, b))
            if one is not None and other is not None:
                differences = one.numbers[measure.key] - other.numbers[measure.key]
                seen = differences[np.isfinite(differences)]
                if seen.size:
                    named.append((setup.key, estimate(seen.tolist())))
        return named

    return values


def _percent(score: Score) -> Estimate:
    value = score.estimate
    return Estimate(100 * (math.exp(score.log) - 1), None if value.ci95 is None else 100 * value.ci95)
