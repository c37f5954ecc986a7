"""One scenario under several transports and seeds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from airhop import best_rate, keys
from airhop.execution import Execute, Finished, Job, ProgressListener, Stopped, execute
from airhop.layout import Layout, layout_of
from airhop.result import Result, RunSamples
from airhop.scenario import Scenario
from airhop.summary import summarise

BEST_RATE = "udp-paced=best"
"""The transport that stands for the paced UDP with the highest goodput."""

SeriesWanted = bool | Literal["first"]
"""Time series of every run, of none, or of the first seed of each transport."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C came while simulating; `result` holds every run that was complete by then, `None` if none was."""

    def __init__(self, result: Result | None) -> None:
        """Keep what is finished."""
        super().__init__("interrupted")
        self.result = result


@dataclass(frozen=True, slots=True)
class Campaign:
    """Everything that decides the results, and how to make them."""

    scenario: Scenario
    transports: Sequence[str]
    """Those to compare; none for the scenario's own."""
    seeds: Sequence[int]
    series: SeriesWanted
    pcap_dir: Path | None
    workers: int
    execute: Execute = execute
    """What makes the runs."""

    def check(self) -> None:
        """Raise `ScenarioError` if anything asked for is wrong, without simulating."""
        for _, scenario in self._variants():
            layout_of(scenario._native, self.seeds[0])

    def simulate(self, listener: ProgressListener | None = None) -> Result:
        """Make every run. Raises `ScenarioError` before the first one, and `Interrupted` on Ctrl-C."""
        self.check()
        layout = layout_of(self.scenario._native, self.seeds[0])
        variants = self._variants()
        finished: list[Finished] = []
        stopped = False
        try:
            plain = [job for name, variant in variants for job in self._jobs(name, variant) if name != BEST_RATE]
            if plain:
                finished += self.execute(plain, self.workers, "simulating", listener)
            for name, variant in variants:
                if name == BEST_RATE:
                    found = self._best_rate(variant, listener)
                    jobs = self._jobs(name, with_transport(variant, paced(found.rate_kbps)))
                    finished += self.execute(jobs, self.workers, f"simulating {paced(found.rate_kbps)}", listener)
        except Stopped as stop:
            finished += stop.finished
            stopped = True
        result = self._result(finished, [name for name, _ in variants], layout) if finished else None
        if stopped or result is None:
            raise Interrupted(result)
        return result

    def _variants(self) -> list[tuple[str | None, Scenario]]:
        """Pair each transport's name with its scenario; a wrong name is refused here."""
        if not self.transports:
            return [(None, self.scenario)]
        # A search starts from any rate.
        return [
            (name, with_transport(self.scenario, paced(1.0) if name == BEST_RATE else name))
            for name in dict.fromkeys(self.transports)
        ]

    def _jobs(self, label: str | None, scenario: Scenario) -> list[Job]:
        return [
            Job(
                label=label,
                scenario=scenario._native,
                seed=seed,
                series=self.series is True or (self.series == "first" and seed == self.seeds[0]),
                pcap_dir=None if self.pcap_dir is None else self.pcap_dir / run_folder(label or scenario.name, seed),
            )
            for seed in self.seeds
        ]

    def _best_rate(self, scenario: Scenario, listener: ProgressListener | None) -> best_rate.BestRate:
        def judge(rates_kbps: Sequence[float]) -> list[float]:
            jobs = [
                Job(None, with_transport(scenario, paced(rate))._native, seed)
                for rate in rates_kbps
                for seed in self.seeds
            ]
            low, high = min(rates_kbps), max(rates_kbps)
            span = f"{low:g}" if low == high else f"{low:g} to {high:g}"
            try:
                tried = self.execute(jobs, self.workers, f"{BEST_RATE}: trying {span} kbit/s", listener)
            except Stopped:
                # What a search tried is no result.
                raise Stopped([]) from None
            goodputs = [run.record["aggregate_goodput_kbps"] for run in tried]
            count = len(self.seeds)
            return [sum(goodputs[i : i + count]) / count for i in range(0, len(goodputs), count)]

        flows = len(layout_of(scenario._native, self.seeds[0]).flows)
        return best_rate.search(judge, highest_kbps=self.scenario.number(keys.LINK_RATE), senders=flows)

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


def run_folder(transport: str, seed: int) -> str:
    """Name the folder of one run's captures: every character that a shell or a file system minds becomes `-`."""
    return f"{re.sub(r'[^A-Za-z0-9.+=_]', '-', transport)}-seed{seed}"


def with_transport(scenario: Scenario, name: str) -> Scenario:
    """Make a copy of a scenario under another transport."""
    changed = scenario.copy()
    changed.set(keys.TRANSPORT, name)
    return changed


def paced(rate_kbps: float) -> str:
    """Name the transport of UDP at a rate in kbit/s."""
    return f"udp-paced={rate_kbps:g}"
