"""Simulations spread over cores: one run is one thread, and the order of the results is that of the jobs."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from airhop import _native
from airhop.records import RunRecord

Samples = tuple[list[float], list[str], list[str], list[float]]
"""Time series as columns: time in s, subject, quantity, value."""

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
    pcap_dir: Path | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """One run that was made."""

    record: RunRecord
    samples: Samples | None


class Stopped(KeyboardInterrupt):
    """Ctrl-C came while simulating; `finished` holds the runs that were complete by then, in order."""

    def __init__(self, finished: list[Finished]) -> None:
        """Keep what is finished."""
        super().__init__("interrupted")
        self.finished = finished


def execute(
    jobs: Sequence[Job], workers: int, activity: str = "simulating", listener: ProgressListener | None = None
) -> list[Finished]:
    """Make every run, on `workers` threads. The simulator releases the interpreter's lock.

    Ctrl-C ends the runs in progress and raises `Stopped`; a run that fails ends the others and raises its error.
    """
    controls = [_native.Control() for _ in jobs]
    with ThreadPoolExecutor(max_workers=max(1, min(workers, len(jobs))), thread_name_prefix="airhop") as pool:
        futures = [pool.submit(_make, job, control) for job, control in zip(jobs, controls, strict=True)]
        try:
            _wait(futures, controls, activity, listener)
        except BaseException as reason:
            for future in futures:
                future.cancel()
            for control in controls:
                control.cancel()
            # In a second Ctrl-C the caller gives up waiting too.
            wait(futures)
            if isinstance(reason, KeyboardInterrupt):
                raise Stopped([future.result() for future in futures if _is_finished(future)]) from None
            raise
    return [future.result() for future in futures]


def _make(job: Job, control: _native.Control) -> Finished:
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
    return Finished(record, output.series)


def _wait(
    futures: Sequence[Future[Finished]],
    controls: Sequence[_native.Control],
    activity: str,
    listener: ProgressListener | None,
) -> None:
    pending = set(futures)
    told = 0.0
    while pending:
        # A bounded wait, so that Ctrl-C is noticed at once and progress is told.
        done, pending = wait(pending, timeout=_POLL_S, return_when=FIRST_COMPLETED)
        for future in done:
            future.result()
        now = time.monotonic()
        if listener is not None and (now - told >= _POLL_S or not pending):
            told = now
            finished = sum(1.0 if future.done() else c.progress for future, c in zip(futures, controls, strict=True))
            listener(activity, finished / len(futures))


def _is_finished(future: Future[Finished]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None
