"""All measures of a run, in one place: `MEASURES`, one line per measure, over the flows that count.

How flows count, for all commands:

- A flow without a path to its destination does not count: no transport can help it.
- A flow is starved if it gets less than a tenth of an equal share of the goodput, or nothing.
- A delay is that of the worst flow, and a flow that delivered nothing counts with the whole measured time. Starving a
  flow therefore does not reduce the delay.
- Goodput of a flow of files or a transfer is measured while a file is under way, excluding pauses (tcp-ap, section
  5.2.1).
- Energy is that of all nodes and all traffic; it is divided by the data that the counted flows delivered.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from airhop.records import FlowRecord, RunRecord

STARVED_SHARE = 0.1
"""A flow with less than this part of an equal share of the goodput is starved."""
DEFAULT_SEGMENT_BYTES = 1460.0
"""Payload of a full packet, unless a scenario has another."""


def jain_index(shares: Sequence[float]) -> float:
    """Jain's index: (sum x)^2 / (n sum x^2); 1 if all shares are 0 (Jain, Chiu, Hawe, DEC-TR-301, 1984)."""
    squares = math.fsum(x * x for x in shares)
    return math.fsum(shares) ** 2 / (len(shares) * squares) if squares > 0 else 1.0


def flow_goodput_kbps(flow: FlowRecord) -> float:
    """Goodput of a flow in kbit/s, for files without the pauses between them."""
    return flow.get("active_goodput_kbps", flow["goodput_kbps"])


@dataclass(frozen=True, slots=True)
class Seen:
    """One run, and those of its flows that count."""

    run: RunRecord
    flows: Sequence[FlowRecord]
    measured_s: float
    """Measured time."""
    segment_bytes: float = DEFAULT_SEGMENT_BYTES

    @property
    def rates_kbps(self) -> list[float]:
        """Goodput of each flow."""
        return [flow_goodput_kbps(flow) for flow in self.flows]

    @property
    def starved(self) -> list[str]:
        """Names of the starved flows; none for a single flow."""
        rates = self.rates_kbps
        equal = math.fsum(rates) / len(rates) if rates else 0.0
        return [
            flow["name"]
            for flow, rate in zip(self.flows, rates, strict=True)
            if len(rates) > 1 and (rate < STARVED_SHARE * equal or rate <= 0)
        ]

    @property
    def delivered_bits(self) -> float:
        """Payload delivered, in bits."""
        return math.fsum(flow["delivered_bytes"] * 8 for flow in self.flows)

    def total(self, count: str) -> float:
        """Add up a count over the flows."""
        return math.fsum(flow[count] for flow in self.flows)  # type: ignore[literal-required]

    def worst_delay_ms(self, statistic: str) -> float:
        """Give a statistic of the delay of the worst flow; not a number without a flow."""
        delays = (
            flow["delay_ms"][statistic] if flow["delivered_bytes"] > 0 else self.measured_s * 1000  # type: ignore[literal-required]
            for flow in self.flows
        )
        return max(delays, default=math.nan)


def look(
    run: RunRecord,
    measured_s: float,
    *,
    judged: Collection[str] = (),
    fixed: Collection[str] = (),
    segment_bytes: float = DEFAULT_SEGMENT_BYTES,
) -> Seen:
    """Choose the flows of a run that count.

    measured_s: measured time; a run by packets knows its own.
    judged: names of the only flows that count; empty for all.
    fixed: names of flows that do not count.
    """
    flows = [
        flow
        for flow in run["flows"]
        if (not judged or flow["name"] in judged) and flow["name"] not in fixed and flow["hops"] > 0
    ]
    return Seen(run, flows, run.get("measured_s", measured_s), segment_bytes)


class Better(Enum):
    """Whether more or less is better."""

    MORE = "more"
    LESS = "less"


Of = Callable[[Seen], float]


@dataclass(frozen=True, slots=True)
class Measure:
    """One quantity: a mean over runs, or a quotient of two means."""

    key: str
    label: str
    unit: str
    better: Better
    of: Of
    per: str | None = None
    """Name of its denominator in `DENOMINATORS`."""
    several: bool = False
    """Whether it needs several flows."""
    digits: int = 0


_MORE, _LESS = Better.MORE, Better.LESS
DENOMINATORS: Mapping[str, Of] = {
    "delivered_mbit": lambda seen: seen.delivered_bits / 1e6,
    "thousand_delivered": lambda seen: seen.delivered_bits / 8 / seen.segment_bytes / 1000,
}
_PER_MBIT, _PER_1000 = DENOMINATORS

