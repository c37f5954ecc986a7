"""`airhop.run`: the command of the same name, from Python."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from airhop import keys
from airhop._native import ScenarioError
from airhop.campaign import Campaign, SeriesWanted
from airhop.execution import ProgressListener, default_workers
from airhop.result import Result
from airhop.scenario import Scenario, Setting

DEFAULT_SEEDS = 5
"""Default number of seeds. A run in batches has one: its interval is over batches."""

MAX_SEED = 2**64 - 1


def run(
    scenario: str | os.PathLike[str] | Scenario,
    *,
    transports: str | Sequence[str] = (),
    hops: int | None = None,
    flows: int | None = None,
    routing: str | None = None,
    radio: str | None = None,
    settings: Mapping[str, Setting] | None = None,
    seeds: int | Sequence[int] | None = None,
    duration: float | None = None,
    warmup: float | None = None,
    packets: int | None = None,
    batches: int | None = None,
    series: SeriesWanted = False,
    pcap: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    progress: ProgressListener | None = None,
) -> Result:
    """Simulate a scenario and summarise it.

    scenario: a `Scenario`, the name of a built-in one, or the path of a TOML file. A `Scenario` is not changed.
    transports: one or more to compare, in separate runs; default: the scenario's.
    hops, flows, routing, radio: the scenario's keys `topology.hops`, `topology.flows`, `routing.protocol`,
        `radio.profile`.
    settings: further keys and their values.
    seeds: a number N for seeds 1 to N, or the seeds themselves; default: 5, or 1 in batches.
    duration, warmup: simulated time, and the part of it excluded from all means, in seconds.
    packets, batches: instead run until this many packets are delivered, in batches, of which the first is discarded.
    series: keep time series of all runs, or of the first seed of each transport (`"first"`).
    pcap: directory for captures, with one folder per run and one file per node.
    jobs: number of parallel runs; default: number of cores.
    progress: called with the activity and its completed fraction, from 0 to 1.

    Raises `ScenarioError` for an invalid request, before anything is simulated, and `Interrupted` on Ctrl-C.
    """
    base = scenario.copy() if isinstance(scenario, Scenario) else Scenario.find(scenario)
    # The radio first: a profile may set other values.
    named: dict[str, Setting | None] = {
        keys.RADIO: radio,
        keys.HOPS: hops,
        keys.FLOWS: flows,
        keys.ROUTING: routing,
        keys.DURATION: duration,
        keys.WARMUP: warmup,
        keys.PACKETS: packets,
        keys.BATCHES: batches,
    }
    base.update({key: value for key, value in named.items() if value is not None})
    base.update(settings or {})
    campaign = Campaign(
        scenario=base,
        transports=[transports] if isinstance(transports, str) else list(transports),
        seeds=choose_seeds(seeds, in_batches=packets is not None),
        series=series,
        pcap_dir=None if pcap is None else Path(pcap),
        workers=choose_workers(jobs),
    )
    return campaign.simulate(progress)


def choose_seeds(seeds: int | Sequence[int] | None, *, in_batches: bool) -> list[int]:
    """Make the list of seeds from their number, or from the seeds themselves."""
    if seeds is None:
        seeds = 1 if in_batches else DEFAULT_SEEDS
    if isinstance(seeds, int):
        if seeds < 1:
            msg = f"seeds = {seeds}: expected a number of seeds >= 1"
            raise ScenarioError(msg)
        return list(range(1, seeds + 1))
    chosen = list(seeds)
    if not chosen or len(set(chosen)) < len(chosen) or not all(0 <= seed <= MAX_SEED for seed in chosen):
        msg = f"seeds = {chosen}: expected one or more distinct integers from 0 to 2^64 - 1"
        raise ScenarioError(msg)
    return chosen


def choose_workers(jobs: int | None) -> int:
    """Choose the number of parallel runs."""
    if jobs is None:
        return default_workers()
    if jobs < 1:
        msg = f"jobs = {jobs}: expected a number of parallel runs >= 1"
        raise ScenarioError(msg)
    return jobs
