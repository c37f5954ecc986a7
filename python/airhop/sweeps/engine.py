"""Makes the points that a folder is missing, each once, and keeps each as soon as it is made."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from airhop.sweeps.cost import Costs
from airhop.sweeps.points import Point
from airhop.sweeps.queue import Queue
from airhop.sweeps.runs import Executor, Made, Run
from airhop.sweeps.search import RateSearch
from airhop.sweeps.writer import Writer

_POLL_S = 0.1
"""Bounds every wait, so that Ctrl-C is noticed at once and progress is told."""
_TRIED_RATES = 25
"""Rates that a search for the best one tries, about; only for the remaining time."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a sweep is."""

    points: int
    """Of the plan, those included that were there before."""
    done: int
    """Stored without an error."""
    failed: int
    """Stored with one."""
    fraction: float
    """Part of the work of this time that is done, from 0 to 1, by expected cost."""
    remaining_s: float | None
    """Wall seconds to go, estimated from what finished runs cost; none before the first has finished."""


SweepListener = Callable[[Progress], None]
"""Told now and then how far a sweep is."""


class Engine:
    """One go at a sweep."""

    def __init__(
        self, writer: Writer, executor: Executor, total: int, done: int, failed: int, listener: SweepListener | None
    ) -> None:
        """Take a folder, and how many points it has and of how many."""
        self._writer = writer
        self._executor = executor
        self._listener = listener
        self._total, self._done, self._failed = total, done, failed
        self._costs = Costs()
        self._queue = Queue(self._costs)
        self._wanted_by: dict[str, list[Point | RateSearch]] = {}
        self._kind: dict[str, str] = {}
        """Of the runs in progress, by key."""
        self._open: dict[RateSearch, int] = {}
        """Searches, and how many of the runs that they asked for are not made."""
        self._tried: dict[RateSearch, int] = {}
        self._spent_s = 0.0
        self._told_s = 0.0

    def make(self, missing: Sequence[Point]) -> None:
        """Make all points that are missing. Whatever ends it early, those made by then are kept."""
        searched: dict[int, list[Point]] = {}
        for point in missing:
            if point.variant.error is not None:
                self._keep(point, point.variant.error)
            elif point.variant.searches:
                searched.setdefault(id(point.variant), []).append(point)
            else:
                self._want(Run(point.key, point.variant, point.seed), point.variant.scenario_hash, point)
        for points in searched.values():
            self._advance(RateSearch(points, self._writer.trial))
        while self._wanted_by:
            self._submit()
            made = self._executor.next(_POLL_S)
            if made is not None:
                self._take(made)
            self._tell()
        self._tell(at_once=True)

    def _want(self, run: Run, kind: str, by: Point | RateSearch) -> None:
        takers = self._wanted_by.setdefault(run.key, [])
        takers.append(by)
        if len(takers) == 1:
            self._queue.add(kind, run)

    def _submit(self) -> None:
        while self._executor.room > 0:
            taken = self._queue.take()
            if taken is None:
                return
            kind, run = taken
            if run.key in self._wanted_by:
                self._kind[run.key] = kind
                self._executor.submit(run)

    def _take(self, made: Made) -> None:
        run, outcome = made.run, made.outcome
        kind = self._kind.pop(run.key)
        if not isinstance(outcome, str):
            self._spent_s += outcome["wall_s"]
            self._costs.learn(kind, outcome["wall_s"])
            self._queue.reorder(kind)
        for taker in self._wanted_by.pop(run.key, ()):
            if isinstance(taker, Point):
                self._writer.write(taker, outcome)
                self._count(failed=isinstance(outcome, str))
            elif isinstance(outcome, str):
                self._give_up(taker, f"under {run.variant.transport}, seed {run.seed}: {outcome}")
            else:
                self._writer.write_trial(run.key, run.variant, run.seed, outcome)
                self._open[taker] -= 1
                if not self._open[taker]:
                    self._advance(taker)

    def _advance(self, search: RateSearch) -> None:
        following = search.advance()
        if isinstance(following, list):
            self._open[search] = len(following)
            self._tried[search] = self._tried.get(search, 0) + len(following)
            kind = f"search {search.variant.scenario_hash}"
            for run in following:
                self._want(run, kind, search)
            return
        self._open.pop(search, None)
        for point in search.points:
            self._writer.write_trial_as(point, following[point.key])
            self._count(failed=False)

    def _give_up(self, search: RateSearch, error: str) -> None:
        """Let all points of a search fail, and forget the runs that nobody else wants."""
        self._open.pop(search, None)
        for key, takers in list(self._wanted_by.items()):
            remaining = [taker for taker in takers if taker is not search]
            if remaining:
                self._wanted_by[key] = remaining
            else:
                del self._wanted_by[key]
        for point in search.points:
            self._keep(point, f"search for the best rate: {error}")

    def _keep(self, point: Point, error: str) -> None:
        self._writer.write(point, error)
        self._count(failed=True)

    def _count(self, *, failed: bool) -> None:
        self._failed += failed
        self._done += not failed

    def _tell(self, *, at_once: bool = False) -> None:
        now_s = time.monotonic()
        if self._listener is None or (not at_once and now_s - self._told_s < _POLL_S):
            return
        self._told_s = now_s
        in_progress = self._executor.progress()
        spent_s, left_s = self._spent_s, self._queue.expected_s()
        for key, kind in self._kind.items():
            part = in_progress.get(key, 0.0)
            cost_s = self._costs.estimate_s(kind)
            spent_s += part * cost_s
            left_s += (1 - part) * cost_s
        for search in self._open:
            untried = len(search.variant.seeds) * _TRIED_RATES - self._tried[search]
            left_s += max(0, untried) * self._costs.estimate_s(f"search {search.variant.scenario_hash}")
        known = self._spent_s > 0
        self._listener(
            Progress(
                points=self._total,
                done=self._done,
                failed=self._failed,
                fraction=spent_s / (spent_s + left_s) if left_s else 1.0,
                remaining_s=left_s / max(1, self._executor.places) if known else None,
            )
        )
