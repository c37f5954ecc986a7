"""The rate at which paced UDP has the highest goodput.

Up to its best rate paced UDP delivers what is sent; a little above it the chain falls to less than half, and near the
edge it does either, depending on the seed. So the mean goodput over rates has a sharp, ragged peak, which a search
that trusts a single slope walks past. This search trusts two facts only:

- no more is delivered than is sent, so a rate below the best goodput found so far cannot be the best;
- no more is sent than the radio's data rate.

1. **Bracket.** Send at the upper bound. What arrives is the saturated goodput: the lower bound.
2. **Coarse scan.** Judge `COARSE_RATES` rates, evenly spaced in ratio between the bounds.
3. **Fine scan.** Judge rates at a spacing of `RESOLUTION` between the neighbours of the best one so far, but none below
   its goodput.

Every rate is judged by its mean goodput over all seeds, at the scenario's full duration. Over one or two hops nothing
is lost beyond the best rate, queues only grow: of means within `TIE` of the highest, the lowest rate wins.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import cast

from airhop import keys
from airhop.layout import layout_of
from airhop.runs.job import Finished, Job, Variant, jobs_of
from airhop.runs.runner import Work
from airhop.scenario import Scenario

BEST_RATE = "udp-paced=best"
"""The transport that stands for the paced UDP with the highest goodput."""
COARSE_RATES = 12
"""Rates judged in the coarse scan."""
RESOLUTION = 0.01
"""Relative spacing of the fine scan."""
TIE = 0.003
"""Relative difference from the highest mean goodput that is ignored."""

Search = Generator[list[float], Sequence[float], "BestRate"]
"""Yields rates in kbit/s, receives the mean goodput in kbit/s of each, and returns what it found."""


@dataclass(frozen=True, slots=True)
class BestRate:
    """What the search found."""

    rate_kbps: float
    goodput_kbps: float
    judged: dict[float, float]
    """Mean goodput in kbit/s by rate in kbit/s, of every rate tried."""


def search(highest_kbps: float, senders: int = 1, resolution: float = RESOLUTION) -> Search:
    """Find the rate, up to `highest_kbps` for each of `senders`, with the highest mean goodput in sum.

    resolution: spacing of the fine scan, as a part of the rate.
    """
    if highest_kbps <= 0 or senders < 1:
        msg = f"nothing to search: up to {highest_kbps} kbit/s from {senders} senders"
        raise ValueError(msg)
    judged: dict[float, float] = {}

    def try_rates(rates: Sequence[float]) -> Generator[list[float], Sequence[float]]:
        arrived = max(judged.values(), default=0.0)
        new = [rate for rate in sorted({_rounded(rate) for rate in rates} - judged.keys()) if rate * senders > arrived]
        if new:
            goodputs = yield new
            judged.update(zip(new, goodputs, strict=True))

    def best() -> float:
        enough = max(judged.values()) * (1 - TIE)
        return min(rate for rate, goodput in judged.items() if goodput >= enough)

    yield from try_rates([highest_kbps])
    # Where nothing arrives at all there is still a lowest rate.
    lowest_kbps = max(max(judged.values()) / senders, highest_kbps / 1000)
    if lowest_kbps < highest_kbps:
        yield from try_rates(_between(lowest_kbps, highest_kbps, (highest_kbps / lowest_kbps) ** (1 / COARSE_RATES)))
        rates = sorted(judged)
        at = rates.index(best())
        low = max(rates[at - 1] if at > 0 else lowest_kbps, judged[rates[at]] / senders)
        yield from try_rates(_between(low, rates[min(at + 1, len(rates) - 1)], 1 + resolution))
    return BestRate(best(), judged[best()], judged)


def search_runs(
    search: Search, jobs_at: Callable[[float], list[Job]], goodput_kbps: Callable[[Sequence[Finished]], float]
) -> Work[BestRate]:
    """Search with runs: `jobs_at` gives the jobs of a rate, `goodput_kbps` the mean goodput of their results."""
    rates = next(search)
    while True:
        jobs = [jobs_at(rate) for rate in rates]
        finished = iter((yield list(itertools.chain.from_iterable(jobs))))
        try:
            rates = search.send([goodput_kbps([next(finished) for _ in each]) for each in jobs])
        except StopIteration as end:
            return cast("BestRate", end.value)


def best_rate_runs(scenario: Scenario, seeds: Sequence[int]) -> Work[BestRate]:
    """Search the best rate of a scenario, judged by the sum over all flows and the mean over all seeds."""

    def jobs_at(rate_kbps: float) -> list[Job]:
        return jobs_of(Variant.of(scenario, paced(rate_kbps)), seeds)

    def goodput_kbps(runs: Sequence[Finished]) -> float:
        return sum(run.record["aggregate_goodput_kbps"] for run in runs) / len(runs)

    senders = len(layout_of(scenario._native, seeds[0]).flows)
    return (yield from search_runs(search(scenario.number(keys.LINK_RATE), senders), jobs_at, goodput_kbps))


def paced(rate_kbps: float) -> str:
    """Name the transport of UDP at a rate in kbit/s."""
    return f"udp-paced={rate_kbps:g}"


def _between(low: float, high: float, ratio: float) -> list[float]:
    """Give rates from one to the other at a fixed ratio."""
    if low >= high:
        return []
    count = math.ceil(math.log(high / low) / math.log(ratio))
    return [low * ratio**i for i in range(count)]


def _rounded(rate_kbps: float) -> float:
    """Round to four significant digits: a rate that is easy to repeat."""
    return float(f"{rate_kbps:.4g}")
