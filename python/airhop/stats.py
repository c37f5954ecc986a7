"""Means and confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from airhop.records import EstimateRecord


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the half-width of its 95 % confidence interval, `None` where a single sample gives none."""

    mean: float
    ci95: float | None

    def record(self) -> EstimateRecord:
        """Give the estimate as it stands in the JSON."""
        return {"mean": self.mean, "ci95": self.ci95}


def estimate(samples: Sequence[float]) -> Estimate:
    """Estimate the mean of independent samples with Student's t interval of 95 %.

    The half-width is t(0.975, n - 1) s / sqrt(n), s the sample standard deviation.
    """
    count = len(samples)
    if count == 0:
        msg = "no samples to take a mean of"
        raise ValueError(msg)
    mean = math.fsum(samples) / count
    if count == 1:
        return Estimate(mean, None)
    # scipy.special alone: scipy.stats takes a second to import.
    from scipy.special import stdtrit

    variance = math.fsum((sample - mean) ** 2 for sample in samples) / (count - 1)
    return Estimate(mean, float(stdtrit(count - 1, 0.975)) * math.sqrt(variance / count))
