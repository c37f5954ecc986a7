"""Figures 22 and 23: files with pauses over parallel chains (A11)."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.measures import aggregate_averaged_goodput, averaged_jain
from airhop.papers.checks import NEAR_ONE, Check, about, check, check_each
from airhop.papers.figure import Curve, FigureData, Kind, Panel
from airhop.papers.measured import Measured, Of
from airhop.papers.point import Point
from airhop.papers.study import Study
from airhop.papers.tcp_ap import parallel
from airhop.papers.tcp_ap.names import AP, NEWRENO
from airhop.stats import Estimate, gain_percent

PAUSES_S = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0)
CONSTANT_PERCENT = 10.0
"""A curve that changes by less than this counts as constant, in the paper's words."""


def point(transport: str, pause_s: float) -> Point:
    """Give two flows of files; without a pause they are the continuous flows of figure 16, as in the paper."""
    if pause_s == 0:
        return parallel.point(transport)
    return Point("parallel", transport, (("traffic.kind", "files"), ("traffic.pause_s", pause_s)))


def estimates(measured: Measured, transport: str, of: Of) -> list[Estimate]:
    """Estimate a number at every pause."""
    return [measured.estimate(point(transport, pause_s), of) for pause_s in PAUSES_S]


def judge(measured: Measured) -> Sequence[Check]:
    """Check the change of averaged goodput with the pause, and fairness."""
    goodputs = {transport: estimates(measured, transport, aggregate_averaged_goodput) for transport in (AP, NEWRENO)}
    fairness = {
        transport: [
            (f"{pause_s:g} s", value)
            for pause_s, value in zip(PAUSES_S, estimates(measured, transport, averaged_jain), strict=True)
        ]
        for transport in (AP, NEWRENO)
    }
    unfair_low, unfair_high = about(1 - 0.64)
    steps = [
        (f"from {PAUSES_S[i]:g} to {PAUSES_S[i + 1]:g} s", gain_percent(goodputs[AP][i + 1], goodputs[AP][i]))
        for i in range(len(PAUSES_S) - 1)
    ]
    return [
        check(
            "TCP-AP's aggregate averaged goodput rises with the pause (1 s compared to none)",
            gain_percent(goodputs[AP][-1], goodputs[AP][0]),
            "%",
            low=0,
        ),
        check_each("it rises at every step", steps, "%", low=0),
        check(
            f"NewReno's does not change (1 s compared to none, within {CONSTANT_PERCENT:g} %)",
            gain_percent(goodputs[NEWRENO][-1], goodputs[NEWRENO][0]),
            "%",
            low=-CONSTANT_PERCENT,
            high=CONSTANT_PERCENT,
        ),
        check_each("TCP-AP is fair with and without pauses (Jain's index)", fairness[AP], low=NEAR_ONE),
        check_each("NewReno is fair with pauses (Jain's index)", fairness[NEWRENO][1:], low=NEAR_ONE),
        check(
            "NewReno is unfair without pauses: Jain's index 0.64",
            fairness[NEWRENO][0][1],
            low=1 - unfair_high,
            high=1 - unfair_low,
        ),
    ]


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw averaged goodput and Jain's index by mean pause."""
    figures = []
    for number, of, title, label, top in (
        ("22", aggregate_averaged_goodput, "aggregate averaged goodput", "aggregate averaged goodput (kbit/s)", None),
        ("23", averaged_jain, "fairness", "Jain's index", 1.05),
    ):
        curves = [
            Curve(name, PAUSES_S, estimates(measured, transport, of))
            for name, transport in (("TCP NewReno", NEWRENO), ("TCP-AP", AP))
        ]
        panel = Panel("mean pause between files (s)", label, Kind.LINES, curves, y_top=top)
        figures.append(FigureData(number, f"{title} of file transfers, symmetric parallel chains", [[panel]]))
    return figures


STUDY = Study(
    claim="A11",
    short="files over parallel chains: goodput and fairness by pause",
    figures=(22, 23),
    says="TCP-AP's aggregate averaged goodput rises with the pause, NewReno's does not change; both are fair with"
    " pauses, and TCP-AP also without, where NewReno's index is 0.64",
    setting="`parallel`: files with Pareto-distributed sizes of 30 kB on average and exponentially distributed"
    " pauses; no pause means continuous flows, as in the paper.",
    points=lambda: [point(transport, pause_s) for transport in (AP, NEWRENO) for pause_s in PAUSES_S],
    judge=judge,
    draw=draw,
    reason="NewReno's averaged goodput rises with the pause as TCP-AP's does, because under either a flow gains when"
    " the other pauses and leaves it the channel. Without pauses NewReno's index over a whole run is close to 1"
    " because the starved flow changes within the run; over windows of 10 s it is 0.65 (A6), close to the paper's"
    " 0.64. Tried: the settings listed under A6, none of which brings the index over the run below 0.9. Most likely"
    " cause: the paper's values without pauses are from short runs; its NewReno took longer to acquire the channel"
    " after a pause, with the minimum RTO and the losses of its ns-2 version.",
    fairness=lambda: [
        (f"{name}, pause {pause_s:g} s", point(transport, pause_s))
        for name, transport in (("TCP NewReno", NEWRENO), ("TCP-AP", AP))
        for pause_s in (0.1, 1.0)
    ],
)
