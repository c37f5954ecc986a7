"""The bound: paced UDP at the rate that delivers most, searched in all scenarios at once.

The search (`airhop.best_rate`) asks for the goodput of some rates, and each answer decides what it asks next. Here all
scenarios' searches are asked, what they lack is one plan, and when that is made they are asked anew: what they asked
before is known then. So a round of runs is large enough for all cores, and a search that was killed goes on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from airhop import best_rate, keys
from airhop.matrix.cell import Cell
from airhop.matrix.effort import Effort
from airhop.matrix.plan import Made, Planned
from airhop.matrix.setup import Setup

Make = Callable[[Planned, int], Made]
"""Makes the runs of a plan under so many seeds."""


class _UnknownError(Exception):
    def __init__(self, rates_kbps: Sequence[float]) -> None:
        super().__init__()
        self.rates_kbps = rates_kbps


def search(setups: Sequence[Setup], effort: Effort, make: Make) -> dict[str, float]:
    """Find the best rate in kbit/s of each flow, by the key of the setup."""
    known: dict[str, dict[float, float]] = {setup.key: {} for setup in setups}
    while True:
        found: dict[str, float] = {}
        lacking: dict[str, Sequence[float]] = {}
        for setup in setups:
            try:
                found[setup.key] = _search_one(setup, effort, known[setup.key])
            except _UnknownError as unknown:
                lacking[setup.key] = unknown.rates_kbps
        if not lacking:
            return found
        planned = Planned(effort)
        for setup in setups:
            for rate in (*known[setup.key], *lacking.get(setup.key, ())):
                planned.add_rate(setup, rate)
        made = make(planned, effort.search_seeds)
        for setup in setups:
            for rate in lacking.get(setup.key, ()):
                known[setup.key][rate] = goodput(made.at_rate(setup, rate))


def finalists(rate_kbps: float, effort: Effort) -> list[float]:
    """List the rates that are run under all seeds."""
    return [float(f"{rate_kbps * part:.4g}") for part in effort.back_off]


def choose(setup: Setup, rates_kbps: Sequence[float], made: Made) -> tuple[float, Cell]:
    """Choose the rate with the highest goodput under all seeds."""
    cells = {rate: cell for rate in rates_kbps if (cell := made.at_rate(setup, rate)) is not None}
    best = max(cells, key=lambda rate: goodput(cells[rate]))
    return best, cells[best]


def goodput(cell: Cell | None) -> float:
    """Give the mean goodput; nothing for runs that failed."""
    value = 0.0 if cell is None else float(np.mean(cell.numbers["goodput_kbps"]))
    return value if math.isfinite(value) else 0.0


def _search_one(setup: Setup, effort: Effort, known: dict[float, float]) -> float:
    def judge(rates_kbps: Sequence[float]) -> list[float]:
        unknown = [rate for rate in rates_kbps if rate not in known]
        if unknown:
            raise _UnknownError(unknown)
        return [known[rate] for rate in rates_kbps]

    highest = setup.build(effort, bound=True).number(keys.LINK_RATE)
    return best_rate.search(judge, highest, senders=setup.flows, resolution=effort.resolution).rate_kbps
