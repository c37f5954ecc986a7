"""The runs behind an advice: each made once, stored by transport and seed.

What is stored in a folder counts as if it were made, so that the advice does not depend on it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from airhop.advice.candidates import own_transports, under
from airhop.advice.effort import EVENTS_PER_S
from airhop.advice.goal import Goal, Quantity
from airhop.advice.race import Samples
from airhop.judgement import FAIR
from airhop.keys import DURATION, WARMUP
from airhop.layout import layout_of
from airhop.measures import Measures, measure
from airhop.records import RunRecord
from airhop.runs.job import Finished, Job
from airhop.runs.runner import Interrupted, Runner
from airhop.scenario import Scenario, Setting
from airhop.stats import mean_of


class Runs:
    """Runs of one scenario under many transports and seeds, and their cost so far."""

    def __init__(
        self,
        scenario: Scenario,
        goal: Goal,
        reference: str,
        *,
        budget_s: float,
        runner: Runner,
    ) -> None:
        """Start without runs."""
        self.scenario = scenario
        self.goal = goal
        self.records: dict[tuple[str, int], RunRecord] = {}
        self.events = 0
        self.count = 0
        """Runs made, those kept elsewhere included."""
        self.interrupted = False
        self.wall_s = 0.0
        self._reference = reference
        self.fixed = own_transports(scenario)
        """Flows that have their own transport."""
        self._extent_s = scenario.number(DURATION) - scenario.number(WARMUP)
        self._budget_events = budget_s * EVENTS_PER_S
        self.runner = runner
        self._unit: Measures | None = None
        self._raced: dict[str, Sequence[Measures]] = {}
        """The runs of every candidate that was scored, dropped ones included."""

    def flows(self) -> list[str]:
        """Name the flows that use the transport under test."""
        flows = layout_of(self.scenario._native, 1).flows
        return [flow.name for flow in flows if flow.name not in self.fixed]

    def elsewhere(self, settings: Mapping[str, Setting]) -> Runs:
        """Start without runs in another network: this one with changed settings."""
        scenario = self.scenario.copy()
        scenario.update(settings)
        budget_s = self._budget_events / EVENTS_PER_S
        return Runs(scenario, self.goal, self._reference, budget_s=budget_s, runner=self.runner)

    def make(self, names: Sequence[str], seeds: Sequence[int], activity: str) -> bool:
        """Run transports under seeds, all of a seed before the next, unless that was done before or is stored.

        False if Ctrl-C came; the runs that were finished by then are kept.
        """
        variants = {name: under(self.scenario, name) for name in names}
        jobs = [Job(variants[name], seed, name) for seed in seeds for name in names if (name, seed) not in self.records]
        started_s = time.monotonic()
        finished: list[Finished] = []
        try:
            finished, complete = self.runner.make(jobs, activity), True
        except Interrupted as stop:
            assert isinstance(stop.finished, list)  # noqa: S101, PT017 - for the type checker
            finished, complete = stop.finished, False
            self.interrupted = True
        self.wall_s += time.monotonic() - started_s
        self.keep(finished)
        return complete

    def keep(self, finished: Sequence[Finished]) -> None:
        """Add finished runs, each once, and count their cost."""
        new = {(run.record["transport"], run.record["seed"]): run.record for run in finished}
        new = {which: record for which, record in new.items() if which not in self.records}
        self.records |= new
        self.spend(list(new.values()))

    def made(self, names: Sequence[str], seeds: Sequence[int]) -> int:
        """Tell how many of the seeds, from the first on, every transport has run."""
        for index, seed in enumerate(seeds):
            if not all((name, seed) in self.records for name in names):
                return index
        return len(seeds)

    def measures(self, name: str, seeds: Sequence[int]) -> list[Measures]:
        """Measure a transport's runs under those of the seeds that it has run."""
        found = [self.records[name, seed] for seed in seeds if (name, seed) in self.records]
        return [measure(record, self.fixed, self._extent_s) for record in found]

    @property
    def judges_fairness(self) -> bool:
        """Whether sharing well enough is asked for: where flows share, and the goal says nothing of it itself."""
        told = {*self.goal.weights, *(limit.quantity for limit in self.goal.limits)}
        return len(self.flows()) > 1 and Quantity.FAIRNESS not in told

    def fair_from(self) -> float:
        """Give the Jain's index from which on sharing is fair enough: a part of the fairest candidate's."""
        found = [mean_of([one.jain for one in measured]).mean for measured in self._raced.values()]
        return FAIR * max(found, default=0.0)

    def samples(self, names: Sequence[str], seeds: Sequence[int]) -> Mapping[str, Samples]:
        """Score finished runs."""
        found = {name: self.measures(name, seeds) for name in names}
        if self._unit is None:
            self._unit = _mean(self.measures(self._reference, seeds))
        for name, measured in found.items():
            if len(measured) >= len(self._raced.get(name, ())):
                self._raced[name] = measured
        fair_from = self.fair_from() if self.judges_fairness else None
        return {
            name: Samples(
                [self.goal.score(one, self._unit) for one in measured],
                [[limit.slack(one) for one in measured] for limit in self.goal.limits],
                [] if fair_from is None else [one.jain - fair_from for one in measured],
            )
            for name, measured in found.items()
        }

    def scale(self, best: float) -> float:
        """Give what differences of scores are parts of."""
        return self.goal.scale(best)

    def affordable(self, names: Sequence[str]) -> int:
        """Tell how many more seeds of these transports the budget allows."""
        return int((self._budget_events - self.events) // max(self.cost(names), 1.0))

    def cost(self, names: Sequence[str]) -> float:
        """Estimate the events of one more seed of these transports, from the runs that they made."""
        total = 0.0
        for name in names:
            events = [record["events"] for (known, _), record in self.records.items() if known == name]
            total += sum(events) / max(len(events), 1)
        return total

    def afford(self, events: float, share: float = 1.0) -> bool:
        """Tell whether so many more events are within a share of the budget, and within what is left of it."""
        return events <= share * self._budget_events and self.events + events <= self._budget_events

    def spend(self, records: Sequence[RunRecord]) -> None:
        """Count runs, also those that are kept elsewhere."""
        self.count += len(records)
        self.events += sum(record["events"] for record in records)


def _mean(measured: Sequence[Measures]) -> Measures:
    count = len(measured)

    def mean(name: str) -> float:
        return float(sum(getattr(one, name) for one in measured)) / count

    return Measures(
        goodput_kbps=mean("goodput_kbps"),
        jain=mean("jain"),
        delay_p99_ms=mean("delay_p99_ms"),
        energy_j_per_mbit=mean("energy_j_per_mbit"),
        retransmitted_percent=mean("retransmitted_percent"),
        starved=(),
        other_kbps=mean("other_kbps"),
    )
