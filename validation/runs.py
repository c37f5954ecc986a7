"""Result of one run in any simulator, and means over runs."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from scipy.special import stdtrit


@dataclass(frozen=True)
class Run:
    """One scenario with one seed in one simulator. Values that the simulator does not report are None."""

    simulator: str
    seed: int
    goodput_kbps: float
    """Payload of all flows delivered in order after the warm-up."""
    flows_kbps: tuple[float, ...]
    retransmissions: int | None
    timeouts: int | None
    simulated_s: float
    run_s: float
    """Processor seconds of the simulation, without program start-up."""
    process_s: float
    """Processor seconds of the whole process, user and system."""

    @property
    def cost_ms(self) -> float:
        """Milliseconds of processor time per simulated second."""
        return 1000 * self.run_s / self.simulated_s


@dataclass(frozen=True)
class Estimate:
    """A mean and the half-width of its 95 % confidence interval; 0 for a single sample."""

    mean: float
    ci95: float

    def __str__(self) -> str:
        """Format mean and half-width with one decimal."""
        return f"{self.mean:.1f} ± {self.ci95:.1f}"


def estimate(samples: Sequence[float]) -> Estimate:
    """Compute Student's t interval of independent samples. Raises ValueError without samples."""
    if not samples:
        raise ValueError("no samples to take a mean of")
    mean = math.fsum(samples) / len(samples)
    if len(samples) == 1:
        return Estimate(mean, 0.0)
    return estimate_from(mean, statistics.stdev(samples), len(samples))


def estimate_from(mean: float, deviation: float, count: int) -> Estimate:
    """Compute the interval from mean, standard deviation and number of samples."""
    if count < 2:
        return Estimate(mean, 0.0)
    return Estimate(mean, float(stdtrit(count - 1, 0.975)) * deviation / math.sqrt(count))


def goodput(runs: Sequence[Run]) -> Estimate:
    """Compute the mean of the aggregate goodput, kbit/s."""
    return estimate([run.goodput_kbps for run in runs])


def cost_ms(runs: Sequence[Run]) -> float:
    """Compute the median processor time per simulated second, in milliseconds."""
    return statistics.median(run.cost_ms for run in runs)


def mean_of(values: Sequence[int | None]) -> float | None:
    """Compute the mean of counts; None if any is unknown."""
    known = [value for value in values if value is not None]
    return statistics.fmean(known) if known and len(known) == len(values) else None
