"""What the runs of every point gave, and estimates from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airhop.papers.point import Point
from airhop.records import RunRecord
from airhop.runs.job import Finished
from airhop.stats import Estimate, estimate

Of = Callable[[RunRecord], float]
"""Takes a number from a run."""
Samples = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Measured:
    """The finished runs of every point, one a seed."""

    finished: Mapping[Point, Sequence[Finished]]

    def runs(self, point: Point) -> list[RunRecord]:
        """Give a point's runs, in the order of their seeds."""
        return [run.record for run in self.finished[point]]

    def values(self, point: Point, of: Of) -> list[float]:
        """Take a number from each run."""
        return [of(run) for run in self.runs(point)]

    def estimate(self, point: Point, of: Of) -> Estimate:
        """Estimate a number over the runs of a point, which are independent."""
        return estimate(self.values(point, of))

    def series(self, point: Point, subject: str, quantity: str) -> list[tuple[Samples, Samples]]:
        """Give times in s and values of a time series, one pair a run."""
        pairs = []
        for run in self.finished[point]:
            if run.samples is None:
                msg = f"{point.scenario} under {point.transport} was run without time series"
                raise ValueError(msg)
            times, values = run.samples.choose(subject, quantity)
            if not len(times):
                msg = f"no samples of {quantity} of {subject}: does the study name the quantity in its `series`?"
                raise ValueError(msg)
            pairs.append((times, values))
        return pairs


def paired_gain_percent(measured: Measured, a: Point, b: Point, of: Of) -> Estimate:
    """Estimate by how many per cent a is above b, network by network: both ran over the same ones."""
    pairs = zip(measured.values(a, of), measured.values(b, of), strict=True)
    return estimate([(x / y - 1) * 100 for x, y in pairs if y > 0])
