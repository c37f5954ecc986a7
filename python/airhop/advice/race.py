"""Racing: rounds of seeds, after each of which clearly worse candidates are dropped.

All candidates run under the same seeds (common random numbers), and are compared by paired differences. After each
round the candidate with the highest mean score is the best so far. Another one is dropped if

- its paired difference to the best is below zero by Student's one-sided t-test at the level alpha / (looks (k - 1)),
- and by the estimate it is worse by more than the margin of indifference.

With k candidates and a number of looks fixed in advance, Bonferroni's inequality holds over all that could go wrong:
for normal differences the chance that the truly best candidate is ever dropped is at most alpha, whichever candidate is
taken for the best so far. The idea of racing is Maron & Moore's (NIPS 1993); paired t-tests on common seeds are the
`t-test` race of the irace package (López-Ibáñez et al., Operations Research Perspectives 3, 2016); dropping at looks
with a zone of indifference goes back to Paulson (Annals of Mathematical Statistics 35, 1964).

A candidate that breaks a limit, or shares worse than is fair enough (`airhop.judgement`), is dropped by the same test
at the same level; and only a candidate that keeps every limit by that test and is fair enough can push others out.

The race ends when one candidate is left, when all that are left are within the margin of the best by the same test,
after the last round, or when the next round would exceed the budget. Every round simulates the same time: a shorter
time is another experiment, in which the discovery of routes and slow start weigh more, and ranks differently.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from airhop.judgement import MARGIN
from airhop.stats import LEVEL, Mean, mean_of, paired


@dataclass(frozen=True, slots=True)
class Rule:
    """How a race is judged."""

    most_seeds: int = 20
    first_seeds: int = 5
    """Seeds of the first round; each further round doubles them."""
    margin: float = MARGIN
    """Part of the best's score by which a difference is indifferent."""
    alpha: float = LEVEL
    """Chance of dropping the best candidate, over the whole race."""

    def looks(self) -> list[int]:
        """List the seeds that a candidate has run at each look."""
        looks = []
        seeds = min(self.first_seeds, self.most_seeds)
        while seeds < self.most_seeds:
            looks.append(seeds)
            seeds *= 2
        return [*looks, self.most_seeds]

    def level(self, candidates: int) -> float:
        """Give the level of each single test."""
        return self.alpha / (len(self.looks()) * max(candidates - 1, 1))


@dataclass(frozen=True, slots=True)
class Samples:
    """One candidate's runs, by seed."""

    scores: Sequence[float]
    slacks: Sequence[Sequence[float]] = ()
    """Of each limit, how far each run is on the right side."""
    fairness: Sequence[float] = ()
    """By how much Jain's index of each run exceeds what is fair enough; empty where there is nothing to share."""

    @property
    def fair(self) -> bool:
        """Whether it shares well enough, by the mean."""
        return not self.fairness or mean_of(self.fairness).mean >= 0


class Field(Protocol):
    """Where candidates run."""

    def make(self, names: Sequence[str], seeds: Sequence[int], activity: str) -> bool:
        """Run candidates under seeds; False if interrupted."""

    def samples(self, names: Sequence[str], seeds: Sequence[int]) -> Mapping[str, Samples]:
        """Give the scores of finished runs."""

    def made(self, names: Sequence[str], seeds: Sequence[int]) -> int:
        """Tell how many of the seeds, from the first on, every candidate has run."""

    def scale(self, best: float) -> float:
        """Give what a difference is a part of, where the best's mean score is `best`."""

    def affordable(self, names: Sequence[str]) -> int:
        """Tell how many more seeds of these candidates the budget allows."""


class Cause(str, Enum):
    """Why a candidate was dropped."""

    WORSE = "worse"
    LIMIT = "limit"
    UNFAIR = "unfair"


@dataclass(frozen=True, slots=True)
class Drop:
    """A candidate that left the race."""

    name: str
    seeds: int
    """Seeds that it ran."""
    cause: Cause
    best: str
    """The best candidate at that time."""
    behind: Mean
    """Best less candidate, in parts of the scale; of a broken limit, its slack in the limit's unit; of an unfair one,
    what its Jain's index lacks."""
    limit: int | None = None
    """Index of the limit that it violates."""


class Ending(str, Enum):
    """Why a race ended."""

    ALONE = "one candidate is left"
    INDIFFERENT = "all that are left are within the margin"
    NONE_LEFT = "no candidate keeps the limits"
    SEEDS = "every seed has run"
    BUDGET = "the budget is used up"
    INTERRUPTED = "interrupted"


