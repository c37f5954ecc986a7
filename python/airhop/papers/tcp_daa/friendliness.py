"""Figures 14 and 15: TCP-DAA beside regular TCP (D10, D11)."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.papers.checks import Check, about, check, check_each
from airhop.papers.figure import Curve, FigureData, Kind, Panel
from airhop.papers.measured import Measured, Of, difference, gain_percent
from airhop.papers.point import Point
from airhop.papers.study import Study
from airhop.papers.tcp_daa.names import ADJUSTED, DAA
from airhop.papers.tcp_daa.points import chain, mean_of
from airhop.records import RunRecord
from airhop.stats import Estimate

HOPS = tuple(range(1, 9))
NEAR_HOPS = (1, 2, 3)
"""Without hidden terminals."""
CROWD_HOPS = 3
PAIRS = (1, 2, 3, 4, 5)
"""Flows of each kind."""


def mixed(pairs: int, hops: int) -> Point:
    """Give as many flows of TCP-DAA as of the adjusted TCP, which come first."""
    others = ((f"flows.f{index}.transport", DAA) for index in range(pairs, 2 * pairs))
    return chain(ADJUSTED, 2 * pairs, hops, *others)


def alike(pairs: int, hops: int) -> Point:
    """Give the same number of flows, all of the adjusted TCP."""
    return chain(ADJUSTED, 2 * pairs, hops)


def of_kind(*transports: str) -> Of:
    """Take the mean goodput of the flows of a kind, in kbit/s."""

    def of(run: RunRecord) -> float:
        shares = [flow["goodput_kbps"] for flow in run["flows"] if flow["transport"] in transports]
        return sum(shares) / len(shares)

    return of


def regular(measured: Measured, pairs: int, hops: int) -> Estimate:
    """Estimate what a flow of the adjusted TCP gets beside TCP-DAA."""
    return measured.estimate(mixed(pairs, hops), of_kind(ADJUSTED))


def adaptive(measured: Measured, pairs: int, hops: int) -> Estimate:
    """Estimate what a flow of TCP-DAA gets beside the adjusted TCP."""
    return measured.estimate(mixed(pairs, hops), of_kind(DAA))


def reference(measured: Measured, pairs: int, hops: int) -> Estimate:
    """Estimate what a flow of the adjusted TCP gets among its like."""
    return measured.estimate(alike(pairs, hops), of_kind(ADJUSTED))


def loss(measured: Measured, pairs: int, hops: int) -> Estimate:
    """Estimate by how many per cent a flow of the adjusted TCP gets less beside TCP-DAA."""
    change = gain_percent(regular(measured, pairs, hops), reference(measured, pairs, hops))
    return Estimate(-change.mean, change.ci95)


def judge_hops(measured: Measured) -> Sequence[Check]:
    """Compare the two, and the regular one with its like, over hops."""
    low, high = about(31)
    lead = [(f"{hops} hops", gain_percent(adaptive(measured, 1, hops), regular(measured, 1, hops))) for hops in HOPS]
    near, far = lead[: len(NEAR_HOPS)], lead[len(NEAR_HOPS) :]
    return [
        check(
            "at 1 hop the adjusted TCP gets about 31 % less than among its like",
            loss(measured, 1, 1),
            "%",
            low=low,
            high=high,
        ),
        check_each("TCP-DAA outperforms the adjusted TCP at 1 to 8 hops (gain)", lead, "%", low=0),
        check(
            "it leads by more at 1 to 3 hops, without hidden terminals, than at 4 to 8 (difference of mean gains)",
            difference(mean_of(near), mean_of(far)),
            "%",
            low=0,
        ),
    ]


def judge_crowd(measured: Measured) -> Sequence[Check]:
    """Compare the two over the number of flows."""
    low, high = about(23)
    first, last = (
        gain_percent(adaptive(measured, pairs, CROWD_HOPS), regular(measured, pairs, CROWD_HOPS))
        for pairs in (PAIRS[0], PAIRS[-1])
    )
    return [
        check(
            "one flow of each: the adjusted TCP gets about 23 % less than among its like",
            loss(measured, 1, CROWD_HOPS),
            "%",
            low=low,
            high=high,
        ),
        check(
            f"with more flows TCP-DAA leaves more to the others (its lead with {PAIRS[-1]} of each less that with one)",
            difference(last, first),
            "%",
            high=0,
        ),
    ]


def draw_hops(measured: Measured) -> Sequence[FigureData]:
    """Draw the two flows and the reference over hops."""
    curves = [
        Curve("TCP-DAA", HOPS, [adaptive(measured, 1, hops) for hops in HOPS]),
        Curve("TCP, DA, WL beside it", HOPS, [regular(measured, 1, hops) for hops in HOPS]),
        Curve("TCP, DA, WL beside its like", HOPS, [reference(measured, 1, hops) for hops in HOPS]),
    ]
    panel = Panel("number of hops", "goodput of a flow (kbit/s)", Kind.LINES, curves)
    return [FigureData("14", "TCP-DAA beside regular TCP, two flows", [[panel]], legend_columns=3)]


def draw_crowd(measured: Measured) -> Sequence[FigureData]:
    """Draw the means of both kinds and the reference over the number of flows."""
    totals = [2 * pairs for pairs in PAIRS]
    curves = [
        Curve("TCP-DAA", totals, [adaptive(measured, pairs, CROWD_HOPS) for pairs in PAIRS]),
        Curve("TCP, DA, WL beside it", totals, [regular(measured, pairs, CROWD_HOPS) for pairs in PAIRS]),
        Curve("TCP, DA, WL beside its like", totals, [reference(measured, pairs, CROWD_HOPS) for pairs in PAIRS]),
    ]
    panel = Panel("number of flows, half of each kind", "mean goodput of a flow (kbit/s)", Kind.LINES, curves)
    return [FigureData("15", "TCP-DAA beside regular TCP over 3 hops", [[panel]], legend_columns=3)]


BY_HOPS = Study(
    claim="D10",
    short="beside TCP-DAA regular TCP loses 31 % at 1 hop",
    figures=(14,),
    says="beside one flow of TCP-DAA a flow of TCP with delayed ACK and a window limit falls at 1 hop from 681 to 469"
    " kbit/s, by 31 %; the lead of TCP-DAA is notable at 1 to 3 hops, beyond both perform similarly",
    setting="`chain` of 1 to 8 hops, one flow of each, and two flows of the adjusted TCP.",
    points=lambda: [make(1, hops) for hops in HOPS for make in (mixed, alike)],
    judge=judge_hops,
    draw=draw_hops,
    reason="The values at 1 hop are the paper's own. At 7 and 8 hops, where either flow may be the luckier one, the"
    " lead of TCP-DAA is within the interval, which is no more than the paper says of them: they perform similarly.",
    fairness=lambda: [(f"one of each, {hops} hops", mixed(1, hops)) for hops in (1, 3, 5, 8)],
)

BY_FLOWS = Study(
    claim="D11",
    short="beside TCP-DAA regular TCP loses 23 % at 3 hops",
    figures=(15,),
    says="over 3 hops the adjusted TCP falls from 223 to 175 kbit/s, by about 23 %; with more flows TCP-DAA leaves more"
    " to regular flows",
    setting="`chain` of 3 hops, 2 to 10 flows, half of them TCP-DAA and half the adjusted TCP, and as many of the"
    " adjusted TCP alone. The paper's 223 kbit/s is what two flows get.",
    points=lambda: [make(pairs, CROWD_HOPS) for pairs in PAIRS for make in (mixed, alike)],
    judge=judge_crowd,
    draw=draw_crowd,
    reason="Over 2000 s under 5 seeds the adjusted TCP falls from 212 to 179 kbit/s, by 16 %, where the paper's"
    " numbers, 223 and 175, make 22 %. Tried: static routes (from 214 to 196, by 8 %). Most likely reason: the"
    " remaining difference is one of few route failures, which strike both flows alike here.",
)
