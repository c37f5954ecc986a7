"""Summarises runs: one summary per transport."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.records import RunRecord, SummaryRecord
from airhop.stats import estimate


def summarise(runs: Sequence[RunRecord]) -> list[SummaryRecord]:
    """Summarise runs by transport, in the order in which the transports first appear.

    Intervals are over seeds, which are independent, or over the batches of a single run by packets (the method of batch
    means, tcp-ap section 3), which are long enough to be taken as independent.
    """
    by_transport: dict[str, list[RunRecord]] = {}
    for run in runs:
        by_transport.setdefault(run["transport"], []).append(run)
    return [_summarise_transport(transport, group) for transport, group in by_transport.items()]


def _summarise_transport(transport: str, runs: Sequence[RunRecord]) -> SummaryRecord:
    goodputs, jains, by_flow = _samples(runs)
    return {
        "transport": transport,
        "runs": len(runs),
        "aggregate_goodput_kbps": estimate(goodputs).record(),
        "jain": estimate(jains).record(),
        "flows": [
            {"name": flow["name"], "goodput_kbps": estimate([flows[index] for flows in by_flow]).record()}
            for index, flow in enumerate(runs[0]["flows"])
        ],
    }


def _samples(runs: Sequence[RunRecord]) -> tuple[list[float], list[float], list[list[float]]]:
    """Take goodput, Jain's index and goodput by flow from each run, or from each batch of a single run."""
    batches = runs[0].get("batches") if len(runs) == 1 else None
    if batches:
        return (
            [batch["aggregate_goodput_kbps"] for batch in batches],
            [batch["jain"] for batch in batches],
            [batch["goodput_kbps"] for batch in batches],
        )
    return (
        [run["aggregate_goodput_kbps"] for run in runs],
        [run["jain"] for run in runs],
        [[flow["goodput_kbps"] for flow in run["flows"]] for run in runs],
    )
