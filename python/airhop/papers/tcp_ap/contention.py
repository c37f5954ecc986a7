"""Figures 3 to 5: round-trip times and their coefficient of variation with crossing UDP traffic (A1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from airhop.papers.checks import Check, check, check_each
from airhop.papers.figure import Curve, FigureData, Kind, Panel, single
from airhop.papers.measured import Measured
from airhop.papers.point import Method, Point
from airhop.papers.study import Study
from airhop.papers.tcp_ap.names import NEWRENO
from airhop.stats import Estimate, difference, estimate

RATES_KBPS = (150, 200, 250)
TCP_KBPS = 100.0
START_S, STOP_S, END_S = 30.0, 60.0, 90.0
HISTORY_S = 50 * 1460 * 8 / (TCP_KBPS * 1000)
"""Time that the 50 samples of the coefficient of variation span."""


def point(rate_kbps: int) -> Point:
    """Give a TCP flow at a fixed rate that UDP crosses."""
    return Point(
        "cross",
        NEWRENO,
        (
            ("flows.f0.traffic.kind", "cbr"),
            ("flows.f0.traffic.rate_kbps", TCP_KBPS),
            ("flows.f1.transport", f"udp-paced={rate_kbps}"),
            ("flows.f1.start_s", START_S),
            ("flows.f1.stop_s", STOP_S),
            ("run.duration_s", END_S),
            ("run.warmup_s", 1.0),
        ),
        Method.TRANSIENT,
    )


def points() -> Sequence[Point]:
    """Give one point per UDP rate."""
    return [point(rate) for rate in RATES_KBPS]


def mean_cov(measured: Measured, rate_kbps: int, begin_s: float, end_s: float) -> Estimate:
    """Estimate the mean coefficient of variation in a span of time; a run without a sample in it has none."""
    means = []
    for times, values in measured.series(point(rate_kbps), "f0", "rtt_cov"):
        inside = values[(times >= begin_s) & (times < end_s)]
        if inside.size:
            means.append(float(inside.mean()))
    return estimate(means)


def judge(measured: Measured) -> Sequence[Check]:
    """Compare the coefficient of variation before, during and after UDP, and between rates."""
    before = {rate: mean_cov(measured, rate, HISTORY_S, START_S) for rate in RATES_KBPS}
    while_on = {rate: mean_cov(measured, rate, START_S + HISTORY_S, STOP_S) for rate in RATES_KBPS}
    after = {rate: mean_cov(measured, rate, STOP_S + 2 * HISTORY_S, END_S) for rate in RATES_KBPS}
    rises = [(f"{rate} kbit/s", difference(while_on[rate], before[rate])) for rate in RATES_KBPS]
    falls = [(f"{rate} kbit/s", difference(while_on[rate], after[rate])) for rate in RATES_KBPS]
    checks = [
        check_each("the coefficient of variation rises while UDP is active (difference to before)", rises, low=0),
        check_each("it falls again after UDP stops (difference to after)", falls, low=0),
    ]
    for slow, fast in pairwise(RATES_KBPS):
        statement = f"it is higher with UDP at {fast} than at {slow} kbit/s (difference)"
        checks.append(check(statement, difference(while_on[fast], while_on[slow]), low=0))
    return checks


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw samples on the left and their coefficient of variation on the right, one row per figure."""
    rows = []
    for number, rate in zip((3, 4, 5), RATES_KBPS, strict=True):
        panels = []
        for quantity, label, kind, scale in (
            ("rtt_ms", "RTT (s)", Kind.DOTS, 1e-3),
            ("rtt_cov", "CoV of RTT", Kind.TRACE, 1.0),
        ):
            times, values = measured.series(point(rate), "f0", quantity)[0]
            curve = Curve("TCP at 100 kbit/s", times.tolist(), [single(v) for v in values * scale])
            marks = ((START_S, "UDP on"), (STOP_S, "off"))
            panels.append(Panel("time (s)", label, kind, [curve], f"Figure {number}: UDP at {rate} kbit/s", marks))
        rows.append(panels)
    note = (
        "Seed 1. The coefficient of variation is the sample standard deviation of the last 50 round-trip times"
        f" divided by their mean; 50 samples of TCP at {TCP_KBPS:g} kbit/s span {HISTORY_S:.1f} s. Dashed lines: UDP"
        f" is active from {START_S:g} s to {STOP_S:g} s."
    )
    return [FigureData("3-5", "influence of UDP background traffic on RTT samples, cross topology", rows, note)]


STUDY = Study(
    claim="A1",
    short="RTT varies more with more competing UDP",
    figures=(3, 4, 5),
    says="with competing UDP from 30 s to 60 s the coefficient of variation of the RTT increases, and the more so"
    " the higher the UDP rate",
    setting="`cross`: TCP NewReno with an application rate of 100 kbit/s for 90 s; UDP at 150, 200 and 250 kbit/s"
    " from 30 s to 60 s.",
    points=points,
    judge=judge,
    draw=draw,
    reason="The full runs reproduce this claim; quick runs may miss it by chance.",
    series=("rtt_ms", "rtt_cov"),
)
