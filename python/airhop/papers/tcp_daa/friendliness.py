"""Figures 14 and 15: TCP-DAA competing with regular TCP (D10, D11)."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.papers.checks import Check, about, check, check_each
from airhop.papers.figure import Curve, FigureData, Kind, Panel
from airhop.papers.measured import Measured, Of
from airhop.papers.point import Point
from airhop.papers.study import Study
from airhop.papers.tcp_daa.names import ADJUSTED, DAA
from airhop.papers.tcp_daa.points import chain, mean_of
from airhop.records import RunRecord
from airhop.stats import Estimate, difference, gain_percent

HOPS = tuple(range(1, 9))
NEAR_HOPS = (1, 2, 3)
"""Without hidden terminals."""
CROWD_HOPS = 3
PAIRS = (1, 2, 3, 4, 5)
"""Flows of each kind."""


def mixed(pairs: int, hops: int) -> Point:
    """Give equal numbers of flows of the adjusted TCP, which come first, and of TCP-DAA."""
    others = ((f"flows.f{index}.transport", DAA) for index in range(pairs, 2 * pairs))
    return chain(ADJUSTED, 2 * pairs, hops, *others)


def alike(pairs: int, hops: int) -> Point:
    """Give the same number of flows, all of the adjusted TCP."""
    return chain(ADJUSTED, 2 * pairs, hops)


def of_kind(*transports: str) -> Of:
    """Take the mean goodput of the flows of some transports, in kbit/s."""

    def of(run: RunRecord) -> float:
        shares = [flow["goodput_kbps"] for flow in run["flows"] if flow["transport"] in transports]
        return sum(shares) / len(shares)

    return of


def regular(measured: Measured, pairs: int, hops: int) -> Estimate:
    """Estimate the goodput of an adjusted TCP flow that competes with TCP-DAA."""
    return measured.estimate(mixed(pairs, hops), of_kind(ADJUSTED))


def adaptive(measured: Measured, pairs: int, hops: int) -> Estimate:
    """Estimate the goodput of a TCP-DAA flow that competes with the adjusted TCP."""
    return measured.estimate(mixed(pairs, hops), of_kind(DAA))


def reference(measured: Measured, pairs: int, hops: int) -> Estimate:
    """Estimate the goodput of an adjusted TCP flow that competes with its own kind."""
    return measured.estimate(alike(pairs, hops), of_kind(ADJUSTED))


def loss(measured: Measured, pairs: int, hops: int) -> Estimate:
    """Estimate how many per cent less goodput an adjusted TCP flow has when it competes with TCP-DAA."""
    change = gain_percent(regular(measured, pairs, hops), reference(measured, pairs, hops))
    return Estimate(-change.mean, change.ci95)


def judge_hops(measured: Measured) -> Sequence[Check]:
    """Compare the two, and the adjusted TCP with the reference, by number of hops."""
    low, high = about(31)
    lead = [(f"{hops} hops", gain_percent(adaptive(measured, 1, hops), regular(measured, 1, hops))) for hops in HOPS]
    near, far = lead[: len(NEAR_HOPS)], lead[len(NEAR_HOPS) :]
    return [
        check(
            "over 1 hop the adjusted TCP has about 31 % less goodput than among its own kind",
            loss(measured, 1, 1),
            "%",
            low=low,
            high=high,
        ),
        check_each("TCP-DAA outperforms the adjusted TCP over 1 to 8 hops (gain)", lead, "%", low=0),
        check(
            "its gain is larger over 1 to 3 hops, without hidden terminals, than over 4 to 8 (difference of means)",
            difference(mean_of(near), mean_of(far)),
            "%",
            low=0,
        ),
    ]


def judge_crowd(measured: Measured) -> Sequence[Check]:
    """Compare the two by number of flows."""
    low, high = about(23)
    first, last = (
        gain_percent(adaptive(measured, pairs, CROWD_HOPS), regular(measured, pairs, CROWD_HOPS))
        for pairs in (PAIRS[0], PAIRS[-1])
    )
    return [
        check(
            "one flow of each: the adjusted TCP has about 23 % less goodput than among its own kind",
            loss(measured, 1, CROWD_HOPS),
            "%",
            low=low,
            high=high,
        ),
        check(
            f"with more flows TCP-DAA leaves more to the others (gain with {PAIRS[-1]} of each minus that with one)",
            difference(last, first),
            "%",
            high=0,
        ),
    ]


def draw_hops(measured: Measured) -> Sequence[FigureData]:
    """Draw the two flows and the reference by number of hops."""
    curves = [
        Curve("TCP-DAA", HOPS, [adaptive(measured, 1, hops) for hops in HOPS]),
        Curve("TCP, DA, WL with TCP-DAA", HOPS, [regular(measured, 1, hops) for hops in HOPS]),
        Curve("TCP, DA, WL with its own kind", HOPS, [reference(measured, 1, hops) for hops in HOPS]),
    ]
    panel = Panel("number of hops", "goodput per flow (kbit/s)", Kind.LINES, curves)
    return [FigureData("14", "TCP-DAA competing with regular TCP, two flows", [[panel]], legend_columns=3)]


def draw_crowd(measured: Measured) -> Sequence[FigureData]:
    """Draw the means of both kinds and the reference by number of flows."""
    totals = [2 * pairs for pairs in PAIRS]
    curves = [
        Curve("TCP-DAA", totals, [adaptive(measured, pairs, CROWD_HOPS) for pairs in PAIRS]),
        Curve("TCP, DA, WL with TCP-DAA", totals, [regular(measured, pairs, CROWD_HOPS) for pairs in PAIRS]),
        Curve("TCP, DA, WL with its own kind", totals, [reference(measured, pairs, CROWD_HOPS) for pairs in PAIRS]),
    ]
    panel = Panel("number of flows, half of each kind", "mean goodput per flow (kbit/s)", Kind.LINES, curves)
    return [FigureData("15", "TCP-DAA competing with regular TCP over 3 hops", [[panel]], legend_columns=3)]


BY_HOPS = Study(
    claim="D10",
    short="regular TCP loses 31 % to TCP-DAA over 1 hop",
    figures=(14,),
    says="over 1 hop a flow of TCP with delayed ACK and a window limit that competes with one flow of TCP-DAA falls"
    " from 681 to 469 kbit/s, by 31 %; TCP-DAA's gain is notable over 1 to 3 hops, and beyond that both perform"
    " similarly",
    setting="`chain` of 1 to 8 hops, one flow of each; for reference, two flows of the adjusted TCP.",
    points=lambda: [make(1, hops) for hops in HOPS for make in (mixed, alike)],
    judge=judge_hops,
    draw=draw_hops,
    reason="The values at 1 hop agree with the paper's. Over 7 and 8 hops, where chance favours either flow,"
    " TCP-DAA's gain is within the interval. This agrees with the paper's statement that they perform similarly"
    " there.",
    fairness=lambda: [(f"one flow of each, {hops} hops", mixed(1, hops)) for hops in (1, 3, 5, 8)],
)

BY_FLOWS = Study(
    claim="D11",
    short="regular TCP loses 23 % to TCP-DAA over 3 hops",
    figures=(15,),
    says="over 3 hops the adjusted TCP falls from 223 to 175 kbit/s, by about 23 %; with more flows TCP-DAA leaves"
    " more to regular flows",
    setting="`chain` of 3 hops, 2 to 10 flows, half of them TCP-DAA and half the adjusted TCP; for reference, the"
    " same number of flows of the adjusted TCP. The paper's 223 kbit/s is the goodput per flow for two flows.",
    points=lambda: [make(pairs, CROWD_HOPS) for pairs in PAIRS for make in (mixed, alike)],
    judge=judge_crowd,
    draw=draw_crowd,
    reason="Over 2000 s and 5 seeds the adjusted TCP falls from 212 to 179 kbit/s, by 16 %; the paper's numbers, 223"
    " and 175, correspond to 22 %. Tried: static routes (from 214 to 196, by 8 %). Most likely cause: the remaining"
    " difference is due to a few route failures, which affect both flows alike here.",
)
