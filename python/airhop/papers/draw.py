"""Draws figures with matplotlib. Colours, markers, dashes and hatches each suffice to distinguish curves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from airhop.papers.figure import Curve, FigureData, Kind, Panel
from airhop.plots import style

_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)), (0, (3, 1, 1, 1, 1, 1)), (0, (1, 1)))
_MOST_TICKS = 12
_HATCHES = ("", "///", "...", "xxx", "\\\\\\", "++", "ooo")


def draw(data: FigureData) -> Figure:
    """Draw a figure."""
    columns = len(data.rows[0])
    bars = any(panel.kind is Kind.BARS for row in data.rows for panel in row)
    width = 9.5 if columns > 1 or bars else 7.0
    figure = style.new_figure(width, 0.9 + (3.6 if len(data.rows) == 1 else 2.3) * len(data.rows))
    style.title(figure, f"Figure {data.numbers}: {data.title}")
    grid = figure.subplots(len(data.rows), columns, squeeze=False)
    for row, axes_row in zip(data.rows, grid, strict=True):
        for panel, axes in zip(row, axes_row, strict=True):
            _draw_panel(axes, panel)
    _legend(figure, grid[0], data)
    return figure


def _legend(figure: Figure, first_row: Sequence[Axes], data: FigureData) -> None:
    handles: dict[str, Artist] = {}
    for axes in first_row:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            handles.setdefault(label, handle)
    if len(handles) > 1:
        columns = min(len(handles), data.legend_columns)
        figure.legend(
            list(handles.values()), list(handles), frameon=False, ncols=columns, loc="outside lower center", fontsize=9
        )


def _draw_panel(axes: Axes, panel: Panel) -> None:
    for index, curve in enumerate(panel.curves):
        if panel.kind is Kind.BARS:
            _bars(axes, curve, index, len(panel.curves))
        elif panel.kind is Kind.LINES:
            _lines(axes, curve, index)
        else:
            _over_time(axes, curve, index, panel.kind)
    _tick_counts(axes, panel)
    axes.set_xlabel(panel.x_label)
    axes.set_ylabel(panel.y_label)
    axes.set_ylim(bottom=panel.y_bottom, top=panel.y_top)
    if panel.title:
        axes.set_title(panel.title, fontsize=10, loc="left", color=style.INK)
    style.tidy(axes)
    for place, text in panel.marks:
        axes.axvline(place, color=style.MUTED, linewidth=1, linestyle=(0, (2, 2)), zorder=1)
        axes.annotate(
            text,
            (place, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(3, -3),
            textcoords="offset points",
            va="top",
            fontsize=8,
            color=style.INK,
        )


def _numbers(curve: Curve) -> tuple[list[float], list[float], list[float]]:
    means = [value.mean for value in curve.y]
    intervals = [np.nan if value.ci95 is None else value.ci95 for value in curve.y]
    return [float(x) for x in curve.x], means, intervals


def _lines(axes: Axes, curve: Curve, index: int) -> None:
    xs, means, intervals = _numbers(curve)
    axes.errorbar(
        xs,
        means,
        yerr=intervals,
        color=style.colour(index),
        linestyle=_DASHES[index % len(_DASHES)],
        marker=_MARKERS[index % len(_MARKERS)],
        markersize=5,
        linewidth=1.4,
        capsize=3,
        label=curve.name,
    )


def _tick_counts(axes: Axes, panel: Panel) -> None:
    """Put ticks at the measured points only if x is a count: there is no half hop."""
    places = sorted({place for curve in panel.curves for place in curve.x if isinstance(place, int)})
    if panel.kind is Kind.LINES and 0 < len(places) <= _MOST_TICKS:
        axes.set_xticks(places, [str(place) for place in places])


def _bars(axes: Axes, curve: Curve, index: int, count: int) -> None:
    step = 0.84 / count
    places = np.arange(len(curve.x)) - 0.42 + step * (index + 0.5)
    means = [value.mean for value in curve.y]
    intervals = [np.nan if value.ci95 is None else value.ci95 for value in curve.y]
    # A share or a goodput is not negative: no interval reaches below zero.
    below = [min(mean, interval) for mean, interval in zip(means, intervals, strict=True)]
    axes.bar(
        places,
        means,
        step * 0.92,
        yerr=[below, intervals],
        capsize=2.5,
        color=style.colour(index),
        hatch=_HATCHES[index % len(_HATCHES)],
        edgecolor="white",
        linewidth=0.5,
        error_kw={"ecolor": style.INK, "elinewidth": 1.1},
        label=curve.name,
    )
    axes.set_xticks(range(len(curve.x)), [str(x) for x in curve.x], fontsize=9)


def _over_time(axes: Axes, curve: Curve, index: int, kind: Kind) -> None:
    xs, means, _ = _numbers(curve)
    colour = style.colour(index)
    if kind is Kind.DOTS:
        axes.plot(xs, means, linestyle="none", marker=".", markersize=3, color=colour, label=curve.name)
        return
    axes.plot(
        xs,
        means,
        color=colour,
        linestyle=_DASHES[index % len(_DASHES)],
        linewidth=1.0 if kind is Kind.TRACE else 1.5,
        drawstyle="steps-mid" if kind is Kind.STEPS else "default",
        label=curve.name,
    )
