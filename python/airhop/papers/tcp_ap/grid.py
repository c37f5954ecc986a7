"""Figure 20: six flows on a grid (A9)."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.papers.checks import LITTLE, Check, check
from airhop.papers.figure import FigureData
from airhop.papers.measured import Measured, difference, jain, ratio, share
from airhop.papers.point import Point
from airhop.papers.study import Study
from airhop.papers.tcp_ap.names import AP, AP_LDA, NEWRENO, NEWRENO_LDA
from airhop.papers.tcp_ap.shares import compare, goodput_panel, named_points, points_of
from airhop.stats import Estimate

FLOWS = 6
OUTER, INNER = (0, 5), (1, 2, 3, 4)
"""FTP 1 and 6, and those between."""


def point(transport: str) -> Point:
    """Give three parallel flows each way."""
    return Point("grid-tcp-ap", transport)


def outer_over_inner(measured: Measured, transport: str) -> Estimate:
    """Estimate how many times the mean goodput of the inner flows the outer ones have."""
    outer = measured.estimate(point(transport), share(*OUTER))
    inner = measured.estimate(point(transport), share(*INNER))
    quotient = ratio(outer, inner)
    scale = len(INNER) / len(OUTER)
    return Estimate(quotient.mean * scale, None if quotient.ci95 is None else quotient.ci95 * scale)


def judge(measured: Measured) -> Sequence[Check]:
    """Look at the inner flows' share under NewReno, and at TCP-AP's fairness."""
    return [
        check(
            "NewReno almost totally starves flows 2 to 5 (their part of the goodput)",
            measured.estimate(point(NEWRENO), share(*INNER)),
            high=LITTLE,
        ),
        check(
            "with delayed ACK flows 1 and 6 still get over 12 times the goodput of the others (quotient of means)",
            outer_over_inner(measured, NEWRENO_LDA),
            low=12 * 2 / 3,
        ),
        check(
            "TCP-AP is fairer than NewReno (difference of Jain's indices)",
            difference(*compare(measured, point, (AP, NEWRENO), jain)),
            low=0,
        ),
        check(
            "TCP-AP with delayed ACK is fairer than NewReno with it (difference of Jain's indices)",
            difference(*compare(measured, point, (AP_LDA, NEWRENO_LDA), jain)),
            low=0,
        ),
        check(
            "flows 1 and 6 still get more than the others under TCP-AP (quotient of means)",
            outer_over_inner(measured, AP),
            low=1,
        ),
    ]


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw goodput by flow."""
    return [FigureData("20", "goodput of six flows, grid", [[goodput_panel(measured, point, FLOWS)]])]


STUDY = Study(
    claim="A9",
    short="grid: NewReno leaves two of six flows alive",
    figures=(20,),
    says="NewReno leaves only flows 1 and 6 alive, with delayed ACK they still get over 12 times the others' goodput;"
    " TCP-AP is clearly fairer, though flows 1 and 6 still get more",
    setting="`grid-tcp-ap`, three parallel flows each way on a 5 x 5 grid.",
    points=points_of(point),
    judge=judge,
    draw=draw,
    reason="Tried: static routes, with which NewReno leaves flows 2 to 5 only 18 % together (24 % with delayed ACK),"
    " against 44 % over AODV; AODV by RFC 3561 (50 %) and without local repair (37 %); other time-outs and"
    " windows (42 to 49 %). Routes that fail under load interrupt the strong flows and give the weak ones"
    " their turn. Most likely reasons: AODV of ns-2 of 2003 to 2005 broke fewer routes, and figure 19's grid"
    " is described in words only, so that positions may differ.",
    fairness=named_points(point),
)
