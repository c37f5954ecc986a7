"""What the runs of every point gave, and estimates from it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airhop.execution import Finished
from airhop.papers.point import Point
from airhop.records import FlowRecord, RunRecord
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


def goodput(run: RunRecord) -> float:
    """Goodput of all flows together, in kbit/s."""
    return run["aggregate_goodput_kbps"]


def jain(run: RunRecord) -> float:
    """Jain's index over the run."""
    return run["jain"]


def jain_10s(run: RunRecord) -> float:
    """Mean of Jain's index over windows of 10 s."""
    return run["jain_10s"]


def longest_gap_s(run: RunRecord) -> float:
    """Longest time in which some flow delivered nothing, in s."""
    return max(flow["longest_gap_s"] for flow in run["flows"])


def flow_goodput(index: int) -> Of:
    """Goodput of one flow, in kbit/s."""
    return lambda run: run["flows"][index]["goodput_kbps"]


def share(*indices: int) -> Of:
    """Part of all goodput that some flows have together; an equal part where nothing was delivered at all."""

    def of(run: RunRecord) -> float:
        total = goodput(run)
        if total <= 0:
            return len(indices) / len(run["flows"])
        return sum(run["flows"][index]["goodput_kbps"] for index in indices) / total

    return of


def least_share(run: RunRecord) -> float:
    """Part of all goodput that the weakest flow has."""
    return min(share(index)(run) for index in range(len(run["flows"])))


def averaged_goodput(flow: FlowRecord) -> float:
    """Goodput of a flow in kbit/s, of one that sends files without the pauses between them."""
    return flow.get("active_goodput_kbps", flow["goodput_kbps"])


def aggregate_averaged_goodput(run: RunRecord) -> float:
    """Sum over flows of the goodput without pauses, in kbit/s (tcp-ap, section 5.2.1)."""
    return math.fsum(averaged_goodput(flow) for flow in run["flows"])


def averaged_jain(run: RunRecord) -> float:
    """Jain's index over the flows' goodputs without pauses."""
    return jain_index([averaged_goodput(flow) for flow in run["flows"]])


def jain_index(shares: Sequence[float]) -> float:
    """Jain's fairness index; 1 where nobody has anything."""
    squares = math.fsum(x * x for x in shares)
    return math.fsum(shares) ** 2 / (len(shares) * squares) if squares > 0 else 1.0


def difference(a: Estimate, b: Estimate) -> Estimate:
    """Estimate a - b from independent estimates."""
    return Estimate(a.mean - b.mean, _joint(a.ci95, b.ci95))


def ratio(a: Estimate, b: Estimate) -> Estimate:
    """Estimate a / b from independent estimates, to first order."""
    if b.mean == 0:
        return Estimate(math.inf, None)
    mean = a.mean / b.mean
    if a.ci95 is None or b.ci95 is None:
        return Estimate(mean, None)
    return Estimate(mean, math.hypot(a.ci95, mean * b.ci95) / abs(b.mean))


def _joint(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else math.hypot(a, b)


def gain_percent(a: Estimate, b: Estimate) -> Estimate:
    """Estimate by how many per cent a is above b."""
    quotient = ratio(a, b)
    return Estimate((quotient.mean - 1) * 100, None if quotient.ci95 is None else quotient.ci95 * 100)


def paired_gain_percent(measured: Measured, a: Point, b: Point, of: Of) -> Estimate:
    """Estimate by how many per cent a is above b, network by network: both ran over the same ones."""
    pairs = zip(measured.values(a, of), measured.values(b, of), strict=True)
    return estimate([(x / y - 1) * 100 for x, y in pairs if y > 0])
