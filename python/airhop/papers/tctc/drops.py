"""Figure 8: link-layer drops by cause (T1)."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.papers.checks import LITTLE, Check, check_each
from airhop.papers.figure import Curve, FigureData, Kind, Panel
from airhop.papers.measured import Measured
from airhop.papers.tctc import chain, quantities
from airhop.papers.tctc.names import NEWRENO, SCHEMES
from airhop.stats import ratio


def judge(measured: Measured) -> Sequence[Check]:
    """Check the causes of default TCP's drops, and how many drops remain under TCTC."""
    return [
        check_each(
            "more than half of default TCP's drops are due to contention (fraction)",
            chain.each(measured, NEWRENO, quantities.share_of_contention),
            low=0.5,
        ),
        check_each(
            "a considerable fraction is due to overload (a tenth or more)",
            chain.each(measured, NEWRENO, quantities.share_of_overload),
            low=LITTLE,
        ),
        check_each(
            "TCTC has almost no drops (fraction of default TCP's)",
            chain.compared(measured, quantities.drops, ratio),
            high=LITTLE,
        ),
    ]


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw drops by cause over hops, and all drops over the variations."""
    causes = (("contention", quantities.contention_drops), ("overload", quantities.overload_drops))
    curves = [
        Curve(f"{name}, {cause}", chain.HOPS, [value for _, value in chain.each(measured, transport, of)])
        for name, transport in SCHEMES.items()
        for cause, of in causes
    ]
    by_hops = Panel("number of hops", f"packets dropped\n{quantities.PER_THOUSAND}", Kind.LINES, curves)
    varied = chain.over_variations(measured, quantities.drops, f"packets dropped\n{quantities.PER_THOUSAND}")
    figures = chain.figure("8", "causes of link-layer drops", by_hops, varied)
    return [FigureData("8", figures[0].title, [[by_hops]], legend_columns=2), figures[1]]
