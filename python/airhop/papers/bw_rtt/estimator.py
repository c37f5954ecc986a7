"""Figure 5: estimated and available bandwidth (B1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from airhop.papers.bw_rtt.names import BW_RTT
from airhop.papers.checks import Check, about, check, check_each
from airhop.papers.figure import Curve, FigureData, Kind, Panel, single
from airhop.papers.limits import limited
from airhop.papers.measured import Measured
from airhop.papers.point import Method, Point, Value
from airhop.papers.study import Study
from airhop.stats import Estimate, difference, estimate, ratio

HOPS = 4
SPAN_S = 60.0
"""Length of a time span with constant background traffic."""
BACKGROUND_KBPS = (0, 100, 0, 200, 0)
"""Rate of the crossing UDP traffic in each span."""
SPANS = range(len(BACKGROUND_KBPS))
END_S = SPAN_S * len(BACKGROUND_KBPS)
SETTLING_S = 5.0
"""Excluded after each change."""
WINDOWS = (1, 2, 3)
"""Fixed window limits; the goodput of the best is the available bandwidth."""
STEP_S = 1.0
"""The figure shows means over time steps of this length."""


def point(transport: str) -> Point:
    """Give a flow over a chain that UDP crosses in some spans."""
    settings: list[tuple[str, Value]] = [
        ("topology.hops", HOPS),
        ("run.duration_s", END_S),
        ("run.warmup_s", 1.0),
        ("run.sample_s", STEP_S / 2),
    ]
    busy = [span for span in SPANS if BACKGROUND_KBPS[span] > 0]
    for number, span in enumerate(busy, start=1):
        settings += [
            (f"flows.f{number}.src", HOPS + 1),
            (f"flows.f{number}.dst", 2 * HOPS),
            (f"flows.f{number}.transport", f"udp-paced={BACKGROUND_KBPS[span]}"),
            (f"flows.f{number}.start_s", SPAN_S * span),
            (f"flows.f{number}.stop_s", SPAN_S * (span + 1)),
        ]
    return Point("cross", transport, tuple(settings), Method.TRANSIENT)


def points() -> Sequence[Point]:
    """Give the scheme itself and every fixed window."""
    return [point(transport) for transport in (BW_RTT, *map(limited, WINDOWS))]


def mean_in_span(measured: Measured, transport: str, quantity: str, span: int) -> Estimate:
    """Estimate the mean of a time series in one span, once it has settled."""
    begin, end = SPAN_S * span + SETTLING_S, SPAN_S * (span + 1)
    means = []
    for times, values in measured.series(point(transport), "f0", quantity):
        inside = values[(times > begin) & (times <= end)]
        if inside.size:
            means.append(float(inside.mean()))
    return estimate(means)


def available(measured: Measured, span: int) -> Estimate:
    """Estimate the available bandwidth in one span: the highest goodput with a fixed window."""
    goodputs = [mean_in_span(measured, limited(window), "goodput_kbps", span) for window in WINDOWS]
    return max(goodputs, key=lambda goodput: goodput.mean)


def judge(measured: Measured) -> Sequence[Check]:
    """Compare the estimate with the available bandwidth, and between spans."""
    estimated = [mean_in_span(measured, BW_RTT, "bandwidth_kbps", span) for span in SPANS]
    falls, rises = [], []
    for (before, after), (rate_before, rate_after) in zip(pairwise(estimated), pairwise(BACKGROUND_KBPS), strict=True):
        if rate_after > rate_before:
            falls.append((f"UDP at {rate_after} kbit/s", difference(before, after)))
        else:
            rises.append((f"UDP at {rate_before} kbit/s", difference(after, before)))
    light, heavy = BACKGROUND_KBPS.index(100), BACKGROUND_KBPS.index(200)
    parts = [
        (f"{SPAN_S * span:g} to {SPAN_S * (span + 1):g} s", ratio(estimated[span], available(measured, span)))
        for span in SPANS
    ]
    low, high = about(1.0)
    return [
        check_each("the estimate falls when UDP starts (decrease)", falls, "kbit/s", low=0),
        check_each("it rises again when UDP stops (increase)", rises, "kbit/s", low=0),
        check(
            "it is lower with UDP at 200 than at 100 kbit/s (difference)",
            difference(estimated[light], estimated[heavy]),
            "kbit/s",
            low=0,
        ),
        check_each("it is about the available bandwidth (ratio to it)", parts, low=low, high=high),
    ]


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw both over time."""
    times, values = measured.series(point(BW_RTT), "f0", "bandwidth_kbps")[0]
    edges = np.arange(0.0, END_S + STEP_S / 2, STEP_S)
    middles, means = [], []
    for begin, end in pairwise(edges):
        inside = values[(times > begin) & (times <= end)]
        if inside.size:
            middles.append(float(begin + end) / 2)
            means.append(single(inside.mean()))
    by_span = [available(measured, span).mean for span in SPANS]
    levels = [single(by_span[int(middle / SPAN_S)]) for middle in middles]
    curves = [Curve("available bandwidth", middles, levels), Curve("estimated bandwidth", middles, means)]
    marks = tuple(
        (SPAN_S * span, f"UDP {BACKGROUND_KBPS[span]} kbit/s" if BACKGROUND_KBPS[span] else "UDP off")
        for span in SPANS
        if span > 0
    )
    panel = Panel("time (s)", "bandwidth (kbit/s)", Kind.STEPS, curves, marks=marks)
    note = (
        f"Estimate: seed 1, means over {STEP_S:g} s. Available bandwidth: the goodput of the best of window limits"
        f" {WINDOWS[0]} to {WINDOWS[-1]} with the same background traffic, mean over seeds, from {SETTLING_S:g} s"
        " after each change."
    )
    return [FigureData("5", "estimated and available bandwidth, cross topology", [[panel]], note)]


STUDY = Study(
    claim="B1",
    short="the bandwidth estimate follows the available bandwidth",
    figures=(5,),
    says="the bandwidth estimate follows changes of the available bandwidth fairly closely",
    setting="`cross` of 4 hops at 2 Mbit/s; UDP crosses at 100 kbit/s from 60 s to 120 s and at 200 kbit/s from 180"
    " s to 240 s. The paper does not say what made its available bandwidth change. Available bandwidth is the"
    " goodput of the best fixed window limit of 1 to 3 segments.",
    points=points,
    judge=judge,
    draw=draw,
    reason="The full runs reproduce this claim; quick runs may miss it by chance. Over AODV the estimate also falls"
    " and rises, but it is not lower with UDP at 200 than at 100 kbit/s: routes fail, and UDP is often silent.",
    series=("bandwidth_kbps", "goodput_kbps"),
)
