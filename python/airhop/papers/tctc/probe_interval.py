"""Figure 15: packets buffered over time, by probe interval (T7)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from airhop.papers.checks import Check, about, check, check_each
from airhop.papers.figure import Curve, FigureData, Kind, Panel, single
from airhop.papers.measured import Measured, Samples
from airhop.papers.point import Method, Point, Settings
from airhop.papers.study import Study
from airhop.papers.tctc.names import SPACING_M, TCTC
from airhop.stats import Estimate, difference, estimate

INTERVALS = (2, 10, 15, 50)
"""Probe intervals in packets."""
NEAR_M = 55
"""A spacing at which a frame survives interference from two hops away."""
SETTLED_S, ON_S, OFF_S, END_S = 50.0, 250.0, 350.0, 450.0
NODES = 7
Y_TOP = 0.8
"""Leaves room above the curves for the marks."""
LAST_S = 50.0
"""Length of the end of a phase, over which its level is averaged."""
WINDOW_S = 5.0
CHANGES = (("connection 2 on", ON_S, OFF_S), ("connection 2 off", OFF_S, END_S))


def point(interval: int, spacing_m: int = SPACING_M) -> Point:
    """Give the chain with a second connection nearby that starts and stops."""
    d = spacing_m
    chain = tuple((hop * d, 0) for hop in range(5))
    beside = ((2 * d, d), (3 * d, d))
    settings: Settings = (("topology.positions", chain + beside), ("transport.tctc_interval", interval))
    return Point("interference-4hop", TCTC, settings, Method.TRANSIENT)


def points() -> Sequence[Point]:
    """Give one point per probe interval, at both spacings."""
    return [point(interval, spacing_m) for spacing_m in (SPACING_M, NEAR_M) for interval in INTERVALS]


def means(times: Samples, values: Samples, step_s: float) -> tuple[Samples, Samples]:
    """Give the starts of time steps, and the mean in each step."""
    edges = np.arange(0.0, END_S + step_s / 2, step_s)
    sums, _ = np.histogram(times, edges, weights=values)
    counts, _ = np.histogram(times, edges)
    return edges[:-1], np.divide(sums, counts, out=np.zeros_like(sums), where=counts > 0)


def buffered(measured: Measured, at: Point, step_s: float) -> list[tuple[Samples, Samples]]:
    """Give the mean number of packets buffered per node in each time step, for each run."""
    runs = measured.series(at, "network", "buffered_packets")
    return [means(times, values / NODES, step_s) for times, values in runs]


def fluctuation(measured: Measured, at: Point) -> Estimate:
    """Estimate the standard deviation of means over 1 s, before connection 2 starts."""
    spreads = []
    for starts, values in buffered(measured, at, 1.0):
        inside = values[(starts >= SETTLED_S) & (starts < ON_S)]
        spreads.append(float(inside.std(ddof=1)))
    return estimate(spreads)


def convergence_s(measured: Measured, at: Point, change_s: float, end_s: float) -> list[float]:
    """Give, for each run, the time from a change until a mean over 5 s first reaches its level at the end of the phase.

    The level is reached within two standard deviations, over windows and runs, of the mean in the last 50 s. A run that
    never reaches it counts with the whole length of the phase.
    """
    runs = buffered(measured, at, WINDOW_S)
    last = np.concatenate([values[(starts >= end_s - LAST_S) & (starts < end_s)] for starts, values in runs])
    level, tolerance = float(last.mean()), 2 * float(last.std(ddof=1))
    found = []
    for starts, values in runs:
        inside = (starts >= change_s) & (starts < end_s) & (np.abs(values - level) <= tolerance)
        found.append(float(starts[inside][0]) + WINDOW_S - change_s if inside.any() else end_s - change_s)
    return found


def judge(measured: Measured) -> Sequence[Check]:
    """Compare fluctuation and convergence of the probe intervals."""
    spread = {interval: fluctuation(measured, point(interval)) for interval in INTERVALS}
    slow = {
        name: {interval: convergence_s(measured, point(interval), start, end) for interval in INTERVALS}
        for name, start, end in CHANGES
    }
    low, high = about(60)
    longest = max(max(slow[name][50]) for name, _, _ in CHANGES)
    medium = (10, 15)
    return [
        check_each(
            "the number of buffered packets fluctuates more with a probe interval of 2 than with 10 and 15 (difference"
            " of standard deviations)",
            [(f"than with {interval}", difference(spread[2], spread[interval])) for interval in medium],
            "packets",
            low=0,
        ),
        check(
            "with 50 the number of buffered packets takes up to 60 s to converge",
            Estimate(longest, None),
            "s",
            low=low,
            high=high,
        ),
        *(
            check_each(
                f"it converges more slowly with 50 than with 10 and 15, {name} (difference)",
                [
                    (f"than with {interval}", difference(estimate(slow[name][50]), estimate(slow[name][interval])))
                    for interval in medium
                ],
                "s",
                low=0,
            )
            for name, _, _ in CHANGES
        ),
    ]


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw the mean over runs on the left and one run on the right, one row per spacing."""
    rows = []
    for spacing_m in (SPACING_M, NEAR_M):
        over_runs, one_run = [], []
        for interval in INTERVALS:
            name = f"probe interval {interval}"
            runs = buffered(measured, point(interval, spacing_m), WINDOW_S)
            starts = runs[0][0]
            shown = starts >= ON_S - SETTLED_S
            middle = np.mean([values for _, values in runs], axis=0)
            places = (starts[shown] + WINDOW_S / 2).tolist()
            over_runs.append(Curve(name, places, [single(v) for v in middle[shown]]))
            one_run.append(Curve(name, places, [single(v) for v in runs[0][1][shown]]))
        marks = ((ON_S, "connection 2 on"), (OFF_S, "off"))
        rows.append(
            [
                Panel(
                    "time (s)",
                    "buffered packets per node",
                    Kind.TRACE,
                    curves,
                    f"{spacing_m} m apart: {what}",
                    marks,
                    Y_TOP,
                )
                for curves, what in ((over_runs, "mean over runs"), (one_run, "seed 1"))
            ]
        )
    return [FigureData("15", "impact of the probe interval on the number of buffered packets", rows, _note(measured))]


