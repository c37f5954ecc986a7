"""The internal state of DCCP while a node is out of range: a figure that is not in the paper."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.papers.dccp.names import DCCP
from airhop.papers.figure import Curve, FigureData, Kind, Panel, single
from airhop.papers.measured import Measured
from airhop.papers.point import Method, Point

HOPS = 4
AWAY_M = 500.0
AT_M = 400.0
"""Position of the middle node along the chain."""
LEAVES_S, GONE_S, RETURNS_S, BACK_S, END_S = 30.0, 35.0, 60.0, 65.0, 100.0
SERIES = ("cwnd_segments", "base_rtt_ms", "average_rtt_ms", "dccp_state")
FLOW = "f0"
MARKS = ((LEAVES_S, "node leaves"), (BACK_S, "node is back"))


def point() -> Point:
    """Give one flow over a chain whose middle node moves away and comes back."""
    way = ((LEAVES_S, AT_M, 0.0), (GONE_S, AT_M, AWAY_M), (RETURNS_S, AT_M, AWAY_M), (BACK_S, AT_M, 0.0))
    settings = (("topology.hops", HOPS), ("run.duration_s", END_S), ("mobility.waypoints.2", way))
    return Point("chain", DCCP, settings, Method.TRANSIENT)


def _curve(measured: Measured, name: str, quantity: str) -> Curve:
    times, values = measured.series(point(), FLOW, quantity)[0]
    return Curve(name, times.tolist(), [single(value) for value in values])


def draw(measured: Measured) -> Sequence[FigureData]:
    """Draw round-trip times, window and state over time, for one run."""
    rtts = [_curve(measured, "baseRTT", "base_rtt_ms"), _curve(measured, "avgRTT", "average_rtt_ms")]
    window = [_curve(measured, "cwnd", "cwnd_segments")]
    state = [_curve(measured, "state", "dccp_state")]
    rows = [
        [Panel("", "RTT (ms)", Kind.TRACE, rtts, "round-trip times", MARKS, 110.0)],
        [Panel("", "cwnd (packets)", Kind.TRACE, window, "congestion window", MARKS, 8.0)],
        [Panel("time (s)", "state", Kind.TRACE, state, "state: 0 Normal, 1 Congestion", MARKS, 1.5)],
    ]
    note = (
        f"Not in the paper. DCCP with two states over {HOPS} hops, seed 1. The middle node moves {AWAY_M:g} m away"
        f" within {GONE_S - LEAVES_S:g} s and returns as fast. A timeout starts the Congestion state; header-only"
        " probes are sent until one is acknowledged. Its round-trip time becomes the new baseRTT, which is lower"
        " than the old one because a probe is short, and cwnd is multiplied by the ratio of old to new."
    )
    return [FigureData("A", "internal state during an outage", rows, note)]
