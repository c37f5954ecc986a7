"""The shape of a live run's reports, for type checkers."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

    from airhop.records import MacRecord, PacketsRecord, RealTimeRecord


class FlowStatusRecord(TypedDict):
    """State of one flow."""

    name: str
    src: int
    dst: int
    goodput_kbps: float
    delivered_bytes: int
    rtt_ms: float
    retransmissions: int
    silent_s: float


class NodeStatusRecord(TypedDict):
    """State of one radio node."""

    node: int
    queue_packets: int


class StatusRecord(TypedDict):
    """State of a live run."""

    time_s: float
    recent: RealTimeRecord
    real_time: RealTimeRecord
    packets: PacketsRecord
    mac: MacRecord | None
    flows: list[FlowStatusRecord]
    nodes: list[NodeStatusRecord]


class ApplicationRecord(TypedDict):
    """A flow's application; its kind determines the keys."""

    kind: str
    packet_bytes: NotRequired[int]
    interval_s: NotRequired[float]
    mean_bytes: NotRequired[float]
    shape: NotRequired[float]
    pause_s: NotRequired[float]
    bytes: NotRequired[int]


class DemandRecord(TypedDict):
    """The demand of one of the scenario's flows."""

    name: str
    src: int
    dst: int
    transport: str
    start_s: float
    stop_s: float | None
    application: ApplicationRecord
    ports: list[int]
    """Source and destination port."""
