"""What is left on the table: the goodput of the best paced UDP."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from airhop import best_rate, keys
from airhop.advice.candidates import BEST_RATE
from airhop.advice.paired import Difference, of_samples
from airhop.advice.runs import Runs

SEARCH_SEEDS = 2
"""Seeds under which each rate is tried."""
EXPECTED_RATES = 30
"""Rates that a search tries, about (`best_rate`)."""
SHARE = 0.25
"""Part of the budget that the search may take where nobody asked for it."""


@dataclass(frozen=True, slots=True)
class Bound:
    """The best constant rate."""

    rate_kbps: float
    """Of each sender."""
    goodput: Difference
    """Mean goodput in kbit/s over the seeds of the race."""


def is_cheap(runs: Runs, names: Sequence[str]) -> bool:
    """Tell whether the search fits into its share of the budget, by what runs of some transports took."""
    return runs.afford(EXPECTED_RATES * SEARCH_SEEDS * runs.cost(names) / len(names), SHARE)


def find_bound(runs: Runs, seeds: Sequence[int]) -> Bound | None:
    """Search the best rate; None if Ctrl-C came."""
    chosen = seeds[:SEARCH_SEEDS]

    def judge(rates_kbps: Sequence[float]) -> list[float]:
        names = [_paced(rate) for rate in rates_kbps]
        low, high = min(rates_kbps), max(rates_kbps)
        span = f"{low:g}" if low == high else f"{low:g} to {high:g}"
        if not runs.make(names, chosen, f"bound, {BEST_RATE}: trying {span} kbit/s"):
            raise _Interrupted
        return [_mean_kbps(runs, name, chosen) for name in names]

    highest_kbps = runs.scenario.number(keys.LINK_RATE)
    try:
        found = best_rate.search(judge, highest_kbps=highest_kbps, senders=len(runs.flows()))
    except _Interrupted:
        return None
    name = _paced(found.rate_kbps)
    if not runs.make([name], seeds, f"bound: {name}"):
        return None
    goodputs = [one.goodput_kbps for one in runs.measures(name, seeds)]
    return Bound(found.rate_kbps, of_samples(goodputs))


class _Interrupted(Exception):  # noqa: N818 - not an error: somebody asked for it
    """Ctrl-C came during the search."""


def _paced(rate_kbps: float) -> str:
    return f"udp-paced={rate_kbps:g}"


def _mean_kbps(runs: Runs, name: str, seeds: Sequence[int]) -> float:
    measured = runs.measures(name, seeds)
    return sum(one.goodput_kbps for one in measured) / len(measured)
