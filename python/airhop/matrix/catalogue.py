"""The rows of the matrix: the scenarios of the five papers, by what they have in common."""

from __future__ import annotations

from airhop.matrix.setup import Family, Setup
from airhop.papers import bw_rtt, dccp, tcp_ap, tcp_daa, tctc
from airhop.papers.bw_rtt.names import RADIOS
from airhop.papers.point import Settings
from airhop.papers.tctc.names import SPACING_M

_AP = tcp_ap.PAPER.settings
_DAA = tcp_daa.PAPER.settings
_BW = bw_rtt.PAPER.settings
_TCTC = tctc.PAPER.settings
# The time measured over and the traffic, which is always data, are the matrix's own.
_DCCP: Settings = tuple((key, value) for key, value in dccp.PAPER.settings if not key.startswith(("run.", "traffic.")))

_ALWAYS_DATA: Settings = (("flows.f0.traffic.kind", "ftp"), ("flows.f1.traffic.kind", "ftp"))
"""In place of the transfers of `access`."""


def _hops(hops: int) -> Settings:
    return (("topology.hops", hops),)


def _flows(hops: int, flows: int) -> Settings:
    return (*_hops(hops), ("topology.flows", flows))


def _fast(mbps: int) -> Settings:
    return (("radio.profile", RADIOS[mbps]),)


def _near(hops: int) -> Settings:
    return (*_hops(hops), ("topology.spacing_m", SPACING_M))


def _errors(rate: float) -> Settings:
    return (*_hops(5), ("errors.model", "packet"), ("errors.packet", rate))


def _beside_udp(rate_kbps: int, mbps: int) -> Settings:
    return (("flows.f1.transport", f"udp-paced={rate_kbps}"), *_fast(mbps))


def _interfering() -> Settings:
    """Have both connections of the paper's figure 14 on all the time, where the second comes and goes there."""
    d = SPACING_M
    places = (*((hop * d, 0) for hop in range(5)), (2 * d, d), (3 * d, d))
    return (("topology.positions", places), ("flows.f1.start_s", 0.0), ("flows.f1.stop_s", 1e6))


def _access(directions: str, delay_ms: float) -> Settings:
    return (("topology.directions", directions), ("wired.backbone.delay_ms", delay_ms), *_ALWAYS_DATA)


def _files(pause_s: float) -> Settings:
    return (("traffic.kind", "files"), ("traffic.pause_s", pause_s))


