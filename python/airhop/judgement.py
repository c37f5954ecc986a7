"""When a transport is better than another, equivalent to the best, or fair enough: one rule for `matrix` and `advise`.

1. A candidate is fair enough if its Jain's index is at least `FAIR` of that of the fairest candidate. One that is not
   is never chosen for its goodput, which is at the expense of other flows. A limit or a goal set by the user takes
   precedence.
2. Among the fair ones, the best has the highest mean score. Another one is worse if it is statistically distinguishable
   from the best, at `airhop.stats.LEVEL` over all comparisons together.
3. A candidate is equivalent to the best if it has `EQUAL` of its score, or `NEAR` of it and is
   indistinguishable from it.
4. Among the equivalent ones, the one that needs least is chosen; among equal needs, the one with the highest mean.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeVar

Key = TypeVar("Key")

FAIR = 0.9
"""Fraction of the fairest candidate's Jain's index that is fair enough. At an index of 0.9, one of two flows gets half
as much as the other."""
MARGIN = 0.03
"""Margin of indifference, as a fraction of the best score: a smaller difference does not justify a new protocol."""
EQUAL = 1 - MARGIN
"""From this fraction of the best score on, a candidate is equivalent to the best, however narrow the intervals."""
NEAR = 0.9
"""Minimum fraction of the best score for equivalence: wide intervals alone do not make a candidate equivalent."""
ENOUGH = 0.75
"""Minimum fraction of the highest goodput for savings of delay or energy: sending little is not a saving."""


def fair_enough(among: Iterable[Key], jains: Mapping[Key, float]) -> set[Key]:
    """Name those that share fairly enough; those without an index have nothing to share."""
    enough = FAIR * max(jains.values(), default=0.0)
    return {key for key in among if jains.get(key, 1.0) >= enough}


def equivalent(parts: Mapping[Key, float], indistinguishable: Collection[Key], equal: float = EQUAL) -> set[Key]:
    """Name those that are equivalent to the best.

    parts: the score of each, as a fraction of the best score.
    indistinguishable: those that are statistically indistinguishable from the best.
    """
    return {key for key, part in parts.items() if part >= (min(NEAR, equal) if key in indistinguishable else equal)}


def least_needed(good: Iterable[Key], effort: Callable[[Key], float], score: Callable[[Key], float]) -> list[Key]:
    """Order equivalent candidates: smallest needs first, among equal needs the highest score first."""
    return sorted(good, key=lambda key: (effort(key), -score(key)))
