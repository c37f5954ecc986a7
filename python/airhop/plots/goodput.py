"""Goodput bars with intervals, by transport and by flow."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from airhop.plots import style
from airhop.records import EstimateRecord, SummaryRecord
from airhop.result import Result

_MOST_LABELLED_BARS = 12


def draw_goodput(result: Result) -> Figure:
    """Draw the goodput of each transport and, if there are several flows, of each flow."""
    summaries = result.summary_records
    flows = max(len(summary["flows"]) for summary in summaries)
    by_flow = flows > 1
    width = 1.5 + len(summaries) * (1.05 if _crowded(summaries) else max(1.05, 0.12 * _longest_name(summaries)))
    if by_flow:
        width = max(width, 1.5 + 0.28 * len(summaries) * flows)
    figure = style.new_figure(min(max(width, 5.0), 16.0), 7.2 if by_flow else 4.0)
    style.title(figure, f"{result.scenario}: goodput, mean and 95 % interval, {result.sampling}")
    if by_flow:
        above, below = figure.subplots(2, 1)
        _draw_by_flow(below, summaries)
    else:
        above = figure.subplots()
    _draw_aggregate(above, result)
    return figure


def _longest_name(summaries: list[SummaryRecord]) -> int:
    return max(len(summary["transport"]) for summary in summaries)


def _crowded(summaries: list[SummaryRecord]) -> bool:
    """Tell whether names are too long or too many to be horizontal."""
    return len(summaries) > 5 or _longest_name(summaries) > 20


def _draw_aggregate(axes: Axes, result: Result) -> None:
    summaries = result.summary_records
    estimates = [summary["aggregate_goodput_kbps"] for summary in summaries]
    for index, one in enumerate(estimates):
        _bar(axes, index, 0.62, one, index)
        if len(estimates) <= _MOST_LABELLED_BARS:
            axes.annotate(
                f"{one['mean']:.0f}",
                (index, one["mean"] + (one["ci95"] or 0.0)),
                xytext=(0, 3),
                textcoords="offset points",
                ha="center",
                va="bottom",
                color=style.INK,
            )
    slanted = _crowded(summaries)
    axes.set_xticks(
        range(len(summaries)),
        [result.label(summary["transport"]).replace(" (", "\n(") for summary in summaries],
        rotation=25 if slanted else 0,
        ha="right" if slanted else "center",
    )
    axes.set_xlim(-0.6, len(summaries) - 0.4)
    axes.set_ylabel("aggregate goodput (kbit/s)")
    axes.margins(y=0.12)
    axes.set_ylim(bottom=0)
    style.tidy(axes)


def _draw_by_flow(axes: Axes, summaries: list[SummaryRecord]) -> None:
    names = [flow["name"] for flow in summaries[0]["flows"]]
    step = 0.8 / len(summaries)
    for index, summary in enumerate(summaries):
        for position, flow in enumerate(summary["flows"]):
            left = position - 0.4 + step * (index + 0.5)
            label = summary["transport"] if position == 0 else None
            _bar(axes, left, step * 0.92, flow["goodput_kbps"], index, label)
    axes.set_xticks(range(len(names)), names)
    axes.set_xlabel("flow")
    axes.set_ylabel("goodput (kbit/s)")
    axes.set_ylim(bottom=0)
    style.tidy(axes)
    if len(summaries) > 1:
        axes.legend(frameon=False, ncols=min(len(summaries), 4), loc="lower left", bbox_to_anchor=(0, 1.0))


def _bar(
    axes: Axes, position: float, width: float, value: EstimateRecord, index: int, label: str | None = None
) -> None:
    axes.bar(
        position,
        value["mean"],
        width,
        yerr=value["ci95"],
        capsize=4 if width > 0.3 else 2,
        color=style.colour(index),
        hatch=style.hatch(index),
        edgecolor="white",
        linewidth=0.5,
        error_kw={"ecolor": style.INK, "elinewidth": 1.2},
        label=label,
    )