@dataclass(slots=True)
class Round:
    """One look."""

    seeds: int
    """Seeds that the candidates of this round have run by now."""
    raced: list[str]
    means: dict[str, float]
    """Mean score by candidate."""
    drops: list[Drop]


@dataclass(slots=True)
class Race:
    """The course of a race."""

    rule: Rule
    candidates: list[str]
    rounds: list[Round] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    ending: Ending = Ending.SEEDS

    @property
    def drops(self) -> list[Drop]:
        """All dropped candidates, in order."""
        return [drop for each in self.rounds for drop in each.drops]

    @property
    def settled(self) -> bool:
        """Whether the tests have decided: one is left, or all that remain are within the margin of the best."""
        return self.ending in (Ending.ALONE, Ending.INDIFFERENT)

    @property
    def seeds(self) -> int:
        """Seeds that every remaining candidate has run."""
        return self.rounds[-1].seeds if self.rounds else 0


def run_race(candidates: Sequence[str], seeds: Sequence[int], ground: Field, rule: Rule) -> Race:
    """Race the candidates over the seeds, of which there are `rule.most_seeds`."""
    race = Race(rule, list(candidates), left=list(candidates))
    level = rule.level(len(candidates))
    done = 0
    for look in rule.looks():
        if done:
            look = min(look, done + ground.affordable(race.left))
            # A handful of seeds more would settle little and spend a look.
            if look - done < min(2, rule.most_seeds - done):
                race.ending = Ending.BUDGET
                break
        activity = f"round {len(race.rounds) + 1}: {_count(len(race.left))}, seeds {seeds[done]} to {seeds[look - 1]}"
        finished = ground.make(race.left, seeds[done:look], activity)
        if not finished:
            race.ending = Ending.INTERRUPTED
            look = ground.made(race.left, seeds)
            if look < 2 or look <= done:
                break
        done = look
        each = _look(race.left, ground, seeds[:done], rule, level)
        race.rounds.append(each)
        gone = {drop.name for drop in each.drops}
        race.left = [name for name in race.left if name not in gone]
        if not finished:
            break
        ending = _ended(race.left, ground, seeds[:done], rule, level)
        if ending is not None:
            race.ending = ending
            break
    return race


def _count(number: int) -> str:
    return f"{number} transport{'s' * (number != 1)}"


def _look(names: Sequence[str], ground: Field, seeds: Sequence[int], rule: Rule, level: float) -> Round:
    samples = ground.samples(names, seeds)
    means = {name: mean_of(samples[name].scores).mean for name in names}
    drops: dict[str, Drop] = {}
    for name in names:
        for index, slack in enumerate(samples[name].slacks):
            broken = mean_of([-value for value in slack])
            if name not in drops and broken.p_above(0.0) < level:
                drops[name] = Drop(name, len(seeds), Cause.LIMIT, name, broken, index)
        unfair = mean_of([-value for value in samples[name].fairness or (0.0,)])
        if name not in drops and unfair.p_above(0.0) < level:
            drops[name] = Drop(name, len(seeds), Cause.UNFAIR, name, unfair)
    eligible = (name for name in names if samples[name].fair and _keeps(samples[name], level))
    best = max(eligible, key=means.__getitem__, default=None)
    if best is not None:
        scale = ground.scale(means[best])
        for name in names:
            behind = paired(samples[best].scores, samples[name].scores).parts_of(scale)
            if name not in drops and behind.mean > rule.margin and behind.p_above(0.0) < level:
                drops[name] = Drop(name, len(seeds), Cause.WORSE, best, behind)
    return Round(len(seeds), list(names), means, list(drops.values()))


def _keeps(samples: Samples, level: float) -> bool:
    kept = [mean_of(slack) for slack in samples.slacks]
    # A slack that is always the same needs no test: Jain's index of a single flow.
    return all(each.p_above(0.0) < level or (each.error == 0 and each.count > 1 and each.mean >= 0) for each in kept)


def _ended(names: Sequence[str], ground: Field, seeds: Sequence[int], rule: Rule, level: float) -> Ending | None:
    if not names:
        return Ending.NONE_LEFT
    samples = ground.samples(names, seeds)
    if not all(_keeps(samples[name], level) for name in names):
        # Whether a limit is kept is still open.
        return None
    # What shares worse is not chosen, whatever its score.
    names = [name for name in names if samples[name].fair]
    if len(names) <= 1:
        return Ending.ALONE
    means = {name: mean_of(samples[name].scores).mean for name in names}
    best = max(names, key=means.__getitem__)
    scale = ground.scale(means[best])
    within = all(
        paired(samples[name].scores, samples[best].scores).parts_of(scale).p_above(-rule.margin) < level
        for name in names
        if name != best
    )
    return Ending.INDIFFERENT if within else None
