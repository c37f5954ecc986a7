"""`airhop.run`: the command of the same name, from Python."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from airhop import keys
from airhop.campaign import Campaign, SeriesWanted
from airhop.choices import choose_seeds, choose_workers
from airhop.result import Result
from airhop.runs.cache import Cache
from airhop.runs.runner import Listener, Runner
from airhop.scenario import Scenario, Setting


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
    cache: str | os.PathLike[str] | None = None,
    progress: Listener | None = None,
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
    cache: folder that stores each finished run and is searched first; `airhop.default_cache()` is the one that the
        commands share. Default: nothing is stored.
    progress: called with an `airhop.Progress` now and then.

    Raises `ScenarioError` for an invalid request, before anything is simulated. Ctrl-C raises `Interrupted`, whose
    `finished` is the `Result` of the finished runs, or `None`.
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
    )
    workers = choose_workers(jobs)
    campaign.check()
    with Runner.on_threads(workers, None if cache is None else Cache(Path(cache)), progress) as runner:
        return campaign.simulate(runner)
