"""Which transport to use when: chosen by rule from what was measured."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from airhop.judgement import ENOUGH, equivalent, fair_enough, least_needed
from airhop.matrix.contender import Change, Contender
from airhop.matrix.results import Matrix
from airhop.matrix.setup import Family, Setup
from airhop.measures import JAIN, Measure
from airhop.stats import Score, geometric_mean, not_worse_than_best


@dataclass(frozen=True, slots=True)
class Choice:
    """What to use in a family of scenarios."""

    family: Family
    use: Contender
    """Of those that are equivalent to the best, the one that needs least."""
    score: Score
    """Its goodput over the bound's."""
    best: Contender
    """The one with the highest mean."""
    alike: Sequence[Contender]
    """The others that are equivalent to the best."""
    unfair: Sequence[Contender]
    """Those that have more goodput than the best, and share it worse."""


def candidates(matrix: Matrix, setups: Sequence[Setup]) -> dict[str, Score]:
    """Score the transports that could be used in place of TCP, and that ran in all of some scenarios."""
    return {c.key: s for c in matrix.contenders if c.deployable and (s := matrix.over(setups, c)) is not None}


def fair(matrix: Matrix, setups: Sequence[Setup], among: Sequence[str]) -> set[str]:
    """Name those that share well enough; all of them where there is nothing to share."""
    jains = {
        c.key: value
        for c in matrix.contenders
        if c.key in among and (value := matrix.mean(setups, c, JAIN)) is not None
    }
    return fair_enough(among, jains)


def choose(matrix: Matrix, family: Family) -> Choice | None:
    """Choose for a family; none where no transport ran everywhere."""
    setups = matrix.of(family)
    scored = candidates(matrix, setups)
    shared = fair(matrix, setups, list(scored))
    if not shared:
        return None
    good = {key: scored[key] for key in scored if key in shared}
    by_key = {c.key: c for c in matrix.contenders}
    best = max(good, key=lambda key: good[key].log)
    parts = {key: math.exp(score.log - good[best].log) for key, score in good.items()}
    leaders = equivalent(parts, not_worse_than_best(good))
    use = least_needed(leaders, lambda key: by_key[key].needs.effort, lambda key: good[key].log)[0]
    return Choice(
        family=family,
        use=by_key[use],
        score=good[use],
        best=by_key[best],
        alike=_ordered(matrix, leaders - {use}, good),
        unfair=_ordered(matrix, {key for key in set(scored) - shared if scored[key].log > good[best].log}, scored),
    )


def by_change(matrix: Matrix, family: Family) -> dict[Change, tuple[Contender, Score]]:
    """Find the best fair transport for each amount of change."""
    setups = matrix.of(family)
    scored = candidates(matrix, setups)
    shared = fair(matrix, setups, list(scored))
    found: dict[Change, tuple[Contender, Score]] = {}
    for contender in matrix.contenders:
        if contender.key not in shared:
            continue
        score = scored[contender.key]
        if contender.change not in found or found[contender.change][1].log < score.log:
            found[contender.change] = contender, score
    return found


def least(matrix: Matrix, family: Family, measure: Measure) -> tuple[Contender, float, Sequence[Contender]] | None:
    """Find the transport with the least of a measure among those with enough goodput, and those indistinguishable."""
    setups = matrix.of(family)
    scored = candidates(matrix, setups)
    if not scored:
        return None
    most = max(score.estimate.mean for score in scored.values())
    enough = [c for c in matrix.contenders if c.key in scored and scored[c.key].estimate.mean >= ENOUGH * most]
    costs = {
        c.key: geometric_mean([cell.score(measure) for setup in setups if (cell := matrix.cell(setup, c)) is not None])
        for c in enough
    }
    leaders = not_worse_than_best(costs, more=False)
    first = min(enough, key=lambda c: costs[c.key].log)
    alike = [c for c in enough if c.key in leaders and c is not first]
    return first, costs[first.key].estimate.mean, alike


def front(matrix: Matrix, setup: Setup) -> list[Contender]:
    """List the transports that none has both more goodput and a higher Jain's index than, the fairest last."""
    places = {}
    for contender in matrix.contenders:
        score, jain = matrix.to_bound(setup, contender), matrix.estimate(setup, contender, JAIN)
        if contender.deployable and score is not None and jain is not None:
            places[contender.key] = (score.log, jain.mean)
    on = [
        c
        for c in matrix.contenders
        if c.key in places
        and not any(
            other[0] >= places[c.key][0] and other[1] >= places[c.key][1] and other != places[c.key]
            for other in places.values()
        )
    ]
    return sorted(on, key=lambda c: places[c.key][1])


def _ordered(matrix: Matrix, which: set[str], by: dict[str, Score]) -> list[Contender]:
    return sorted((c for c in matrix.contenders if c.key in which), key=lambda c: -by[c.key].log)
