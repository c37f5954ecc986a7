"""The progress bar on a terminal, for anything over a second."""

from __future__ import annotations

import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, TaskID, TaskProgressColumn, TextColumn
from rich.progress import Progress as Bar

from airhop.runs.runner import Progress

SHOWN_AFTER_S = 1.0


class ProgressBar:
    """Shows how far a command is, once it has taken a second, and nothing where nobody looks."""

    def __init__(self, console: Console, *, quiet: bool) -> None:
        """Draw on the console if it is a terminal."""
        self._bar: Bar | None = None
        if console.is_terminal and not quiet:
            self._bar = Bar(
                TextColumn("{task.description}"),
                BarColumn(),
                TaskProgressColumn(),
                TextColumn("{task.fields[left]}"),
                console=console,
                transient=True,
            )
        self._started_s = time.monotonic()
        self._task: TaskID | None = None

    def __enter__(self) -> ProgressBar:
        """Start the clock."""
        self._started_s = time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        if self._bar is not None and self._task is not None:
            self._bar.stop()

    def update(self, progress: Progress) -> None:
        """Tell how far it is."""
        if self._bar is None or time.monotonic() - self._started_s < SHOWN_AFTER_S:
            return
        left = "" if progress.remaining_s is None else f"{duration(progress.remaining_s)} left"
        if self._task is None:
            self._task = self._bar.add_task(progress.activity, total=1.0, left=left)
            self._bar.start()
        self._bar.update(self._task, description=progress.activity, completed=progress.fraction, left=left)


def duration(seconds: float) -> str:
    """Write a time as a clock does: 0:07, 3:20, 1:03:20."""
    whole = round(seconds)
    minutes = whole // 60
    if minutes < 60:
        return f"{minutes}:{whole % 60:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{whole % 60:02}"
