"""`airhop.sweep`: what the command of the same name does, from Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from airhop.choices import choose_workers
from airhop.runs.best_rate import best_rate_runs, paced
from airhop.runs.cache import Cache
from airhop.runs.cluster import ClusterExecutor
from airhop.runs.executor import Executor, ThreadExecutor
from airhop.runs.job import Job, RunFailed, Variant, jobs_of
from airhop.runs.runner import Interrupted, Listener, Progress, Runner, Work
from airhop.sweeps.plan import Plan
from airhop.sweeps.points import Point, expand
from airhop.sweeps.results import Sweep
from airhop.sweeps.store import Store
from airhop.sweeps.writer import Writer

if TYPE_CHECKING:
    from distributed import Client


def sweep(
    plan: str | os.PathLike[str] | Mapping[str, object] | Plan,
    folder: str | os.PathLike[str],
    *,
    jobs: int | None = None,
    cluster: str | Client | None = None,
    retry: bool = False,
    cache: str | os.PathLike[str] | None = None,
    progress: Listener | None = None,
) -> Sweep:
    """Make the points of a plan that are missing in its folder, and open it.

    plan: the path of a TOML file, or a mapping of the same form, in which scenarios may be `Scenario` objects.
    folder: where the points are kept, a Parquet file each. Points that are there already are not made again.
    jobs: runs made at a time; as many as there are cores if left out.
    cluster: a Dask cluster to run on: `tcp://HOST:PORT`, `local` or `local:N` for N processes of this machine, or a
        client of `distributed`. Results are the same.
    retry: make points that failed again.
    cache: the folder in which runs are looked up and kept; the folder `runs` in the sweep's own if left out.
        `airhop.default_cache()` names the one that the commands share.
    progress: called now and then with how far the sweep is, an `airhop.Progress`.

    A point that fails is kept with its error: see `Sweep.errors`. Raises `ScenarioError` before anything is simulated
    if something asked for is wrong, and `Interrupted` on Ctrl-C, whose `finished` is the `Sweep` so far.
    """
    workers = choose_workers(jobs)
    chosen = as_plan(plan)
    points = expand(chosen)
    store = Store(Path(folder))
    with store.locked():
        writer = Writer(store, chosen, points)
        kept = Cache(store.folder / "runs" if cache is None else Path(cache))
        make_missing(store, writer, points, starter(workers, cluster), kept, retry=retry, listener=progress)
    return Sweep.open(folder)


def starter(workers: int, cluster: str | Client | None) -> Callable[[], Executor]:
    """Choose the executor; it is started only if there are runs to make."""
    if cluster is None:
        return lambda: ThreadExecutor(workers)
    return lambda: ClusterExecutor(cluster)


def as_plan(plan: str | os.PathLike[str] | Mapping[str, object] | Plan) -> Plan:
    """Read a plan in any of its forms."""
    if isinstance(plan, Plan):
        return plan
    return Plan.of(plan) if isinstance(plan, Mapping) else Plan.load(plan)


class _Count:
    """Counts of points: total, done and failed."""

    def __init__(self, points: int, done: int, failed: int) -> None:
        self.points, self.done, self.failed = points, done, failed

    def told(self, listener: Listener) -> Listener:
        """Tell a listener of the points besides."""

        def tell(progress: Progress) -> None:
            listener(replace(progress, points=self.points, done=self.done, failed=self.failed))

        return tell

    @property
    def words(self) -> str:
        failed = f", {self.failed} failed" if self.failed else ""
        return f"{self.done + self.failed} of {self.points} points{failed}"


def make_missing(
    store: Store,
    writer: Writer,
    points: Sequence[Point],
    start: Callable[[], Executor],
    cache: Cache,
    *,
    retry: bool,
    name: str = "sweep",
    listener: Listener | None,
) -> None:
    """Make the missing points of a locked folder."""
    stored = store.outcomes()
    failed = [key for key, point in stored.items() if point.error is not None]
    if retry:
        for key in failed:
            del stored[key]
        failed = []
    missing = [point for point in points if point.key not in stored]
    if not missing:
        return
    count = _Count(len(points), len(stored) - len(failed), len(failed))
    works: list[Work[None]] = []
    searched: dict[int, list[Point]] = {}
    for point in missing:
        if point.combination.searches:
            searched.setdefault(id(point.combination), []).append(point)
        else:
            works.append(_plain(point, writer, count))
    works += [_searched(each, writer, count) for each in searched.values()]
    try:
        with Runner(start, cache, None if listener is None else count.told(listener)) as runner:
            runner.run(works, lambda: f"{name}: {count.words}", longest_first=True)
    except Interrupted:
        raise Interrupted(Sweep(store.folder)) from None


def _plain(point: Point, writer: Writer, count: _Count) -> Work[None]:
    variant, error = point.combination.variant, point.combination.error
    if variant is not None:
        try:
            (finished,) = yield [Job(variant, point.seed)]
        except RunFailed as failed:
            error = failed.why
        else:
            writer.write(point, finished.record, variant)
            count.done += 1
            return
    writer.write_error(point, str(error))
    count.failed += 1


def _searched(points: Sequence[Point], writer: Writer, count: _Count) -> Work[None]:
    """Search the best rate of one combination, judged by every seed of the plan, and take the runs at it."""
    combination = points[0].combination
    variant, error = combination.variant, combination.error
    if variant is not None:
        try:
            found = yield from best_rate_runs(variant.scenario, combination.seeds)
            best = Variant.of(variant.scenario, paced(found.rate_kbps))
            runs = yield jobs_of(best, [point.seed for point in points])
        except RunFailed as failed:
            under = failed.job.variant.scenario.get("transport.name")
            error = f"search for the best rate: under {under}, seed {failed.job.seed}: {failed.why}"
        else:
            for point, run in zip(points, runs, strict=True):
                writer.write(point, run.record, best)
                count.done += 1
            return
    for point in points:
        writer.write_error(point, str(error))
        count.failed += 1
