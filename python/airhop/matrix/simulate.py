"""Makes the runs of the matrix: every transport in every scenario, and the bound that they are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from airhop import keys
from airhop._native import ScenarioError
from airhop.layout import layout_of
from airhop.matrix.cell import Cell
from airhop.matrix.contender import Contender
from airhop.matrix.effort import FULL, QUICK, Effort
from airhop.matrix.results import Matrix
from airhop.matrix.setup import Setup
from airhop.runs import best_rate
from airhop.runs.best_rate import paced
from airhop.runs.job import Finished, Job, RunFailed, Variant, jobs_of
from airhop.runs.runner import Runner, Work


@dataclass(frozen=True, slots=True)
class Bound:
    """Paced UDP at its best rate in one scenario."""

    rate_kbps: float
    """Of each flow."""
    cell: Cell


def simulate(setups: Sequence[Setup], contenders: Sequence[Contender], runner: Runner, *, quick: bool) -> Matrix:
    """Make every run, and build the matrix."""
    effort = QUICK if quick else FULL
    refused: dict[tuple[str, str], str] = {}
    works: list[Work[Cell | Bound | str]] = []
    owners: list[tuple[str, str]] = []
    for setup in setups:
        works.append(_bound(setup, effort))
        owners.append((setup.key, ""))
        for contender in contenders:
            which = setup.key, contender.key
            try:
                works.append(_cell(setup, variant_of(setup, contender, effort), effort))
                owners.append(which)
            except ScenarioError as error:
                refused[which] = str(error)
    activity = f"matrix: {len(works)} cells, bounds included"
    found = dict(zip(owners, runner.run(works, activity, longest_first=True), strict=True))
    refused |= {which: why for which, why in found.items() if isinstance(why, str)}
    bounds = {setup: bound for (setup, _), bound in found.items() if isinstance(bound, Bound)}
    return Matrix(
        setups=setups,
        contenders=contenders,
        cells={which: cell for which, cell in found.items() if isinstance(cell, Cell)},
        bounds={key: bound.cell for key, bound in bounds.items()},
        rates_kbps={key: bound.rate_kbps for key, bound in bounds.items()},
        refused=refused,
        effort=effort,
        quick=quick,
    )


def variant_of(setup: Setup, contender: Contender, effort: Effort) -> Variant:
    """Put a transport into a scenario. Raises `ScenarioError` where it cannot run there."""
    variant = Variant.of(setup.build(effort, settings=contender.settings), contender.transport)
    layout_of(variant.scenario._native, 1)
    return variant


def _cell(setup: Setup, variant: Variant, effort: Effort) -> Work[Cell | Bound | str]:
    """Run a transport under every seed; where a run fails, say why."""
    try:
        runs = yield jobs_of(variant, range(1, effort.seeds + 1))
    except RunFailed as failed:
        return failed.why
    return Cell.of(setup, runs, effort.measured_s)


def _bound(setup: Setup, effort: Effort) -> Work[Cell | Bound | str]:
    """Search the best rate of paced UDP under few seeds, and run it and rates a little below under all of them.

    The best of these is the bound. At the rate found, some seeds may be overloaded although the few seeds of the search
    were not.
    """
    scenario = setup.build(effort, bound=True)

    def jobs_at(rate_kbps: float, seeds: int = effort.search_seeds) -> list[Job]:
        return jobs_of(Variant.of(scenario, paced(rate_kbps)), range(1, seeds + 1))

    def goodput_kbps(runs: Sequence[Finished]) -> float:
        return Cell.of(setup, runs, effort.measured_s).goodput_kbps

    search = best_rate.search(scenario.number(keys.LINK_RATE), setup.flows, effort.resolution)
    found = yield from best_rate.search_runs(search, jobs_at, goodput_kbps)
    finalists: list[Bound] = []
    for part in effort.back_off:
        rate = float(f"{found.rate_kbps * part:.4g}")
        runs = yield jobs_at(rate, effort.seeds)
        finalists.append(Bound(rate, Cell.of(setup, runs, effort.measured_s)))
    return max(finalists, key=lambda each: each.cell.goodput_kbps)
