"""The matrix as one figure: goodput as a fraction of the bound, with ranks, transport by scenario."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Polygon, Rectangle

from airhop.matrix.contender import Contender
from airhop.matrix.results import Matrix
from airhop.matrix.setup import Family, Setup
from airhop.measures import GOODPUT, STARVED_FLOWS
from airhop.plots import style
from airhop.stats import Score

SHORT = {"tcp-ap": "AP", "tctc": "TCTC", "tcp-daa": "DAA", "bw-rtt": "BW", "dccp": "DCCP"}
"""Papers, as the labels of rows name them."""
COLOURS = colormaps["YlGnBu"]
RANGE = Normalize(0.1, 1.15)
"""Ratios from the palest to the darkest colour."""
STARVING = 10.0
"""Per cent of starved flows from which a cell is marked."""
WARNING = "#D55E00"
_CELL_IN = 0.33
_ROW_IN = 0.285
_LEFT_IN, _TOP_IN, _FOOT_IN = 2.15, 1.6, 0.75
_GAP = 0.75
"""Room for a family's name, in rows."""
_COLUMN_GAP = 0.25
"""Room between groups of transports, in columns."""


def draw(matrix: Matrix) -> Figure:
    """Draw the figure."""
    columns = _columns(matrix.contenders)
    width = max(columns.values(), default=0.0) + 1
    rows, headings, height = _rows(matrix)
    figure = style.new_figure(_LEFT_IN + _CELL_IN * (width + 2.7), _TOP_IN + _FOOT_IN + _ROW_IN * (height + 2.2))
    figure.set_layout_engine("none")
    total_width, total_height = figure.get_size_inches()
    axes = figure.add_axes(
        (
            _LEFT_IN / total_width,
            _FOOT_IN / total_height,
            1 - (_LEFT_IN + 0.05) / total_width,
            1 - (_TOP_IN + _FOOT_IN) / total_height,
        )
    )
    axes.set_xlim(-0.5, width + 2.2)
    axes.set_ylim(height + 1.7, -0.5)
    axes.axis("off")
    for setup, y in rows.items():
        _row(axes, matrix, setup, y, columns, width)
    for family, y in headings.items():
        axes.text(-0.55, y, family.value, ha="right", va="center", fontsize=7.5, color=style.INK, weight="bold")
    _summary(axes, matrix, columns, height + 0.5)
    _heads(axes, matrix.contenders, columns, width)
    style.title(figure, "Goodput as a percentage of the best paced UDP's, and rank among the transports")
    _legend(figure, total_width, total_height)
    return figure


def _columns(contenders: Sequence[Contender]) -> dict[str, float]:
    places: dict[str, float] = {}
    x = 0.0
    for _, group in groupby(contenders, key=lambda c: c.group):
        for contender in group:
            places[contender.key] = x
            x += 1
        x += _COLUMN_GAP
    return places


def _rows(matrix: Matrix) -> tuple[dict[Setup, float], dict[Family, float], float]:
    rows: dict[Setup, float] = {}
    headings: dict[Family, float] = {}
    y = -_GAP + 0.5
    for family in matrix.families:
        headings[family] = y + 0.05
        y += _GAP
        for setup in matrix.of(family):
            rows[setup] = y
            y += 1
    return rows, headings, y


def _row(axes: Axes, matrix: Matrix, setup: Setup, y: float, columns: dict[str, float], width: float) -> None:
    ranks, leaders = matrix.ranks(setup), matrix.leaders(setup)
    axes.text(-0.55, y, f"{setup.label}  ({SHORT[setup.paper]})", ha="right", va="center", fontsize=7, color=style.INK)
    for contender in matrix.contenders:
        x = columns[contender.key]
        score = matrix.to_bound(setup, contender)
        if score is None:
            axes.text(x, y, "-", ha="center", va="center", fontsize=7, color=style.MUTED)
            continue
        starved = matrix.estimate(setup, contender, STARVED_FLOWS)
        _cell(axes, x, y, score, leads=contender.key in leaders)
        axes.text(x, y + 0.27, str(ranks[contender.key]), ha="center", va="center", fontsize=4.6, color=_ink(score))
        if starved is not None and starved.mean >= STARVING:
            _mark(axes, x, y)
    bound = matrix.bounds[setup.key]
    found = bound.estimate(GOODPUT)
    starved = bound.estimate(STARVED_FLOWS)
    if found is not None:
        axes.text(width + 0.45, y, f"{found.mean:.0f}", ha="center", va="center", fontsize=7, color=style.INK)
    if starved is not None and starved.mean >= STARVING:
        _mark(axes, width + 0.62, y)


