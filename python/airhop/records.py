"""The shape of a result's JSON, for type checkers. For other readers it is in `schema/run.schema.json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    # In `typing` from Python 3.11 on; only type checkers need it.
    from typing_extensions import NotRequired

SCHEMA_VERSION = 1
"""Version of the JSON of `airhop run`, its key `schema`. Incremented when a reader of the old format would fail."""


class RttRecord(TypedDict):
    """Round-trip times of a flow, in milliseconds, after the warm-up; 0 without samples."""

    mean: float
    p50: float
    p99: float


class DelayRecord(TypedDict):
    """One-way delays of a flow's packets, in milliseconds, after the warm-up; 0 without samples."""

    mean: float
    sd: float
    cov: float
    """Coefficient of variation: sd over mean."""
    p99: float


class FlowRecord(TypedDict):
    """One flow of one run."""

    name: str
    transport: str
    src: int
    dst: int
    hops: int
    goodput_kbps: float
    delivered_bytes: int
    throughput_kbps: float
    """Payload received, including copies and discarded payload."""
    received_packets: int
    retransmissions: int
    timeouts: int
    rtt_ms: RttRecord
    delay_ms: DelayRecord
    cwnd_mean: float
    longest_gap_s: float
    active_goodput_kbps: NotRequired[float]
    """For flows of files and transfers: goodput while a file is being transferred, excluding pauses."""
    reason: NotRequired[str]
    """Why nothing was delivered, if so."""


class DropsRecord(TypedDict):
    """Packets lost, by cause."""

    retry: int
    queue: int
    no_route: int
    error: int


class AirtimeRecord(TypedDict):
    """Seconds on the air, by kind, summed over nodes."""

    data: float
    tcp_ack: float
    control: float
    routing: float


class MacRecord(TypedDict):
    """Link-layer counts of one run, summed over nodes."""

    data_attempts: int
    data_delivered: int
    attempts_per_delivery: float
    drops: DropsRecord
    ecn_marked: int
    """Packets that interface queues marked (ECN)."""
    queue_delay_ms: float
    queued_packets: float
    """Mean number of packets in all interface queues together."""
    contention_delay_ms: float
    airtime_s: AirtimeRecord


class EnergyRecord(TypedDict):
    """Energy of one run, in joules."""

    sender: float
    total: float


class WiredRecord(TypedDict):
    """One direction of a wired link."""

    link: str
    """The link's name."""
    src: int
    """Node at the sending end."""
    dst: int
    """Node at the receiving end."""
    packets: int
    dropped: int
    """Packets that found the queue full."""
    marked: int
    """Packets that the queue marked (ECN)."""
    utilisation: float
    """Fraction of the time in which it was sending."""


class BatchRecord(TypedDict):
    """One batch of a run that ends after a number of packets."""

    start_s: float
    end_s: float
    aggregate_goodput_kbps: float
    jain: float
    goodput_kbps: list[float]
    """Each flow's."""


class RealTimeRecord(TypedDict):
    """How late packets left the simulated network, by the wall clock."""

    deliveries: int
    p50_us: float
    p99_us: float
    max_us: float
    good: bool
    """Whether the 99th percentile is at most 1 ms."""


class PacketsRecord(TypedDict):
    """Packets that passed the interfaces, and packets that could not enter the network."""

    entered: int
    left: int
    not_ipv4: int
    not_unicast: int
    """Broadcast and multicast: dropped."""
    foreign: int
    """To an unknown address: dropped."""
    refused: int
    """Packets that the destination's interface refused."""
    dropped_by_interfaces: NotRequired[int]
    """Packets that an interface dropped because the relay did not read them in time."""


class RunRecord(TypedDict):
    """One run: one transport, one seed."""

    transport: str
    seed: int
    aggregate_goodput_kbps: float
    jain: float
    jain_10s: float
    flows: list[FlowRecord]
    mac: MacRecord
    energy_j: EnergyRecord
    route_failures: int
    wired: NotRequired[list[WiredRecord]]
    """Both directions of wired links, if there are any."""
    batches: NotRequired[list[BatchRecord]]
    """For runs by packets: all batches except the first, the transient."""
    measured_s: NotRequired[float]
    """For runs by packets: simulated seconds of the measurement."""
    real_time: NotRequired[RealTimeRecord]
    """For live runs: how late packets left."""
    interfaces: NotRequired[PacketsRecord]
    """For live runs: packets that entered and left, and packets that could not."""
    events: int
    wall_s: float


class EstimateRecord(TypedDict):
    """A mean with the half-width of its 95 % confidence interval, null for a single sample."""

    mean: float
    ci95: float | None


class FlowSummaryRecord(TypedDict):
    """One flow, over the runs of a transport."""

    name: str
    goodput_kbps: EstimateRecord


class SummaryRecord(TypedDict):
    """One transport, over its runs."""

    transport: str
    runs: int
    aggregate_goodput_kbps: EstimateRecord
    jain: EstimateRecord
    flows: list[FlowSummaryRecord]


class ResultRecord(TypedDict):
    """The JSON of `airhop run --json`."""

    schema: int
    scenario: str
    parameters: dict[str, object]
    duration_s: float
    warmup_s: float
    runs: list[RunRecord]
    summary: list[SummaryRecord]


def flatten(record: Mapping[str, object]) -> dict[str, object]:
    """Join the keys of nested dictionaries: `rtt_ms.mean` becomes `rtt_ms_mean`."""
    flat: dict[str, object] = {}
    for key, value in record.items():
        if isinstance(value, Mapping):
            flat |= {f"{key}_{inner}": item for inner, item in flatten(value).items()}
        else:
            flat[key] = value
    return flat
