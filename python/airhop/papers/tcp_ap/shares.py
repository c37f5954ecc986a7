"""Figures of goodput by flow, with the four variants side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from airhop.measures import flow_goodput, goodput
from airhop.papers.figure import Curve, Kind, Panel
from airhop.papers.measured import Measured, Of
from airhop.papers.point import Point
from airhop.papers.tcp_ap.names import VARIANTS
from airhop.stats import Estimate

PointOf = Callable[[str], Point]
"""Gives the point of a transport."""


def points_of(point: PointOf) -> Callable[[], Sequence[Point]]:
    """Give the points of the four variants."""
    return lambda: [point(transport) for transport in VARIANTS.values()]


def named_points(point: PointOf) -> Callable[[], Sequence[tuple[str, Point]]]:
    """Give the points of the four variants, each with its name."""
    return lambda: [(name, point(transport)) for name, transport in VARIANTS.items()]


def goodput_panel(measured: Measured, point: PointOf, flows: int) -> Panel:
    """Show goodput by flow and in total."""
    of: list[Of] = [*(flow_goodput(index) for index in range(flows)), goodput]
    short = "" if flows > 4 else "FTP "
    names = [*(f"{short}{index + 1}" for index in range(flows)), "aggregate"]
    return bars(measured, point, names, of, "FTP flow" if flows > 4 else "", "goodput (kbit/s)")


def bars(
    measured: Measured, point: PointOf, names: Sequence[str], of: Sequence[Of], x_label: str, y_label: str
) -> Panel:
    """Show several numbers of the four variants as bars."""
    curves = [
        Curve(name, names, [measured.estimate(point(transport), each) for each in of])
        for name, transport in VARIANTS.items()
    ]
    return Panel(x_label, y_label, Kind.BARS, curves)


def index_panel(measured: Measured, point: PointOf, named: Sequence[tuple[str, Of]]) -> Panel:
    """Show one or more kinds of Jain's index as bars, up to 1."""
    panel = bars(measured, point, [name for name, _ in named], [of for _, of in named], "", "Jain's index")
    return Panel(panel.x_label, panel.y_label, panel.kind, panel.curves, y_top=1.05)


def compare(measured: Measured, point: PointOf, transports: tuple[str, str], of: Of) -> tuple[Estimate, Estimate]:
    """Estimate a number under two transports."""
    one, other = transports
    return measured.estimate(point(one), of), measured.estimate(point(other), of)
