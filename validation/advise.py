"""Measures how often `airhop advise` is wrong, and how many runs it saves.

    python validation/advise.py                 # simulates, writes out/advise-runs.csv, prints the table
    python validation/advise.py --replay        # only reads that file

Every candidate runs under 40 seeds in each of fourteen networks. Races are then replayed on these runs: each race uses
20 seeds drawn at random, as the command does, and its choice is judged on the other 20 seeds.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import airhop
import airhop.catalogue
from airhop.advice.goal import parse_goal
from airhop.advice.runs import Runs
from airhop.measures import Measures
from airhop.runs.executor import default_workers
from airhop.runs.runner import Runner
from airhop.scenario import Setting

from advise_replay import GOALS, Replayed, replay

CANDIDATES = airhop.catalogue.candidates()
SEEDS = range(1, 41)
RACES = 50
"""Races replayed per network and goal, each on redrawn seeds."""
_UNLIMITED_S = 1e9
ONE = 1 - 1e-9
"""Jain's index of a single flow, apart from rounding errors."""


@dataclass(frozen=True)
class Network:
    """A scenario with its settings."""

    name: str
    scenario: str
    settings: Mapping[str, Setting] = field(default_factory=dict)


NETWORKS = (
    Network("chain, 2 hops", "chain", {"topology.hops": 2}),
    Network("chain, 4 hops", "chain", {"topology.hops": 4}),
    Network("chain, 7 hops", "chain"),
    Network("chain, 7 hops, static", "chain", {"routing.protocol": "static"}),
    Network("chain, 10 hops", "chain", {"topology.hops": 10}),
    Network("chain, 5 hops, 3 % errors", "chain", {"topology.hops": 5, "errors.packet": 0.03}),
    Network("access", "access"),
    Network("cross", "cross", {"run.duration_s": 120.0}),
    Network("parallel", "parallel", {"run.duration_s": 120.0}),
    Network("cross-background", "cross-background", {"run.duration_s": 120.0}),
    Network("random", "random", {"run.duration_s": 90.0}),
    Network("grid, 3 flows", "grid", {"run.duration_s": 120.0}),
    Network("chain, 5 hops, 10 flows", "chain", {"topology.hops": 5, "topology.flows": 10, "run.duration_s": 120.0}),
    Network("chain, 7 hops, 11 Mbit/s", "chain", {"radio.profile": "ns2-wavelan-11M", "run.duration_s": 120.0}),
)

#: Samples by network, transport and seed.
Table = dict[str, dict[tuple[str, int], Measures]]
_FIELDS = ("goodput_kbps", "jain", "delay_p99_ms", "energy_j_per_mbit", "retransmitted_percent", "other_kbps")


def simulate(network: Network) -> dict[tuple[str, int], Measures]:
    """Run every candidate under every seed."""
    scenario = airhop.Scenario.builtin(network.scenario)
    scenario.update(network.settings)
    with Runner.on_threads(default_workers()) as runner:
        runs = Runs(scenario, parse_goal("goodput"), CANDIDATES[0], budget_s=_UNLIMITED_S, runner=runner)
        if not runs.make(CANDIDATES, SEEDS, network.name):
            raise KeyboardInterrupt
    return {(name, seed): runs.measures(name, [seed])[0] for name in CANDIDATES for seed in SEEDS}


def write(path: Path, table: Table) -> None:
    """Write samples, one line per run."""
    with path.open("w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file)
        lines.writerow(["network", "transport", "seed", *_FIELDS])
        for network, samples in table.items():
            for (name, seed), measures in samples.items():
                lines.writerow([network, name, seed, *(repr(getattr(measures, each)) for each in _FIELDS)])


def read(path: Path) -> Table:
    """Read a file written by `write`."""
    table: Table = {}
    with path.open(newline="", encoding="utf-8") as file:
        for line in csv.DictReader(file):
            values = {each: float(line[each]) for each in _FIELDS}
            measures = Measures(starved=(), **values)
            table.setdefault(line["network"], {})[line["transport"], int(line["seed"])] = measures
    return table


def report(results: Sequence[Replayed]) -> str:
    """Format the results as a Markdown table."""
    rows = [
        "| network | goal | best or within margin | worst loss | limit broken | settled | wrong though settled"
        " | as with all seeds | best dropped"
        " | runs saved |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    rows += [each.row() for each in results]
    races = sum(each.races for each in results)
    good = sum(each.good for each in results)
    settled = sum(each.settled for each in results)
    settled_wrong = sum(each.settled_wrong for each in results)
    broken = sum(each.broken for each in results)
    dropped = sum(each.best_dropped for each in results)
    saved = sum(each.saved * each.races for each in results) / races
    same = sum(each.same for each in results)
    worst = max(each.worst_loss for each in results)
    rows.append(
        f"| all | {races} races | {100 * good / races:.1f} % | {100 * worst:.1f} % |"
        f" {100 * broken / races:.1f} % | {100 * settled / races:.0f} % | {settled_wrong} |"
        f" {100 * same / races:.1f} % | {100 * dropped / races:.1f} % |"
        f" {100 * saved:.0f} % |"
    )
    return "\n".join(rows)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replay", action="store_true", help="replay races on stored runs, without simulating")
    parser.add_argument("--output", type=Path, default=Path("out"), help="folder of advise-runs.csv")
    arguments = parser.parse_args()
    path = arguments.output / "advise-runs.csv"
    table: Table = read(path) if path.exists() else {}
    if not arguments.replay:
        arguments.output.mkdir(parents=True, exist_ok=True)
        for network in NETWORKS:
            # Networks completed by an interrupted run are kept.
            if network.name not in table:
                sys.stderr.write(f"{network.name}\n")
                table[network.name] = simulate(network)
                write(path, table)
    results = [
        replay(network, samples, goal, RACES)
        for network, samples in table.items()
        for goal in GOALS
        # A limit on Jain's index has no effect on a single flow.
        if not GOALS[goal].limits or any(measures.jain < ONE for measures in samples.values())
    ]
    sys.stdout.write(report(results) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
