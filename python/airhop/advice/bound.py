"""The headroom: the goodput of the best paced UDP."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from airhop import keys
from airhop.advice.candidates import under
from airhop.advice.runs import Runs
from airhop.runs import best_rate
from airhop.runs.best_rate import BEST_RATE, paced
from airhop.runs.job import Finished, Job, jobs_of
from airhop.runs.runner import Interrupted, Work
from airhop.stats import Mean, mean_of

SEARCH_SEEDS = 2
"""Seeds under which each rate is tried."""
EXPECTED_RATES = 30
"""Rates that a search tries, about (`best_rate`)."""
SHARE = 0.25
"""Fraction of the budget that the search may use unless it was requested."""


@dataclass(frozen=True, slots=True)
class Bound:
    """The best constant rate."""

    rate_kbps: float
    """Of each sender."""
    goodput: Mean
    """Mean goodput in kbit/s over the seeds of the race."""


def is_cheap(runs: Runs, names: Sequence[str]) -> bool:
    """Tell whether the search fits into its share of the budget, by what runs of some transports took."""
    return runs.afford(EXPECTED_RATES * SEARCH_SEEDS * runs.cost(names) / len(names), SHARE)


def find_bound(runs: Runs, seeds: Sequence[int]) -> Bound | None:
    """Search the best rate; None if Ctrl-C came."""
    started_s = time.monotonic()
    try:
        (bound,) = runs.runner.run([_search(runs, seeds)], f"bound: the best rate of {BEST_RATE}")
    except Interrupted:
        runs.interrupted = True
        return None
    finally:
        runs.wall_s += time.monotonic() - started_s
    return bound


def _search(runs: Runs, seeds: Sequence[int]) -> Work[Bound]:
    def jobs_at(rate_kbps: float, chosen: Sequence[int] = seeds[:SEARCH_SEEDS]) -> list[Job]:
        name = paced(rate_kbps)
        return jobs_of(under(runs.scenario, name), chosen, name)

    def goodput_kbps(finished: Sequence[Finished]) -> float:
        runs.keep(finished)
        return mean_of(_goodputs(runs, finished)).mean

    highest_kbps = runs.scenario.number(keys.LINK_RATE)
    search = best_rate.search(highest_kbps, senders=len(runs.flows()))
    found = yield from best_rate.search_runs(search, jobs_at, goodput_kbps)
    finished = yield jobs_at(found.rate_kbps, seeds)
    runs.keep(finished)
    return Bound(found.rate_kbps, mean_of(_goodputs(runs, finished)))


def _goodputs(runs: Runs, finished: Sequence[Finished]) -> list[float]:
    (name,) = {run.record["transport"] for run in finished}
    return [one.goodput_kbps for one in runs.measures(name, [run.record["seed"] for run in finished])]
