"""A progress bar on a terminal, for anything over a second."""

from __future__ import annotations

import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn

SHOWN_AFTER_S = 1.0


class ProgressBar:
    """Shows the progress of a simulation after a second, only on a terminal."""

    def __init__(self, console: Console, *, quiet: bool) -> None:
        """Draw on the console if it is a terminal."""
        self._bar: Progress | None = None
        if console.is_terminal and not quiet:
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TaskProgressColumn(),
                TimeRemainingColumn(),
                console=console,
                transient=True,
            )
        self._started_s = time.monotonic()
        self._task: TaskID | None = None
        self._activity = ""

    def __enter__(self) -> ProgressBar:
        """Start the clock."""
        self._started_s = time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the bar."""
        if self._bar is not None and self._task is not None:
            self._bar.stop()

    def update(self, activity: str, fraction: float) -> None:
        """Show the activity and its completed fraction, from 0 to 1."""
        if self._bar is None or time.monotonic() - self._started_s < SHOWN_AFTER_S:
            return
        if self._task is None:
            self._task = self._bar.add_task(activity, total=1.0)
            self._bar.start()
        if activity != self._activity:
            # A new activity has its own remaining time.
            self._bar.reset(self._task, description=activity, total=1.0)
            self._activity = activity
        self._bar.update(self._task, completed=fraction)
