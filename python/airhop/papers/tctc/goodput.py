"""Figure 10: goodput (T3)."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.measures import goodput
from airhop.papers.checks import Check, about, check, check_each, show
from airhop.papers.figure import FigureData
from airhop.papers.measured import Measured
from airhop.papers.tctc import chain
from airhop.stats import gain_percent


def judge(measured: Measured) -> Sequence[Check]:
    """Compare goodput at each number of hops, and on average."""
    gains = chain.compared(measured, goodput, gain_percent)
    low, high = about(34)
    return [
        check_each("TCTC's goodput is above default TCP's at every number of hops (gain)", gains, "%", low=0),
        check(
            "the gain is 34 % on average over the numbers of hops",
            chain.mean_of([g for _, g in gains]),
            "%",
            low=low,
            high=high,
        ),
    ]


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw goodput over hops and over the variations."""
    first, varied = chain.figure(
        "10",
        "TCP goodput",
        chain.by_hops(measured, goodput, "goodput (kbit/s)"),
        chain.over_variations(measured, goodput, "goodput (kbit/s)"),
    )
    gains = chain.compared_over_variations(measured, goodput, gain_percent)
    words = "; ".join(f"{name}: {show(gain, '%')}" for name, gain in gains.items())
    note = f"{chain.NOTE} Mean gain by TCTC: {words}."
    return [first, FigureData(varied.numbers, varied.title, varied.rows, note, part=varied.part)]
