"""What tests of sweeps share."""

from __future__ import annotations

import pyarrow as pa

import airhop
from airhop.runs import columns
from airhop.sweeps.store import Store

TINY = {"run": {"duration_s": 3, "warmup_s": 1}}
"""Settings of points that take a moment."""

HARDY = """
scenario = "chain"
transports = ["newreno", "vegas"]
seeds = 25

[set]
run.duration_s = 60
run.warmup_s = 10

[grid]
topology.hops = [1, 2]
queue.packets = [50, 20]
"""
"""A plan that is killed at every turn."""
HARDY_POINTS = 200


def tiny(**changes: object) -> dict[str, object]:
    """Make a plan of 8 points that take a moment each."""
    plan = {
        "scenario": "chain",
        "transports": ["newreno", "vegas"],
        "seeds": 2,
        "set": TINY,
        "grid": {"topology.hops": [1, 2]},
    }
    return {key: value for key, value in {**plan, **changes}.items() if value is not None}


def content(sweep: airhop.Sweep) -> pa.Table:
    """Read everything that a sweep's points hold, but for how long they took."""
    return Store(sweep.folder).read().sort_by(columns.KEY).drop_columns([columns.WALL])
