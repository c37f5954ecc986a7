"""Chains of different lengths, and the settings that the paper leaves open: the points of figures 8 to 13."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from airhop.papers.figure import Curve, FigureData, Kind, Panel
from airhop.papers.measured import Measured, Of
from airhop.papers.point import Method, Point, Settings
from airhop.papers.tctc.names import NEWRENO, SCHEMES, SPACING_M, TCTC
from airhop.stats import Estimate

HOPS = tuple(range(2, 11))
FEW_HOPS = (2, 4, 6, 8)
"""Chain lengths over which results of the variations are averaged."""


@dataclass(frozen=True, slots=True)
class Variation:
    """Another value of one setting that the paper leaves open."""

    name: str
    """Label on the axis."""
    settings: Settings = ()
    spacing_m: int = SPACING_M
    parts: str = ""
    """Parts added to both schemes."""


VARIATIONS = (
    Variation("as above"),
    Variation("55 m\napart", spacing_m=55),
    Variation("70 m\napart", spacing_m=70),
    # The decoding range times 550/250, as in ns-2: in free space the power at 100 m times (100/220)^2.
    Variation("sensing\nto 220 m", settings=(("radio.sense_threshold_w", 6.533e-14),)),
    Variation("static\nroutes", settings=(("routing.protocol", "static"),)),
    Variation("AODV", settings=(("routing.protocol", "aodv"),)),
    Variation("delayed\nACKs", parts="+delack"),
    Variation("55 m,\ndel. ACKs", spacing_m=55, parts="+delack"),
    Variation("RTO\n≥ 0.2 s", settings=(("transport.rto_min", 0.2),)),
    Variation("rule in\nthe text", settings=(("transport.tctc_rule", "text"),)),
    Variation("rule as\nprinted", settings=(("transport.tctc_rule", "printed"),)),
)
AS_ABOVE = VARIATIONS[0]

NOTE = (
    f"Each setting that the paper leaves open is varied by itself; means over {', '.join(map(str, FEW_HOPS[:-1]))}"
    f" and {FEW_HOPS[-1]} hops. From the left: the settings of the figure above, smaller spacings, carrier sense"
    " beyond the decoding range, other routing, delayed ACKs at every receiver, the same with a smaller spacing, a"
    " shorter minimum RTO, and two alternatives to Algorithm 1: the rule in the surrounding text, and the printed"
    " line for severe contention."
)


def point(transport: str, hops: int, variation: Variation = AS_ABOVE) -> Point:
    """Give one flow over a chain."""
    about_tctc = [key for key, _ in variation.settings if key.startswith("transport.tctc_")]
    # The rule has no effect without contention control: the same point, simulated once.
    own = () if about_tctc and transport == NEWRENO else variation.settings
    settings = (("topology.hops", hops), ("topology.spacing_m", variation.spacing_m), *own)
    return Point("chain", transport + variation.parts, settings, Method.TIMED)


def points() -> list[Point]:
    """Give all points of figures 8 to 13: by hops, and over the variations."""
    by_hops = [point(transport, hops) for transport in SCHEMES.values() for hops in HOPS]
    varied = [
        point(transport, hops, variation)
        for variation in VARIATIONS
        for transport in SCHEMES.values()
        for hops in FEW_HOPS
    ]
    return list(dict.fromkeys(by_hops + varied))


def mean_of(values: Sequence[Estimate]) -> Estimate:
    """Estimate the mean of quantities that were estimated independently."""
    mean = math.fsum(value.mean for value in values) / len(values)
    if any(value.ci95 is None for value in values):
        return Estimate(mean, None)
    return Estimate(mean, math.sqrt(math.fsum((value.ci95 or 0.0) ** 2 for value in values)) / len(values))


Compare = Callable[[Estimate, Estimate], Estimate]
"""Combines a quantity under TCTC and under default TCP into one."""


def compared(measured: Measured, of: Of, how: Compare, hops: Sequence[int] = HOPS) -> list[tuple[str, Estimate]]:
    """Compare TCTC with default TCP at each number of hops."""
    return [
        (f"{h} hops", how(measured.estimate(point(TCTC, h), of), measured.estimate(point(NEWRENO, h), of)))
        for h in hops
    ]


def each(measured: Measured, transport: str, of: Of) -> list[tuple[str, Estimate]]:
    """Estimate a quantity of one transport at each number of hops."""
    return [(f"{h} hops", measured.estimate(point(transport, h), of)) for h in HOPS]


def by_hops(measured: Measured, of: Of, label: str, scale: float = 1.0, title: str = "") -> Panel:
    """Draw a quantity over the number of hops, for both schemes."""
    curves = [
        Curve(name, HOPS, [_scaled(value, scale) for _, value in each(measured, transport, of)])
        for name, transport in SCHEMES.items()
    ]
    return Panel("number of hops", label, Kind.LINES, curves, title)


def over_variations(measured: Measured, of: Of, label: str, title: str = "") -> Panel:
    """Draw a quantity's mean over hops at each variation, for both schemes."""
    curves = [
        Curve(
            name,
            [variation.name for variation in VARIATIONS],
            [
                mean_of([measured.estimate(point(transport, h, variation), of) for h in FEW_HOPS])
                for variation in VARIATIONS
            ],
        )
        for name, transport in SCHEMES.items()
    ]
    return Panel("", label, Kind.BARS, curves, title)


def compared_over_variations(measured: Measured, of: Of, how: Compare) -> Mapping[str, Estimate]:
    """Compare TCTC with default TCP at each variation: the mean over hops of `how` applied to both."""

    def at(variation: Variation, hops: int) -> Estimate:
        default = measured.estimate(point(NEWRENO, hops, variation), of)
        return how(measured.estimate(point(TCTC, hops, variation), of), default)

    return {
        variation.name.replace("\n", " "): mean_of([at(variation, hops) for hops in FEW_HOPS])
        for variation in VARIATIONS
    }


def figure(number: str, title: str, first: Panel, varied: Panel) -> list[FigureData]:
    """Give a figure of the paper, and the same with settings that the paper leaves open."""
    return [
        FigureData(number, f"{title}, chain", [[first]]),
        FigureData(number, f"{title}, with settings that the paper leaves open", [[varied]], NOTE, part="open"),
    ]


def _scaled(value: Estimate, scale: float) -> Estimate:
    return Estimate(value.mean * scale, None if value.ci95 is None else value.ci95 * scale)
