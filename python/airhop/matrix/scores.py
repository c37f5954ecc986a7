"""Quotients of means over the same seeds, compared seed by seed.

All transports run under the same seeds, which draw the same networks and the same errors. What two of them give is
therefore compared pair by pair, which leaves out of the interval what both have in common. A `Score` is the logarithm
of a quotient of means (a goodput over that of the bound, an energy over what was delivered) with the influence of each
seed on it, so that scores can be subtracted, averaged over scenarios, and still be compared seed by seed (the delta
method: Casella & Berger, Statistical Inference, section 5.5.4).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from airhop.stats import Estimate

Numbers = NDArray[np.float64]
Key = TypeVar("Key", bound=Hashable)

LEAST = 1e-3
"""A quotient is taken to be at least this: what delivered nothing has a logarithm too."""
LEVEL = 0.05
"""Probability of a difference where there is none, over all comparisons that are made together."""


@dataclass(frozen=True, slots=True)
class Score:
    """The logarithm of a positive quantity, and by how much each seed pulls it from its value."""

    log: float
    influence: Numbers

    @property
    def standard_error(self) -> float:
        """Estimate the standard error of the logarithm."""
        n = len(self.influence)
        return float(np.sqrt(np.sum(self.influence**2) / (n - 1) / n)) if n > 1 else math.nan

    @property
    def estimate(self) -> Estimate:
        """Give the quantity itself with its 95 % interval, to first order."""
        value = math.exp(self.log)
        if len(self.influence) < 2:
            return Estimate(value, None)
        return Estimate(value, value * _quantile(len(self.influence)) * self.standard_error)

    @property
    def p(self) -> float:
        """Give the probability of a logarithm at least as far from 0, if it were 0 (Student's t, both sides)."""
        error = self.standard_error
        if self.log == 0 or math.isnan(error):
            return 1.0
        if error == 0:
            return 0.0
        from scipy.special import stdtr

        return float(2 * stdtr(len(self.influence) - 1, -abs(self.log) / error))

    def __sub__(self, other: Score) -> Score:
        """Compare with another: the logarithm of the quotient of both."""
        return Score(self.log - other.log, self.influence - other.influence)


def score(numerator: Numbers, denominator: Numbers | None = None) -> Score:
    """Score a quotient of means over the same seeds, or a mean. Seeds without a number count with the mean."""
    log, influence = _part(numerator)
    if denominator is not None:
        below, pull = _part(denominator)
        log, influence = log - below, influence - pull
    if log < math.log(LEAST):
        return Score(math.log(LEAST), np.zeros_like(influence))
    return Score(log, influence)


def mean(scores: Sequence[Score]) -> Score:
    """Take the geometric mean."""
    return Score(math.fsum(s.log for s in scores) / len(scores), np.mean([s.influence for s in scores], axis=0))


def estimate_quotient(numerator: Numbers, denominator: Numbers) -> Estimate:
    """Estimate a quotient of means over the same seeds, which may be zero."""
    below = float(np.nanmean(denominator))
    if not below > 0:
        return Estimate(math.inf, None)
    value = float(np.nanmean(numerator)) / below
    n = len(numerator)
    if n < 2:
        return Estimate(value, None)
    residuals = np.nan_to_num(numerator - value * denominator)
    error = float(np.sqrt(np.sum(residuals**2) / (n - 1) / n)) / below
    return Estimate(value, _quantile(n) * error)


def holm(p_values: dict[Key, float], level: float = LEVEL) -> set[Key]:
    """Tell which of several differences there are, made together (Holm, Scand. J. Statist. 6, 1979)."""
    found: set[Key] = set()
    ordered = sorted(p_values, key=lambda key: p_values[key])
    for index, key in enumerate(ordered):
        if p_values[key] > level / (len(ordered) - index):
            break
        found.add(key)
    return found


def not_worse_than_best(scores: Mapping[Key, Score], *, more: bool = True) -> set[Key]:
    """Give the best and all that cannot be told from it."""
    sign = 1.0 if more else -1.0
    best = max(scores, key=lambda key: sign * scores[key].log)
    others: dict[Key, float] = {key: (scores[key] - scores[best]).p for key in scores if key != best}
    told: set[Key] = holm(others)
    return set(scores) - told


def _part(values: Numbers) -> tuple[float, Numbers]:
    value = float(np.nanmean(values)) if np.isfinite(values).any() else math.nan
    if not value > 0:
        return math.log(LEAST) * 2, np.zeros_like(values)
    return math.log(value), np.nan_to_num(values / value - 1)


def _quantile(n: int) -> float:
    # scipy.special alone: scipy.stats takes a second to import.
    from scipy.special import stdtrit

    return float(stdtrit(n - 1, 0.975))
