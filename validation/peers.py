"""Compares airhop with ns-2 and, if installed, ns-3 on the same scenarios: the program of `make peers`.

    python validation/peers.py --quick
    python validation/peers.py --reference ns2.csv --no-peers     # compare airhop only with stored means

The simulators alternate seed by seed, so that other load on the machine affects all of them. Random scenarios use the
node positions and flows that airhop draws. Each run uses one core. Results go to standard output and, as CSV and JSON,
to the output folder. The exit status is 1 if a row is outside its criterion.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import layouts
from cases import ALL_CASES, Case
from layouts import Layout
from report import Row, print_speed, print_table, save
from runs import Run
from simulators import Airhop, Ns2, Ns3, Simulator, SimulatorError
from stored import Key, StoredFileError, StoredRow, load


@dataclass
class Options:
    """Options of the command line."""

    seeds: int | None
    quick: bool
    only: str | None
    duration_s: float | None
    reference: Path | None
    peers: bool
    ns3: bool
    output: Path


@dataclass
class Plan:
    """Cases and simulators to run."""

    cases: list[Case]
    simulators: list[Simulator]
    stored: dict[Key, StoredRow] = field(default_factory=dict)


def parse_options(arguments: Sequence[str] | None) -> Options:
    """Parse the command line; exit with status 2 on invalid options."""
    parser = argparse.ArgumentParser(description="Compare airhop with ns-2 and ns-3 on the same scenarios.")
    parser.add_argument("--quick", action="store_true", help="only the most informative cases")
    parser.add_argument("--only", help="only cases whose name contains this text")
    parser.add_argument("--seeds", type=int, help="use seeds 1 to N instead of each case's default (5 or 20)")
    parser.add_argument(
        "--duration", type=float, dest="duration_s", help="simulated seconds, instead of each case's default"
    )
    parser.add_argument("--reference", type=Path, help="CSV file with stored means of ns-2 to compare with")
    parser.add_argument("--no-peers", action="store_false", dest="peers", help="run only airhop")
    parser.add_argument("--no-ns3", action="store_false", dest="ns3", help="skip ns-3, which is the slowest")
    parser.add_argument("--output", type=Path, default=Path("out"), help="folder for peers.csv and peers.json")
    options = Options(**vars(parser.parse_args(arguments)))
    if options.seeds is not None and options.seeds < 1:
        parser.error("--seeds must be at least 1")
    if options.duration_s is not None and options.duration_s <= 0:
        parser.error("--duration must be positive")
    return options


def make_plan(options: Options) -> Plan:
    """Select the cases and the installed simulators; print how to install missing ones.

    Raises SimulatorError if airhop is missing or nothing is left to run, StoredFileError or OSError for the reference.
    """
    cases = [
        case
        for case in ALL_CASES
        if (case.quick or not options.quick) and (options.only is None or options.only in case.name)
    ]
    if options.duration_s is not None:
        cases = [case.lasting(options.duration_s) for case in cases]
    candidates: list[Simulator] = [Airhop()]
    if options.peers:
        candidates.append(Ns2())
    if options.peers and options.ns3:
        candidates.append(Ns3())
    simulators = []
    for simulator in candidates:
        missing = simulator.missing()
        if missing is None:
            simulators.append(simulator)
        elif simulator.name == Airhop.name:
            raise SimulatorError(missing)
        else:
            print(missing, file=sys.stderr)
    cases = [case for case in cases if simulators[0].can_run(case)]
    if not cases:
        raise SimulatorError("no case to run: check --quick and --only")
    return Plan(cases, simulators, {} if options.reference is None else load(options.reference))


def run_case(case: Case, simulators: Sequence[Simulator], seeds: Sequence[int]) -> dict[str, list[Run]]:
    """Perform all runs of a case, alternating between the simulators for each seed. Raises SimulatorError."""
    able = [simulator for simulator in simulators if simulator.can_run(case)]
    results: dict[str, list[Run]] = {simulator.name: [] for simulator in able}
    for seed in seeds:
        layout: Layout | None = layouts.of_airhop(case, seed) if len(able) > 1 else None
        for simulator in able:
            results[simulator.name].append(simulator.run(case, seed, layout))
    return results


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = parse_options(arguments)
    try:
        plan = make_plan(options)
        options.output.mkdir(parents=True, exist_ok=True)
    except (SimulatorError, StoredFileError, OSError) as error:
        print(f"peers: {error}", file=sys.stderr)
        return 2
    rows: list[Row] = []
    try:
        for number, case in enumerate(plan.cases, start=1):
            print(f"[{number}/{len(plan.cases)}] {case.name}", file=sys.stderr)
            stored = None if case.reference is None else plan.stored.get(case.reference)
            seeds = range(1, (options.seeds or case.seeds) + 1)
            rows.append(Row(case, run_case(case, plan.simulators, seeds), stored))
    except SimulatorError as error:
        print(f"peers: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"peers: interrupted; {len(rows)} of {len(plan.cases)} cases are finished", file=sys.stderr)
    if not rows:
        return 1
    names = [simulator.name for simulator in plan.simulators]
    print_table(rows, names)
    print_speed(rows, names)
    save(rows, names, options.output)
    return 0 if all(verdict.agreement.holds for row in rows for verdict in row.verdicts().values()) else 1


if __name__ == "__main__":
    sys.exit(main())
