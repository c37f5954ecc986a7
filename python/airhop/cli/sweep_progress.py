"""The progress bar of a sweep: points, and the remaining time estimated from finished points."""

from __future__ import annotations

import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn

from airhop.cli.progress import SHOWN_AFTER_S
from airhop.sweeps import engine


class SweepBar:
    """Shows the progress of a sweep after a second, only on a terminal."""

    def __init__(self, console: Console, name: str, *, quiet: bool) -> None:
        """Draw on the console if it is a terminal."""
        self._name = name
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._started_s = time.monotonic()
        if console.is_terminal and not quiet:
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TaskProgressColumn(),
                TextColumn("{task.fields[left]}"),
                console=console,
                transient=True,
            )

    def __enter__(self) -> SweepBar:
        """Start the clock."""
        self._started_s = time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the bar."""
        if self._bar is not None and self._task is not None:
            self._bar.stop()

    def update(self, progress: engine.Progress) -> None:
        """Show the progress."""
        if self._bar is None or time.monotonic() - self._started_s < SHOWN_AFTER_S:
            return
        failed = f", {progress.failed} failed" if progress.failed else ""
        activity = f"{self._name}: {progress.done + progress.failed} of {progress.points} points{failed}"
        left = "" if progress.remaining_s is None else f"{duration(progress.remaining_s)} left"
        if self._task is None:
            self._task = self._bar.add_task(activity, total=1.0, left=left)
            self._bar.start()
        self._bar.update(self._task, description=activity, completed=progress.fraction, left=left)


def duration(seconds: float) -> str:
    """Write a time as a clock does: 0:07, 3:20, 1:03:20."""
    whole = round(seconds)
    minutes = whole // 60
    if minutes < 60:
        return f"{minutes}:{whole % 60:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{whole % 60:02}"
