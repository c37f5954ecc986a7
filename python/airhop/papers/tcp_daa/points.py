"""Points of the paper's two scenarios, and the quantities measured."""

from __future__ import annotations

import math
from statistics import fmean

from airhop.measures import goodput
from airhop.papers.measured import Measured
from airhop.papers.point import Method, Point, Value
from airhop.records import RunRecord
from airhop.stats import Estimate, gain_percent

HOPS = 5
"""The chain of most figures."""
Named = list[tuple[str, Estimate]]
"""Estimates, each with a name."""


def chain(transport: str, flows: int = 1, hops: int = HOPS, *more: tuple[str, Value]) -> Point:
    """Give flows from end to end of a chain."""
    settings = (("topology.hops", hops), ("topology.flows", flows), *more)
    return Point("chain", transport, settings, Method.TIMED)


def noisy(transport: str, error_rate: float) -> Point:
    """Give one flow over the chain, where each frame is lost with a probability."""
    return chain(transport, 1, HOPS, ("errors.model", "packet"), ("errors.packet", error_rate))


def grid(transport: str, flows: int) -> Point:
    """Give flows across the grid: three along rows, or six, of which three are along columns."""
    return Point("grid", transport, (("topology.flows", flows),), Method.TIMED)


def of_goodput(measured: Measured, point: Point) -> Estimate:
    """Estimate the goodput of all flows together, in kbit/s."""
    return measured.estimate(point, goodput)


def gain(measured: Measured, one: Point, other: Point) -> Estimate:
    """Estimate how many per cent above another's the goodput of a point is."""
    return gain_percent(of_goodput(measured, one), of_goodput(measured, other))


def largest(named: Named) -> tuple[str, Estimate]:
    """Find the largest of several named estimates."""
    return max(named, key=lambda item: item[1].mean)


def smallest(named: Named) -> tuple[str, Estimate]:
    """Find the smallest of several named estimates."""
    return min(named, key=lambda item: item[1].mean)


def mean_of(named: Named) -> Estimate:
    """Estimate the mean of independent estimates."""
    half_widths = [value.ci95 or 0.0 for _, value in named]
    return Estimate(fmean(value.mean for _, value in named), math.hypot(*half_widths) / len(named))


def delivered_megabits(run: RunRecord) -> float:
    """Payload of all flows together, in Mbit."""
    return sum(flow["delivered_bytes"] for flow in run["flows"]) * 8 / 1e6


def sender_energy(run: RunRecord) -> float:
    """Energy that the flows' sources consumed per Mbit of payload delivered, in J.

    tcp-daa, section 4.2.3, energy per bit.
    """
    return run["energy_j"]["sender"] / max(delivered_megabits(run), 1e-9)


def network_energy(run: RunRecord) -> float:
    """Energy that all nodes consumed per Mbit of payload delivered, in J."""
    return run["energy_j"]["total"] / max(delivered_megabits(run), 1e-9)
