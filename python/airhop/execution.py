"""Simulations spread over cores: one run is one thread, and the order of the results is that of the jobs."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol, cast

from airhop import _native
from airhop.records import RunRecord
from airhop.samples import Samples

ProgressListener = Callable[[str, float], None]
"""Told what is being done, and how much of it, from 0 to 1."""

_POLL_S = 0.1


def default_workers() -> int:
    """Count the cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Job:
    """One run to be made."""

    label: str | None
    """Name of its transport in the results, where it is not the simulator's own."""
    scenario: _native.Scenario
    seed: int
    series: bool = False
    quantities: frozenset[str] | None = None
    """Quantities of the time series that are kept; None keeps all."""
    pcap_dir: Path | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """One run that was made."""

    record: RunRecord
    samples: Samples | None


Keep = Callable[[Job, Finished], None]
"""Told of a run when it is finished."""


class Execute(Protocol):
    """Makes runs and gives them in the order of their jobs: `execute`, or what keeps them besides."""

    def __call__(
        self, jobs: Sequence[Job], workers: int, activity: str = ..., listener: ProgressListener | None = ...
    ) -> list[Finished]:
        """Make every run."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C came while simulating; `finished` holds the runs that were complete by then, in order."""

    def __init__(self, finished: list[Finished]) -> None:
        """Keep what is finished."""
        super().__init__("interrupted")
        self.finished = finished


def execute(
    jobs: Sequence[Job],
    workers: int,
    activity: str = "simulating",
    listener: ProgressListener | None = None,
    keep: Keep | None = None,
) -> list[Finished]:
    """Make every run, on `workers` threads. The simulator releases the interpreter's lock.

    Ctrl-C ends the runs in progress and raises `Stopped`; a run that fails ends the others and raises its error.
    `keep` is told of each run as it finishes, in the calling thread.

    Ctrl-C can come between any two steps of the main thread, also when it has just taken a lock. So it shares nothing
    with the others but two `SimpleQueue`s, which are not written in Python; an executor's futures each have a lock
    that is.
    """
    controls = [_native.Control() for _ in jobs]
    outcomes: list[Finished | Exception | None] = [None] * len(jobs)
    waiting: SimpleQueue[int] = SimpleQueue()
    ended: SimpleQueue[int] = SimpleQueue()
    for index in range(len(jobs)):
        waiting.put(index)

    def told_of(index: int, run: Finished) -> None:
        if keep is not None:
            keep(jobs[index], run)

    def work() -> None:
        while (index := _next(waiting)) is not None:
            try:
                outcomes[index] = make(jobs[index], controls[index])
            except Exception as error:  # told to the main thread, which raises it
                outcomes[index] = error
            ended.put(index)

    threads = [Thread(target=work, name=f"airhop-{n}") for n in range(max(1, min(workers, len(jobs))))]
    try:
        for thread in threads:
            thread.start()
        _wait(ended, outcomes, controls, activity, listener, told_of)
    except BaseException as reason:
        while _next(waiting) is not None:
            pass
        for control in controls:
            control.cancel()
        # In a second Ctrl-C the caller gives up waiting too.
        for thread in threads:
            if thread.ident is not None:
                thread.join()
        if isinstance(reason, KeyboardInterrupt):
            raise Stopped(_finished(outcomes)) from None
        raise
    for thread in threads:
        thread.join()
    return _finished(outcomes)


def _next(waiting: SimpleQueue[int]) -> int | None:
    try:
        return waiting.get_nowait()
    except Empty:
        return None


def _finished(outcomes: Sequence[Finished | Exception | None]) -> list[Finished]:
    return [outcome for outcome in outcomes if isinstance(outcome, Finished)]


def make(job: Job, control: _native.Control) -> Finished:
    """Make one run, in this thread; raises what the simulator does."""
    pcap_dir = None
    if job.pcap_dir is not None:
        job.pcap_dir.mkdir(parents=True, exist_ok=True)
        pcap_dir = str(job.pcap_dir)
    output = job.scenario.run(job.seed, control, job.series, pcap_dir)
    record = cast("RunRecord", json.loads(output.json))
    if "batches" not in record:
        record.pop("measured_s", None)
    if job.label is not None:
        record["transport"] = job.label
    series = output.series
    return Finished(record, None if series is None else Samples.of(series, job.quantities))


def _wait(
    ended: SimpleQueue[int],
    outcomes: Sequence[Finished | Exception | None],
    controls: Sequence[_native.Control],
    activity: str,
    listener: ProgressListener | None,
    keep: Callable[[int, Finished], None],
) -> None:
    pending = set(range(len(outcomes)))
    told = 0.0
    while pending:
        try:
            # A bounded wait, so that Ctrl-C is noticed at once and progress is told.
            index = ended.get(timeout=_POLL_S)
        except Empty:
            pass
        else:
            pending.discard(index)
            outcome = outcomes[index]
            if isinstance(outcome, Exception):
                raise outcome
            if outcome is not None:
                keep(index, outcome)
        now = time.monotonic()
        if listener is not None and (now - told >= _POLL_S or not pending):
            told = now
            finished = len(outcomes) - len(pending) + sum(controls[index].progress for index in pending)
            listener(activity, finished / len(outcomes))
