"""Figure 12: queueing delay (T5)."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.papers.checks import Check, check, check_each
from airhop.papers.figure import FigureData
from airhop.papers.measured import Measured
from airhop.papers.tctc import chain, quantities
from airhop.papers.tctc.names import TCTC
from airhop.stats import difference, ratio


def judge(measured: Measured) -> Sequence[Check]:
    """Compare the delays, and their dependence on the number of hops."""
    own = chain.each(measured, TCTC, quantities.queue_delay_ms)
    most = max(own, key=lambda item: item[1].mean)
    least = min(own, key=lambda item: item[1].mean)
    return [
        check_each(
            "TCTC's queueing delay is below default TCP's at every number of hops (difference)",
            chain.compared(measured, quantities.queue_delay_ms, difference),
            "ms",
            high=0,
        ),
        check_each("TCTC's queueing delay is less than the time of one frame, 8 ms", own, "ms", high=8),
        check(
            f"TCTC's queueing delay is the same at all numbers of hops (ratio of {most[0]} to {least[0]})",
            ratio(most[1], least[1]),
            high=1.5,
        ),
    ]


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw the queueing delay over hops and over the variations."""
    label = "queueing delay (ms)"
    return chain.figure(
        "12",
        "average queueing delay",
        chain.by_hops(measured, quantities.queue_delay_ms, label),
        chain.over_variations(measured, quantities.queue_delay_ms, label),
    )
