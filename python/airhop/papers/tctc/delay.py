"""Figure 9: segment delay and its fluctuation (T2)."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.papers.checks import Check, about, check, check_each, span
from airhop.papers.figure import FigureData
from airhop.papers.measured import Measured
from airhop.papers.tctc import chain, quantities
from airhop.papers.tctc.names import NEWRENO, TCTC
from airhop.stats import difference


def judge(measured: Measured) -> Sequence[Check]:
    """Compare delays and their coefficients of variation with the paper's numbers, and with each other."""
    low_ms, high_ms = span(8, 40)
    highest = max(chain.each(measured, NEWRENO, quantities.delay_p99_ms), key=lambda item: item[1].mean)
    up_to_low_ms, up_to_high_ms = about(800)
    fluctuations = chain.each(measured, NEWRENO, quantities.fluctuation_percent)
    most = max(fluctuations, key=lambda item: item[1].mean)
    little_low, little_high = about(3)
    much_low, much_high = about(44)
    steadiness = [value for _, value in chain.each(measured, TCTC, quantities.fluctuation_percent)]
    return [
        check_each(
            "TCTC's mean delay is below default TCP's at every number of hops (difference)",
            chain.compared(measured, quantities.delay_ms, difference),
            "ms",
            high=0,
        ),
        check_each(
            "TCTC's mean delay is between 8 and 40 ms, depending on the number of hops",
            chain.each(measured, TCTC, quantities.delay_ms),
            "ms",
            low=low_ms,
            high=high_ms,
        ),
        check(
            f"default TCP's delay is up to 800 ms (99th percentile at {highest[0]})",
            highest[1],
            "ms",
            low=up_to_low_ms,
            high=up_to_high_ms,
        ),
        check_each(
            "TCTC's delay fluctuates less than default TCP's at every number of hops (difference of"
            " coefficients of variation)",
            chain.compared(measured, quantities.fluctuation_percent, difference),
            "percentage points",
            high=0,
        ),
        check(
            "TCTC's delay fluctuates by 3 % on average",
            chain.mean_of(steadiness),
            "%",
            low=little_low,
            high=little_high,
        ),
        check(
            f"default TCP's delay fluctuates by up to 44 % (at {most[0]})", most[1], "%", low=much_low, high=much_high
        ),
        check(
            f"default TCP's delay fluctuates more on {chain.HOPS[-1]} than on {chain.HOPS[0]} hops (difference)",
            difference(fluctuations[-1][1], fluctuations[0][1]),
            "percentage points",
            low=0,
        ),
    ]


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw mean delay and coefficient of variation over hops and over the variations."""
    shown = (
        (quantities.delay_ms, "mean delay (ms)"),
        (quantities.fluctuation_percent, "coefficient of variation (%)"),
    )
    over_hops = [chain.by_hops(measured, of, label) for of, label in shown]
    varied = [[chain.over_variations(measured, of, label)] for of, label in shown]
    note = "One-way delay from the last transmission of a segment to its arrival. Fluctuation: sd over mean."
    return [
        FigureData("9", "TCP segment delay, chain", [over_hops], note),
        FigureData("9", "TCP segment delay, with settings that the paper leaves open", varied, chain.NOTE, part="open"),
    ]
