"""Figure 10: goodput on the grid with cross traffic (D5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from airhop.papers.checks import Check, check, check_each
from airhop.papers.figure import Curve, FigureData, Kind, Panel
from airhop.papers.measured import Measured
from airhop.papers.study import Study
from airhop.papers.tcp_daa.names import ADJUSTED, ALL, DAA, DELAYS, OTHERS, TCP_DA, VERSIONS
from airhop.papers.tcp_daa.points import gain, grid, of_goodput

FLOWS = (3, 6)
ALIKE = 10.0
"""Per cent by which what the paper calls "roughly the same" may differ."""
BEST = {name: transport for name, transport in VERSIONS.items() if name.startswith(("SACK", "Vegas"))}


def judge(measured: Measured) -> Sequence[Check]:
    """Compare TCP-DAA with the others, and SACK and Vegas with all."""
    few = [(name, gain(measured, grid(DAA, 3), grid(transport, 3))) for name, transport in OTHERS.items()]
    worst = {
        name: max(
            (t for t in ALL.values() if t not in BEST.values()), key=lambda t: of_goodput(measured, grid(t, 6)).mean
        )
        for name in BEST
    }
    best = [(name, gain(measured, grid(BEST[name], 6), grid(worst[name], 6))) for name in BEST]
    return [
        check_each(
            "with 3 flows TCP-DAA performs roughly like the others (gain, within 10 %)",
            few,
            "%",
            low=-ALIKE,
            high=ALIKE,
        ),
        check(
            "with 6 flows TCP-DAA falls to the level of TCP with delayed ACK (gain, within 10 %)",
            gain(measured, grid(DAA, 6), grid(TCP_DA, 6)),
            "%",
            low=-ALIKE,
            high=ALIKE,
        ),
        check(
            "with 6 flows it is below TCP with delayed ACK and a window limit (gain)",
            gain(measured, grid(DAA, 6), grid(ADJUSTED, 6)),
            "%",
            high=0,
        ),
        check_each("with 6 flows SACK and Vegas perform best (gain over the best other)", best, "%", low=0),
    ]


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw goodput of both loads."""

    def panel(transports: Mapping[str, str]) -> Panel:
        curves = [
            Curve(name, [f"{n} flows" for n in FLOWS], [of_goodput(measured, grid(transport, n)) for n in FLOWS])
            for name, transport in transports.items()
        ]
        return Panel("", "aggregate goodput (kbit/s)", Kind.BARS, curves)

    return [
        FigureData("10", "goodput on the grid by ACK strategy", [[panel(DELAYS)]], legend_columns=5, part="delays"),
        FigureData("10", "goodput on the grid by TCP variant", [[panel(VERSIONS)]], legend_columns=5, part="versions"),
    ]


STUDY = Study(
    claim="D5",
    short="grid: TCP-DAA equal with 3 flows, behind with 6",
    figures=(10,),
    says="on the grid TCP-DAA performs roughly like the others with 3 flows; with 6 it falls to the level of TCP"
    " with delayed ACK, below TCP with delayed ACK and a window limit; SACK and Vegas perform best",
    setting="`grid` of 5 x 5 nodes, 3 flows along rows, and 3 more along columns.",
    points=lambda: [grid(transport, flows) for transport in ALL.values() for flows in FLOWS],
    judge=judge,
    draw=draw,
    reason="With 3 flows all transports with a window limit perform alike, but regular TCP with or without delayed"
    " ACK loses a fifth to a third of its goodput to route failures caused by its larger window. With 6 flows"
    " TCP-DAA, the adjusted TCP, SACK and Vegas are within a few per cent of each other, and TCP-DAA stays above TCP"
    " with delayed ACK. Tried: static routes (with 3 flows all are between 307 and 332 kbit/s; with 6 flows TCP-DAA"
    " at 337 kbit/s is between TCP with delayed ACK at 346 and the adjusted TCP at 316), a minimum RTO of 0.2 s, and"
    " AODV according to RFC 3561 (the order does not change). Most likely cause: with fewer false route failures in"
    " the paper's AODV a window limit gains less.",
)
