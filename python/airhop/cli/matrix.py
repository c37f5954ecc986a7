"""`airhop matrix`: all transports in the scenarios of all papers."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from airhop import outputs
from airhop._native import ScenarioError
from airhop.choices import choose_workers
from airhop.cli.console import notes_console, results_console
from airhop.cli.options import (
    CacheOption,
    ClusterOption,
    JobsOption,
    QuickOption,
    QuietOption,
    cache_folder,
    check_one_place,
)
from airhop.cli.progress import ProgressBar
from airhop.matrix.catalogue import SETUPS
from airhop.matrix.contender import CONTENDERS, Contender
from airhop.matrix.findings import Finding, assess
from airhop.matrix.results import Matrix
from airhop.matrix.setup import Setup
from airhop.matrix.simulate import simulate
from airhop.matrix.statements import STATEMENTS
from airhop.matrix.write import write
from airhop.runs.cache import Cache
from airhop.runs.runner import Interrupted, Runner
from airhop.stats import Score
from airhop.sweeps.api import starter

EXIT_FAILURE = 1
Keyed = TypeVar("Keyed", Setup, Contender)


def matrix_command(
    scenario: Annotated[
        list[str] | None,
        typer.Option("--scenario", metavar="NAME", help="Only this scenario of the matrix; repeatable."),
    ] = None,
    transport: Annotated[
        list[str] | None,
        typer.Option("--transport", metavar="NAME", help="Only this transport of the matrix; repeatable."),
    ] = None,
    quick: QuickOption = False,
    cache: CacheOption = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    output: Annotated[
        Path, typer.Option("--output", metavar="DIR", help="Directory for matrix.md, its figures and data.")
    ] = Path("out"),
    quiet: QuietOption = False,
) -> None:
    """Compare all transports in the scenarios of all papers. Shows which one to use when, and what each costs."""
    setups = _choose("--scenario", scenario, SETUPS)
    contenders = _choose("--transport", transport, CONTENDERS)
    check_one_place(jobs, cluster)
    workers = choose_workers(jobs)
    outputs.check_directory("--output", output)
    kept = Cache(cache_folder(cache))
    notes = notes_console()
    with ProgressBar(notes, quiet=quiet) as bar, Runner(starter(workers, cluster), kept, bar.update) as runner:
        try:
            matrix = simulate(setups, contenders, runner, quick=quick)
        except Interrupted:
            sys.stderr.write(
                f"airhop: interrupted: finished runs are kept in {kept.folder}; the same command resumes\n"
            )
            raise typer.Exit(EXIT_FAILURE) from None
    findings = assess(matrix, STATEMENTS)
    console = results_console()
    console.print(_table(matrix))
    _print_findings(console, findings)
    written = write(matrix, findings, _command(scenario, transport, quick=quick), output)
    if not quiet:
        notes.print(f"written: {', '.join(map(str, written))}")


def _choose(option: str, names: Sequence[str] | None, among: Sequence[Keyed]) -> list[Keyed]:
    """Choose by key, in the order of the matrix; all by default."""
    keys = [each.key for each in among]
    for name in names or []:
        if name not in keys:
            near = difflib.get_close_matches(name, keys, n=3, cutoff=0.4)
            hint = f"did you mean {' or '.join(near)}? " if near else ""
            msg = f"{option} {name}: not in the matrix: {hint}available: {', '.join(keys)}"
            raise ScenarioError(msg)
    return [each for each in among if not names or each.key in names]


def _command(scenarios: Sequence[str] | None, transports: Sequence[str] | None, *, quick: bool) -> str:
    options = [f" --scenario {name}" for name in scenarios or []]
    options += [f' --transport "{name}"' if " " in name else f" --transport {name}" for name in transports or []]
    return f"airhop matrix{''.join(options)}{' --quick' if quick else ''}"


def _table(matrix: Matrix) -> Table:
    shortened = ", quick runs" if matrix.quick else ""
    table = Table(
        title=f"Goodput as a percentage of the best paced UDP{shortened}",
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    table.add_column("transport", no_wrap=True, style="bold")
    table.add_column("all", justify="right")
    for family in matrix.families:
        table.add_column(family.value, justify="right", overflow="fold")
    for contender in matrix.contenders:
        by_family = [matrix.over(matrix.of(family), contender) for family in matrix.families]
        table.add_row(contender.marked, *map(_cell, [matrix.overall(contender), *by_family]))
    return table


def _cell(score: Score | None) -> str:
    return "-" if score is None else f"{100 * score.estimate.mean:.0f}"


def _print_findings(console: Console, findings: Sequence[Finding]) -> None:
    for finding in findings:
        console.print(f"{finding.check.outcome.value:5}  {finding.says}: {finding.check.measured}")