def _note(measured: Measured) -> str:
    words = []
    for spacing_m in (SPACING_M, NEAR_M):
        of_intervals = []
        for interval in INTERVALS:
            at = point(interval, spacing_m)
            times = [estimate(convergence_s(measured, at, start, end)).mean for _, start, end in CHANGES]
            spread = fluctuation(measured, at).mean
            of_intervals.append(f"{interval}: {spread:.3f} packets, {times[0]:.0f} and {times[1]:.0f} s")
        words.append(f"{spacing_m} m apart, by probe interval: {'; '.join(of_intervals)}")
    return (
        "The figure shows means over 5 s of the number of packets in interface queues and in the MAC, over all"
        " nodes. The numbers are the standard deviation of means over 1 s before connection 2 starts, and the mean"
        " times to reach the level at the end of the phase after connection 2 starts and after it stops."
        f" {'. '.join(words)}."
    )


STUDY = Study(
    claim="T7",
    short="a probe interval of 10 to 15 packets is best",
    figures=(15,),
    says="with a probe interval of 2 packets the number of buffered packets fluctuates; with 50 it takes up to 60 s"
    " to adapt when a second connection starts or stops; 10 to 15 packets avoid both",
    setting="`interference-4hop` with probe intervals of 2, 10, 15 and 50 packets; connection 2 is active from 250 s"
    " to 350 s. The paper does not give positions: here the nodes of the chain are 90 m apart, and F and G are 90 m"
    " to the side of its third and fourth node.",
    points=points,
    judge=judge,
    draw=draw,
    reason="Connection 2 has one hop and takes nearly the whole channel. Connection 1 therefore starves with any"
    " probe interval, and when connection 2 stops it waits for a retransmission timer after repeated backoff, half a"
    " minute on average. The contention window has little effect on either: it stays between two and three segments,"
    " and an interval of 50 packets lasts 2.4 s at the goodput before the change. With an interval of 2 the number"
    " of buffered packets does fluctuate more than with 10 and 15, by a few per cent, and by 10 to 17 % with nodes"
    " 55 m apart. Also tried: F and G in a line leading away from the chain's middle node, which starves connection"
    " 1 as well. Most likely cause: the paper's connection 2 was weaker, or shared the channel evenly.",
    series=("buffered_packets",),
)
