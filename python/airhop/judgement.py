"""When a transport is better than another, equivalent to the best, and fair enough: for `matrix` and `advise` alike.

1. Fair enough is what has at least `FAIR` of the Jain's index of the fairest candidate. What shares worse is not chosen
   for its goodput: it has it at the other flows' cost. A limit or a goal of the user's own takes precedence.
2. Of what is fair enough, the best has the highest mean score. Another one is worse if it is statistically
   distinguishable from the best, at `airhop.stats.LEVEL` over all comparisons made together.
3. Equivalent to the best is what has `EQUAL` of its score, or what has `NEAR` of it and is indistinguishable from it.
4. Of what is equivalent, the one that needs least is chosen; among equal needs, the one with the highest mean.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeVar

Key = TypeVar("Key")

FAIR = 0.9
"""Part of the fairest candidate's Jain's index that is fair enough. Of two flows at 0.9, one has half of the other."""
MARGIN = 0.03
"""Part of the best's score by which a difference is indifferent: nobody changes a protocol for less."""
EQUAL = 1 - MARGIN
"""What has this part of the best is equivalent to it, however narrow the intervals."""
NEAR = 0.9
"""What is equivalent to the best has at least this part of it: wide intervals alone make nothing good."""
ENOUGH = 0.75
"""Of those that save delay or energy, this part of the most goodput is asked for: sending little is no saving."""


def fair_enough(among: Iterable[Key], jains: Mapping[Key, float]) -> set[Key]:
    """Name those that share well enough; those without an index have nothing to share."""
    enough = FAIR * max(jains.values(), default=0.0)
    return {key for key in among if jains.get(key, 1.0) >= enough}


def equivalent(parts: Mapping[Key, float], indistinguishable: Collection[Key], equal: float = EQUAL) -> set[Key]:
    """Name those that are equivalent to the best.

    parts: the score of each, as a part of the best's.
    indistinguishable: those that are statistically indistinguishable from the best.
    """
    return {key for key, part in parts.items() if part >= (min(NEAR, equal) if key in indistinguishable else equal)}


def least_needed(good: Iterable[Key], effort: Callable[[Key], float], score: Callable[[Key], float]) -> list[Key]:
    """Order those that are equivalent: what needs least first, among equal needs the highest score."""
    return sorted(good, key=lambda key: (effort(key), -score(key)))
