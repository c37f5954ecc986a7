"""One question, and how it is answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from airhop import keys
from airhop._native import ScenarioError
from airhop.advice.advice import Advice, Candidate
from airhop.advice.bound import Bound, find_bound, is_cheap
from airhop.advice.candidates import choose, needs_of, parse_need, reference_of
from airhop.advice.cautions import give_cautions
from airhop.advice.commands import next_commands
from airhop.advice.effort import Extent, choose_extent
from airhop.advice.goal import Goal
from airhop.advice.race import Ending, Race, Rule, run_race
from airhop.advice.ranking import Choice, rank
from airhop.advice.ranking import choose as choose_best
from airhop.advice.reasons import give_reasons
from airhop.advice.routing_check import RoutingCheck, check_routing
from airhop.advice.runs import Runs
from airhop.runs.cache import Cache
from airhop.runs.runner import Interrupted, Listener, Runner
from airhop.scenario import Scenario

MOST_SEEDS = 1000
DEFAULT_BUDGET_S = 60.0


def make_rule(seeds: int, margin: float) -> Rule:
    """Make the rule of a race; raises `ScenarioError` for a number that is none of its."""
    if not 2 <= seeds <= MOST_SEEDS:
        msg = f"seeds = {seeds}: expected the most seeds that a candidate runs, 2 to {MOST_SEEDS}"
        raise ScenarioError(msg)
    if not 0 < margin < 1:
        msg = f"margin = {margin:g}: expected a part of the best's score, above 0 and below 1, as in 0.04"
        raise ScenarioError(msg)
    return Rule(most_seeds=seeds, margin=margin)


@dataclass(frozen=True, slots=True)
class Request:
    """Everything that decides an advice, and how to make it."""

    scenario: Scenario
    goal: Goal
    transports: Sequence[str]
    """Candidates; none for the default ones."""
    without: Sequence[str]
    """Needs that rule a transport out."""
    rule: Rule
    budget_s: float
    bound: bool | None
    """Whether to search the best paced UDP; None where it is cheap."""
    workers: int
    fixed_extent: bool
    """Whether the simulated time is asked for, and not to be cut."""
    cache: Path | None = None
    """Folder in which runs are kept, and looked up."""
    command: Sequence[str] = field(default=())
    """Scenario and its options as given, for the commands to run next; from Python the scenario's name alone."""

    def check(self) -> tuple[list[str], dict[str, str]]:
        """Give the candidates, and those left out with reasons.

        Raises `ScenarioError` if something asked for is wrong.
        """
        if not 0 < self.budget_s < float("inf"):
            msg = f"budget = {self.budget_s:g}: expected seconds of computing time, more than 0"
            raise ScenarioError(msg)
        duration_s, warmup_s = self.scenario.number(keys.DURATION), self.scenario.number(keys.WARMUP)
        if warmup_s >= duration_s and self.scenario.number(keys.PACKETS) == 0:
            msg = f"{keys.WARMUP} = {warmup_s:g}: expected less than {keys.DURATION} = {duration_s:g}"
            raise ScenarioError(msg)
        without = {parse_need(word) for text in self.without for word in text.split(",")}
        return choose(self.scenario, self.transports, without)

    def answer(self, listener: Listener | None = None) -> Advice:
        """Race the candidates and weigh what is left."""
        self.check()
        cache = None if self.cache is None else Cache(self.cache)
        with Runner.on_threads(self.workers, cache, listener) as runner:
            return self._answer(runner)

    def _answer(self, runner: Runner) -> Advice:
        candidates, left_out = self.check()
        scenario = self.scenario.copy()
        reference = reference_of(candidates)
        needed = needs_of(candidates)
        seeds = list(range(1, self.rule.most_seeds + 1))
        first_runs = len(candidates) * self.rule.looks()[0]
        try:
            extent = choose_extent(scenario, reference, first_runs, self.budget_s, runner, fixed=self.fixed_extent)
        except Interrupted:
            race = Race(self.rule, candidates, left=candidates, ending=Ending.INTERRUPTED)
            extent = Extent(scenario.number(keys.DURATION), scenario.number(keys.WARMUP), None)
            runs = self._runs(scenario, reference, runner)
            return self._advice(runs, race, Choice(None, None, []), extent, left_out, [], None, None)
        runs = self._runs(scenario, reference, runner)
        race = run_race(candidates, seeds, runs, self.rule)
        if not race.rounds:
            return self._advice(runs, race, Choice(None, None, []), extent, left_out, [], None, None)
        raced = seeds[: race.seeds]
        choice = choose_best(race, runs, needed, raced)
        if race.ending is not Ending.INTERRUPTED and runs.afford(len(raced) * runs.cost([reference])):
            # Gains are told against it: under every seed of those that are left, also if it was dropped.
            runs.make([reference], raced, f"{reference}, for comparison")
        ranked = rank(race, choice, runs, needed, seeds, reference)
        bound: Bound | None = None
        check: RoutingCheck | None = None
        if choice.recommended is not None and not runs.interrupted:
            if choice.recommended != reference:
                check = check_routing(runs, choice.recommended, reference, raced)
            if self.bound or (self.bound is None and is_cheap(runs, [choice.recommended])):
                bound = find_bound(runs, raced)
        return self._advice(runs, race, choice, extent, left_out, ranked, bound, check)

    def _runs(self, scenario: Scenario, reference: str, runner: Runner) -> Runs:
        return Runs(scenario, self.goal, reference, budget_s=self.budget_s, runner=runner)

    def _advice(
        self,
        runs: Runs,
        race: Race,
        choice: Choice,
        extent: Extent,
        left_out: dict[str, str],
        ranked: list[Candidate],
        bound: Bound | None,
        check: RoutingCheck | None,
    ) -> Advice:
        reference = reference_of(race.candidates)
        seeds = list(range(1, self.rule.most_seeds + 1))
        command = list(self.command) or [runs.scenario.name]
        return Advice(
            scenario=runs.scenario.name,
            parameters=runs.scenario.parameters,
            goal=self.goal,
            extent=extent,
            seeds=seeds,
            reference=reference,
            ranked=ranked,
            left_out=left_out,
            race=race,
            bound=bound,
            routing_check=check,
            recommended=choice.recommended,
            reasons=give_reasons(ranked, choice, race, runs, seeds, reference, bound),
            cautions=give_cautions(ranked, choice, race, runs, extent, reference, check),
            next_commands=next_commands(command, choice, reference, race.seeds, runs.flows()),
            runs_made=runs.count,
            runs_of_all=len(race.candidates) * self.rule.most_seeds,
            events=runs.events,
            budget_s=self.budget_s,
            wall_s=runs.wall_s,
            interrupted=runs.interrupted,
        )
