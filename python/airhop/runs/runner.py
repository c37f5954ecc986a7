"""Makes the runs that works request, each once: read from the cache, or made and stored as soon as it is finished."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Generic, TypeVar

from airhop.runs.cache import Cache
from airhop.runs.costs import Costs, Queue
from airhop.runs.executor import Executor, Made, ThreadExecutor
from airhop.runs.job import Finished, Job, RunFailed

T = TypeVar("T")

Work = Generator[Sequence[Job], Sequence[Finished], T]
"""Yields jobs, receives their results in the same order, and returns its own result.

`RunFailed` is thrown into it where one of them fails; what it does not catch ends everything.
"""

_POLL_S = 0.1
"""Maximum wait, so that Ctrl-C is noticed immediately and progress is reported."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a command."""

    activity: str
    """The current activity."""
    fraction: float
    """Completed fraction, from 0 to 1, by expected cost."""
    remaining_s: float | None = None
    """Estimated wall seconds left, from the cost of finished runs; none before the first one."""
    points: int = 0
    """Of a sweep: points of the plan, including those stored before."""
    done: int = 0
    """Of a sweep: points stored without an error."""
    failed: int = 0
    """Of a sweep: points stored with an error."""


Listener = Callable[[Progress], None]
"""Called at intervals with the progress."""


class Interrupted(KeyboardInterrupt):
    """Raised on Ctrl-C; `finished` holds the completed results, `None` if there are none.

    What that is depends on who raises it: a list of `Finished` runs, a `Result`, or a `Sweep`.
    """

    def __init__(self, finished: object) -> None:
        """Store the completed results."""
        super().__init__("interrupted")
        self.finished = finished


