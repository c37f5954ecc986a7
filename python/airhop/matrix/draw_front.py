"""Goodput against fairness, scenario by scenario, with the transports that no other dominates in both."""

from __future__ import annotations

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from airhop.matrix.advice import front
from airhop.matrix.contender import Contender
from airhop.matrix.results import Matrix
from airhop.matrix.setup import Setup
from airhop.measures import JAIN
from airhop.plots import style

_ACROSS = 4
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "p")
_MOST_NAMES = 5


def draw(matrix: Matrix) -> Figure:
    """Draw the figure."""
    setups = [setup for setup in matrix.setups if setup.several]
    down = max(1, math.ceil(len(setups) / _ACROSS))
    figure = style.new_figure(11.0, 1.3 + 2.35 * down)
    style.title(figure, "Goodput against fairness; line and names: transports not dominated in both")
    grid = figure.subplots(down, _ACROSS, squeeze=False, sharex=True)
    groups = list(dict.fromkeys(c.group for c in matrix.contenders))
    for axes, setup in zip(grid.flat, setups, strict=False):
        _panel(axes, matrix, setup, groups)
    for axes in list(grid.flat)[len(setups) :]:
        axes.axis("off")
    for axes in grid[-1]:
        axes.set_xlabel("Jain's index", fontsize=8)
    for axes in grid[:, 0]:
        axes.set_ylabel("% of the bound", fontsize=8)
    handles = [
        grid[0, 0].plot([], [], linestyle="none", marker=_MARKERS[i], color=_colour(i), markersize=5)[0]
        for i in range(len(groups))
    ]
    figure.legend(handles, groups, frameon=False, ncols=len(groups), loc="outside lower center", fontsize=8)
    return figure


def _panel(axes: Axes, matrix: Matrix, setup: Setup, groups: Sequence[str]) -> None:
    places: dict[str, tuple[float, float]] = {}
    for contender in matrix.contenders:
        score, jain = matrix.to_bound(setup, contender), matrix.estimate(setup, contender, JAIN)
        if score is None or jain is None:
            continue
        places[contender.key] = jain.mean, 100 * math.exp(score.log)
        group = groups.index(contender.group)
        axes.plot(
            *places[contender.key],
            marker=_MARKERS[group],
            color=_colour(group),
            markersize=4.5,
            markerfacecolor=_colour(group) if contender.deployable else "white",
            linestyle="none",
            zorder=3,
        )
    best = front(matrix, setup)
    if best:
        xs, ys = zip(*(places[c.key] for c in best), strict=True)
        axes.plot(xs, ys, color=style.MUTED, linewidth=0.9, zorder=2)
    _names(axes, [(c, *places[c.key]) for c in best])
    axes.set_title(f"{setup.family.value}: {setup.label}", fontsize=7.5, loc="left", color=style.INK)
    axes.tick_params(labelsize=7)
    low, high = axes.get_ylim()
    axes.set_ylim(max(0.0, low - 0.45 * (high - low)), high + 0.05 * (high - low))
    axes.set_xlim(0.05, 1.03)
    axes.set_xticks([0.2, 0.4, 0.6, 0.8, 1.0])
    style.tidy(axes, "both")


def _colour(group: int) -> str:
    """Choose a colour; the palette has one less than there are groups."""
    return style.colour(group) if group < len(style.PALETTE) else style.INK


def _names(axes: Axes, best: Sequence[tuple[Contender, float, float]]) -> None:
    """List the front in the corner that the points leave free, the highest goodput first."""
    names = [contender.marked for contender, _, _ in best][:_MOST_NAMES]
    more = len(best) - len(names)
    axes.annotate(
        "\n".join([*names, *([f"and {more} more"] if more else [])]),
        (0.0, 0.0),
        xycoords="axes fraction",
        xytext=(4, 4),
        textcoords="offset points",
        va="bottom",
        fontsize=6.5,
        color=style.INK,
    )
