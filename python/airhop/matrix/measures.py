"""What a cell measures: each quantity of a run, and how a transport's runs are summed up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from airhop.matrix.setup import Setup
from airhop.papers.measured import jain_index

Row: TypeAlias = Mapping[str, object]
"""A run or a flow of a run, by column."""

STARVED = 0.1
"""A flow with less than this part of an equal share of the goodput is starved."""


class Better(Enum):
    """Which way is better."""

    MORE = "more"
    LESS = "less"


@dataclass(frozen=True, slots=True)
class Measure:
    """One quantity: a mean over runs, or a quotient of two means."""

    key: str
    label: str
    unit: str
    better: Better
    numerator: str
    denominator: str | None = None
    several: bool = False
    """Whether it takes several flows to have it."""
    digits: int = 0


GOODPUT = Measure("goodput_kbps", "goodput", "kbit/s", Better.MORE, "goodput_kbps")
JAIN = Measure("jain", "Jain's index", "", Better.MORE, "jain", several=True, digits=2)
JAIN_10S = Measure("jain_10s", "Jain's index in 10 s", "", Better.MORE, "jain_10s", several=True, digits=2)
STARVED_FLOWS = Measure("starved", "starved flows", "%", Better.LESS, "starved_percent", several=True)
GAP = Measure("longest_gap_s", "longest gap", "s", Better.LESS, "longest_gap_s", digits=1)
DELAY = Measure("delay_ms", "mean delay", "ms", Better.LESS, "delay_ms")
DELAY_P99 = Measure("delay_p99_ms", "delay, 99th percentile", "ms", Better.LESS, "delay_p99_ms")
ENERGY = Measure(
    "energy_j_per_mbit", "energy, all nodes", "J/Mbit", Better.LESS, "energy_j", "delivered_mbit", digits=2
)
SENDER_ENERGY = Measure(
    "sender_energy_j_per_mbit", "energy, senders", "J/Mbit", Better.LESS, "sender_energy_j", "delivered_mbit", digits=2
)
RETRANSMISSIONS = Measure(
    "retransmissions_per_1000",
    "retransmissions",
    "per 1000",
    Better.LESS,
    "retransmissions",
    "thousand_delivered",
    digits=1,
)
TIMEOUTS = Measure(
    "timeouts_per_1000", "time-outs", "per 1000", Better.LESS, "timeouts", "thousand_delivered", digits=1
)
ROUTE_FAILURES = Measure("route_failures", "route failures", "a run", Better.LESS, "route_failures", digits=1)

MEASURES = (
    GOODPUT,
    JAIN,
    JAIN_10S,
    STARVED_FLOWS,
    GAP,
    DELAY,
    DELAY_P99,
    ENERGY,
    SENDER_ENERGY,
    RETRANSMISSIONS,
    TIMEOUTS,
    ROUTE_FAILURES,
)

NUMBERS = tuple(dict.fromkeys(n for m in MEASURES for n in (m.numerator, m.denominator) if n is not None))
"""What is taken from each run."""


def of_run(setup: Setup, run: Row, flows: Iterable[Row], segment_bytes: float) -> dict[str, float]:
    """Take the numbers of one run, of the flows that are looked at; `nan` for what it does not have.

    Flows between nodes without a path are left out. Energy is that of all traffic, background included.
    """
    seen = [flow for flow in flows if _judged(setup, flow)]
    goodputs = [_goodput(flow) for flow in seen]
    total = math.fsum(goodputs)
    bits = math.fsum(_number(flow, "delivered_bytes") * 8 for flow in seen)
    several = len(seen) > 1
    equal = total / len(seen) if seen else 0.0
    arrived = [flow for flow in seen if _number(flow, "delivered_bytes") > 0]
    return {
        "goodput_kbps": total,
        "jain": jain_index(goodputs) if several else math.nan,
        "jain_10s": _number(run, "jain_10s") if several else math.nan,
        "starved_percent": 100 * _part(g < STARVED * equal or g <= 0 for g in goodputs) if several else math.nan,
        "longest_gap_s": max((_number(flow, "longest_gap_s") for flow in seen), default=math.nan),
        "delay_ms": _mean([_number(flow, "delay_ms_mean") for flow in arrived]),
        "delay_p99_ms": _mean([_number(flow, "delay_ms_p99") for flow in arrived]),
        "energy_j": _number(run, "energy_j_total"),
        "sender_energy_j": _number(run, "energy_j_sender"),
        "delivered_mbit": bits / 1e6,
        "retransmissions": math.fsum(_number(flow, "retransmissions") for flow in seen),
        "timeouts": math.fsum(_number(flow, "timeouts") for flow in seen),
        "thousand_delivered": bits / 8 / segment_bytes / 1000,
        "route_failures": _number(run, "route_failures"),
    }


def _judged(setup: Setup, flow: Row) -> bool:
    return (not setup.judged or flow["flow"] in setup.judged) and _number(flow, "hops") > 0


def _goodput(flow: Row) -> float:
    """Give a flow's goodput; of files that while one is under way, pauses left out (tcp-ap, section 5.2.1)."""
    active = flow.get("active_goodput_kbps")
    return (
        float(active) if isinstance(active, int | float) and not math.isnan(active) else _number(flow, "goodput_kbps")
    )


def _number(row: Row, name: str) -> float:
    value = row[name]
    return float(value) if isinstance(value, int | float) else math.nan


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else math.nan


def _part(which: Iterable[bool]) -> float:
    seen = list(which)
    return sum(seen) / len(seen) if seen else math.nan
