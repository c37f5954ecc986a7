"""Runs on a Dask cluster (dask.distributed): workers return records, this process stores them."""

from __future__ import annotations

import logging
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, NamedTuple

from airhop._native import Control, __version__
from airhop.build import fingerprint
from airhop.runs.executor import Made, default_workers, describe, simulate
from airhop.runs.job import Finished, Job, RunFailed, Variant
from airhop.scenario import Scenario

if TYPE_CHECKING:
    from distributed import Client, Future

_AHEAD = 2
"""Runs submitted for each thread of the cluster: the next one waits while one is in progress."""
_COUNT_AGAIN_S = 2.0
"""Workers join and leave: interval at which their threads are counted."""
_LOCAL = re.compile(r"local(?::(\d+))?")
_ADDRESS = re.compile(r"(tcp|tls|ucx|ws|wss)://\S+")


class ClusterError(ValueError):
    """Runs cannot be made on a cluster: the message names the address and the reason."""


class Simulator(NamedTuple):
    """The simulator of a process."""

    version: str
    fingerprint: str

    def __str__(self) -> str:
        """Name it in messages."""
        return f"airhop {self.version}, build {self.fingerprint[:12]}"


def simulator() -> Simulator:
    """Identify the simulator of this process."""
    return Simulator(__version__, fingerprint())


class Answer(NamedTuple):
    """The answer of a worker."""

    simulator: Simulator
    outcome: Finished | str
    """The result of the run or, if it failed, the reason."""


def answer(toml: str, seed: int, series: bool, quantities: frozenset[str] | None) -> Answer:
    """Make one run, on a worker: from plain data to plain data."""
    try:
        variant = Variant(Scenario.parse(toml), toml, "")
        return Answer(simulator(), simulate(Job(variant, seed, None, series, quantities), Control()))
    except BaseException as error:  # a panic is no Exception
        return Answer(simulator(), describe(error))


class ClusterExecutor:
    """Makes runs on the workers of a cluster.

    A run whose worker dies is made again by another: the scheduler sees to it. A run that takes several workers with
    it fails.
    """

    def __init__(self, cluster: str | Client) -> None:
        """Connect to `tcp://HOST:PORT`, start processes of this machine for `local` or `local:N`, or take a client.

        Raises `ClusterError` where that cannot be, or where a worker's airhop is not this one.
        """
        self._ended: SimpleQueue[tuple[Job, Future]] = SimpleQueue()
        self._futures: dict[str, Future] = {}
        self._own: list[Client] = []
        self._client = self._connect(cluster)
        self._places = 0
        self._counted_s = 0.0
        try:
            self._check_workers()
        except BaseException:
            self.close()
            raise

    @property
    def places(self) -> int:
        """Number of concurrent runs: the threads of all present workers."""
        now_s = time.monotonic()
        if not self._places or now_s - self._counted_s > _COUNT_AGAIN_S:
            self._places = sum(self._client.nthreads().values())
            self._counted_s = now_s
        return self._places

    @property
    def room(self) -> int:
        """Number of runs that it accepts now; some even before the first worker joins."""
        return _AHEAD * max(1, self.places) - len(self._futures)

    def submit(self, job: Job) -> None:
        """Take a run."""
        future = self._client.submit(
            answer,
            job.variant.toml,
            job.seed,
            job.series,
            job.quantities,
            key=f"airhop-{job.key}-{time.monotonic_ns()}",
            pure=False,
        )
        self._futures[job.key] = future
        future.add_done_callback(lambda ended: self._ended.put((job, ended)))

    def next(self, timeout_s: float) -> Made | None:
        """Give a run that has ended, or nothing if none ends within the time.

        `distributed.as_completed` waits for a future without end, and so would not notice that the cluster has gone.
        """
        try:
            job, future = self._ended.get(timeout=timeout_s) if timeout_s > 0 else self._ended.get_nowait()
        except Empty:
            self._check_connection()
            return None
        self._futures.pop(job.key, None)
        if future.status == "cancelled":
            msg = f"the cluster {self._address} has gone"
            raise ConnectionError(msg)
        if future.status == "error":
            return Made(job, RunFailed(job, describe(future.exception())))
        made_by, outcome = future.result()
        if made_by != simulator():
            raise ClusterError(_different(self._address, made_by))
        if isinstance(outcome, str):
            return Made(job, RunFailed(job, outcome))
        return Made(job, outcome)

    def progress(self) -> dict[str, float]:
        """Give nothing: the progress of remote runs is unknown."""
        return {}

    def close(self) -> list[Made]:
        """Cancel submitted runs, stop processes started here, and give the runs that have ended."""
        from distributed import CancelledError

        ended: list[Made] = []
        try:
            while (made := self.next(0)) is not None:
                ended.append(made)
        except (ClusterError, CancelledError, OSError, TimeoutError):
            # The cluster has gone, or is another.
            pass
        try:
            if self._client.status == "running":
                self._client.cancel(list(self._futures.values()), force=True)
        except (CancelledError, OSError, TimeoutError):
            # The cluster has gone, and with it the runs.
            pass
        for each in self._own:
            each.close()
        return ended

    def _connect(self, cluster: str | Client) -> Client:
        try:
            from distributed import Client, LocalCluster
        except ImportError as error:
            msg = "--cluster: Dask is not installed; pip install 'airhop[cluster]' brings it"
            raise ClusterError(msg) from error
        if isinstance(cluster, Client):
            self._address = str(cluster.scheduler.address)
            return cluster
        self._address = cluster
        local = _LOCAL.fullmatch(cluster)
        if local is not None:
            workers = int(local[1] or default_workers())
            if not workers:
                raise ClusterError(_expected(cluster))
            with _deaf_to_ctrl_c():
                processes = LocalCluster(
                    n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.ERROR
                )
            client = Client(processes)
            self._own = [client, processes]
            return client
        if not _ADDRESS.fullmatch(cluster):
            raise ClusterError(_expected(cluster))
        try:
            client = Client(cluster)
        except (OSError, ValueError) as error:
            msg = f"--cluster {cluster}: no scheduler answers there: {error}"
            raise ConnectionError(msg) from error
        self._own = [client]
        return client

    def _check_workers(self) -> None:
        try:
            simulators = self._client.run(simulator)
        except Exception as error:
            msg = f"--cluster {self._address}: a worker cannot run airhop: {type(error).__name__}: {error}"
            raise ClusterError(msg) from error
        for worker, found in simulators.items():
            if found != simulator():
                raise ClusterError(_different(worker, found))

    def _check_connection(self) -> None:
        if self._client.status not in ("running", "connecting", "newly-created"):
            msg = f"the cluster {self._address} has gone"
            raise ConnectionError(msg)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Make processes started meanwhile ignore Ctrl-C: a terminal sends it to all, but only this one acts."""
    if current_thread() is not main_thread():
        # Only the main thread decides about signals.
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _expected(cluster: str) -> str:
    return f"--cluster {cluster}: expected tcp://HOST:PORT, local, or local:N for N processes of this machine"


def _different(where: str, found: Simulator) -> str:
    return (
        f"worker {where} has {found}, this is {simulator()}: results of two simulators are not mixed;"
        " install the same package on all machines"
    )
