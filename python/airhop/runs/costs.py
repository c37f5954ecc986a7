"""What runs cost, guessed from the scenario before any is made, then learnt from those that were; the queue by it."""

from __future__ import annotations

import heapq
import itertools
from collections import deque

from airhop import keys
from airhop._native import ScenarioError
from airhop.layout import layout_of
from airhop.runs.job import Job, Variant

_PACKET_S = 0.04
"""Simulated seconds that a packet of a run by packets takes, about: 12 kbit at 300 kbit/s."""
_GUESS_S = 1e-5
"""Wall seconds a simulated second of one node costs, about; only for the first remaining time that is told."""

_CHANGED = 0.8
"""An estimate that has fallen below this part of what it was moves its kind back in the queue."""


class Costs:
    """Wall seconds of runs by what they are alike in: a name that the caller chooses."""

    def __init__(self) -> None:
        """Begin without a measurement."""
        self._prior: dict[str, float] = {}
        self._measured: dict[str, tuple[int, float]] = {}
        self._sum_prior = 0.0
        self._sum_wall_s = 0.0

    def guess(self, kind: str, job: Job) -> None:
        """Guess what runs of a kind cost, from one of them."""
        if kind not in self._prior:
            self._prior[kind] = _prior_s(job.variant, job.seed)

    def learn(self, kind: str, wall_s: float) -> None:
        """Take in what a run did cost."""
        count, total = self._measured.get(kind, (0, 0.0))
        self._measured[kind] = (count + 1, total + wall_s)
        self._sum_prior += self._prior[kind]
        self._sum_wall_s += wall_s

    def estimate_s(self, kind: str) -> float:
        """Estimate the wall seconds of a run: the mean of its kind or, without one, the guess to the measured scale."""
        count, total = self._measured.get(kind, (0, 0.0))
        if count:
            return total / count
        scale = self._sum_wall_s / self._sum_prior if self._sum_prior else 1.0
        return self._prior[kind] * scale


def _prior_s(variant: Variant, seed: int) -> float:
    """Guess wall seconds: simulated time times nodes."""
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
    """Waiting runs by kind; runs of a kind cost alike. Taken in their order, or the longest first."""

    def __init__(self, costs: Costs, *, longest_first: bool = True) -> None:
        """Begin empty."""
        self._costs = costs
        self._longest_first = longest_first
        self._waiting: dict[str, deque[Job]] = {}
        self._order: list[tuple[float, int, str]] = []
        self._count = itertools.count()

    def add(self, kind: str, job: Job) -> None:
        """Let a run wait."""
        self._costs.guess(kind, job)
        waiting = self._waiting.setdefault(kind, deque())
        waiting.append(job)
        if not self._longest_first:
            heapq.heappush(self._order, (0.0, next(self._count), kind))
        elif len(waiting) == 1:
            self.reorder(kind)

    def take(self) -> tuple[str, Job] | None:
        """Take the run that is next, with its kind."""
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
        """Put a kind where its estimate belongs now."""
        if self._longest_first and self._waiting.get(kind):
            heapq.heappush(self._order, (-self._costs.estimate_s(kind), next(self._count), kind))

    def expected_s(self) -> float:
        """Estimate the wall seconds of everything that waits."""
        return sum(len(waiting) * self._costs.estimate_s(kind) for kind, waiting in self._waiting.items() if waiting)
