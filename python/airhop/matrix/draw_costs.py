"""What each transport costs, by family of scenarios: fairness, starvation, delay, energy, retransmissions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm, Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from airhop.matrix.contender import NEWRENO, Contender
from airhop.matrix.results import Matrix
from airhop.matrix.setup import Family
from airhop.measures import DELAY_P99, ENERGY, GAP, JAIN, RETRANSMISSIONS, STARVED_FLOWS, Measure
from airhop.plots import style

_COLOURS = colormaps["YlOrRd"]
Value = Callable[[Matrix, Family, Contender], float | None]


@dataclass(frozen=True, slots=True)
class Panel:
    """One quantity: the darker a cell, the worse."""

    title: str
    value: Value
    good: float
    bad: float
    digits: int = 0
    logarithmic: bool = False


def mean_of(measure: Measure) -> Value:
    """Take the mean over the scenarios of a family."""
    return lambda matrix, family, contender: matrix.mean(matrix.of(family), contender, measure)


def percent_of_newreno(measure: Measure) -> Value:
    """Take the geometric mean of a measure over NewReno's."""

    def value(matrix: Matrix, family: Family, contender: Contender) -> float | None:
        newreno = matrix.contender(NEWRENO)
        if newreno is None:
            return None
        found = matrix.relative(matrix.of(family), contender, newreno, measure)
        return None if found is None else 100 * math.exp(found.log)

    return value


PANELS: tuple[Panel, ...] = (
    Panel("Jain's index", mean_of(JAIN), 1.0, 0.3, digits=2),
    Panel("starved flows, %", mean_of(STARVED_FLOWS), 0, 60),
    Panel("longest time without a delivery, s", mean_of(GAP), 0.5, 60, logarithmic=True),
    Panel("delay (99th percentile), % of NewReno's", percent_of_newreno(DELAY_P99), 10, 200, logarithmic=True),
    Panel("energy per bit, % of NewReno's", percent_of_newreno(ENERGY), 60, 130),
    Panel("retransmissions per 1000 segments", mean_of(RETRANSMISSIONS), 0.5, 300, logarithmic=True),
)


def draw(matrix: Matrix) -> Figure:
    """Draw the figure."""
    families, contenders = matrix.families, matrix.contenders
    figure = style.new_figure(3.2 + 0.9 * max(len(families), 4), 2.2 + 0.36 * max(len(contenders), 4))
    style.title(figure, "What each transport costs, by family of scenarios")
    grid = figure.subplots(2, 3, sharey=True)
    for index, (axes, panel) in enumerate(zip(grid.flat, PANELS, strict=True)):
        _panel(axes, matrix, panel, families, contenders)
        if index >= 3:
            axes.set_xticks(
                range(len(families)),
                [f.value for f in families],
                rotation=55,
                ha="right",
                rotation_mode="anchor",
                fontsize=7.5,
            )
    for axes in grid[:, 0]:
        axes.set_yticks(range(len(contenders)), [c.marked for c in contenders], fontsize=7.5)
    return figure


def _panel(
    axes: Axes, matrix: Matrix, panel: Panel, families: Sequence[Family], contenders: Sequence[Contender]
) -> None:
    low, high = sorted((panel.good, panel.bad))
    scale = LogNorm(low, high, clip=True) if panel.logarithmic else Normalize(low, high, clip=True)
    for y, contender in enumerate(contenders):
        for x, family in enumerate(families):
            value = panel.value(matrix, family, contender)
            if value is None or not math.isfinite(value):
                continue
            shade = float(scale(max(value, low)))
            shade = 1 - shade if panel.good > panel.bad else shade
            axes.add_patch(
                Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=_COLOURS(0.9 * shade), edgecolor="white", linewidth=0.6)
            )
            text = f"{value:.{panel.digits}f}" if value >= 10 or panel.digits or value == 0 else f"{value:.1f}"
            ink = "white" if shade > 0.7 else style.INK
            axes.text(x, y, text, ha="center", va="center", fontsize=5.6, color=ink)
    axes.set_xlim(-0.5, len(families) - 0.5)
    axes.set_ylim(len(contenders) - 0.5, -0.5)
    axes.set_xticks([])
    axes.set_title(panel.title, fontsize=9, loc="left", color=style.INK)
    axes.tick_params(length=0, colors=style.INK)
    axes.spines[:].set_visible(False)
