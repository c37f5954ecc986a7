"""Two transfers on `access`, measured over the time in which both are active."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from airhop.measures import jain_index
from airhop.papers.measured import Measured
from airhop.papers.point import Method, Point, Settings
from airhop.records import FlowRecord
from airhop.runs.job import Finished
from airhop.stats import Estimate, estimate

DELAY_MS = {110: 50.0, 60: 25.0}
"""Delay of the wired link for each round-trip time of the idle network, in ms."""


@dataclass(frozen=True, slots=True)
class Case:
    """One column of tables 2 to 5."""

    name: str
    directions: str
    """Directions of the flows of node 1 and node 4, which are flow 1 and flow 2 of the tables."""
    rtt_ms: int = 110


BOTH_IN = Case("both IN (110 ms)", "in-in")
BOTH_OUT = Case("both OUT (110 ms)", "out-out")
MIXED = Case("IN/OUT (110 ms)", "in-out")
MIXED_60 = Case("IN/OUT (60 ms)", "in-out", 60)
CASES = (BOTH_IN, BOTH_OUT, MIXED, MIXED_60)


def point(case: Case, first: str, second: str = "", varied: Settings = ()) -> Point:
    """Give two transfers under one transport, or each under its own; `varied` overrides the settings of the page."""
    settings = (("topology.directions", case.directions), ("wired.backbone.delay_ms", DELAY_MS[case.rtt_ms]))
    own = (("flows.f1.transport", second),) if second and second != first else ()
    return Point("access", first, (*settings, *own, *varied), Method.TRANSIENT)


def transfer_s(flow: FlowRecord) -> float:
    """Give the time that a transfer took, or has taken so far; infinite if nothing arrived."""
    rate = flow.get("active_goodput_kbps", 0.0)
    return flow["delivered_bytes"] * 8 / 1000 / rate if rate > 0 else math.inf


def goodputs_mbps(run: Finished) -> list[float]:
    """Give each flow's goodput from the start until the first transfer is complete."""
    flows = run.record["flows"]
    until_s = min(transfer_s(flow) for flow in flows)
    if run.samples is None or not math.isfinite(until_s):
        return [0.0 for _ in flows]
    found = []
    for flow in flows:
        times, values = run.samples.choose(flow["name"], "goodput_kbps")
        # A sample is at the end of the time that it covers.
        kbits = np.concatenate([[0.0], np.cumsum(values * np.diff(times, prepend=0.0))])
        at_end = float(np.interp(until_s, np.concatenate([[0.0], times]), kbits))
        found.append(at_end / until_s / 1000)
    return found


def goodput(measured: Measured, at: Point, flow: int) -> Estimate:
    """Estimate a flow's goodput in Mbit/s."""
    return estimate([goodputs_mbps(run)[flow] for run in measured.finished[at]])


def total(measured: Measured, at: Point) -> Estimate:
    """Estimate the goodput of both flows in Mbit/s."""
    return estimate([sum(goodputs_mbps(run)) for run in measured.finished[at]])


def jain(measured: Measured, at: Point) -> Estimate:
    """Estimate Jain's index."""
    return estimate([jain_index(goodputs_mbps(run)) for run in measured.finished[at]])


def part(measured: Measured, at: Point, flow: int) -> Estimate:
    """Estimate a flow's share of the goodput of both."""
    parts = []
    for run in measured.finished[at]:
        both = goodputs_mbps(run)
        parts.append(both[flow] / sum(both) if sum(both) > 0 else 1 / len(both))
    return estimate(parts)
