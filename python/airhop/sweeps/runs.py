"""Runs to be made, and what makes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from airhop.records import RunRecord
from airhop.sweeps.points import Variant


@dataclass(frozen=True, slots=True)
class Run:
    """One simulation."""

    key: str
    variant: Variant
    seed: int


@dataclass(frozen=True, slots=True)
class Made:
    """A run that has ended: its record or, where it failed, why."""

    run: Run
    outcome: RunRecord | str


class Executor(Protocol):
    """Makes runs somewhere else. Only one thread calls it."""

    @property
    def places(self) -> int:
        """How many runs are made at a time."""

    @property
    def room(self) -> int:
        """How many runs it takes at the moment: a few more than it makes at a time, so that none waits."""

    def submit(self, run: Run) -> None:
        """Take a run."""

    def next(self, timeout_s: float) -> Made | None:
        """Give a run that has ended, or nothing if none has within the time."""

    def progress(self) -> dict[str, float]:
        """Give the done part of the runs in progress, by key, as far as it is known."""

    def close(self) -> None:
        """End what is in progress, at once."""
