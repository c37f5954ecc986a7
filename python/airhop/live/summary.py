"""The result of a live run, in the format of `airhop run`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from airhop.layout import layout_of
from airhop.result import Result, RunSamples
from airhop.summary import summarise

if TYPE_CHECKING:
    from airhop.live.run import LiveRun


def result_of(live: LiveRun, *, seed: int, transport: str, warmup_s: float) -> Result:
    """Make the result of a finished run."""
    outcome = live.outcome
    if outcome is None:
        msg = "the run is not over"
        raise ValueError(msg)
    record = outcome.record
    record["transport"] = transport
    record["real_time"] = outcome.real_time
    record["interfaces"] = outcome.packets
    return Result(
        scenario=live.scenario.name,
        parameters=live.scenario.parameters,
        duration_s=round(record["measured_s"] + warmup_s, 6),
        warmup_s=warmup_s,
        run_records=[record],
        summary_records=summarise([record]),
        layout=layout_of(live.scenario._native, seed),
        run_samples=[] if outcome.samples is None else [RunSamples(transport, seed, outcome.samples)],
    )
