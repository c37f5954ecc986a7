"""What makes runs: the interface, and the one that makes them on the cores of this machine."""

from __future__ import annotations

import json
import os
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple, Protocol, cast

from airhop._native import Cancelled, Control, ScenarioError
from airhop.records import RunRecord
from airhop.runs.job import Finished, Job, RunFailed
from airhop.samples import Samples

_AHEAD = 4
"""Runs taken for each thread, so that it has another while the main thread keeps one, which may take a disk's time."""


class Made(NamedTuple):
    """A run that has ended: what it gave or, where it failed, why."""

    job: Job
    outcome: Finished | RunFailed


class Executor(Protocol):
    """Makes runs somewhere else. Only one thread calls it."""

    @property
    def places(self) -> int:
        """How many runs are made at a time."""

    @property
    def room(self) -> int:
        """How many runs it takes at the moment: a few more than it makes at a time, so that none waits."""

    def submit(self, job: Job) -> None:
        """Take a run."""

    def next(self, timeout_s: float) -> Made | None:
        """Give a run that has ended, or nothing if none has within the time."""

    def progress(self) -> dict[str, float]:
        """Give the done part of the runs in progress, by key, as far as it is known."""

    def close(self) -> list[Made]:
        """End what is in progress, at once, and give the runs that had ended by then."""


def default_workers() -> int:
    """Count the cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def simulate(job: Job, control: Control) -> Finished:
    """Make one run, in this thread; raises what the simulator does."""
    pcap_dir = None
    if job.pcap_dir is not None:
        job.pcap_dir.mkdir(parents=True, exist_ok=True)
        pcap_dir = str(job.pcap_dir)
    output = job.variant.scenario._native.run(job.seed, control, job.series, pcap_dir)
    record = cast("RunRecord", json.loads(output.json))
    if "batches" not in record:
        record.pop("measured_s", None)
    series = output.series
    return Finished(record, None if series is None else Samples.of(series, job.quantities))


class ThreadExecutor:
    """Makes runs on threads. The simulator releases the interpreter's lock.

    Ctrl-C can come between any two steps of the main thread, also when it has just taken a lock. So it shares nothing
    with the others but two `SimpleQueue`s, which are not written in Python; an executor's futures each have a lock
    that is.
    """

    def __init__(self, workers: int) -> None:
        """Start the threads."""
        self._waiting: SimpleQueue[tuple[Job, Control] | None] = SimpleQueue()
        self._ended: SimpleQueue[Made] = SimpleQueue()
        self._controls: dict[str, Control] = {}
        self._threads = [Thread(target=self._work, name=f"airhop-{n}") for n in range(workers)]
        for thread in self._threads:
            thread.start()

    @property
    def places(self) -> int:
        """How many runs are made at a time."""
        return len(self._threads)

    @property
    def room(self) -> int:
        """How many runs it takes at the moment."""
        return _AHEAD * len(self._threads) - len(self._controls)

    def submit(self, job: Job) -> None:
        """Take a run."""
        control = Control()
        self._controls[job.key] = control
        self._waiting.put((job, control))

    def next(self, timeout_s: float) -> Made | None:
        """Give a run that has ended, or nothing if none has within the time."""
        try:
            made = self._ended.get(timeout=timeout_s) if timeout_s > 0 else self._ended.get_nowait()
        except Empty:
            return None
        self._controls.pop(made.job.key, None)
        return made

    def progress(self) -> dict[str, float]:
        """Give the done part of the runs in progress, by key."""
        return {key: control.progress for key, control in self._controls.items()}

    def close(self) -> list[Made]:
        """End what is in progress, at once, and give the runs that had ended by then."""
        while True:
            try:
                self._waiting.get_nowait()
            except Empty:
                break
        for control in self._controls.values():
            control.cancel()
        for _ in self._threads:
            self._waiting.put(None)
        # In a second Ctrl-C the caller gives up waiting too.
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()
        return list(iter(lambda: self.next(0), None))

    def _work(self) -> None:
        while (taken := self._waiting.get()) is not None:
            job, control = taken
            try:
                self._ended.put(Made(job, simulate(job, control)))
            except Cancelled:
                return
            except BaseException as error:  # a panic is no Exception, and must not end the thread
                cause = error if isinstance(error, Exception) else None
                self._ended.put(Made(job, RunFailed(job, describe(error), cause)))


def describe(error: BaseException) -> str:
    """Say in a line why a run failed."""
    if isinstance(error, ScenarioError):
        return str(error)
    return f"{type(error).__name__}: {error}"
