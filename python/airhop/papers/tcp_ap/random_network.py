"""Figures 21 and 24: random networks with continuous flows and with flows of files (A10, A12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from airhop.measures import aggregate_averaged_goodput, averaged_jain, flow_goodput_kbps, goodput, jain
from airhop.papers.checks import Check, Outcome, about, check
from airhop.papers.figure import Curve, FigureData, Kind, Panel, single
from airhop.papers.measured import Measured, paired_gain_percent
from airhop.papers.point import Method, Point
from airhop.papers.study import Study
from airhop.papers.tcp_ap.names import AP, AP_LDA, NEWRENO, NEWRENO_LDA, VARIANTS
from airhop.papers.tcp_ap.shares import PointOf, compare, index_panel, named_points, points_of
from airhop.records import FlowRecord, RunRecord
from airhop.stats import difference, estimate

STARVED = 0.1
"""A flow with less than this fraction of an equal share is starved."""


def point(transport: str) -> Point:
    """Give ten continuous flows between random pairs of 120 nodes."""
    return Point("random", transport, (), Method.NETWORKS)


def files_point(transport: str) -> Point:
    """Give five flows of files, with pauses of 1 s on average."""
    return Point("random-files", transport, (), Method.NETWORKS)


def starved(run: RunRecord) -> float:
    """Count the starved flows among those with a path."""
    connected = [flow for flow in run["flows"] if flow["hops"] > 0]
    enough = STARVED * goodput(run) / max(1, len(connected))
    return float(sum(flow["goodput_kbps"] < enough for flow in connected))


def judge(measured: Measured) -> Sequence[Check]:
    """Check the number of starved flows and the aggregate goodput."""
    low, high = about(5)
    none_low, none_high = -9.0, 0.0
    by_network = measured.values(point(AP), starved)
    none = all(count == 0 for count in by_network)
    return [
        check(
            f"NewReno starves five of ten flows (number of flows below {STARVED:.0%} of an equal share)",
            measured.estimate(point(NEWRENO), starved),
            low=low,
            high=high,
        ),
        Check(
            "TCP-AP starves no flow",
            "starved flows per network: " + ", ".join(f"{count:.0f}" for count in by_network),
            Outcome.HOLDS if none else Outcome.FAILS,
        ),
        check(
            "TCP-AP is fairer than NewReno (difference of Jain's indices)",
            difference(*compare(measured, point, (AP, NEWRENO), jain)),
            low=0,
        ),
        check(
            "TCP-AP's aggregate goodput is 6 % below NewReno's (0 to 9 % below; mean over networks)",
            paired_gain_percent(measured, point(AP), point(NEWRENO), goodput),
            "%",
            low=none_low,
            high=none_high,
        ),
    ]


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw one network, as the paper does, and below it the means over all networks."""
    return [FigureData("21", "goodput of ten flows, random networks", _rows(measured, point, _goodput, ""), _NOTE)]


def _goodput(flow: FlowRecord) -> float:
    return flow["goodput_kbps"]


_NOTE = (
    "Top: the network of seed 1. The paper shows one network, too, but does not give its nodes. Bottom: means over"
    " networks, where the flows of each network are ranked by their goodput under NewReno. The intervals are wide"
    " because networks differ: a pair one hop apart gets many times the goodput of a pair nine hops apart."
)


def _rows(measured: Measured, of_transport: PointOf, of: Callable[[FlowRecord], float], kind: str) -> list[list[Panel]]:
    """Show goodput by flow for one network, and means over networks by rank under NewReno."""
    by_transport = {
        name: [[of(flow) for flow in run["flows"]] for run in measured.runs(of_transport(transport))]
        for name, transport in VARIANTS.items()
    }
    networks = by_transport["TCP NewReno"]
    orders = [sorted(range(len(flows)), key=flows.__getitem__, reverse=True) for flows in networks]
    one, over_all = [], []
    for name, runs in by_transport.items():
        names = [*(str(index + 1) for index in range(len(runs[0]))), "aggregate"]
        one.append(Curve(name, names, [single(value) for value in [*runs[0], sum(runs[0])]]))
        ranked = [[*(flows[index] for index in order), sum(flows)] for flows, order in zip(runs, orders, strict=True)]
        over_all.append(Curve(name, names, [estimate(values) for values in zip(*ranked, strict=True)]))
    label = f"{kind}goodput (kbit/s)"
    rank = "flow, ranked by its goodput under NewReno"
    return [
        [Panel("FTP flow", label, Kind.BARS, one, "one network")],
        [Panel(rank, label, Kind.BARS, over_all, f"mean over {len(networks)} networks")],
    ]


