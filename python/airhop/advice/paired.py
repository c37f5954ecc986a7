"""Student's t on paired differences: seed by seed, two transports met the same network and the same draws."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """Mean of paired differences with its standard error."""

    mean: float
    error: float
    pairs: int

    def p_above(self, value: float) -> float:
        """Give the one-sided p-value of the hypothesis that the true mean is at most `value`."""
        excess = self.mean - value
        if self.pairs < 2:
            return 1.0
        if self.error == 0:
            return 0.0 if excess > 0 else 1.0
        # scipy.special alone: scipy.stats takes a second to import.
        from scipy.special import stdtr

        return float(stdtr(self.pairs - 1, -excess / self.error))

    @property
    def ci95(self) -> float | None:
        """Half-width of the two-sided 95 % interval, `None` of a single pair."""
        if self.pairs < 2:
            return None
        from scipy.special import stdtrit

        return float(stdtrit(self.pairs - 1, 0.975)) * self.error


def difference(first: Sequence[float], second: Sequence[float]) -> Difference:
    """Take the paired differences, first less second."""
    return of_samples([a - b for a, b in zip(first, second, strict=True)])


def of_samples(samples: Sequence[float]) -> Difference:
    """Take mean and standard error of samples."""
    count = len(samples)
    if count == 0:
        msg = "no samples to take a mean of"
        raise ValueError(msg)
    mean = math.fsum(samples) / count
    if count == 1:
        return Difference(mean, 0.0, 1)
    variance = math.fsum((sample - mean) ** 2 for sample in samples) / (count - 1)
    return Difference(mean, math.sqrt(variance / count), count)