class Runner:
    """Makes runs. A context manager: it stops what it has started."""

    def __init__(
        self, start: Callable[[], Executor], cache: Cache | None = None, listener: Listener | None = None
    ) -> None:
        """Take a function that starts the executor; it is called only if there is a run to make.

        cache: where runs are looked up and kept; none keeps nothing.
        """
        self._start = start
        self._cache = cache
        self._listener = listener
        self._executor: Executor | None = None
        self._costs = Costs()

    @classmethod
    def on_threads(cls, workers: int, cache: Cache | None = None, listener: Listener | None = None) -> Runner:
        """Make runs on this number of threads."""
        return cls(lambda: ThreadExecutor(workers), cache, listener)

    def __enter__(self) -> Runner:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the runs in progress."""
        self.close()

    def close(self) -> list[Made]:
        """Stop the runs in progress immediately, and give the runs that have ended."""
        executor, self._executor = self._executor, None
        return [] if executor is None else executor.close()

    def make(self, jobs: Sequence[Job], activity: str = "simulating") -> list[Finished]:
        """Make every run and give them in the order of their jobs. On Ctrl-C, `Interrupted` holds the finished ones."""
        return self.run([_one(job) for job in jobs], activity)

    def run(
        self, works: Sequence[Work[T]], activity: Callable[[], str] | str, *, longest_first: bool = False
    ) -> list[T]:
        """Complete every work and give their results in order.

        On Ctrl-C `Interrupted` holds what the works made that had come to their end.
        """
        now = _Pass(works, Queue(self._costs, longest_first=longest_first), self._cache)
        try:
            now.begin()
            while now.wanted:
                if self._executor is None:
                    self._executor = self._start()
                while self._executor.room > 0 and (taken := now.queue.take()) is not None:
                    kind, job = taken
                    if job.key in now.wanted:
                        now.kinds[job.key] = kind
                        self._executor.submit(job)
                made = self._executor.next(_POLL_S)
                if made is not None:
                    self._take(now, made)
                self._tell(now, activity)
            self._tell(now, activity, at_once=True)
        except BaseException as reason:
            ended = self.close()
            if isinstance(reason, KeyboardInterrupt):
                for made in [*now.taken, *ended]:
                    self._take(now, made)
            for work in works:
                work.close()
            if isinstance(reason, KeyboardInterrupt):
                raise Interrupted([now.results[index] for index in sorted(now.results)]) from None
            if isinstance(reason, RunFailed) and reason.cause is not None:
                raise reason.cause from None
            raise
        return [now.results[index] for index in range(len(works))]

    def _take(self, now: _Pass[T], made: Made) -> None:
        # Should Ctrl-C come meanwhile, it is taken again.
        now.taken = [made]
        kind = now.kinds.pop(made.job.key, None)
        if isinstance(made.outcome, Finished):
            # Of a run that was given up, only what it gave is kept.
            if kind is not None:
                wall_s = made.outcome.record["wall_s"]
                now.spent_s += wall_s
                self._costs.learn(kind, wall_s)
                now.queue.reorder(kind)
            if self._cache is not None:
                self._cache.save(made.job, made.outcome)
        now.take(made)
        now.taken = []

    def _tell(self, now: _Pass[T], activity: Callable[[], str] | str, *, at_once: bool = False) -> None:
        now_s = time.monotonic()
        if self._listener is None or (not at_once and now_s - now.told_s < _POLL_S):
            return
        now.told_s = now_s
        in_progress = {} if self._executor is None else self._executor.progress()
        spent_s, left_s = now.spent_s, now.queue.expected_s()
        for key, kind in now.kinds.items():
            part = in_progress.get(key, 0.0)
            cost_s = self._costs.estimate_s(kind)
            spent_s += part * cost_s
            left_s += (1 - part) * cost_s
        # What remains is an estimate, which may grow; what is told does not fall back.
        now.fraction = max(now.fraction, spent_s / (spent_s + left_s) if left_s else 1.0)
        places = 1 if self._executor is None else max(1, self._executor.places)
        self._listener(
            Progress(
                activity=activity if isinstance(activity, str) else activity(),
                fraction=now.fraction,
                remaining_s=left_s / places if now.spent_s else None,
            )
        )


def _one(job: Job) -> Work[Finished]:
    (finished,) = yield [job]
    return finished


def _labelled(job: Job, finished: Finished) -> Finished:
    """Name a run as its job does: several jobs may share it."""
    if job.label is None:
        return finished
    return replace(finished, record={**finished.record, "transport": job.label})


@dataclass(slots=True)
class _Asked:
    """The requests of a work, and the results so far."""

    jobs: Sequence[Job]
    there: dict[str, Finished]

    @property
    def missing(self) -> bool:
        return any(job.key not in self.there for job in self.jobs)


class _Pass(Generic[T]):
    """The state of works in progress."""

    def __init__(self, works: Sequence[Work[T]], queue: Queue, cache: Cache | None) -> None:
        self.queue = queue
        self.results: dict[int, T] = {}
        self.wanted: dict[str, list[int]] = {}
        """By the key of each requested run: the works that requested it."""
        self.kinds: dict[str, str] = {}
        """Of the runs in progress, by key."""
        self.taken: list[Made] = []
        """The run that is being stored."""
        self.spent_s = 0.0
        self.told_s = 0.0
        self.fraction = 0.0
        self._works = works
        self._cache = cache
        self._asked: dict[int, _Asked] = {}

    def begin(self) -> None:
        """Get the first requests of every work; the cache is searched for all of them together."""
        first = {}
        for index, work in enumerate(self._works):
            try:
                first[index] = next(work)
            except StopIteration as end:
                self.results[index] = end.value
        there = self._look_up([job for jobs in first.values() for job in jobs])
        for index, jobs in first.items():
            self._want(index, jobs, there)

    def take(self, made: Made) -> None:
        """Give a run to all works that wait for it."""
        key = made.job.key
        for index in self.wanted.pop(key, ()):
            asked = self._asked[index]
            if isinstance(made.outcome, RunFailed):
                self._forget(index)
                self._go_on(index, lambda work: work.throw(made.outcome))  # type: ignore[arg-type]
                continue
            asked.there[key] = made.outcome
            if not asked.missing:
                self._send(index)

    def _look_up(self, jobs: Sequence[Job]) -> dict[str, Finished]:
        return {} if self._cache is None else self._cache.load(jobs)

    def _want(self, index: int, jobs: Sequence[Job], there: dict[str, Finished]) -> None:
        self._asked[index] = asked = _Asked(jobs, {key: there[key] for job in jobs if (key := job.key) in there})
        if not asked.missing:
            self._send(index)
            return
        for job in jobs:
            key = job.key
            if key in asked.there:
                continue
            takers = self.wanted.setdefault(key, [])
            if not takers:
                self.queue.add(job.variant.content, job)
            if index not in takers:
                takers.append(index)

    def _send(self, index: int) -> None:
        asked = self._asked.pop(index)
        finished = [_labelled(job, asked.there[job.key]) for job in asked.jobs]
        self._go_on(index, lambda work: work.send(finished))

    def _go_on(self, index: int, step: Callable[[Work[T]], Sequence[Job]]) -> None:
        try:
            jobs = step(self._works[index])
        except StopIteration as end:
            self.results[index] = end.value
            return
        self._want(index, jobs, self._look_up(jobs))

    def _forget(self, index: int) -> None:
        """Cancel the requests of a work, except runs that other works need."""
        for job in self._asked.pop(index).jobs:
            takers = self.wanted.get(job.key)
            if takers and index in takers:
                takers.remove(index)
                if not takers:
                    del self.wanted[job.key]
