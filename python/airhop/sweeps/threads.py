"""Runs on the cores of this machine: one run is one thread."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from threading import Thread

from airhop import _native
from airhop.execution import Job, make
from airhop.sweeps.runs import Made, Run

_AHEAD = 4
"""Runs taken for each thread, so that it has another while the main thread keeps one, which may take a disk's time."""


class ThreadExecutor:
    """Makes runs on threads. The simulator releases the interpreter's lock.

    Ctrl-C can come between any two steps of the main thread, also when it has just taken a lock; so it shares nothing
    with the others but two `SimpleQueue`s, which are not written in Python.
    """

    def __init__(self, workers: int) -> None:
        """Start the threads."""
        self._waiting: SimpleQueue[tuple[Run, _native.Control] | None] = SimpleQueue()
        self._ended: SimpleQueue[Made | None] = SimpleQueue()
        self._controls: dict[str, _native.Control] = {}
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

    def submit(self, run: Run) -> None:
        """Take a run."""
        control = _native.Control()
        self._controls[run.key] = control
        self._waiting.put((run, control))

    def next(self, timeout_s: float) -> Made | None:
        """Give a run that has ended, or nothing if none has within the time."""
        try:
            made = self._ended.get(timeout=timeout_s)
        except Empty:
            return None
        if made is not None:
            del self._controls[made.run.key]
        return made

    def progress(self) -> dict[str, float]:
        """Give the done part of the runs in progress, by key."""
        return {key: control.progress for key, control in self._controls.items()}

    def close(self) -> None:
        """End what is in progress, at once."""
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

    def _work(self) -> None:
        while (taken := self._waiting.get()) is not None:
            run, control = taken
            try:
                finished = make(Job(None, run.variant.scenario._native, run.seed), control)
                self._ended.put(Made(run, finished.record))
            except _native.Cancelled:
                return
            except BaseException as error:  # a panic is no Exception, and must not end the thread
                self._ended.put(Made(run, describe(error)))


def describe(error: BaseException) -> str:
    """Say in a line why a run failed."""
    if isinstance(error, _native.ScenarioError):
        return str(error)
    return f"{type(error).__name__}: {error}"
