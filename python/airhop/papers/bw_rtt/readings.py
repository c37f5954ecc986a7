"""Interpretations of the paper: which round-trip time it means, and how the product is rounded to segments."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.papers.point import Settings
from airhop.stats import Estimate

ROUND_TRIPS = ("minimum", "first", "smoothed")
ROUNDINGS = ("floor", "nearest", "ceiling")

DEFAULT: Settings = ()
"""The scheme's default interpretation: smoothed, nearest."""

READINGS: dict[str, Settings] = {
    f"{round_trip}\n{rounding}": (
        DEFAULT
        if (round_trip, rounding) == ("smoothed", "nearest")
        else (("transport.bwrtt_rtt", round_trip), ("transport.bwrtt_rounding", rounding))
    )
    for round_trip in ROUND_TRIPS
    for rounding in ROUNDINGS
}
"""Settings by the name of the interpretation in the figures."""

OTHERS = tuple(extra for extra in READINGS.values() if extra != DEFAULT)


def listed(names: Sequence[str]) -> str:
    """Write the names of interpretations, or `none`."""
    return ", ".join(name.replace("\n", " with ") for name in names) if names else "none"


def reaches(value: Estimate, low: float, high: float = float("inf")) -> bool:
    """Tell whether a mean lies between two bounds."""
    return low <= value.mean <= high
