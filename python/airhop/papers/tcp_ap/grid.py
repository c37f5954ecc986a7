"""Figure 20: six flows on a grid (A9)."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.measures import jain, share
from airhop.papers.checks import LITTLE, Check, check
from airhop.papers.figure import FigureData
from airhop.papers.measured import Measured
from airhop.papers.point import Point
from airhop.papers.study import Study
from airhop.papers.tcp_ap.names import AP, AP_LDA, NEWRENO, NEWRENO_LDA
from airhop.papers.tcp_ap.shares import compare, goodput_panel, named_points, points_of
from airhop.stats import Estimate, difference, ratio

FLOWS = 6
OUTER, INNER = (0, 5), (1, 2, 3, 4)
"""FTP 1 and 6, and the flows between them."""


def point(transport: str) -> Point:
    """Give three parallel flows in each direction."""
    return Point("grid-tcp-ap", transport)


def outer_over_inner(measured: Measured, transport: str) -> Estimate:
    """Estimate the mean goodput of the outer flows divided by that of the inner flows."""
    outer = measured.estimate(point(transport), share(*OUTER))
    inner = measured.estimate(point(transport), share(*INNER))
    quotient = ratio(outer, inner)
    scale = len(INNER) / len(OUTER)
    return Estimate(quotient.mean * scale, None if quotient.ci95 is None else quotient.ci95 * scale)


def judge(measured: Measured) -> Sequence[Check]:
    """Check the inner flows' share under NewReno, and TCP-AP's fairness."""
    return [
        check(
            "NewReno almost totally starves flows 2 to 5 (their share of the goodput)",
            measured.estimate(point(NEWRENO), share(*INNER)),
            high=LITTLE,
        ),
        check(
            "with delayed ACK flows 1 and 6 still have over 12 times the goodput of the others (ratio of means)",
            outer_over_inner(measured, NEWRENO_LDA),
            low=12 * 2 / 3,
        ),
        check(
            "TCP-AP is fairer than NewReno (difference of Jain's indices)",
            difference(*compare(measured, point, (AP, NEWRENO), jain)),
            low=0,
        ),
        check(
            "with delayed ACK TCP-AP is also fairer than NewReno (difference of Jain's indices)",
            difference(*compare(measured, point, (AP_LDA, NEWRENO_LDA), jain)),
            low=0,
        ),
        check(
            "under TCP-AP flows 1 and 6 still have more goodput than the others (ratio of means)",
            outer_over_inner(measured, AP),
            low=1,
        ),
    ]


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw goodput by flow."""
    return [FigureData("20", "goodput of six flows, grid", [[goodput_panel(measured, point, FLOWS)]])]


STUDY = Study(
    claim="A9",
    short="grid: NewReno starves four of six flows",
    figures=(20,),
    says="NewReno leaves goodput to flows 1 and 6 only; with delayed ACK they still have over 12 times the goodput"
    " of the others; TCP-AP is clearly fairer, though flows 1 and 6 still have more",
    setting="`grid-tcp-ap`: three parallel flows in each direction on a 5 x 5 grid.",
    points=points_of(point),
    judge=judge,
    draw=draw,
    reason="Tried: static routes, with which NewReno leaves flows 2 to 5 a total share of only 18 % (24 % with"
    " delayed ACK), compared to 44 % over AODV; AODV according to RFC 3561 (50 %) and without local repair (37 %);"
    " other RTO limits and windows (42 to 49 %). Routes that fail under load interrupt the strong flows and give the"
    " weak ones a turn. Most likely causes: the AODV of ns-2 of 2003 to 2005 broke fewer routes; and the grid of"
    " figure 19 is described in words only, so positions may differ.",
    fairness=named_points(point),
)
