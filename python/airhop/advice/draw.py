"""The figure of an advice: every candidate's mean with its interval, and where it was dropped."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from airhop.advice.advice import Advice, Candidate, Verdict
from airhop.advice.goal import Quantity
from airhop.plots import style
from airhop.stats import Mean, mean_of

_COLOURS: Mapping[Verdict, str] = {
    Verdict.RECOMMENDED: style.PALETTE[2],
    Verdict.EQUIVALENT: style.PALETTE[0],
    Verdict.BEHIND: style.PALETTE[5],
    Verdict.DROPPED: style.MUTED,
    Verdict.VIOLATES: style.PALETTE[1],
}
_MARKERS: Mapping[Verdict, str] = {
    Verdict.RECOMMENDED: "*",
    Verdict.EQUIVALENT: "o",
    Verdict.BEHIND: "o",
    Verdict.DROPPED: "x",
    Verdict.VIOLATES: "X",
}
_ROW_IN = 0.3
"""Height of a candidate's row, in inches."""


def draw_advice(advice: Advice, directory: Path, form: str) -> Path:
    """Draw an advice into a directory."""
    return style.save(make_figure(advice), directory / f"advice.{form}")


def make_figure(advice: Advice) -> Figure:
    """Draw what counts, one row per candidate, best on top; beside it goodput where something else counts."""
    quantities = [advice.goal.single] if advice.goal.single is not None else list(advice.goal.weights)
    limited = [limit.quantity for limit in advice.goal.limits if limit.quantity not in quantities]
    shown = [quantity for quantity in [*quantities, *limited] if quantity is not None]
    if Quantity.GOODPUT not in shown:
        shown.append(Quantity.GOODPUT)
    figure = style.new_figure(2.6 + 4.0 * len(shown) + 1.0, 1.9 + _ROW_IN * len(advice.ranked))
    use = advice.recommended or "no recommendation"
    if advice.recommended is not None and not advice.settled:
        use += " (not settled)"
    style.title(figure, f"{advice.scenario}, for {advice.goal.words}: {use}")
    panels = figure.subplots(1, len(shown), sharey=True, squeeze=False)[0]
    for axes, quantity in zip(panels, shown, strict=True):
        _panel(axes, advice, quantity)
    rows = range(len(advice.ranked))
    panels[0].set_yticks(rows, [candidate.transport for candidate in advice.ranked])
    panels[0].set_ylim(len(advice.ranked) - 0.4, -0.6)
    _seeds(panels[-1], advice)
    for label, candidate in zip(panels[0].get_yticklabels(), advice.ranked, strict=True):
        label.set_color(style.INK if candidate.transport in advice.race.left else style.MUTED)
        label.set_fontweight("bold" if candidate.verdict is Verdict.RECOMMENDED else "normal")
    figure.legend(handles=_legend(advice), frameon=False, ncols=3, loc="outside lower center", fontsize=8)
    return figure


def _panel(axes: Axes, advice: Advice, quantity: Quantity) -> None:
    text = quantity.text
    values = [mean_of([quantity.of(run) for run in candidate.runs]) for candidate in advice.ranked]
    if quantity is advice.goal.single:
        _margin(axes, advice, values)
    for row, (candidate, value) in enumerate(zip(advice.ranked, values, strict=True)):
        _dot(axes, row, candidate, value)
    for limit in advice.goal.limits:
        if limit.quantity is quantity:
            axes.axvline(limit.value, color=style.PALETTE[1], linestyle="--", linewidth=1.2, zorder=1)
    if quantity is Quantity.GOODPUT and advice.bound is not None:
        axes.axvline(advice.bound.goodput.mean, color=style.INK, linestyle=":", linewidth=1.4, zorder=1)
    axes.set_xlabel(f"{text.title} ({text.unit})" if text.unit else text.title)
    # From zero, so that lengths can be compared; Jain's index has its own range.
    axes.set_xlim(0, 1.05 if quantity is Quantity.FAIRNESS else axes.get_xlim()[1] * 1.02)
    style.tidy(axes, grid="both")


def _margin(axes: Axes, advice: Advice, values: list[Mean]) -> None:
    """Shade what is within the margin of the best among those left."""
    left = [
        value.mean
        for candidate, value in zip(advice.ranked, values, strict=True)
        if candidate.verdict in (Verdict.RECOMMENDED, Verdict.EQUIVALENT)
    ]
    quantity = advice.goal.single
    if not left or quantity is None:
        return
    best = max(left) if quantity.text.more_is_better else min(left)
    sign = -1 if quantity.text.more_is_better else 1
    edge = best * (1 + sign * advice.race.rule.margin)
    axes.axvspan(min(best, edge), max(best, edge), color="#DDEFE7", linewidth=0, zorder=0)


def _dot(axes: Axes, row: int, candidate: Candidate, value: Mean) -> None:
    colour = _COLOURS[candidate.verdict]
    axes.errorbar(value.mean, row, xerr=value.ci95, color=colour, capsize=3, linewidth=1.3, zorder=2)
    marker = _MARKERS[candidate.verdict]
    axes.plot(value.mean, row, marker, color=colour, markersize=11 if marker == "*" else 6, zorder=3)


def _seeds(axes: Axes, advice: Advice) -> None:
    """Write the seeds that each candidate ran into the right margin."""
    beside = axes.get_yaxis_transform()
    for row, candidate in enumerate(advice.ranked):
        axes.text(1.03, row, str(candidate.seeds), transform=beside, va="center", fontsize=9, color=style.MUTED)
    axes.text(1.03, -1, "seeds", transform=beside, va="center", fontsize=9, color=style.MUTED)


def _legend(advice: Advice) -> list[Line2D | Patch]:
    words = {
        Verdict.RECOMMENDED: "recommended",
        Verdict.EQUIVALENT: "equivalent",
        Verdict.BEHIND: "behind, not settled",
        Verdict.DROPPED: "dropped",
        Verdict.VIOLATES: "violates a limit, or unfair",
    }
    present = {candidate.verdict for candidate in advice.ranked}
    handles: list[Line2D | Patch] = [
        Line2D([], [], color=_COLOURS[verdict], marker=_MARKERS[verdict], linestyle="", label=label)
        for verdict, label in words.items()
        if verdict in present
    ]
    if advice.goal.single is not None and advice.recommended is not None:
        handles.append(Patch(color="#DDEFE7", label=f"within {100 * advice.race.rule.margin:g} % of the best"))
    if advice.goal.limits:
        handles.append(Line2D([], [], color=style.PALETTE[1], linestyle="--", label="limit"))
    if advice.bound is not None:
        handles.append(Line2D([], [], color=style.INK, linestyle=":", label="best paced UDP"))
    return handles
