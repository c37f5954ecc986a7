"""Cost of runs: estimated from the scenario at first, then from finished runs; and the queue ordered by cost."""

from __future__ import annotations

import heapq
import itertools
from collections import deque

from airhop import keys
from airhop._native import ScenarioError
from airhop.layout import layout_of
from airhop.runs.job import Job, Variant

_PACKET_S = 0.04
"""Approximate simulated seconds per packet in a run by packets: 12 kbit at 300 kbit/s."""
_GUESS_S = 1e-5
"""Approximate wall seconds per simulated second and node; only for the first estimate of the remaining time."""

_CHANGED = 0.8
"""An estimate that falls below this fraction of its previous value moves its kind back in the queue."""


class Costs:
    """Wall seconds of runs by kind: a name that the caller chooses for runs of similar cost."""

    def __init__(self) -> None:
        """Start without a measurement."""
        self._prior: dict[str, float] = {}
        self._measured: dict[str, tuple[int, float]] = {}
        self._sum_prior = 0.0
        self._sum_wall_s = 0.0

    def guess(self, kind: str, job: Job) -> None:
        """Estimate the cost of a kind from one of its runs."""
        if kind not in self._prior:
            self._prior[kind] = _prior_s(job.variant, job.seed)

    def learn(self, kind: str, wall_s: float) -> None:
        """Record the cost of a run."""
        count, total = self._measured.get(kind, (0, 0.0))
        self._measured[kind] = (count + 1, total + wall_s)
        self._sum_prior += self._prior[kind]
        self._sum_wall_s += wall_s

    def estimate_s(self, kind: str) -> float:
        """Estimate the wall seconds of a run: the mean of its kind or, without one, the scaled first estimate."""
        count, total = self._measured.get(kind, (0, 0.0))
        if count:
            return total / count
        scale = self._sum_wall_s / self._sum_prior if self._sum_prior else 1.0
        return self._prior[kind] * scale


def _prior_s(variant: Variant, seed: int) -> float:
    """Estimate wall seconds: simulated time multiplied by nodes."""
    simulated_s = variant.scenario.number(keys.DURATION)
    packets = variant.scenario.number(keys.PACKETS)
    if packets:
        simulated_s = packets * _PACKET_S
    try:
        nodes = len(layout_of(variant.scenario._native, seed).nodes_m)
    except ScenarioError:
        # The run will say what is wrong.
        nodes = 1
    return max(simulated_s * nodes, 1e-3) * _GUESS_S


class Queue:
    """Waiting runs by kind; runs of a kind have similar cost. Taken in order, or the longest first."""

    def __init__(self, costs: Costs, *, longest_first: bool = True) -> None:
        """Start empty."""
        self._costs = costs
        self._longest_first = longest_first
        self._waiting: dict[str, deque[Job]] = {}
        self._order: list[tuple[float, int, str]] = []
        self._count = itertools.count()

    def add(self, kind: str, job: Job) -> None:
        """Add a run."""
        self._costs.guess(kind, job)
        waiting = self._waiting.setdefault(kind, deque())
        waiting.append(job)
        if not self._longest_first:
            heapq.heappush(self._order, (0.0, next(self._count), kind))
        elif len(waiting) == 1:
            self.reorder(kind)

    def take(self) -> tuple[str, Job] | None:
        """Take the next run, with its kind."""
        while self._order:
            negative_s, _, kind = heapq.heappop(self._order)
            waiting = self._waiting[kind]
            if not waiting:
                continue
            if not self._longest_first:
                return kind, waiting.popleft()
            if self._costs.estimate_s(kind) < -negative_s * _CHANGED:
                self.reorder(kind)
                continue
            job = waiting.popleft()
            if waiting:
                heapq.heappush(self._order, (negative_s, next(self._count), kind))
            return kind, job
        return None

    def reorder(self, kind: str) -> None:
        """Move a kind to the position of its current estimate."""
        if self._longest_first and self._waiting.get(kind):
            heapq.heappush(self._order, (-self._costs.estimate_s(kind), next(self._count), kind))

    def expected_s(self) -> float:
        """Estimate the wall seconds of all waiting runs."""
        return sum(len(waiting) * self._costs.estimate_s(kind) for kind, waiting in self._waiting.items() if waiting)
