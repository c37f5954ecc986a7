"""Figures 16 and 17: two parallel chains (A6, A7)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from airhop.measures import goodput, jain, jain_10s, least_share
from airhop.papers.checks import NEAR_ONE, Check, about, check, check_each
from airhop.papers.figure import Curve, FigureData, Kind, Panel, single
from airhop.papers.measured import Measured
from airhop.papers.point import Method, Point
from airhop.papers.study import Study
from airhop.papers.tcp_ap.names import AP, AP_LDA, NEWRENO
from airhop.papers.tcp_ap.shares import compare, goodput_panel, index_panel, named_points, points_of
from airhop.stats import difference, estimate, gain_percent, ratio

OVER_TIME_S = 100.0
"""Length of figure 17."""
SETTLED_S = 10.0
"""Until then the history of the coefficient of variation is not full."""
OWN, WRITTEN = "cov", "rtt_cov"
"""The coefficient of variation that the sender uses, which in the author's code is the mean absolute deviation of n-hop
delays over their mean; and that of section 4.2, the sample standard deviation of round-trip times over their mean."""


FLOWS = (("f0", "FTP 1"), ("f1", "FTP 2"))
"""Flows and their names in the paper."""


def point(transport: str) -> Point:
    """Give one flow on each of two chains of 4 hops, 400 m apart."""
    return Point("parallel", transport)


def over_time() -> Point:
    """Give the same under TCP-AP, with time series."""
    return Point("parallel", AP, (("run.duration_s", OVER_TIME_S), ("run.warmup_s", SETTLED_S)), Method.TRANSIENT)


def judge_shares(measured: Measured) -> Sequence[Check]:
    """Check the share of NewReno's weaker flow, TCP-AP's fairness, and the aggregate goodputs."""
    low, high = about(0.10)
    fair = [
        (name, measured.estimate(point(transport), jain))
        for name, transport in (("TCP-AP", AP), ("with delayed ACK", AP_LDA))
    ]
    more = [
        (name, gain_percent(*compare(measured, point, (transport, NEWRENO), goodput)))
        for name, transport in (("TCP-AP", AP), ("with delayed ACK", AP_LDA))
    ]
    return [
        check(
            "NewReno's weaker flow gets about 10 % of the goodput (share)",
            measured.estimate(point(NEWRENO), least_share),
            low=low,
            high=high,
        ),
        check_each("TCP-AP is fair with and without delayed ACK (Jain's index over the run)", fair, low=NEAR_ONE),
        check_each("its aggregate goodput is above NewReno's (gain)", more, "%", low=0),
        check(
            "over windows of 10 s it is also fairer than NewReno (difference of Jain's indices)",
            difference(*compare(measured, point, (AP, NEWRENO), jain_10s)),
            low=0,
        ),
    ]


def draw_shares(measured: Measured) -> Sequence[FigureData]:
    """Draw goodput by flow and Jain's index."""
    indices = index_panel(measured, point, [("over the run", jain), ("windows of 10 s", jain_10s)])
    panels = [goodput_panel(measured, point, 2), indices]
    return [FigureData("16", "goodput and fairness, symmetric parallel chains", [panels])]


def covs(measured: Measured, flow: str, quantity: str, percent: float | None = None) -> list[float]:
    """Take the mean, or a percentile, of a flow's coefficient of variation in each run."""
    numbers = []
    for times, values in measured.series(over_time(), flow, quantity):
        settled = values[times >= SETTLED_S]
        if settled.size:
            numbers.append(float(settled.mean() if percent is None else np.percentile(settled, percent)))
    return numbers


def judge_cov(measured: Measured) -> Sequence[Check]:
    """Check the range of the coefficient of variation, and whether it is similar for both flows."""
    checks = []
    for quantity, which in ((OWN, "as the sender computes it"), (WRITTEN, "as defined in section 4.2")):
        highest = [(name, estimate(covs(measured, flow, quantity, 99))) for flow, name in FLOWS]
        statement = f"the coefficient of variation, {which}, stays between 0 and 1 (99th percentile)"
        checks.append(check_each(statement, highest, low=0, high=1))
    means = [estimate(covs(measured, flow, OWN)) for flow, _ in FLOWS]
    low, high = about(1.0)
    statement = "it is similar for both flows (mean of FTP 1 over that of FTP 2, as the sender computes it)"
    return [*checks, check(statement, ratio(*means), low=low, high=high)]


def draw_cov(measured: Measured) -> Sequence[FigureData]:
    """Draw the coefficient of variation of both flows over time."""
    rows = []
    for quantity, title in ((OWN, "as the sender computes it"), (WRITTEN, "as defined in section 4.2")):
        curves = []
        for flow, name in FLOWS:
            times, values = measured.series(over_time(), flow, quantity)[0]
            curves.append(Curve(name, times.tolist(), [single(value) for value in values]))
        rows.append([Panel("time (s)", "coefficient of variation", Kind.TRACE, curves, title)])
    note = (
        "Seed 1. Top: mean absolute deviation of the last 50 samples of the 4-hop delay over their mean, which"
        " determines the rate by default. Bottom: sample standard deviation of the last 50 round-trip times over"
        " their mean."
    )
    return [FigureData("17", "coefficient of variation in TCP-AP, symmetric parallel chains", rows, note)]


SHARES = Study(
    claim="A6",
    short="parallel chains: NewReno starves a flow, TCP-AP is fair",
    figures=(16,),
    says="NewReno's second flow gets about 10 % of the goodput; TCP-AP is fair with and without delayed ACK, and its"
    " aggregate goodput is above NewReno's",
    setting="`parallel`: one flow on each of two chains of 4 hops, 400 m apart.",
    points=points_of(point),
    judge=judge_shares,
    draw=draw_shares,
    reason="The starved flow changes within a run. Over windows of 10 s NewReno's index of 0.65 corresponds to about"
    " 14 % for the weaker flow, close to the paper's 10 % and its index of 0.64, while over a whole run both flows"
    " have their turns. Tried: a minimum RTO of 0.2 s, a maximum RTO of 3600 s, a window of 20 packets, AODV"
    " according to RFC 3561, static routes: 33 to 46 % in every case. Most likely cause: the paper's values are from"
    " short runs, or a flow captured the channel for longer in its ns-2 of 2003 to 2005 than in 2.35, which airhop"
    " models.",
    fairness=named_points(point),
)

VARIATION = Study(
    claim="A7",
    short="RTT variation is similar for both flows under TCP-AP",
    figures=(17,),
    says="under TCP-AP the coefficient of variation stays between 0 and 1, in the same range for both flows",
    setting=f"`parallel`: two flows of TCP-AP, {OVER_TIME_S:g} s, checked from {SETTLED_S:g} s on.",
    points=lambda: [over_time()],
    judge=judge_cov,
    draw=draw_cov,
    reason="Round-trip times after a loss or a route failure are many times the others, and a standard deviation"
    " over all of them exceeds 1. The author's own code, which airhop follows by default, uses the mean absolute"
    " deviation and discards delays of 0.5 s and more; that measure stays between 0 and 1. Most likely cause: figure"
    " 17 shows what that code computes, not the formula of section 4.2.",
    series=(OWN, WRITTEN),
)
