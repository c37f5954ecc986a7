"""Racing on made-up samples: what is dropped when, when it ends, and how often it is wrong."""

import random

import pytest

from airhop.advice.race import Cause, Ending, Rule, Samples, run_race
from airhop.stats import mean_of, paired

SEEDS = list(range(1, 21))


class Ground:
    """Samples from a function of candidate and seed, and a budget in runs."""

    def __init__(self, draw, budget=10**9, stop_at=None):
        self.draw, self.budget, self.stop_at = draw, budget, stop_at
        self.ran = []

    def make(self, names, seeds, activity):
        for seed in seeds:
            for name in names:
                if self.stop_at is not None and len(self.ran) >= self.stop_at:
                    return False
                self.ran.append((name, seed))
        return True

    def samples(self, names, seeds):
        drawn = {name: [self.draw(name, seed) for seed in seeds] for name in names}
        return {
            name: Samples([d[0] for d in each], [[d[1] for d in each]]) if isinstance(each[0], tuple) else Samples(each)
            for name, each in drawn.items()
        }

    def made(self, names, seeds):
        return next((i for i, seed in enumerate(seeds) if any((n, seed) not in self.ran for n in names)), len(seeds))

    def scale(self, best):
        return abs(best)

    def affordable(self, names):
        return (self.budget - len(self.ran)) // len(names)


def noise(name, seed, sd=1.0):
    return random.Random(f"{name}/{seed}").gauss(0, sd)


def constant(means, sd=0.5):
    return lambda name, seed: means[name] + noise(name, seed, sd)


def test_looks_double_up_to_the_most_seeds():
    assert Rule().looks() == [5, 10, 20]
    assert Rule(most_seeds=12).looks() == [5, 10, 12]
    assert Rule(most_seeds=3).looks() == [3]
    assert Rule().level(16) == pytest.approx(0.05 / (3 * 15))


def test_what_is_clearly_worse_is_dropped_first():
    ground = Ground(constant({"a": 100, "b": 98, "c": 50, "d": 90}))
    race = run_race("abcd", SEEDS, ground, Rule())
    assert next((drop.name, drop.seeds, drop.best) for drop in race.drops) == ("c", 5, "a")
    assert ("c", 6) not in ground.ran
    assert "d" in {drop.name for drop in race.drops}
    # Two per cent are within the margin: never dropped, however sure.
    assert race.left == ["a", "b"]
    assert race.ending is Ending.INDIFFERENT
    assert race.settled


def test_one_left_ends_the_race_early():
    ground = Ground(constant({"a": 100, "b": 60}))
    race = run_race("ab", SEEDS, ground, Rule())
    assert (race.left, race.ending, len(ground.ran)) == (["a"], Ending.ALONE, 10)


def test_pairs_cancel_what_all_seeds_share():
    # Seeds differ by far more than the candidates, as random networks do.
    ground = Ground(lambda name, seed: {"a": 100, "b": 80}[name] + noise("network", seed, 200) + noise(name, seed))
    race = run_race("ab", SEEDS, ground, Rule())
    assert [drop.name for drop in race.drops] == ["b"]


def test_what_breaks_a_limit_is_dropped_and_pushes_nobody_out():
    means = {"fast": (200, -0.2), "slow": (100, 0.2)}
    ground = Ground(lambda name, seed: tuple(value + noise(name, seed, 0.05) for value in means[name]))
    race = run_race(list(means), SEEDS, ground, Rule())
    assert [(drop.name, drop.cause) for drop in race.drops] == [("fast", Cause.LIMIT)]
    assert race.left == ["slow"]


def test_while_a_limit_is_open_nobody_is_pushed_out():
    means = {"fast": (200, 0.01), "slow": (100, 0.5)}
    ground = Ground(lambda name, seed: (means[name][0], means[name][1] + noise(name, seed, 0.3)))
    race = run_race(list(means), SEEDS[:5], ground, Rule(most_seeds=5))
    assert race.left == ["fast", "slow"]


def test_nobody_keeps_the_limits():
    ground = Ground(lambda name, seed: (1.0, -1.0))
    race = run_race("ab", SEEDS, ground, Rule())
    assert (race.left, race.ending) == ([], Ending.NONE_LEFT)


def test_the_budget_shortens_a_round_and_then_ends_the_race():
    draw = constant({"a": 100, "b": 99}, sd=30)
    ground = Ground(draw, budget=16)
    race = run_race("ab", SEEDS, ground, Rule())
    assert [each.seeds for each in race.rounds] == [5, 8]
    assert race.ending is Ending.BUDGET
    assert not race.settled
    ground = Ground(draw, budget=10)
    assert [each.seeds for each in run_race("ab", SEEDS, ground, Rule()).rounds] == [5]


def test_an_interrupted_round_counts_as_far_as_all_have_run():
    ground = Ground(constant({"a": 100, "b": 99, "c": 98}), stop_at=3 * 3 + 2)
    race = run_race("abc", SEEDS, ground, Rule())
    assert ([each.seeds for each in race.rounds], race.ending) == ([3], Ending.INTERRUPTED)
    ground = Ground(constant({"a": 100, "b": 99, "c": 98}), stop_at=4)
    assert run_race("abc", SEEDS, ground, Rule()).rounds == []


@pytest.mark.parametrize("spread", [0.0, 0.02])
def test_the_best_is_dropped_more_rarely_than_alpha(spread):
    """Twelve candidates, the best by little or by nothing: in 150 races it is dropped in no more than 5 %."""
    names = [f"t{n}" for n in range(12)]
    wrong = 0
    for number in range(150):
        generator = random.Random(number)
        table = {
            (name, seed): 100 * (1 - spread * index) + generator.gauss(0, 8)
            for seed in SEEDS
            for index, name in enumerate(names)
        }
        race = run_race(names, SEEDS, Ground(lambda name, seed, of=table: of[name, seed]), Rule())
        wrong += names[0] not in race.left
    assert wrong <= 7


def test_a_difference_without_spread_needs_no_test():
    same = paired([2.0, 2.0], [1.0, 1.0])
    assert (same.mean, same.error, same.p_above(0.0), same.p_above(1.0)) == (1.0, 0.0, 0.0, 1.0)
    assert mean_of([3.0]).ci95 is None
    assert mean_of([3.0]).p_above(0.0) == 1.0


def test_p_values_are_those_of_scipy():
    from scipy import stats

    first, second = [1.0, 2.5, 3.0, 4.5], [0.5, 2.0, 3.5, 3.0]
    expected = stats.ttest_rel(first, second, alternative="greater").pvalue
    assert paired(first, second).p_above(0.0) == pytest.approx(expected)


def test_what_shares_unfairly_is_dropped_and_pushes_nobody_out():
    """`greedy` gets most and shares far below what is fair enough; `fair` is the best of the others."""

    class Sharing(Ground):
        def samples(self, names, seeds):
            slack = {"greedy": -0.3, "fair": 0.1, "slow": 0.1}
            return {
                name: Samples(
                    [self.draw(name, seed) for seed in seeds],
                    fairness=[slack[name] + 0.01 * noise(name, -seed) for seed in seeds],
                )
                for name in names
            }

    ground = Sharing(constant({"greedy": 200, "fair": 100, "slow": 80}))
    race = run_race(["greedy", "fair", "slow"], SEEDS, ground, Rule())
    assert {drop.name: drop.cause for drop in race.drops} == {"greedy": Cause.UNFAIR, "slow": Cause.WORSE}
    assert (race.left, race.ending) == (["fair"], Ending.ALONE)
