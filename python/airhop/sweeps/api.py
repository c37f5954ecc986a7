"""`airhop.sweep`: what the command of the same name does, from Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from airhop.api import choose_workers
from airhop.sweeps.cluster import ClusterExecutor
from airhop.sweeps.engine import Engine, SweepListener
from airhop.sweeps.plan import Plan
from airhop.sweeps.points import Point, expand
from airhop.sweeps.results import Sweep
from airhop.sweeps.runs import Executor
from airhop.sweeps.store import Store
from airhop.sweeps.threads import ThreadExecutor
from airhop.sweeps.writer import Writer

if TYPE_CHECKING:
    from distributed import Client


class SweepInterrupted(KeyboardInterrupt):
    """Ctrl-C came while a sweep was made; every point that was finished is kept in its folder."""

    def __init__(self, sweep: Sweep) -> None:
        """Keep where the points are."""
        super().__init__("interrupted")
        self.sweep = sweep


def sweep(
    plan: str | os.PathLike[str] | Mapping[str, object] | Plan,
    folder: str | os.PathLike[str],
    *,
    jobs: int | None = None,
    cluster: str | Client | None = None,
    retry: bool = False,
    progress: SweepListener | None = None,
) -> Sweep:
    """Make the points of a plan that its folder is missing, and open it.

    plan: the path of a TOML file, or a mapping of the same form, in which scenarios may be `Scenario` objects.
    folder: where the points are kept, a Parquet file each. Points that are there already are not made again.
    jobs: runs made at a time; as many as there are cores if left out.
    cluster: a Dask cluster to run on: `tcp://HOST:PORT`, `local` or `local:N` for N processes of this machine, or a
        client of `distributed`. Results are the same.
    retry: make points that failed again.
    progress: called now and then with how far the sweep is.

    A point that fails is kept with its error: see `Sweep.errors`. Raises `ScenarioError` before anything is simulated
    if something asked for is wrong, and `SweepInterrupted` on Ctrl-C.
    """
    workers = choose_workers(jobs)
    chosen = as_plan(plan)
    points = expand(chosen)
    store = Store(Path(folder))
    with store.locked():
        writer = Writer(store, chosen, points)
        make_missing(store, writer, points, starter(workers, cluster), retry=retry, listener=progress)
    return Sweep.open(folder)


def starter(workers: int, cluster: str | Client | None) -> Callable[[], Executor]:
    """Choose what makes the runs; it is started only if there are any."""
    if cluster is None:
        return lambda: ThreadExecutor(workers)
    return lambda: ClusterExecutor(cluster)


def as_plan(plan: str | os.PathLike[str] | Mapping[str, object] | Plan) -> Plan:
    """Read a plan, whatever it is given as."""
    if isinstance(plan, Plan):
        return plan
    return Plan.of(plan) if isinstance(plan, Mapping) else Plan.load(plan)


def make_missing(
    store: Store,
    writer: Writer,
    points: list[Point],
    start: Callable[[], Executor],
    *,
    retry: bool,
    listener: SweepListener | None,
) -> None:
    """Make the points that a folder, which is locked, is missing."""
    stored = store.outcomes()
    failed = [key for key, point in stored.items() if point.error is not None]
    if retry:
        for key in failed:
            del stored[key]
        failed = []
    missing = [point for point in points if point.key not in stored]
    if not missing:
        return
    try:
        executor = start()
        try:
            Engine(writer, executor, len(points), len(stored) - len(failed), len(failed), listener).make(missing)
        finally:
            executor.close()
    except KeyboardInterrupt:
        raise SweepInterrupted(Sweep(store.folder)) from None
