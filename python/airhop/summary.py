"""From single runs to one summary a transport."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from airhop.records import RunRecord, SummaryRecord
from airhop.stats import Estimate, estimate


def summarise(runs: Sequence[RunRecord]) -> list[SummaryRecord]:
    """Summarise runs by transport, in the order in which the transports first appear.

    Intervals are over seeds: runs with different seeds are independent.
    """
    by_transport: dict[str, list[RunRecord]] = {}
    for run in runs:
        by_transport.setdefault(run["transport"], []).append(run)
    return [_summarise_transport(transport, group) for transport, group in by_transport.items()]


def _summarise_transport(transport: str, runs: Sequence[RunRecord]) -> SummaryRecord:
    def over_runs(value: Callable[[RunRecord], float]) -> Estimate:
        return estimate([value(run) for run in runs])

    return {
        "transport": transport,
        "runs": len(runs),
        "aggregate_goodput_kbps": over_runs(lambda run: run["aggregate_goodput_kbps"]).record(),
        "jain": over_runs(lambda run: run["jain"]).record(),
        "flows": [
            {
                "name": flow["name"],
                "goodput_kbps": over_runs(lambda run, i=index: run["flows"][i]["goodput_kbps"]).record(),  # type: ignore[misc]
            }
            for index, flow in enumerate(runs[0]["flows"])
        ],
    }