GOODPUT = Measure("goodput_kbps", "goodput", "kbit/s", _MORE, lambda seen: math.fsum(seen.rates_kbps))
JAIN = Measure("jain", "Jain's index", "", _MORE, lambda seen: jain_index(seen.rates_kbps), several=True, digits=2)
JAIN_10S = Measure(
    "jain_10s", "Jain's index in 10 s", "", _MORE, lambda seen: seen.run["jain_10s"], several=True, digits=2
)
STARVED_FLOWS = Measure(
    "starved", "starved flows", "%", _LESS, lambda seen: 100 * (len(seen.starved) / len(seen.flows)), several=True
)
GAP = Measure(
    "longest_gap_s",
    "longest gap",
    "s",
    _LESS,
    lambda seen: max((flow["longest_gap_s"] for flow in seen.flows), default=math.nan),
    digits=1,
)
DELAY = Measure("delay_ms", "mean delay", "ms", _LESS, lambda seen: seen.worst_delay_ms("mean"))
DELAY_P99 = Measure("delay_p99_ms", "delay, 99th percentile", "ms", _LESS, lambda seen: seen.worst_delay_ms("p99"))
ENERGY = Measure(
    "energy_j_per_mbit",
    "energy, all nodes",
    "J/Mbit",
    _LESS,
    lambda seen: seen.run["energy_j"]["total"],
    _PER_MBIT,
    digits=2,
)
SENDER_ENERGY = Measure(
    "sender_energy_j_per_mbit",
    "energy, senders",
    "J/Mbit",
    _LESS,
    lambda seen: seen.run["energy_j"]["sender"],
    _PER_MBIT,
    digits=2,
)
RETRANSMISSIONS = Measure(
    "retransmissions_per_1000",
    "retransmissions",
    "per 1000",
    _LESS,
    lambda seen: seen.total("retransmissions"),
    _PER_1000,
    digits=1,
)
TIMEOUTS = Measure(
    "timeouts_per_1000", "timeouts", "per 1000", _LESS, lambda seen: seen.total("timeouts"), _PER_1000, digits=1
)
ROUTE_FAILURES = Measure(
    "route_failures", "route failures", "per run", _LESS, lambda seen: float(seen.run["route_failures"]), digits=1
)

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


def numbers(seen: Seen) -> dict[str, float]:
    """Take every measure, by its key, and every denominator by its name; `nan` for missing ones."""
    alone = len(seen.flows) < 2
    found = {each.key: math.nan if each.several and alone else each.of(seen) for each in MEASURES}
    return found | {name: of(seen) for name, of in DENOMINATORS.items()}


@dataclass(frozen=True, slots=True)
class Measures:
    """The numbers of one run by which a transport is judged."""

    goodput_kbps: float
    jain: float
    """1 for a single flow."""
    delay_p99_ms: float
    energy_j_per_mbit: float
    retransmitted_percent: float
    """Retransmissions as a percentage of the packets that arrived."""
    starved: tuple[str, ...]
    other_kbps: float
    """Sum over the flows that have their own transport, which is the same in every run."""


_LEAST_MBIT = 0.01
"""Minimum of the delivered data in energy per Mbit: about one packet."""


def measure(run: RunRecord, fixed: Collection[str], measured_s: float) -> Measures:
    """Measure one run by itself; `fixed` names the flows whose transport the scenario gives."""
    seen = look(run, measured_s, fixed=fixed)
    return Measures(
        goodput_kbps=GOODPUT.of(seen),
        jain=JAIN.of(seen),
        delay_p99_ms=DELAY_P99.of(seen) if seen.flows else 0.0,
        energy_j_per_mbit=ENERGY.of(seen) / max(DENOMINATORS[_PER_MBIT](seen), _LEAST_MBIT),
        retransmitted_percent=100 * seen.total("retransmissions") / max(seen.total("received_packets"), 1),
        starved=tuple(seen.starved),
        other_kbps=math.fsum(flow["goodput_kbps"] for flow in run["flows"] if flow["name"] in fixed),
    )


def goodput(run: RunRecord) -> float:
    """Goodput of all flows together, in kbit/s."""
    return run["aggregate_goodput_kbps"]


def jain(run: RunRecord) -> float:
    """Jain's index over the run."""
    return run["jain"]


def jain_10s(run: RunRecord) -> float:
    """Mean of Jain's index over windows of 10 s."""
    return run["jain_10s"]


def longest_gap_s(run: RunRecord) -> float:
    """Longest time in which any flow delivered nothing, in s."""
    return max(flow["longest_gap_s"] for flow in run["flows"])


def flow_goodput(index: int) -> Callable[[RunRecord], float]:
    """Goodput of one flow, in kbit/s."""
    return lambda run: run["flows"][index]["goodput_kbps"]


def share(*indices: int) -> Callable[[RunRecord], float]:
    """Share of some flows in the total goodput; an equal share if nothing was delivered."""

    def of(run: RunRecord) -> float:
        total = goodput(run)
        if total <= 0:
            return len(indices) / len(run["flows"])
        return sum(run["flows"][index]["goodput_kbps"] for index in indices) / total

    return of


def least_share(run: RunRecord) -> float:
    """Share of the weakest flow in the total goodput."""
    return min(share(index)(run) for index in range(len(run["flows"])))


def aggregate_averaged_goodput(run: RunRecord) -> float:
    """Sum over flows of the goodput without pauses, in kbit/s (tcp-ap, section 5.2.1)."""
    return math.fsum(flow_goodput_kbps(flow) for flow in run["flows"])


def averaged_jain(run: RunRecord) -> float:
    """Jain's index over the flows' goodputs without pauses."""
    return jain_index([flow_goodput_kbps(flow) for flow in run["flows"]])
