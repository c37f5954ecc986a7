"""The shape of a result's JSON, for type checkers. `schema/run.schema.json` says the same to every other reader."""

from __future__ import annotations

from typing import TypedDict

SCHEMA_VERSION = 1
"""Version of the JSON of `airhop run`, its key `schema`. Raised when a reader of the old form would stumble."""


class RttRecord(TypedDict):
    """Round-trip times of a flow, in milliseconds, over the time after the warm-up."""

    mean: float | None
    p50: float | None
    p99: float | None


class DelayRecord(TypedDict):
    """One-way delays of a flow's packets, in milliseconds, over the time after the warm-up."""

    mean: float | None
    sd: float | None
    p99: float | None


class FlowRecord(TypedDict):
    """One flow of one run."""

    name: str
    transport: str
    src: int
    dst: int
    hops: int | None
    goodput_kbps: float
    delivered_bytes: int
    retransmissions: int
    timeouts: int
    rtt_ms: RttRecord
    delay_ms: DelayRecord
    cwnd_mean: float | None
    longest_gap_s: float


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
    attempts_per_delivery: float | None
    drops: DropsRecord
    queue_delay_ms: float | None
    airtime_s: AirtimeRecord


class EnergyRecord(TypedDict):
    """Energy of one run, in joules."""

    sender: float
    total: float


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