def _cell(axes: Axes, x: float, y: float, score: Score, *, leads: bool) -> None:
    ratio = math.exp(score.log)
    axes.add_patch(
        Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=COLOURS(RANGE(ratio)), edgecolor="white", linewidth=0.6, zorder=1)
    )
    if leads:
        axes.add_patch(
            Rectangle((x - 0.45, y - 0.45), 0.9, 0.9, fill=False, edgecolor=style.INK, linewidth=1.1, zorder=3)
        )
    axes.text(
        x,
        y - 0.1,
        f"{ratio * 100:.0f}",
        ha="center",
        va="center",
        fontsize=7,
        color=_ink(score),
        weight="bold" if leads else "normal",
    )


def _ink(score: Score) -> str:
    return "white" if RANGE(math.exp(score.log)) > 0.62 else style.INK


def _mark(axes: Axes, x: float, y: float) -> None:
    axes.add_patch(
        Polygon(
            [(x + 0.5, y - 0.5), (x + 0.5, y - 0.12), (x + 0.2, y - 0.5)],
            closed=True,
            facecolor=WARNING,
            edgecolor="white",
            linewidth=0.4,
            zorder=4,
        )
    )


def _summary(axes: Axes, matrix: Matrix, columns: dict[str, float], y: float) -> None:
    """Draw the mean over families, and the mean rank over scenarios."""
    ranks = [matrix.ranks(setup) for setup in matrix.setups]
    axes.text(-0.55, y, "mean over families", ha="right", va="center", fontsize=7, color=style.INK, weight="bold")
    axes.text(-0.55, y + 0.85, "mean rank", ha="right", va="center", fontsize=7, color=style.INK)
    for contender in matrix.contenders:
        x = columns[contender.key]
        overall = matrix.overall(contender)
        if overall is not None:
            _cell(axes, x, y, overall, leads=False)
        placed = [by_key[contender.key] for by_key in ranks if contender.key in by_key]
        if placed:
            mean = sum(placed) / len(placed)
            axes.text(x, y + 0.85, f"{mean:.1f}", ha="center", va="center", fontsize=6.5, color=style.INK)


def _heads(axes: Axes, contenders: Sequence[Contender], columns: dict[str, float], width: float) -> None:
    for contender in contenders:
        axes.text(
            columns[contender.key] - 0.1,
            -0.62,
            contender.marked,
            rotation=55,
            ha="left",
            va="bottom",
            rotation_mode="anchor",
            fontsize=7.5,
            color=style.INK,
        )
    axes.text(
        width + 0.35,
        -0.62,
        "bound, kbit/s",
        rotation=55,
        ha="left",
        va="bottom",
        rotation_mode="anchor",
        fontsize=7.5,
        color=style.INK,
    )


def _legend(figure: Figure, width_in: float, height_in: float) -> None:
    """Explain a cell."""
    scale = figure.add_axes((_LEFT_IN / width_in, 0.42 / height_in, 1.8 / width_in, 0.12 / height_in))
    scale.imshow([[i / 100 for i in range(101)]], aspect="auto", cmap=COLOURS, extent=(10, 115, 0, 1))
    scale.set_yticks([])
    scale.set_xticks([10, 50, 100], ["10 %", "50", "100"])
    scale.tick_params(labelsize=6.5, length=2, colors=style.INK)
    figure.text(
        (_LEFT_IN + 2.05) / width_in,
        0.5 / height_in,
        "frame: indistinguishable from the row's highest (paired over seeds, Holm, 5 %)      small number: rank",
        fontsize=7,
        color=style.INK,
        va="center",
    )
    figure.text(
        (_LEFT_IN + 2.05) / width_in,
        0.3 / height_in,
        "corner: >= 10 % of the flows starved      † needs to know the path      * needs what no node knows by itself",
        fontsize=7,
        color=style.INK,
        va="center",
    )
