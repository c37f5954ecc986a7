"""The best fixed limit of the congestion window, found by exhaustive search."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from airhop.measures import goodput
from airhop.papers.measured import Measured, Of
from airhop.papers.point import Point
from airhop.stats import Estimate


def limited(window: int) -> str:
    """Name NewReno with a fixed limit, in segments."""
    return f"newreno+cwl={window}"


def best_window(
    measured: Measured, windows: Sequence[int], point: Callable[[str], Point], of: Of = goodput
) -> tuple[int, Estimate]:
    """Find the limit with the highest goodput, the smallest of equal ones; `point` gives the point of a transport."""
    by_window = {window: measured.estimate(point(limited(window)), of) for window in windows}
    best = max(windows, key=lambda window: (by_window[window].mean, -window))
    return best, by_window[best]
