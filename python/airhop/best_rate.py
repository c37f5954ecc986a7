"""The rate at which paced UDP gets most through.

Up to its best rate paced UDP delivers what is sent; a little above it the chain falls to less than half, and near the
edge it does either, depending on the seed. So the mean goodput over rates has a sharp, ragged peak, which a search
that trusts a single slope walks past. This search trusts two facts only:

- no more is delivered than is sent, so a rate below the best goodput found so far cannot be the best;
- no more is sent than the radio's data rate.

1. **Bracket.** Send at the upper bound. What arrives is the saturated goodput: the lower bound.
2. **Scan.** Judge `SCAN_POINTS` rates, evenly spaced in ratio between the bounds.
3. **Refine.** Judge `REFINE_POINTS` rates evenly spaced between the neighbours of the best rate judged so far; repeat
   until the spacing is below `RESOLUTION` of that rate.

Every rate is judged by its mean goodput over all seeds, at the scenario's full duration. Over one or two hops nothing
is lost beyond the best rate, queues only grow: of means within `TIE` of the highest, the lowest rate wins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

SCAN_POINTS = 12
"""Rates judged in the scan."""
REFINE_POINTS = 5
"""Rates judged in each round of refinement."""
RESOLUTION = 0.01
"""Spacing, as a part of the rate, at which the search ends."""
TIE = 0.003
"""Difference, as a part of the highest mean goodput, that does not count."""

Judge = Callable[[Sequence[float]], Sequence[float]]
"""Gives the mean goodput in kbit/s for each rate in kbit/s."""


@dataclass(frozen=True, slots=True)
class BestRate:
    """What the search found."""

    rate_kbps: float
    goodput_kbps: float
    judged: dict[float, float]
    """Mean goodput in kbit/s by rate in kbit/s, of every rate tried."""


def search(judge: Judge, highest_kbps: float, senders: int = 1) -> BestRate:
    """Find the rate, up to `highest_kbps` for each of `senders`, with the highest mean goodput in sum."""
    if highest_kbps <= 0 or senders < 1:
        msg = f"nothing to search: up to {highest_kbps} kbit/s from {senders} senders"
        raise ValueError(msg)
    judged: dict[float, float] = {}

    def try_rates(rates: Sequence[float]) -> None:
        best = max(judged.values(), default=0.0)
        new = sorted({_rounded(rate) for rate in rates} - judged.keys())
        new = [rate for rate in new if rate * senders > best]
        if new:
            judged.update(zip(new, judge(new), strict=True))

    try_rates([highest_kbps])
    # Where nothing arrives there is still an end to the search.
    floor = highest_kbps / 1000
    saturated = max(max(judged.values()) / senders, floor)
    if saturated < highest_kbps:
        step = (highest_kbps / saturated) ** (1 / SCAN_POINTS)
        try_rates([saturated * step**i for i in range(SCAN_POINTS)])
    while True:
        rates = sorted(judged)
        enough = max(judged.values()) * (1 - TIE)
        best = next(rate for rate in rates if judged[rate] >= enough)
        at = rates.index(best)
        low = max(rates[at - 1] if at > 0 else floor, judged[best] / senders)
        high = rates[at + 1] if at + 1 < len(rates) else best
        if max(best - low, high - best) <= RESOLUTION * best:
            return BestRate(best, judged[best], judged)
        before = len(judged)
        spacing = (high - low) / (REFINE_POINTS + 1)
        try_rates([low + spacing * i for i in range(1, REFINE_POINTS + 1)])
        if len(judged) == before:
            return BestRate(best, judged[best], judged)


def _rounded(rate_kbps: float) -> float:
    """Round to four significant digits: a rate a person can repeat."""
    return float(f"{rate_kbps:.4g}")
