"""What runs cost: guessed from the scenario before any is made, then learnt from those that were."""

from __future__ import annotations

from airhop import keys
from airhop.layout import layout_of
from airhop.sweeps.points import Variant

_PACKET_S = 0.04
"""Simulated seconds that a packet of a run by packets takes, about: 12 kbit at 300 kbit/s."""
_GUESS_S = 1e-5
"""Wall seconds a simulated second of one node costs, about; only for the first remaining time that is told."""


class Costs:
    """Wall seconds of runs by what they are alike in: a name that the caller chooses."""

    def __init__(self) -> None:
        """Begin without a measurement."""
        self._prior: dict[str, float] = {}
        self._measured: dict[str, tuple[int, float]] = {}
        self._sum_prior = 0.0
        self._sum_wall_s = 0.0

    def guess(self, kind: str, variant: Variant) -> None:
        """Guess what runs of a kind cost, from one of them."""
        if kind not in self._prior:
            self._prior[kind] = _prior_s(variant)

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


def _prior_s(variant: Variant) -> float:
    """Guess wall seconds: simulated time times nodes."""
    simulated_s = variant.scenario.number(keys.DURATION)
    packets = variant.scenario.number(keys.PACKETS)
    if packets:
        simulated_s = packets * _PACKET_S
    nodes = len(layout_of(variant.scenario._native, variant.seeds[0]).nodes_m)
    return max(simulated_s * nodes, 1e-3) * _GUESS_S
