"""Figure 11: retransmissions (T4)."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.papers.checks import Check, check_each
from airhop.papers.figure import FigureData
from airhop.papers.measured import Measured
from airhop.papers.tctc import chain, quantities
from airhop.stats import ratio


def judge(measured: Measured) -> Sequence[Check]:
    """Compare the numbers of retransmissions."""
    return [
        check_each(
            "TCTC retransmits less than half as many segments at every number of hops (fraction of default TCP's)",
            chain.compared(measured, quantities.retransmissions, ratio),
            high=0.5,
        )
    ]


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw retransmissions over hops and over the variations."""
    label = f"retransmissions\n{quantities.PER_THOUSAND}"
    return chain.figure(
        "11",
        "TCP retransmissions",
        chain.by_hops(measured, quantities.retransmissions, label),
        chain.over_variations(measured, quantities.retransmissions, label),
    )