def judge_files(measured: Measured) -> Sequence[Check]:
    """Compare averaged goodput and fairness, with and without delayed ACK."""
    checks = []
    for size, transports, suffix in (
        (91, (AP, NEWRENO), ""),
        (58, (AP_LDA, NEWRENO_LDA), " with delayed ACK"),
    ):
        one, other = map(files_point, transports)
        low, high = about(size)
        checks += [
            check(
                f"TCP-AP's aggregate averaged goodput{suffix} is {size} % above NewReno's{suffix} (mean over networks)",
                paired_gain_percent(measured, one, other, aggregate_averaged_goodput),
                "%",
                low=low,
                high=high,
            ),
            check(
                f"TCP-AP{suffix} is fairer than NewReno{suffix} (difference of Jain's indices of averaged goodputs)",
                difference(*compare(measured, files_point, transports, averaged_jain)),
                low=0,
            ),
        ]
    return checks


def draw_files(measured: Measured) -> Sequence[FigureData]:
    """Draw averaged goodput by flow and in total, and its Jain's index."""
    rows = _rows(measured, files_point, flow_goodput_kbps, "averaged ")
    fairness = index_panel(measured, files_point, [("averaged goodputs", averaged_jain)])
    note = f"{_NOTE} Averaged goodput leaves out the pauses between files."
    figure = FigureData("24", "averaged goodput of file transfers, random networks", rows, note)
    return [figure, FigureData("24", "fairness of file transfers, random networks", [[fairness]], part="fairness")]


CONTINUOUS = Study(
    claim="A10",
    short="random networks: TCP-AP starves no flow, at 6 % less goodput",
    figures=(21,),
    says="NewReno starves five of ten flows; TCP-AP starves none and is significantly fairer, at 6 % less aggregate"
    " goodput",
    setting="`random`: 120 nodes in 2500 m x 1000 m, ten flows between random pairs, another network for each seed.",
    points=points_of(point),
    judge=judge,
    draw=draw,
    reason="Every network has a pair one or two hops apart that dominates the total. NewReno takes nearly the whole"
    " channel there, whereas TCP-AP, which over so few hops does not exceed NewReno even alone (figure 14), slows"
    " down for the flows around it. The flows that TCP-AP leaves below a tenth of an equal share are 8 to 14 hops"
    " long and get 1 to 6 kbit/s. Tried, both over six networks: static routes (43 % less), a minimum RTO of 0.2 s"
    " (32 % less). Most likely cause: the paper shows a single network and gives neither its nodes nor its totals;"
    " how much a short pair has to yield depends on how many flows it affects.",
    fairness=named_points(point),
)

FILES = Study(
    claim="A12",
    short="files over random networks: TCP-AP 91 % above NewReno",
    figures=(24,),
    says="TCP-AP's aggregate averaged goodput is 91 % above NewReno's, or 58 % with delayed ACK in both, and TCP-AP"
    " is fairer",
    setting="`random-files`: five flows of files with a mean size of 30 kB and mean pauses of 1 s, another network"
    " for each seed.",
    points=points_of(files_point),
    judge=judge_files,
    draw=draw_files,
    reason="As in A10, pairs one to three hops apart dominate the total, and for those TCP-AP is at or below"
    " NewReno. In the two networks without such a pair, where the shortest have 6 and 5 hops, TCP-AP's total is 1"
    " and 6 % above NewReno's. Tried, both over six networks: static routes (22 % less), a minimum RTO of 0.2 s (13"
    " % less). A file of 30 kB is 21 packets: for most of a file TCP-AP has no history of samples and starts at its"
    " initial interval. Most likely cause: the paper shows a single network; chains of 7 hops and more give a gain"
    " of 91 % (A4), so its five pairs were probably long.",
    fairness=named_points(files_point),
)
