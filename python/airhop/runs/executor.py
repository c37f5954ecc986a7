"""Executors of runs: the interface, and the executor on the cores of this machine."""

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
"""Runs accepted per thread, so that a thread has another one while the main thread stores a finished run on disk."""


class Made(NamedTuple):
    """A run that has ended: its result or, if it failed, the reason."""

    job: Job
    outcome: Finished | RunFailed


class Executor(Protocol):
    """Makes runs elsewhere. Called by one thread only."""

    @property
    def places(self) -> int:
        """Number of concurrent runs."""

    @property
    def room(self) -> int:
        """Number of runs that it accepts now: a few more than it runs concurrently, so that no thread waits."""

    def submit(self, job: Job) -> None:
        """Take a run."""

    def next(self, timeout_s: float) -> Made | None:
        """Give a run that has ended, or nothing if none ends within the time."""

    def progress(self) -> dict[str, float]:
        """Give the completed fraction of the runs in progress, by key, if known."""

    def close(self) -> list[Made]:
        """Stop the runs in progress immediately, and give the runs that have ended."""


def default_workers() -> int:
    """Count the cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def simulate(job: Job, control: Control) -> Finished:
    """Make one run in this thread; raises the simulator's errors."""
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
        """Number of concurrent runs."""
        return len(self._threads)

    @property
    def room(self) -> int:
        """Number of runs that it accepts now."""
        return _AHEAD * len(self._threads) - len(self._controls)

    def submit(self, job: Job) -> None:
        """Take a run."""
        control = Control()
        self._controls[job.key] = control
        self._waiting.put((job, control))

    def next(self, timeout_s: float) -> Made | None:
        """Give a run that has ended, or nothing if none ends within the time."""
        try:
            made = self._ended.get(timeout=timeout_s) if timeout_s > 0 else self._ended.get_nowait()
        except Empty:
            return None
        self._controls.pop(made.job.key, None)
        return made

    def progress(self) -> dict[str, float]:
        """Give the completed fraction of the runs in progress, by key."""
        return {key: control.progress for key, control in self._controls.items()}

    def close(self) -> list[Made]:
        """Stop the runs in progress immediately, and give the runs that have ended."""
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
    """Give the reason for a failed run in one line."""
    if isinstance(error, ScenarioError):
        return str(error)
    return f"{type(error).__name__}: {error}"
