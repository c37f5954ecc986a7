"""One scenario under several transports and seeds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from airhop import keys
from airhop.layout import Layout, layout_of
from airhop.result import Result, RunSamples
from airhop.runs.best_rate import BEST_RATE, best_rate_runs, paced
from airhop.runs.job import Finished, Job, Variant
from airhop.runs.runner import Interrupted, Runner, Work
from airhop.scenario import Scenario
from airhop.summary import summarise

SeriesWanted = bool | Literal["first"]
"""Time series of every run, of none, or of the first seed of each transport."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """Everything that determines the results."""

    scenario: Scenario
    transports: Sequence[str]
    """Transports to compare; empty for the scenario's own."""
    seeds: Sequence[int]
    series: SeriesWanted
    pcap_dir: Path | None

    def check(self) -> None:
        """Raise `ScenarioError` if anything asked for is wrong, without simulating."""
        for _, variant in self._variants():
            layout_of(variant.scenario._native, self.seeds[0])

    def simulate(self, runner: Runner) -> Result:
        """Make every run. Raises `ScenarioError` before the first one.

        On Ctrl-C `Interrupted` holds the result of what was finished, or `None`.
        """
        self.check()
        layout = layout_of(self.scenario._native, self.seeds[0])
        variants = self._variants()
        names = [name for name, _ in variants]
        works: list[Work[list[Finished]]] = []
        for name, variant in variants:
            if name == BEST_RATE:
                works.append(self._best(variant.scenario))
            else:
                works += [_single(job) for job in self._jobs(name, variant)]
        try:
            finished = runner.run(works, "simulating")
        except Interrupted as stop:
            assert isinstance(stop.finished, list)  # noqa: S101, PT017 - for the type checker
            runs = [run for each in stop.finished for run in each]
            raise Interrupted(self._result(runs, names, layout) if runs else None) from None
        return self._result([run for each in finished for run in each], names, layout)

    def _variants(self) -> list[tuple[str | None, Variant]]:
        """Pair each transport's name with its scenario; a wrong name is refused here."""
        if not self.transports:
            return [(None, Variant.of(self.scenario))]
        # A search starts from any rate.
        return [
            (name, Variant.of(self.scenario, paced(1.0) if name == BEST_RATE else name))
            for name in dict.fromkeys(self.transports)
        ]

    def _jobs(self, label: str | None, variant: Variant) -> list[Job]:
        name = label or variant.scenario.name
        return [
            Job(
                variant=variant,
                seed=seed,
                label=label,
                series=self.series is True or (self.series == "first" and seed == self.seeds[0]),
                pcap_dir=None if self.pcap_dir is None else self.pcap_dir / run_folder(name, seed),
            )
            for seed in self.seeds
        ]

    def _best(self, scenario: Scenario) -> Work[list[Finished]]:
        """Search the best rate, and make the runs at it."""
        found = yield from best_rate_runs(scenario, self.seeds)
        return list((yield self._jobs(BEST_RATE, Variant.of(scenario, paced(found.rate_kbps)))))

    def _result(self, finished: list[Finished], names: Sequence[str | None], layout: Layout) -> Result:
        order = {name: index for index, name in enumerate(names)}
        finished.sort(key=lambda run: (order.get(run.record["transport"], 0), self.seeds.index(run.record["seed"])))
        runs = [run.record for run in finished]
        return Result(
            scenario=self.scenario.name,
            parameters=self.scenario.parameters,
            duration_s=self.scenario.number(keys.DURATION),
            warmup_s=self.scenario.number(keys.WARMUP),
            run_records=runs,
            summary_records=summarise(runs),
            layout=layout,
            run_samples=[
                RunSamples(run.record["transport"], run.record["seed"], run.samples)
                for run in finished
                if run.samples is not None
            ],
        )


def _single(job: Job) -> Work[list[Finished]]:
    return list((yield [job]))


def run_folder(transport: str, seed: int) -> str:
    """Name the folder of one run's captures: every character that a shell or a file system minds becomes `-`."""
    return f"{re.sub(r'[^A-Za-z0-9.+=_]', '-', transport)}-seed{seed}"
