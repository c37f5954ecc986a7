"""The runs behind an advice: made once each, kept by transport and seed.

What is stored in a folder counts as if it were made, so that the advice does not depend on it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from airhop.advice.candidates import own_transports, with_transport
from airhop.advice.effort import EVENTS_PER_S
from airhop.advice.goal import Goal
from airhop.advice.measures import Measures, measure
from airhop.advice.race import Samples
from airhop.execution import Job, ProgressListener, Stopped, execute
from airhop.keys import DURATION, WARMUP
from airhop.layout import layout_of
from airhop.papers.store import RunStore
from airhop.records import RunRecord
from airhop.scenario import Scenario, Setting


class Runs:
    """Runs of one scenario under many transports and seeds, and what has been spent on them."""

    def __init__(
        self,
        scenario: Scenario,
        goal: Goal,
        reference: str,
        *,
        budget_s: float,
        workers: int,
        listener: ProgressListener | None,
        store: RunStore | None = None,
    ) -> None:
        """Begin with none."""
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
        """Flows that have a transport of their own."""
        self._extent_s = scenario.number(DURATION) - scenario.number(WARMUP)
        self._budget_events = budget_s * EVENTS_PER_S
        self._workers = workers
        self._listener = listener
        self._store = store
        self._unit: Measures | None = None

    def flows(self) -> list[str]:
        """Name the flows that use the transport under test."""
        flows = layout_of(self.scenario._native, 1).flows
        return [flow.name for flow in flows if flow.name not in self.fixed]

    def elsewhere(self, settings: Mapping[str, Setting]) -> Runs:
        """Begin with none in another network: this one with settings changed."""
        scenario = self.scenario.copy()
        scenario.update(settings)
        budget_s = self._budget_events / EVENTS_PER_S
        return Runs(
            scenario,
            self.goal,
            self._reference,
            budget_s=budget_s,
            workers=self._workers,
            listener=self._listener,
            store=self._store,
        )

    def make(self, names: Sequence[str], seeds: Sequence[int], activity: str) -> bool:
        """Run transports under seeds, all of a seed before the next, unless that was done before or is stored.

        False if Ctrl-C came; the runs that were finished by then are kept.
        """
        variants = {name: with_transport(self.scenario, name)._native for name in names}
        jobs = [Job(name, variants[name], seed) for seed in seeds for name in names if (name, seed) not in self.records]
        started_s = time.monotonic()
        try:
            make = execute if self._store is None else self._store.execute
            finished, complete = make(jobs, self._workers, activity, self._listener), True
        except Stopped as stop:
            finished, complete = stop.finished, False
            self.interrupted = True
        self.wall_s += time.monotonic() - started_s
        for run in finished:
            self.records[run.record["transport"], run.record["seed"]] = run.record
        self.spend([run.record for run in finished])
        return complete

    def made(self, names: Sequence[str], seeds: Sequence[int]) -> int:
        """Tell how many of the seeds, from the first on, every transport has run."""
        for index, seed in enumerate(seeds):
            if not all((name, seed) in self.records for name in names):
                return index
        return len(seeds)

    def measures(self, name: str, seeds: Sequence[int]) -> list[Measures]:
        """Measure a transport's runs under those of the seeds that it has run."""
        return [
            measure(self.records[name, seed], self.fixed, self._measured_s(self.records[name, seed]))
            for seed in seeds
            if (name, seed) in self.records
        ]

    def _measured_s(self, record: RunRecord) -> float:
        return record.get("measured_s", self._extent_s)

    def samples(self, names: Sequence[str], seeds: Sequence[int]) -> Mapping[str, Samples]:
        """Score runs that were made."""
        if self._unit is None:
            self._unit = _mean(self.measures(self._reference, seeds))
        result = {}
        for name in names:
            measured = self.measures(name, seeds)
            result[name] = Samples(
                [self.goal.score(one, self._unit) for one in measured],
                [[limit.slack(one) for one in measured] for limit in self.goal.limits],
            )
        return result

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
