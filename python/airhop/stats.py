"""Means, intervals, differences, quotients and corrections: every statistic that airhop tells.

- `estimate`: a mean with Student's 95 % interval; `difference`, `ratio`, `gain_percent` of independent estimates.
- `paired`, `mean_of`: a mean with its standard error, and one-sided tests; paired, because two transports under the
  same seed met the same network and the same draws.
- `Score`: the logarithm of a quotient of means over the same seeds (a goodput over that of the bound, an energy over
  what was delivered), with the influence of each seed on it. So scores can be subtracted and averaged over scenarios
  and still be compared seed by seed (the delta method: Casella & Berger, Statistical Inference, section 5.5.4).
- `holm`: which of several differences there are, made together.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from airhop.records import EstimateRecord

if TYPE_CHECKING:
    # Imported where it is used: whoever imports airhop need not wait for it.
    import numpy as np
    from numpy.typing import NDArray

Numbers: TypeAlias = "NDArray[np.float64]"
Key = TypeVar("Key", bound=Hashable)

LEAST = 1e-3
"""A quotient is taken to be at least this, so that what delivered nothing has a logarithm too."""
LEVEL = 0.05
"""Probability of a difference where there is none, over all comparisons that are made together."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the half-width of its 95 % confidence interval, `None` where a single sample gives none."""

    mean: float
    ci95: float | None

    def record(self) -> EstimateRecord:
        """Give the estimate as it stands in the JSON."""
        return {"mean": self.mean, "ci95": self.ci95}

    def scaled(self, factor: float) -> Estimate:
        """Multiply by a factor > 0."""
        return Estimate(self.mean * factor, None if self.ci95 is None else self.ci95 * factor)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of samples, or of paired differences, with its standard error."""

    mean: float
    error: float
    count: int

    @property
    def ci95(self) -> float | None:
        """Half-width of the 95 % interval, t(0.975, n - 1) s / sqrt(n); `None` of a single sample."""
        return None if self.count < 2 else _quantile(self.count) * self.error

    @property
    def estimate(self) -> Estimate:
        """The mean and its interval alone."""
        return Estimate(self.mean, self.ci95)

    def p_above(self, value: float) -> float:
        """Give the one-sided p-value of the hypothesis that the true mean is at most `value` (Student's t)."""
        excess = self.mean - value
        if self.count < 2:
            return 1.0
        if self.error == 0:
            return 0.0 if excess > 0 else 1.0
        return _tail(self.count, excess / self.error)

    def p_apart(self) -> float:
        """Give the two-sided p-value of the hypothesis that the true mean is 0 (Student's t)."""
        return min(1.0, 2 * min(self.p_above(0.0), Mean(-self.mean, self.error, self.count).p_above(0.0)))

    def parts_of(self, whole: float) -> Mean:
        """Divide by a number > 0: a difference as a part of something."""
        return Mean(self.mean / whole, self.error / whole, self.count)


def mean_of(samples: Sequence[float]) -> Mean:
    """Take mean and standard error of independent samples, s the sample standard deviation."""
    count = len(samples)
    if count == 0:
        msg = "no samples to take a mean of"
        raise ValueError(msg)
    mean = math.fsum(samples) / count
    if count == 1:
        return Mean(mean, 0.0, 1)
    variance = math.fsum((sample - mean) ** 2 for sample in samples) / (count - 1)
    return Mean(mean, math.sqrt(variance / count), count)


def estimate(samples: Sequence[float]) -> Estimate:
    """Estimate the mean of independent samples with Student's t interval of 95 %."""
    return mean_of(samples).estimate


def paired(first: Sequence[float], second: Sequence[float]) -> Mean:
    """Take the paired differences, first less second, seed by seed."""
    return mean_of([a - b for a, b in zip(first, second, strict=True)])


def difference(a: Estimate, b: Estimate) -> Estimate:
    """Estimate a - b from independent estimates."""
    half_width = None if a.ci95 is None or b.ci95 is None else math.hypot(a.ci95, b.ci95)
    return Estimate(a.mean - b.mean, half_width)


def ratio(a: Estimate, b: Estimate) -> Estimate:
    """Estimate a / b from independent estimates, to first order."""
    if b.mean == 0:
        return Estimate(math.inf, None)
    mean = a.mean / b.mean
    if a.ci95 is None or b.ci95 is None:
        return Estimate(mean, None)
    return Estimate(mean, math.hypot(a.ci95, mean * b.ci95) / abs(b.mean))


def gain_percent(a: Estimate, b: Estimate) -> Estimate:
    """Estimate by how many per cent a is above b, from independent estimates."""
    quotient = ratio(a, b)
    return Estimate((quotient.mean - 1) * 100, None if quotient.ci95 is None else quotient.ci95 * 100)


@dataclass(frozen=True, slots=True)
class Score:
    """The logarithm of a positive quantity, and by how much each seed pulls it from its value."""

    log: float
    influence: Numbers

    @property
    def standard_error(self) -> float:
        """Estimate the standard error of the logarithm."""
        import numpy as np

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
        return 2 * _tail(len(self.influence), abs(self.log) / error)

    def __sub__(self, other: Score) -> Score:
        """Compare with another: the logarithm of the quotient of both."""
        return Score(self.log - other.log, self.influence - other.influence)


def score(numerator: Numbers, denominator: Numbers | None = None) -> Score:
    """Score a quotient of means over the same seeds, or a mean. Seeds without a number count with the mean."""
    import numpy as np

    log, influence = _log_mean(numerator)
    if denominator is not None:
        below, pull = _log_mean(denominator)
        log, influence = log - below, influence - pull
    if log < math.log(LEAST):
        return Score(math.log(LEAST), np.zeros_like(influence))
    return Score(log, influence)


def geometric_mean(scores: Sequence[Score]) -> Score:
    """Take the geometric mean of what is scored, over the same seeds."""
    import numpy as np

    return Score(math.fsum(s.log for s in scores) / len(scores), np.mean([s.influence for s in scores], axis=0))


def estimate_quotient(numerator: Numbers, denominator: Numbers) -> Estimate:
    """Estimate a quotient of means over the same seeds, which may be zero."""
    import numpy as np

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


def holm(p_values: Mapping[Key, float], level: float = LEVEL) -> set[Key]:
    """Tell which of several differences there are, made together (Holm, Scand. J. Statist. 6, 1979)."""
    found: set[Key] = set()
    ordered = sorted(p_values, key=lambda key: p_values[key])
    for index, key in enumerate(ordered):
        if p_values[key] > level / (len(ordered) - index):
            break
        found.add(key)
    return found


def not_worse_than_best(scores: Mapping[Key, Score], *, more: bool = True) -> set[Key]:
    """Give the best and all that are statistically indistinguishable from it."""
    sign = 1.0 if more else -1.0
    best = max(scores, key=lambda key: sign * scores[key].log)
    others: dict[Key, float] = {key: (scores[key] - scores[best]).p for key in scores if key != best}
    told: set[Key] = holm(others)
    return set(scores) - told


def _log_mean(values: Numbers) -> tuple[float, Numbers]:
    import numpy as np

    value = float(np.nanmean(values)) if np.isfinite(values).any() else math.nan
    if not value > 0:
        return math.log(LEAST) * 2, np.zeros_like(values)
    return math.log(value), np.nan_to_num(values / value - 1)


def _quantile(n: int) -> float:
    """Give t(0.975, n - 1)."""
    # scipy.special alone: scipy.stats takes a second to import.
    from scipy.special import stdtrit

    return float(stdtrit(n - 1, 0.975))


def _tail(n: int, t: float) -> float:
    """Give the probability of more than `t` under Student's t with n - 1 degrees of freedom."""
    from scipy.special import stdtr

    return float(stdtr(n - 1, -t))