SETUPS: tuple[Setup, ...] = (
    Setup("daa-chain-1", "chain, 1 hop", Family.SHORT, "tcp-daa", "table 1", "chain", _DAA, _hops(1)),
    Setup("ap-chain-4", "chain, 4 hops", Family.SHORT, "tcp-ap", "figs 14, 15", "chain", _AP, _hops(4)),
    Setup("bw-chain-4", "chain, 4 hops, DSR", Family.SHORT, "bw-rtt", "fig. 7", "chain", _BW, (*_hops(4), *_fast(2))),
    Setup("tctc-chain-4", "chain, 4 hops, DSR", Family.SHORT, "tctc", "figs 8-13", "chain", _TCTC, _near(4)),
    Setup("dccp-chain-4", "chain, 4 hops, 11 Mbit/s", Family.SHORT, "dccp", "table 1", "chain", _DCCP, _hops(4)),
    Setup("daa-chain-5", "chain, 5 hops", Family.SHORT, "tcp-daa", "figs 8, 12", "chain", _DAA, _hops(5)),
    Setup("ap-chain-8", "chain, 8 hops", Family.LONG, "tcp-ap", "figs 14, 15", "chain", _AP, _hops(8)),
    Setup("tctc-chain-8", "chain, 8 hops, DSR", Family.LONG, "tctc", "figs 8-13", "chain", _TCTC, _near(8)),
    Setup(
        "bw-chain-8-11M",
        "chain, 8 hops, DSR, 11 Mbit/s",
        Family.LONG,
        "bw-rtt",
        "fig. 8",
        "chain",
        _BW,
        (*_hops(8), *_fast(11)),
    ),
    Setup("ap-chain-12", "chain, 12 hops", Family.LONG, "tcp-ap", "figs 14, 15", "chain", _AP, _hops(12)),
    Setup("bw-chain-16", "chain, 16 hops, DSR", Family.LONG, "bw-rtt", "fig. 7", "chain", _BW, (*_hops(16), *_fast(2))),
    Setup(
        "daa-chain-3-10", "chain, 3 hops", Family.SHARED, "tcp-daa", "table 3", "chain", _DAA, _flows(3, 10), flows=10
    ),
    Setup(
        "daa-chain-5-10",
        "chain, 5 hops",
        Family.SHARED,
        "tcp-daa",
        "figs 8, 12",
        "chain",
        _DAA,
        _flows(5, 10),
        flows=10,
    ),
    Setup(
        "daa-chain-8-10", "chain, 8 hops", Family.SHARED, "tcp-daa", "fig. 9", "chain", _DAA, _flows(8, 10), flows=10
    ),
    Setup("ap-cross", "cross, 4 hops", Family.CROSSING, "tcp-ap", "figs 9-12", "cross", _AP, flows=2),
    Setup("ap-grid", "grid, 3 + 3 flows", Family.CROSSING, "tcp-ap", "fig. 20", "grid-tcp-ap", _AP, flows=6),
    Setup(
        "daa-grid-3",
        "grid, 3 rows",
        Family.BESIDE,
        "tcp-daa",
        "fig. 10",
        "grid",
        _DAA,
        (("topology.flows", 3),),
        flows=3,
    ),
    Setup("ap-parallel", "parallel chains", Family.BESIDE, "tcp-ap", "fig. 16", "parallel", _AP, flows=2),
    Setup("ap-asymmetric", "4 beside 10 hops", Family.BESIDE, "tcp-ap", "fig. 18", "asymmetric", _AP, flows=2),
    Setup(
        "tctc-interference",
        "4 hops beside 1, DSR",
        Family.BESIDE,
        "tctc",
        "fig. 15",
        "interference-4hop",
        _TCTC,
        _interfering(),
        flows=2,
    ),
    *(
        Setup(
            f"bw-{name}-background",
            f"{name}, 8 hops, DSR",
            Family.BACKGROUND,
            "bw-rtt",
            figure,
            f"{name}-background",
            _BW,
            _beside_udp(500, 2),
            judged=("f0",),
        )
        for name, figure in (("cross", "fig. 12"), ("grid", "fig. 11"))
    ),
    *(
        Setup(
            f"daa-errors-{percent}",
            f"chain, 5 hops, {percent} % lost",
            Family.ERRORS,
            "tcp-daa",
            "fig. 13",
            "chain",
            _DAA,
            _errors(percent / 100),
        )
        for percent in (2, 5)
    ),
    Setup("ap-random", "120 nodes, ten flows", Family.RANDOM, "tcp-ap", "fig. 21", "random", _AP, flows=10),
    Setup(
        "ap-parallel-files",
        "parallel, pauses 0.25 s",
        Family.FILES,
        "tcp-ap",
        "figs 22, 23",
        "parallel",
        _AP,
        traffic=_files(0.25),
        flows=2,
    ),
    Setup(
        "ap-random-files",
        "120 nodes, pauses 1 s",
        Family.FILES,
        "tcp-ap",
        "fig. 24",
        "random-files",
        _AP,
        bound=("random", (("topology.flows", 5),)),
        flows=5,
    ),
    *(
        Setup(
            f"dccp-access-{directions}-{rtt_ms}",
            f"{directions.replace('-', ' and ')}, {rtt_ms} ms",
            Family.WIRED,
            "dccp",
            "tables 2-5",
            "access",
            _DCCP,
            _access(directions, delay_ms),
            flows=2,
        )
        for directions, rtt_ms, delay_ms in (
            ("in-in", 110, 50.0),
            ("out-out", 110, 50.0),
            ("in-out", 110, 50.0),
            ("in-out", 60, 25.0),
        )
    ),
)
"""All scenarios, family by family."""

ELSEWHERE = (
    "Two kinds of the papers' scenarios are omitted. Some differ only in a number: chains of intermediate lengths,"
    " pauses of other lengths, 1 to 20 flows, UDP at other rates and beside links of 11 Mbit/s. Others show the course"
    " of time or flows of different transports: contention and responsiveness on `cross` (TCP-AP, figures 3 to 5 and"
    " 10 to 12), the second connection of TCTC's figure 15, which starts and stops (here, both are always active), and"
    " different transports side by side (TCP-DAA, figures 14 and 15; DCCP, table 4). `airhop reproduce` includes them."
    " TCP-DAA's grid with six flows (figure 10) is the network of TCP-AP's figure 20."
)
"""What is not in the matrix, and where it is."""
