"""Runs that wait, the most expensive first, so that all cores are busy to the end."""

from __future__ import annotations

import heapq
import itertools
from collections import deque

from airhop.sweeps.cost import Costs
from airhop.sweeps.runs import Run

_CHANGED = 0.8
"""An estimate that has fallen below this part of what it was moves its kind back in the queue."""


class Queue:
    """Waiting runs by kind; runs of a kind cost alike."""

    def __init__(self, costs: Costs) -> None:
        """Begin empty."""
        self._costs = costs
        self._waiting: dict[str, deque[Run]] = {}
        self._order: list[tuple[float, int, str]] = []
        self._count = itertools.count()

    def add(self, kind: str, run: Run) -> None:
        """Let a run wait."""
        self._costs.guess(kind, run.variant)
        waiting = self._waiting.setdefault(kind, deque())
        waiting.append(run)
        if len(waiting) == 1:
            self.reorder(kind)

    def take(self) -> tuple[str, Run] | None:
        """Take the run that is expected to last longest, with its kind."""
        while self._order:
            negative_s, _, kind = heapq.heappop(self._order)
            waiting = self._waiting[kind]
            if not waiting:
                continue
            if self._costs.estimate_s(kind) < -negative_s * _CHANGED:
                self.reorder(kind)
                continue
            run = waiting.popleft()
            if waiting:
                heapq.heappush(self._order, (negative_s, next(self._count), kind))
            return kind, run
        return None

    def reorder(self, kind: str) -> None:
        """Put a kind where its estimate belongs now."""
        if self._waiting.get(kind):
            heapq.heappush(self._order, (-self._costs.estimate_s(kind), next(self._count), kind))

    def expected_s(self) -> float:
        """Estimate the wall seconds of everything that waits."""
        return sum(len(waiting) * self._costs.estimate_s(kind) for kind, waiting in self._waiting.items() if waiting)
