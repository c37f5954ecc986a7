"""Replays races of `airhop advise` on stored runs, and judges them on unseen runs."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from airhop.advice.goal import Goal, make_limits, parse_goal
from airhop.advice.race import Rule, Samples, run_race
from airhop.advice.ranking import choose
from airhop.measures import Measures
from airhop.needs import needs
from airhop.stats import Mean, mean_of

GOALS: Mapping[str, Goal] = {
    "goodput": parse_goal("goodput"),
    "goodput, Jain >= 0.8": parse_goal(
        "goodput", make_limits(min_goodput=None, min_jain=0.8, max_delay_ms=None, max_energy=None)
    ),
    "delay": parse_goal("delay"),
}
"""Goals of the races."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """Results of the races on one network."""

    network: str
    goal: str
    races: int
    good: int
    """Races whose choice met the limits on unseen seeds, and was the best there or within the margin of it."""
    broken: int
    """Races whose choice violated a limit on unseen seeds, or that chose none although a candidate met it."""
    settled: int
    """Races reported as settled: one candidate was left, or all remaining ones were within the margin."""
    settled_wrong: int
    """Settled races whose choice was not good."""
    same: int
    """Races whose choice equals that of a race without dropping."""
    worst_loss: float
    """Largest relative loss on unseen seeds, compared with the best, of a choice that met the limits."""
    best_dropped: int
    """Races that dropped the candidate that is best over all seeds."""
    saved: float
    """Fraction of runs saved by racing."""

    def row(self) -> str:
        """Give the row of the table."""
        return (
            f"| {self.network} | {self.goal} | {100 * self.good / self.races:.0f} % |"
            f" {100 * self.worst_loss:.1f} % | {100 * self.broken / self.races:.0f} % |"
            f" {100 * self.settled / self.races:.0f} % | {self.settled_wrong} |"
            f" {100 * self.same / self.races:.0f} % |"
            f" {100 * self.best_dropped / self.races:.0f} % | {100 * self.saved:.0f} % |"
        )


class Ground:
    """Stored runs, used in the order of a race."""

    def __init__(self, samples: Mapping[tuple[str, int], Measures], goal: Goal) -> None:
        """Start with no runs used."""
        self._samples = samples
        self._goal = goal
        self.used: set[tuple[str, int]] = set()

    def make(self, names: Sequence[str], seeds: Sequence[int], activity: str) -> bool:
        """Mark runs as used."""
        del activity
        self.used |= {(name, seed) for name in names for seed in seeds}
        return True

    def samples(self, names: Sequence[str], seeds: Sequence[int]) -> Mapping[str, Samples]:
        """Score runs."""
        result = {}
        for name in names:
            measured = [self._samples[name, seed] for seed in seeds]
            result[name] = Samples(
                [self._goal.score(one, one) for one in measured],
                [[limit.slack(one) for one in measured] for limit in self._goal.limits],
            )
        return result

    def made(self, names: Sequence[str], seeds: Sequence[int]) -> int:
        """Return all seeds: a replay is never interrupted."""
        del names
        return len(seeds)

    def scale(self, best: float) -> float:
        """Give the score that relative differences refer to."""
        return self._goal.scale(best)

    def affordable(self, names: Sequence[str]) -> int:
        """Return a large number: a replay has no budget."""
        del names
        return 10**9


def replay(network: str, samples: Mapping[tuple[str, int], Measures], goal_name: str, races: int) -> Replayed:
    """Race on a random half of the seeds, and judge on the other half."""
    goal = GOALS[goal_name]
    names = list(dict.fromkeys(name for name, _ in samples))
    seeds = sorted({seed for _, seed in samples})
    rule = Rule(most_seeds=len(seeds) // 2)
    needed = {name: needs(name) for name in names}
    truth = _scores(Ground(samples, goal), names, seeds)
    generator = random.Random(f"{network}/{goal_name}")  # noqa: S311 - no secret
    good = broken = settled = settled_wrong = same = dropped = used = 0
    worst = 0.0
    for _ in range(races):
        order = generator.sample(seeds, len(seeds))
        raced, unseen = order[: rule.most_seeds], order[rule.most_seeds :]
        ground = Ground(samples, goal)
        race = run_race(names, raced, ground, rule)
        used += len(ground.used)
        chosen = choose(race, ground, needed, raced[: race.seeds]).recommended
        whole = run_race(names, raced, Ground(samples, goal), Rule(most_seeds=len(raced), alpha=0.0))
        same += chosen == choose(whole, ground, needed, raced).recommended
        judged = _scores(ground, names, unseen)
        sure = race.settled
        well = False
        if chosen in judged or not (judged or chosen):
            loss = _loss(chosen, judged, goal)
            worst = max(worst, loss)
            well = loss <= rule.margin
        else:
            broken += 1
        good += well
        settled += sure
        settled_wrong += sure and not well
        dropped += bool(truth) and max(truth, key=truth.__getitem__) in {drop.name for drop in race.drops}
    return Replayed(
        network=network,
        goal=goal_name,
        races=races,
        good=good,
        broken=broken,
        settled=settled,
        settled_wrong=settled_wrong,
        same=same,
        worst_loss=worst,
        best_dropped=dropped,
        saved=1 - used / (races * len(names) * rule.most_seeds),
    )


def _scores(ground: Ground, names: Sequence[str], seeds: Sequence[int]) -> dict[str, float]:
    """Give the mean score of every candidate whose means meet the limits."""
    samples = ground.samples(names, seeds)
    return {
        name: mean_of(each.scores).mean
        for name, each in samples.items()
        if all(mean_of(slack).mean >= 0 for slack in each.slacks)
    }


def _loss(chosen: str | None, judged: Mapping[str, float], goal: Goal) -> float:
    """Return the relative loss of a choice compared with the best; 0 if no candidate meets the limits."""
    if chosen is None:
        return 0.0
    best = max(judged.values())
    behind = Mean((best - judged[chosen]) / goal.scale(best), 0.0, 1)
    return goal.as_part(behind).mean
