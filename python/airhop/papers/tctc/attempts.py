"""Figure 13: link-layer attempts (T6)."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.papers.checks import Check, about, check, check_each, show
from airhop.papers.figure import FigureData
from airhop.papers.measured import Measured
from airhop.papers.tctc import chain, quantities
from airhop.stats import Estimate, gain_percent


def saving_percent(tctc: Estimate, default: Estimate) -> Estimate:
    """Estimate how many per cent below default TCP TCTC is."""
    gain = gain_percent(tctc, default)
    return Estimate(-gain.mean, gain.ci95)


def judge(measured: Measured) -> Sequence[Check]:
    """Compare the attempts per delivery."""
    savings = chain.compared(measured, quantities.attempts, saving_percent)
    low, high = about(32)
    mean = chain.mean_of([saving for _, saving in savings])
    return [
        check_each("TCTC needs fewer attempts per delivery at every number of hops (saving)", savings, "%", low=0),
        check("the saving is 32 % on average over the numbers of hops", mean, "%", low=low, high=high),
    ]


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw attempts over hops and over the variations."""
    label = "attempts per delivery"
    first, varied = chain.figure(
        "13",
        "average link layer attempts",
        chain.by_hops(measured, quantities.attempts, label),
        chain.over_variations(measured, quantities.attempts, label),
    )
    savings = chain.compared_over_variations(measured, quantities.attempts, saving_percent)
    words = "; ".join(f"{name}: {show(saving, '%')}" for name, saving in savings.items())
    note = f"{chain.NOTE} Mean saving by TCTC: {words}."
    return [first, FigureData(varied.numbers, varied.title, varied.rows, note, part=varied.part)]
