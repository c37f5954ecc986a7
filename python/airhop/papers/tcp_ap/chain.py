"""Figures 14 and 15: goodput by length of a chain (A4, A5)."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.measures import goodput
from airhop.papers import limits
from airhop.papers.checks import Check, about, check, check_each, span
from airhop.papers.figure import Curve, FigureData, Kind, Panel
from airhop.papers.limits import limited
from airhop.papers.measured import Measured
from airhop.papers.point import Method, Point
from airhop.papers.study import Study
from airhop.papers.tcp_ap.names import (
    AP,
    AP_LDA,
    BEST_UDP,
    NEWRENO,
    NEWRENO_LDA,
    SYNC,
    SYNC_LDA,
    VARIANTS,
)
from airhop.stats import Estimate, gain_percent

HOPS = tuple(range(2, 13))
JUDGED_HOPS = tuple(range(4, 13))
"""The paper considers paths of 4 hops or more (section 4.3)."""
WINDOWS = (1, 2, 3, 4, 5)
"""Window limits tried for the best one, in segments."""


def point(transport: str, hops: int) -> Point:
    """Give one flow over a chain."""
    method = Method.SEARCH if transport == BEST_UDP else Method.STEADY
    return Point("chain", transport, (("topology.hops", hops),), method)


def estimate(measured: Measured, transport: str, hops: int) -> Estimate:
    """Estimate goodput over a chain."""
    return measured.estimate(point(transport, hops), goodput)


def best_window(measured: Measured, hops: int) -> tuple[int, Estimate]:
    """Find the window limit with the highest goodput."""
    return limits.best_window(measured, WINDOWS, lambda transport: point(transport, hops))


def gains(measured: Measured, transport: str, other: str, hops: Sequence[int]) -> list[tuple[str, Estimate]]:
    """Estimate how many per cent above another a transport is, at each length."""
    return [(f"{h} hops", gain_percent(estimate(measured, transport, h), estimate(measured, other, h))) for h in hops]


def largest(named: Sequence[tuple[str, Estimate]]) -> tuple[str, Estimate]:
    """Find the largest of several named estimates."""
    return max(named, key=lambda item: item[1].mean)


def judge_unaided(measured: Measured) -> Sequence[Check]:
    """Compare the four variants at every length."""
    above = gains(measured, AP, NEWRENO, JUDGED_HOPS)
    where, best = largest(above)
    low, high = about(84)
    lda_low, lda_high = span(7, 17)
    long = [hops for hops in JUDGED_HOPS if hops > 8]
    return [
        check_each("TCP-AP's goodput is above NewReno's at every number of hops from 4 on (gain)", above, "%", low=0),
        check(f"the gain is up to about 84 % (at {where})", best, "%", low=low, high=high),
        check_each(
            "TCP-AP is above NewReno with delayed ACK over more than 8 hops (gain)",
            gains(measured, AP, NEWRENO_LDA, long),
            "%",
            low=0,
        ),
        check_each(
            "TCP-AP with delayed ACK is 7 to 17 % above TCP-AP without",
            gains(measured, AP_LDA, AP, JUDGED_HOPS),
            "%",
            low=lda_low,
            high=lda_high,
        ),
    ]


def judge_informed(measured: Measured) -> Sequence[Check]:
    """Compare synchronised TCP-AP with the best window and the best rate."""
    above = [(f"{h} hops", gain_percent(estimate(measured, SYNC, h), best_window(measured, h)[1])) for h in JUDGED_HOPS]
    where, best = largest(above)
    low, high = about(27)
    lda_low, lda_high = span(9, 36)
    udp_low, udp_high = span(5, 16)
    below = [(name, Estimate(-gain.mean, gain.ci95)) for name, gain in gains(measured, SYNC_LDA, BEST_UDP, JUDGED_HOPS)]
    return [
        check(
            f"TCP-AP with synchronised clocks is up to 27 % above NewReno with the best window (at {where})",
            best,
            "%",
            low=low,
            high=high,
        ),
        check_each(
            "delayed ACK adds another 9 to 36 %",
            gains(measured, SYNC_LDA, SYNC, JUDGED_HOPS),
            "%",
            low=lda_low,
            high=lda_high,
        ),
        check_each("with delayed ACK it is 5 to 16 % below the best paced UDP", below, "%", low=udp_low, high=udp_high),
    ]


def draw_unaided(measured: Measured) -> Sequence[FigureData]:
    """Draw goodput by number of hops, without global knowledge."""
    curves = [
        Curve(name, HOPS, [estimate(measured, transport, h) for h in HOPS]) for name, transport in VARIANTS.items()
    ]
    panel = Panel("number of hops", "goodput (kbit/s)", Kind.LINES, curves)
    return [FigureData("14", "TCP goodput without global knowledge, chain", [[panel]], legend_columns=2)]


def draw_informed(measured: Measured) -> Sequence[FigureData]:
    """Draw goodput by number of hops, with global knowledge."""
    curves = [
        Curve("TCP NewReno, best window", JUDGED_HOPS, [best_window(measured, h)[1] for h in JUDGED_HOPS]),
        *(
            Curve(name, JUDGED_HOPS, [estimate(measured, transport, h) for h in JUDGED_HOPS])
            for name, transport in (
                ("TCP-AP, synchronised clocks", SYNC),
                ("TCP-AP, synchronised clocks, delayed ACK", SYNC_LDA),
                ("paced UDP, best rate", BEST_UDP),
            )
        ),
    ]
    panel = Panel("number of hops", "goodput (kbit/s)", Kind.LINES, curves)
    windows = ", ".join(f"{h} hops: {best_window(measured, h)[0]}" for h in JUDGED_HOPS)
    rates = ", ".join(f"{h} hops: {_rate(measured, h)}" for h in JUDGED_HOPS)
    note = f"Best window limits in segments: {windows}. Best UDP rates in kbit/s: {rates}."
    return [FigureData("15", "TCP goodput with global knowledge, chain", [[panel]], note, legend_columns=2)]


def _rate(measured: Measured, hops: int) -> str:
    """Read the rate that the search found from the name of the flow's transport."""
    return measured.runs(point(BEST_UDP, hops))[0]["flows"][0]["transport"].partition("=")[2]


