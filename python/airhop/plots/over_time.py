"""Goodput and congestion window over time, from the first seed of each transport."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from airhop.plots import style
from airhop.result import Result, RunSamples

GOODPUT = "goodput_kbps"
WINDOW = "cwnd_segments"
_MOST_POINTS = 150
"""Goodput is averaged to at most this many points: single samples hide the trend."""
_MOST_POINTS_OF_MANY = 40
"""The same for more than three flows."""


def draw_over_time(result: Result) -> Figure:
    """Draw goodput and congestion window over time, one row per transport, one line per flow."""
    runs = _first_of_each(result.run_samples)
    flows = [flow.name for flow in result.layout.flows]
    figure = style.new_figure(10.5, 0.9 + 1.9 * len(runs) + (0.3 if len(flows) > 1 else 0.0))
    seeds = sorted({run.seed for run in runs})
    style.title(
        figure, f"{result.scenario}: goodput and congestion window over time, seed {', '.join(map(str, seeds))}"
    )
    grid = figure.subplots(len(runs), 2, sharex=True, sharey="col", squeeze=False)
    points = _MOST_POINTS if len(flows) <= 3 else _MOST_POINTS_OF_MANY
    for row, (run, (left, right)) in enumerate(zip(runs, grid, strict=True)):
        frame = run.samples.frame()
        for index, flow in enumerate(flows):
            shade = index if len(flows) > 1 else row
            _line(left, _binned(_samples(frame, flow, GOODPUT), points), shade, flow, "steps-mid")
            _line(right, _samples(frame, flow, WINDOW), shade, flow, "steps-post")
        for axes, text in ((left, "goodput (kbit/s)"), (right, "window (segments)")):
            axes.set_ylabel(text)
            axes.set_title(run.transport, fontsize=10, loc="left", color=style.INK)
            axes.set_xlim(0, result.duration_s)
            if result.warmup_s > 0:
                axes.axvspan(0, result.warmup_s, color="#F2F2F2", linewidth=0, zorder=0)
            style.tidy(axes)
    for axes in grid[-1]:
        # The axis is shared by the column, whose lines are complete only now.
        axes.set_ylim(bottom=0)
        axes.set_xlabel("time (s)" + (", warm-up shaded" if result.warmup_s > 0 else ""))
    if len(flows) > 1:
        handles, labels = grid[0][0].get_legend_handles_labels()
        figure.legend(handles, labels, frameon=False, ncols=min(len(flows), 10), loc="outside lower center")
    return figure


def _first_of_each(runs: Sequence[RunSamples]) -> list[RunSamples]:
    first: dict[str, RunSamples] = {}
    for run in runs:
        first.setdefault(run.transport, run)
    return list(first.values())


def _samples(frame: pd.DataFrame, flow: str, quantity: str) -> pd.DataFrame:
    return frame[(frame["subject"] == flow) & (frame["quantity"] == quantity)]


def _binned(samples: pd.DataFrame, points: int) -> pd.DataFrame:
    """Average neighbouring samples to at most this many points."""
    size = math.ceil(len(samples) / points)
    if size <= 1:
        return samples
    return samples.groupby(np.arange(len(samples)) // size)[["time_s", "value"]].mean()


def _line(axes: Axes, samples: pd.DataFrame, index: int, label: str, drawstyle: str) -> None:
    axes.plot(
        samples["time_s"],
        samples["value"],
        color=style.colour(index),
        linestyle=style.dashes(index),
        linewidth=1.1,
        drawstyle=drawstyle,
        label=label,
    )
