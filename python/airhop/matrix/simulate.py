"""Makes the runs of the matrix as sweeps: in a folder, resumable, on cores or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from airhop.matrix import bound
from airhop.matrix.contender import Contender
from airhop.matrix.effort import FULL, QUICK
from airhop.matrix.plan import Made, Planned
from airhop.matrix.results import Matrix
from airhop.matrix.setup import Setup
from airhop.sweeps.results import Sweep

RATES, CELLS = "rates", "cells"
"""Folders of the two sweeps: the search for the bound, and the matrix itself."""

MakeSweep = Callable[[Mapping[str, object], Path, str], Sweep]
"""Makes the missing points of a plan in a folder; the last is what is being done, in words."""


def simulate(
    setups: Sequence[Setup], contenders: Sequence[Contender], folder: Path, make_sweep: MakeSweep, *, quick: bool
) -> Matrix:
    """Make every run that a folder is missing, and take the matrix from it."""
    effort = QUICK if quick else FULL

    def make(planned: Planned, seeds: int) -> Made:
        return Made(planned, make_sweep(planned.plan(seeds), folder / RATES, "rates of paced UDP"))

    rates = bound.search(setups, effort, make)
    planned = Planned(effort)
    refused: dict[tuple[str, str], str] = {}
    finalists = {setup.key: bound.finalists(rates[setup.key], effort) for setup in setups}
    for setup in setups:
        for contender in contenders:
            why = planned.add(setup, contender)
            if why is not None:
                refused[setup.key, contender.key] = why
        for rate in finalists[setup.key]:
            planned.add_rate(setup, rate)
    made = Made(planned, make_sweep(planned.plan(effort.seeds), folder / CELLS, "every transport in every scenario"))
    cells = {}
    for setup in setups:
        for contender in contenders:
            which = setup.key, contender.key
            failed = made.error(setup, contender)
            if failed is not None:
                refused[which] = failed
            cell = made.cell(setup, contender)
            if cell is not None:
                cells[which] = cell
    chosen = {setup.key: bound.choose(setup, finalists[setup.key], made) for setup in setups}
    return Matrix(
        setups=setups,
        contenders=contenders,
        cells=cells,
        bounds={key: cell for key, (_, cell) in chosen.items()},
        rates_kbps={key: rate for key, (rate, _) in chosen.items()},
        refused=refused,
        effort=effort,
        quick=quick,
    )
