"""What one run says about its transport, over the flows that use it."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from airhop.records import FlowRecord, RunRecord

STARVED_SHARE = 0.1
"""A flow with less than this part of an equal share of the goodput is starved."""
_LEAST_MBIT = 0.01
"""Delivered data below which energy per Mbit is that of so much: about one packet."""


@dataclass(frozen=True, slots=True)
class Measures:
    """One run in the numbers that a transport is judged by."""

    goodput_kbps: float
    """Sum over flows. Of flows of files or a transfer, what they get while a file is under way."""
    jain: float
    """Jain's index over the flows' goodputs."""
    delay_p99_ms: float
    """99th percentile of one-way delay, of the flow that has the highest."""
    energy_j_per_mbit: float
    """Energy of all nodes by what was delivered to all applications."""
    retransmitted_percent: float
    """Retransmissions by packets that arrived."""
    starved: tuple[str, ...]
    """Flows that get less than a tenth of an equal share."""
    other_kbps: float
    """Sum over the flows that have a transport of their own, which is the same in every run."""


def measure(run: RunRecord, fixed: Collection[str], extent_s: float) -> Measures:
    """Measure a run.

    fixed: names of the flows whose transport the scenario gives.
    extent_s: time that was measured over, which stands for the delay of a flow that delivered nothing.

    A flow without a path to its destination counts nowhere: no transport can help it.
    """
    flows = [flow for flow in run["flows"] if flow["name"] not in fixed and flow["hops"] > 0]
    rates = [_rate_kbps(flow) for flow in flows]
    share = sum(rates) / len(rates) if rates else 0.0
    received = sum(flow["received_packets"] for flow in flows)
    mbit = sum(flow["goodput_kbps"] for flow in run["flows"]) * extent_s / 1000
    return Measures(
        goodput_kbps=math.fsum(rates),
        jain=_jain(rates),
        delay_p99_ms=max((_delay_ms(flow, extent_s) for flow in flows), default=0.0),
        energy_j_per_mbit=run["energy_j"]["total"] / max(mbit, _LEAST_MBIT),
        retransmitted_percent=100 * sum(flow["retransmissions"] for flow in flows) / max(received, 1),
        starved=tuple(
            flow["name"]
            for flow, rate in zip(flows, rates, strict=True)
            if len(flows) > 1 and rate < STARVED_SHARE * share
        ),
        other_kbps=math.fsum(flow["goodput_kbps"] for flow in run["flows"] if flow["name"] in fixed),
    )


def _rate_kbps(flow: FlowRecord) -> float:
    return flow.get("active_goodput_kbps", flow["goodput_kbps"])


def _delay_ms(flow: FlowRecord, extent_s: float) -> float:
    return flow["delay_ms"]["p99"] if flow["delivered_bytes"] > 0 else extent_s * 1000


def _jain(rates: list[float]) -> float:
    """Jain's index: (sum x)^2 / (n sum x^2); 1 where nobody gets anything (Jain, Chiu, Hawe, DEC-TR-301, 1984)."""
    squares = math.fsum(rate * rate for rate in rates)
    return math.fsum(rates) ** 2 / (len(rates) * squares) if squares > 0 else 1.0