UNAIDED = Study(
    claim="A4",
    short="TCP-AP above NewReno on chains, by up to 84 %",
    figures=(14,),
    says="TCP-AP is above NewReno at every number of hops, by up to 84 %; it is above NewReno with delayed ACK over"
    " more than 8 hops; with delayed ACK it is 7 to 17 % above TCP-AP without",
    setting="`chain` of 2 to 12 hops, one flow; checks apply from 4 hops on, as in the paper.",
    points=lambda: [point(transport, hops) for hops in HOPS for transport in VARIANTS.values()],
    judge=judge_unaided,
    draw=draw_unaided,
    reason="From 9 hops on TCP-AP and NewReno with delayed ACK are equal within their intervals, and the maximum"
    " gain over NewReno is larger than the paper's. Tried: a delayed-ACK timer that is not restarted, with which"
    " TCP-AP is 14 to 29 % above NewReno with delayed ACK over more than 8 hops, but delayed ACK then adds nothing"
    " to TCP-AP; a minimum RTO of 0.2 s, with which TCP-AP with delayed ACK falls below half of TCP-AP; no immediate"
    " ACK for out-of-order segments, which changes little; AODV without local repair, with which the gain over"
    " NewReno is 30 to 40 %; static routes, with which NewReno is within 4 % of TCP-AP. Most likely cause: the gain"
    " is due to route failures under load, whose number depends on the version of AODV; and in the paper one of the"
    " two senders used delayed ACKs with another timer, or with none.",
)

INFORMED = Study(
    claim="A5",
    short="TCP-AP with exact delays above the best window",
    figures=(15,),
    says="TCP-AP with synchronised clocks is up to 27 % above NewReno with the best window; delayed ACK adds another"
    " 9 to 36 % and brings it to 5 to 16 % below the best paced UDP",
    setting="`chain` of 4 to 12 hops, one flow; the best of the window limits 1 to 5; the best UDP rate by search.",
    points=lambda: [
        point(transport, hops)
        for hops in JUDGED_HOPS
        for transport in (SYNC, SYNC_LDA, BEST_UDP, *map(limited, WINDOWS))
    ],
    judge=judge_informed,
    draw=draw_informed,
    reason="Synchronised clocks alone leave TCP-AP 4 to 14 % below NewReno with the best window; with delayed ACK it"
    " comes as close to the best paced UDP as in the paper. Tried: a pacing timer that a new rate adjusts"
    " immediately (298 kbit/s over 4 hops instead of 277, compared to 309 for a window of 1; no change on longer"
    " chains), the standard deviation (256 kbit/s), pacing by three hops instead of four (272 kbit/s, and less on"
    " longer chains), static routes (286 kbit/s over 4 hops, 248 over 6 and 231 over 9, where the best window over"
    " AODV reaches 207). On long chains route failures thus cost TCP-AP its advantage. Most likely cause: the AODV"
    " of ns-2 of 2003 to 2005 broke fewer routes, or NewReno's windows followed from a formula for the path length"
    " rather than from a search.",
)
