"""The shape of a result's JSON, for type checkers. `schema/run.schema.json` says the same to every other reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    # In `typing` from Python 3.11 on; only type checkers need it.
    from typing_extensions import NotRequired

    from airhop.live.records import PacketsRecord, RealTimeRecord

SCHEMA_VERSION = 1
"""Version of the JSON of `airhop run`, its key `schema`. Raised when a reader of the old form would stumble."""


class RttRecord(TypedDict):
    """Round-trip times of a flow, in milliseconds, over the time after the warm-up; 0 without a sample."""

    mean: float
    p50: float
    p99: float


class DelayRecord(TypedDict):
    """One-way delays of a flow's packets, in milliseconds, over the time after the warm-up; 0 without a sample."""

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
    """Payload that arrived, copies and what was thrown away included."""
    received_packets: int
    retransmissions: int
    timeouts: int
    rtt_ms: RttRecord
    delay_ms: DelayRecord
    cwnd_mean: float
    longest_gap_s: float
    active_goodput_kbps: NotRequired[float]
    """Of a flow of files or a transfer: goodput over the time in which a file was under way, pauses left out."""
    reason: NotRequired[str]
    """Why nothing was delivered, where that is so."""


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
    """Mean number in all interface queues together."""
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
    """The part of the time in which it was sending."""


class BatchRecord(TypedDict):
    """One batch of a run by packets."""

    start_s: float
    end_s: float
    aggregate_goodput_kbps: float
    jain: float
    goodput_kbps: list[float]
    """Each flow's."""


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
    """Wired links, each direction, where there are any."""
    batches: NotRequired[list[BatchRecord]]
    """Of a run by packets: every batch but the first, which is the transient."""
    measured_s: NotRequired[float]
    """Simulated seconds measured over, in a run by packets."""
    real_time: NotRequired[RealTimeRecord]
    """Of a live run: how late packets left."""
    interfaces: NotRequired[PacketsRecord]
    """Of a live run: packets that came and went, and those that could not."""
    events: int
    wall_s: float


class EstimateRecord(TypedDict):
    """A mean with the half-width of its 95 % confidence interval, null where there is only one sample."""

    mean: float
    ci95: float | None


class FlowSummaryRecord(TypedDict):
    """One flow over the runs of a transport."""

    name: str
    goodput_kbps: EstimateRecord


class SummaryRecord(TypedDict):
    """One transport over its runs."""

    transport: str
    runs: int
    aggregate_goodput_kbps: EstimateRecord
    jain: EstimateRecord
    flows: list[FlowSummaryRecord]


class ResultRecord(TypedDict):
    """The whole of `airhop run --json`."""

    schema: int
    scenario: str
    parameters: dict[str, object]
    duration_s: float
    warmup_s: float
    runs: list[RunRecord]
    summary: list[SummaryRecord]
