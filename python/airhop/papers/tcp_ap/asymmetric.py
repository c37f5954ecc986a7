"""Figure 18: a short chain parallel to a long one (A8)."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.measures import goodput, jain, jain_10s, share
from airhop.papers.checks import LITTLE, Check, check, check_each
from airhop.papers.figure import FigureData
from airhop.papers.measured import Measured
from airhop.papers.point import Point
from airhop.papers.study import Study
from airhop.papers.tcp_ap.names import AP, AP_LDA, NEWRENO, NEWRENO_LDA
from airhop.papers.tcp_ap.shares import compare, goodput_panel, index_panel, named_points, points_of
from airhop.stats import difference, gain_percent

NEARLY_EQUAL = 0.45
"""Smallest share of one of two flows that counts as nearly equal: the goodputs then differ by less than a fifth."""


def point(transport: str) -> Point:
    """Give one flow over 4 hops and one over 10."""
    return Point("asymmetric", transport)


def judge(measured: Measured) -> Sequence[Check]:
    """Check the long flow's share under each variant, and the aggregate goodput."""
    starved = [
        (name, measured.estimate(point(transport), share(1)))
        for name, transport in (("NewReno", NEWRENO), ("with delayed ACK", NEWRENO_LDA))
    ]
    return [
        check_each("NewReno starves the long flow, with and without delayed ACK (its share)", starved, high=LITTLE),
        check(
            "TCP-AP is fairer than NewReno (difference of Jain's indices)",
            difference(*compare(measured, point, (AP, NEWRENO), jain)),
            low=0,
        ),
        check(
            "with delayed ACK both flows of TCP-AP get nearly the same goodput (the long flow's share)",
            measured.estimate(point(AP_LDA), share(1)),
            low=NEARLY_EQUAL,
            high=1 - NEARLY_EQUAL,
        ),
        check(
            "NewReno's aggregate goodput is above TCP-AP's",
            gain_percent(*compare(measured, point, (NEWRENO, AP), goodput)),
            "%",
            low=0,
        ),
    ]


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw goodput by flow and Jain's index."""
    indices = index_panel(measured, point, [("over the run", jain), ("windows of 10 s", jain_10s)])
    panels = [goodput_panel(measured, point, 2), indices]
    note = "FTP 1 runs over the chain of 4 hops, FTP 2 over the chain of 10 hops."
    return [FigureData("18", "goodput and fairness, asymmetric parallel chains", [panels], note)]


STUDY = Study(
    claim="A8",
    short="asymmetric chains: NewReno starves the long flow",
    figures=(18,),
    says="NewReno nearly starves the long flow, with or without delayed ACK; TCP-AP is clearly fairer, and with"
    " delayed ACK both flows get nearly the same goodput; NewReno's aggregate goodput is slightly higher",
    setting="`asymmetric`: one flow over 4 hops and one over 10, on chains 400 m apart.",
    points=points_of(point),
    judge=judge,
    draw=draw,
    reason="Tried: static routes, with which NewReno's aggregate goodput is above TCP-AP's (302 and 293 kbit/s) and"
    " TCP-AP without delayed ACK shares equally (0.51); a minimum RTO of 0.2 s, with which delayed ACK gives 0.48;"
    " AODV according to RFC 3561, with which NewReno falls to 143 kbit/s. Route failures thus cost NewReno its"
    " advantage, and the delayed-ACK timers on the short chain determine the shares. Most likely cause: AODV in ns-2"
    " of 2003 to 2005 differs from that of 2.35, which airhop models, and breaks fewer routes under load.",
    fairness=named_points(point),
)
