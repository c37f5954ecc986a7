"""The quantities of figures 8 to 13, taken from a run."""

from __future__ import annotations

from airhop.records import RunRecord

SEGMENT_BYTES = 1460
PER_THOUSAND = "per 1000 segments delivered"
"""The unit of counts."""


def _per_thousand(run: RunRecord, count: float) -> float:
    return count * 1000 / max(1, run["flows"][0]["delivered_bytes"] // SEGMENT_BYTES)


def contention_drops(run: RunRecord) -> float:
    """Packets discarded at the retry limit, per 1000 segments delivered."""
    return _per_thousand(run, run["mac"]["drops"]["retry"])


def overload_drops(run: RunRecord) -> float:
    """Packets that found a queue full, per 1000 segments delivered."""
    return _per_thousand(run, run["mac"]["drops"]["queue"])


def drops(run: RunRecord) -> float:
    """Packets dropped by the link layer, per 1000 segments delivered."""
    return contention_drops(run) + overload_drops(run)


def share_of_contention(run: RunRecord) -> float:
    """Fraction of link-layer drops due to contention; 0 without drops."""
    return contention_drops(run) / drops(run) if drops(run) > 0 else 0.0


def share_of_overload(run: RunRecord) -> float:
    """Fraction of link-layer drops due to overload; 0 without drops."""
    return overload_drops(run) / drops(run) if drops(run) > 0 else 0.0


def delay_ms(run: RunRecord) -> float:
    """Mean one-way delay of segments."""
    return run["flows"][0]["delay_ms"]["mean"]


def delay_p99_ms(run: RunRecord) -> float:
    """99th percentile of the segment delay."""
    return run["flows"][0]["delay_ms"]["p99"]


def fluctuation_percent(run: RunRecord) -> float:
    """Coefficient of variation of segment delays."""
    return run["flows"][0]["delay_ms"]["cov"] * 100


def retransmissions(run: RunRecord) -> float:
    """Segments that the flow retransmitted, per 1000 delivered."""
    return _per_thousand(run, run["flows"][0]["retransmissions"])


def queue_delay_ms(run: RunRecord) -> float:
    """Mean time of packets in interface queues."""
    return run["mac"]["queue_delay_ms"]


def attempts(run: RunRecord) -> float:
    """Frame exchanges begun per packet that reached its next hop."""
    return run["mac"]["attempts_per_delivery"]
