"""Figure 9: goodput by averaging weight and history (A2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from airhop.measures import goodput, jain
from airhop.papers.checks import Check, Outcome, check, check_each, show, within
from airhop.papers.figure import Curve, FigureData, Kind, Panel
from airhop.papers.measured import Measured
from airhop.papers.point import Point
from airhop.papers.study import Study
from airhop.papers.tcp_ap.names import AP
from airhop.stats import Estimate, difference

ALPHAS = (0.1, 0.3, 0.5, 0.7, 0.9)
HISTORIES = (10, 50, 100, 200)
LARGE_ALPHA, LARGE_HISTORY = 0.7, 100
"""Values from here on count as large: the upper part of each axis."""


def point(alpha: float, history: int) -> Point:
    """Give two crossing flows with one set of parameters."""
    return Point("cross", AP, (("transport.ap_alpha", alpha), ("transport.ap_history", history)))


def points() -> Sequence[Point]:
    """Give the whole grid of parameters."""
    return [point(alpha, history) for history in HISTORIES for alpha in ALPHAS]


def judge(measured: Measured) -> Sequence[Check]:
    """Check the best set, the slope over alpha for each history, and the lowest Jain's index."""
    grid = {
        (alpha, history): measured.estimate(point(alpha, history), goodput) for alpha in ALPHAS for history in HISTORIES
    }
    slopes = {history: difference(grid[ALPHAS[-1], history], grid[ALPHAS[0], history]) for history in HISTORIES}
    named = [(f"N = {history}", slope) for history, slope in slopes.items() if history >= 50]
    fairness = [
        (f"alpha {alpha:g}, N {history}", measured.estimate(point(alpha, history), jain)) for alpha, history in grid
    ]
    least = min(fairness, key=lambda item: item[1].mean)
    return [
        _best(grid),
        check(
            f"for N = 10 goodput falls with alpha (change from {ALPHAS[0]:g} to {ALPHAS[-1]:g})",
            slopes[10],
            "kbit/s",
            high=0,
        ),
        check_each("for N of at least 50 it rises with alpha (same change)", named, "kbit/s", low=0),
        check_each("Jain's index is above 0.99 for every set (lowest shown)", [least], low=0.99),
    ]


def _best(grid: Mapping[tuple[float, int], Estimate]) -> Check:
    alpha, history = best = max(grid, key=lambda key: grid[key].mean)
    text = f"best: {show(grid[best], 'kbit/s')} at alpha {alpha:g}, N {history}"
    if alpha >= LARGE_ALPHA and history >= LARGE_HISTORY:
        outcome = Outcome.HOLDS
    else:
        large = max(
            (value for key, value in grid.items() if key[0] >= LARGE_ALPHA and key[1] >= LARGE_HISTORY),
            key=lambda value: value.mean,
        )
        lead = difference(grid[best], large)
        outcome = Outcome.FAILS if within(lead, low=0) is Outcome.HOLDS else Outcome.OPEN
        text += f"; best with large alpha and N: {show(large, 'kbit/s')}"
    statement = f"aggregate goodput is highest with large alpha and N (at least {LARGE_ALPHA:g} and {LARGE_HISTORY})"
    return Check(statement, text, outcome)


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw goodput and Jain's index over alpha, one curve per history."""
    panels = []
    for of, label, bottom, top in (
        (goodput, "aggregate goodput (kbit/s)", 200.0, None),
        (jain, "Jain's index", 0.9, 1.01),
    ):
        curves = [
            Curve(f"N = {history}", ALPHAS, [measured.estimate(point(alpha, history), of) for alpha in ALPHAS])
            for history in HISTORIES
        ]
        panels.append(Panel("averaging weight alpha", label, Kind.LINES, curves, y_top=top, y_bottom=bottom))
    return [
        FigureData(
            "9", "parameter settings of TCP-AP, two flows, cross topology", [panels], "The axes do not start at zero."
        )
    ]


STUDY = Study(
    claim="A2",
    short="goodput and fairness over alpha and N",
    figures=(9,),
    says="aggregate goodput is highest with large alpha and N; for N = 10 goodput falls with alpha, for N of at"
    " least 50 it rises slightly; Jain's index is above 0.99 for every set",
    setting="`cross`: two flows of TCP-AP; alpha from 0.1 to 0.9; N of 10, 50, 100 and 200.",
    points=points,
    judge=judge,
    draw=draw,
    reason="The full runs reproduce this claim; quick runs may miss it by chance.",
    fairness=lambda: [
        (f"alpha {alpha:g}, N {history}", point(alpha, history))
        for alpha, history in ((0.7, 10), (0.7, 50), (0.7, 200))
    ],
)
